"""Every decoder: what real answers say, and that any bytes give typed values or a WireError."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gemp_bot.protocol.account import read_account, read_history, read_status
from gemp_bot.protocol.chat import read_chat
from gemp_bot.protocol.decks import read_deck, read_deck_names, read_deck_report
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.enums import Side, TableStatus
from gemp_bot.protocol.errors import HallRefusedError, MalformedAnswerError, TooLargeError, WireError
from gemp_bot.protocol.hall import HallSeat, RowAction, read_hall, read_hall_reply, read_seats
from gemp_bot.protocol.leagues import read_leagues
from gemp_bot.protocol.xml import XmlReader

PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
# Out of recordings of a real server, cut down.
HALL = (
    PROLOGUE
    + '<hall aiTablesEnabledBoolean="true" channelNumber="149" currency="0" motd="Follow the PC @swccg" '
    'privateGamesEnabledBoolean="false" serverTime="2026-11-21 12:13:35"><table action="add" '
    'format="Premiere - A New Hope" gameId="4fcc26841480-1f4b-3051-2f13-8a5e1f10" '
    'id="9204a6e9e301-56d8-21a1-df03-8a5e1f10" players="~YodaBot (LIGHT: Tatooine: Obi-Wan\'s Hut),'
    'randopeer1 (DARK: Death Star)" playing="false" status="PLAYING" statusDescription="Life Force: 2, 5" '
    'tournament="Casual" watchable="true" winner="~YodaBot"/><table action="update" gameId="" id="t2" '
    'players="exp1 (DARK)" playing="true" status="WAITING" statusDescription="Waiting" watchable="false" '
    'format="Open" tournament="Casual - quick"/><table action="remove" id="t3"/>'
    '<newGame id="0acd6d9102a2-2ce9-15b1-7e83-2b5e1f10"/><format type="open">Open</format></hall>'
).encode()
CHAT = (
    PROLOGUE + '<chat roomName="Game Hall"><message date="1795262013855" from="System" msgId="1">'
    'Welcome to room: Game Hall</message><message date="1795262014749" from="b" msgId="2">'
    "I &amp;lt;3 it</message><user>exp1</user><user>* boss</user><user>+&amp;beta;tester</user></chat>"
).encode()
HISTORY = (
    PROLOGUE
    + '<gameHistory count="2" playerId="exp1"><historyEntry deckName="Open 40 card - Beginner Light" '
    'endTime="1795263221972" formatName="Open (40 cards)" gameRecordingId="js34dl149fw2lpaj" '
    'loseReason="Conceded" loser="exp1" loserDeckArchetype="Kashyyyk: Kachirho" startTime="1795263215223" '
    'tournament="Casual" winReason="Opponent conceded" winner="~Rando_Cal" winnerDeckArchetype="Mustafar"/>'
    '<historyEntry winner="a" loser="b" winReason="Game cancelled due to error" '
    'loseReason="Game cancelled due to error"/></gameHistory>'
).encode()
DECK = (
    PROLOGUE + '<deck><card blueprintId="217_26" horizontal="false" title="Admiral Kilian"/>'
    '<card blueprintId="7_24" horizontal="true" title="Kashyyyk Operative"/>'
    '<cardOutsideDeck blueprintId="13_51" horizontal="false" title="Shield"/></deck>'
).encode()
DECKS = b"<decks><darkDeck>D</darkDeck><lightDeck>L1</lightDeck><lightDeck>L2</lightDeck><otherDeck/></decks>"
REPORT = (
    b'<div id="deckstats-card-count-container"><div id="deckstats-light-container" class="">'
    b'<span id="deckstats-light">Light Cards:</span> <span id="deckstats-light-content">60</span></div>'
    b'<div id="deckstats-dark-container"  class=""><span id="deckstats-dark">Dark Cards:</span> '
    b'<span id="deckstats-dark-content">0</span></div></div><div style="clear:both"></div>'
    b'<div id="deckstats-format-Open-container" class="deckstats-format-container"></span>'
    b'<span id="deckstats-format-Open" class="deckstats-format-name">Open:</span> '
    b'<span id="deckstats-format-Open-content" class="deckstats-format-valid">valid</span></div>'
    b'<div id="x" class="deckstats-format-container"></span><span id="y" class="deckstats-format-name">'
    b'Open (40 cards):</span> <span id="z" class="deckstats-format-invalid">Deck contains <span '
    b'class="validate-deck-size">60</span> cards, however <span class="validate-required-deck-size">40</span>'
    b" cards are required.</span></div>"
)
LEAGUES = (
    b'<leagues><league member="true" type="123" name="Winter" start="20260801" end="20260831"/></leagues>'
)
REPLY = b'<error message="You can&apos;t play against yourself"/>'
STATUS = (
    b"<b>Active players:</b>&nbsp;&nbsp;3 (in last 24 hours),&nbsp;&nbsp;12 (in last week),&nbsp;&nbsp;99 "
    b"(all time)<br/><b>Games played:</b>&nbsp;&nbsp;4 (in last 24 hours),&nbsp;&nbsp;5 (in last week),"
    b"&nbsp;&nbsp;6 (all time)<h2>Tables count: 2&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;Players in hall count: 7</h2>"
)
REPLAY = b'<gameReplay><ge type="TC" participantId="a"/><ge type="M" message="hi"/></gameReplay>'
READER = XmlReader()


def test_hall():
    hall = read_hall(HALL, READER)
    assert (hall.channel, hall.motd, hall.currency) == (149, "Follow the PC @swccg", 0)
    assert (hall.ai_tables, hall.private_games) == (True, False)
    assert hall.server_time == datetime(2026, 11, 21, 12, 13, 35, tzinfo=UTC)
    assert hall.new_games == ("0acd6d9102a2-2ce9-15b1-7e83-2b5e1f10",)
    assert [(f.code, f.name) for f in hall.formats] == [("open", "Open")]
    running, waiting, gone = hall.tables
    assert running.status is TableStatus.PLAYING
    assert running.winner == "~YodaBot"
    assert running.life_forces == (2, 5)
    assert running.seats == (
        HallSeat("~YodaBot", Side.LIGHT, "Tatooine: Obi-Wan's Hut"),
        HallSeat("randopeer1", Side.DARK, "Death Star"),
    )
    assert waiting.game_id is None
    assert waiting.playing
    assert waiting.action is RowAction.UPDATE
    assert waiting.life_forces is None
    assert (gone.action, gone.id, gone.status) == (RowAction.REMOVE, "t3", None)


def test_hall_rows_we_do_not_quite_understand_are_kept():
    body = (
        b'<hall channelNumber="1" serverTime="soon"><table id="t" action="explode" status="BURNING" odd="1"/>'
        b'<queue id="q" action="add" playerCount="many" cost="9" queue="Cup" joinable="true"/>'
        b'<tournament id="u" action="add" round="3" stage="Drafting"/><strange/></hall>'
    )
    hall = read_hall(body, READER)
    assert hall.server_time is None
    assert hall.tables[0].status is None
    assert hall.tables[0].action is RowAction.UPDATE
    assert hall.tables[0].attributes["odd"] == "1"
    assert (hall.queues[0].players, hall.queues[0].cost, hall.queues[0].name) == (None, 9, "Cup")
    assert (hall.tournaments[0].round, hall.tournaments[0].stage) == (3, "Drafting")


@pytest.mark.parametrize(
    "body", [b"<hall/>", b'<hall channelNumber="x"/>', b'<hall channelNumber="1"><table/></hall>']
)
def test_a_hall_without_the_essentials(body: bytes):
    with pytest.raises(MalformedAnswerError):
        read_hall(body, READER)


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("", ()),
        ("alice", (HallSeat("alice"),)),
        ("(DARK)", (HallSeat(None, Side.DARK),)),
        ("(DARK),bob (LIGHT)", (HallSeat(None, Side.DARK), HallSeat("bob", Side.LIGHT))),
        (
            "a (DARK: Mustafar: Private Platform (Docking Bay)),b-_ (LIGHT: Hunt, Down, v2)",
            (
                HallSeat("a", Side.DARK, "Mustafar: Private Platform (Docking Bay)"),
                HallSeat("b-_", Side.LIGHT, "Hunt, Down, v2"),
            ),
        ),
    ],
)
def test_seats(text: str, seats: tuple[HallSeat, ...]):
    assert read_seats(text) == seats


def test_chat():
    chat = read_chat(CHAT, READER)
    assert [(m.id, m.sender, m.text) for m in chat.messages] == [
        (1, "System", "Welcome to room: Game Hall"),
        (2, "b", "I <3 it"),
    ]
    assert chat.messages[0].date == datetime(2026, 11, 21, 11, 53, 33, 855000, tzinfo=UTC)


def test_a_control_character_of_one_user_does_not_blind_us():
    body = b'<chat roomName="r"><message msgId="1" from="x" date="1">be&#7;ep&#x1b;\x01</message></chat>'
    assert read_chat(body, READER).messages[0].text == "beep"


@pytest.mark.parametrize("reference", ["&#55357;&#56832;", "&#xD83D;", "&#xFFFF;", "&#x110000;", "&#0;"])
def test_no_line_of_a_person_makes_a_room_unreadable(reference: str) -> None:
    line = f"hi {reference} &#x1F600; &amp;amp;"
    body = f'<chat roomName="r"><message msgId="1" from="bob">{line}</message></chat>'
    told = read_chat(body.encode(), READER).messages[0].text
    assert told.startswith("hi ")
    assert told.endswith("\U0001f600 &")


def test_history():
    history = read_history(HISTORY, READER)
    assert (history.player, history.count) == ("exp1", 2)
    lost, cancelled = history.entries
    assert (lost.winner, lost.lose_reason, lost.recording_id) == (
        "~Rando_Cal",
        "Conceded",
        "js34dl149fw2lpaj",
    )
    assert lost.end is not None
    assert lost.start is not None
    assert 6 < (lost.end - lost.start).total_seconds() < 7
    assert cancelled.cancelled
    assert not lost.cancelled
    assert cancelled.deck_name is None


def test_decks():
    assert read_deck_names(DECKS, READER).light == ("L1", "L2")
    deck = read_deck(DECK, READER, name="x")
    assert deck.text == "217_26,7_24|13_51"
    assert deck.cards[1].horizontal
    assert read_deck(b"<deck/>", READER, name="x").cards == ()


def test_deck_report():
    report = read_deck_report(REPORT)
    assert (report.light, report.dark) == (60, 0)
    valid, invalid = report.formats
    assert (valid.name, valid.valid, valid.reasons) == ("Open", True, ())
    assert (invalid.name, invalid.valid) == ("Open (40 cards)", False)
    assert invalid.reasons == ("Deck contains 60 cards, however 40 cards are required.",)
    assert report.verdict("Open") == valid
    assert report.verdict("none") is None
    with pytest.raises(TooLargeError):
        read_deck_report(REPORT, max_bytes=10)


def test_leagues():
    (league,) = read_leagues(LEAGUES, READER)
    assert (league.code, league.name, league.member) == ("123", "Winter", True)


def test_status_and_account():
    status = read_status(STATUS)
    assert (status.tables, status.in_hall) == (2, 7)
    assert read_account(b'{"type":"aut","name":"asdf","more":[1]}').is_admin
    with pytest.raises(MalformedAnswerError):
        read_account(b'{"name":""}')


def test_replay():
    events = GameDecoder().decode_replay(REPLAY)
    assert [type(event).__name__ for event in events] == ["TurnChanged", "Message"]


SAMPLES = (
    HALL, CHAT, HISTORY, DECK, DECKS, REPORT, LEAGUES, REPLY, STATUS, REPLAY,
    b'{"type":"aut","name":"asdf"}',
)  # fmt: skip
DECODERS: dict[str, Callable[[bytes], object]] = {
    "hall": lambda body: read_hall(body, READER),
    "reply": lambda body: read_hall_reply(body, READER),
    "chat": lambda body: read_chat(body, READER),
    "history": lambda body: read_history(body, READER),
    "deck": lambda body: read_deck(body, READER, name="x"),
    "decks": lambda body: read_deck_names(body, READER),
    "report": read_deck_report,
    "leagues": lambda body: read_leagues(body, READER),
    "account": read_account,
    "status": read_status,
    "replay": lambda body: GameDecoder().decode_replay(body),
}
PIECES = (
    b"<",
    b">",
    b'"',
    b"",
    b"&#1;",
    b"&amp;",
    b"<x/>",
    b"-1",
    b"9" * 30,
    "٣∞".encode(),
    b"\x00",
    b"\xff",
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    body = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(body)))
        end = draw(st.integers(start, min(len(body), start + 40)))
        body = body[:start] + draw(st.sampled_from(PIECES) | st.binary(max_size=4)) + body[end:]
    return body


@pytest.mark.parametrize("name", DECODERS)
@given(body=damaged() | st.binary(max_size=200) | st.text(max_size=50).map(str.encode))
@example(body=b"")
@example(body=b"<!DOCTYPE x [<!ENTITY a 'b'>]><hall channelNumber='&a;'/>")
@example(body=b"[" * 100_000)
@example(body=b"<div>" * 3000)
def test_any_bytes_are_typed_or_a_wire_error(name: str, body: bytes):
    refusals = (HallRefusedError,) if name == "reply" else ()
    try:
        value = DECODERS[name](body)
    except (WireError, *refusals):
        return
    assert value is not None or name == "reply"
