"""The decoder of a game: any bytes give typed values or one kind of error, and what follows stands it."""

import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gemp_bot.decisions import Catalogue, ask
from gemp_bot.journal import JournalReader
from gemp_bot.protocol import decisions as d
from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import MOST_AMOUNT
from gemp_bot.protocol.decode import GameDecoder, GameUpdate
from gemp_bot.protocol.errors import MalformedAnswerError, TooLargeError, WireError
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.xml import XmlReader
from gemp_bot.state import Table

GAMES = Path(__file__).resolve().parents[2] / "fixtures" / "games"
CATALOGUE = Catalogue.load()


def update(*children: str) -> bytes:
    return f'<update cn="3">{"".join(children)}<clocks/></update>'.encode()


def only_event(child: str) -> e.AnyEvent:
    (event,) = GameDecoder().decode(update(child)).events
    return event


def question(kind: str, *parameters: tuple[str, str]) -> d.Decision | d.UnknownDecision:
    inner = "".join(f'<parameter name="{name}" value="{value}"/>' for name, value in parameters)
    event = only_event(f'<ge type="D" participantId="al" id="1" decisionType="{kind}" text="x">{inner}</ge>')
    assert isinstance(event, e.Asked)
    return event.decision


def live_through(decoded: GameUpdate) -> None:
    """What a player does with an update: the table and the question must stand anything that decodes."""
    table = Table()
    table.apply(decoded)
    for event in decoded.events:
        if isinstance(event, e.Asked):
            made = ask(event, table.face_of, CATALOGUE)
            assert made.is_legal(made.random_legal(random.Random(1)).wire) or made.contradictory
    _ = table.locations, table.hand, [table.player(name) for name in table.players], table.columns_agree


SAMPLES = [
    line.body.encode()
    for name in ("edge-cases", "light-combat-snapshots")
    for _, line in list(JournalReader(GAMES / f"{name}.jsonl.gz"))[:60]
    if isinstance(line, Exchange) and len(line.body) < 20_000 and line.path.startswith("/game/")
]


@given(st.binary(max_size=300))
@example(b"")
@example(b"<update/>")
@example(b"<html><body>502 Bad Gateway</body></html>")
@example(b'<update cn="x"/>')
@example(b'<update cn="1"><clocks><clock participantId="a">soon</clock></clocks></update>')
@example("<update cn='1'/>".encode("utf-16"))
def test_any_bytes_are_an_update_or_a_wire_error(body: bytes) -> None:
    try:
        decoded = GameDecoder().decode(body)
    except WireError as fault:
        assert "\n" not in str(fault)  # noqa: PT017 - not every body is refused
    else:
        live_through(decoded)


@settings(max_examples=150)
@given(data=st.data())
def test_a_damaged_answer_is_an_update_or_a_wire_error(data: st.DataObject) -> None:
    body = bytearray(data.draw(st.sampled_from(SAMPLES)))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, max(0, len(body) - 1)))
        change = data.draw(st.sampled_from(["flip", "cut", "drop", "digit"]))
        if change == "flip" and body:
            body[at] ^= 1 << data.draw(st.integers(0, 7))
        elif change == "cut":
            del body[at:]
        elif change == "drop":
            del body[at : at + data.draw(st.integers(1, 40))]
        else:
            body[at:at] = data.draw(
                st.sampled_from([b"9", b"-", b"\xe2\x88\x9e", b'"', b"<", b"999999999999"])
            )
    try:
        decoded = GameDecoder().decode(bytes(body))
    except WireError:
        return
    live_through(decoded)


@pytest.mark.parametrize(
    "body",
    [
        b'<!DOCTYPE u [<!ENTITY x "boom">]><update cn="&x;"/>',
        b'<!DOCTYPE u SYSTEM "http://127.0.0.1/x.dtd"><update cn="1"/>',
        '<!DOCTYPE u [<!ENTITY x "1">]><update cn="&x;"/>'.encode("utf-16"),
        b"<update cn='1'><ge type='M' message='&xxe;'/></update>",
    ],
)
def test_nothing_gets_in_by_a_dtd_or_an_entity(body: bytes) -> None:
    with pytest.raises(MalformedAnswerError):
        GameDecoder().decode(body)


def test_a_deep_answer_is_no_tree_and_a_tree_is_never_deep() -> None:
    body = b"<update cn='1'>" + b"<a>" * 49_000 + b"</a>" * 49_000 + b"</update>"
    assert GameDecoder().decode(body).events == ()
    with pytest.raises(MalformedAnswerError, match="depth"):
        XmlReader().read(body, roots=frozenset({"update"}))


def test_an_ampersand_of_a_text_is_one() -> None:
    """The HTML of the log is read as it was written: `&amp;` in a title says `&`."""
    event = only_event('<ge type="M" message="R2 &amp; &lt;b&gt; &amp;amp; &amp;#38;"/>')
    assert event == e.Message(message="R2 & <b> &amp; &#38;")


def test_an_answer_over_the_cap_is_not_parsed() -> None:
    with pytest.raises(TooLargeError, match=r"cap of 10$"):
        GameDecoder(max_bytes=10).decode(update())


def test_a_control_character_in_a_message_does_not_blind_us() -> None:
    event = only_event('<ge type="M" message="he&#27;llo&#x1;"/>')
    assert event == e.Message(message="hello")
    # What the first attempt had collected before it failed does not count twice.
    decoder = GameDecoder()
    decoded = decoder.decode(update('<ge type="EB"/>', '<ge type="M" message="&#27;"/>'))
    assert decoded.events == (e.BattleOver(), e.Message(message=""))
    assert decoder.decode(update('<ge type="EB"/>')).events == (e.BattleOver(),)


# -- what is unknown is kept, counted, and told once ----------------------------------------------


def test_an_unknown_event_is_kept_and_the_rest_stays_typed() -> None:
    told: list[str] = []
    decoder = GameDecoder(on_unknown=lambda key, _: told.append(key))
    for _ in range(3):
        decoded = decoder.decode(update('<ge type="XYZ" cardId="3"/>', '<ge type="TC" participantId="al"/>'))
    unknown, turn = decoded.events
    assert isinstance(unknown, e.UnknownEvent)
    assert (unknown.code, unknown.attributes["cardId"]) == ("XYZ", "3")
    assert turn == e.TurnChanged(participant_id="al")
    assert decoder.unknown == {"event XYZ": 3}
    assert told == ["event XYZ"]


@pytest.mark.parametrize(
    "child",
    [
        "<ge/>",
        '<ge type="PCIP" cardId="3"/>',
        '<ge type="PCIP" cardId="x" blueprintId="1_1" zone="HAND"/>',
        '<ge type="PCIP" cardId="3" blueprintId="1_1" zone="NEW_ZONE"/>',
        '<ge type="RCFP" otherCardIds="1,,x"/>',
        '<ge type="GPC" phase="Siesta (turn #2)"/>',
        '<ge type="GS" darkForceGeneration="many"/>',
        '<ge type="D" decisionType="INTEGER"/>',
    ],
)
def test_what_does_not_fit_is_unknown_and_says_why(child: str) -> None:
    event = only_event(child)
    assert isinstance(event, e.UnknownEvent)
    assert event.why


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        ("NEW_TYPE", [("min", "1")]),
        ("INTEGER", [("min", "few")]),
        ("CARD_ACTION_CHOICE", [("actionId", "0"), ("actionId", "1"), ("cardId", "7")]),
        ("CARD_SELECTION", [("min", "0"), ("max", "1"), ("cardId", "temp0")]),
    ],
)
def test_a_decision_that_does_not_fit_is_kept_with_its_parameters(
    kind: str, parameters: list[tuple[str, str]]
) -> None:
    found = question(kind, *parameters)
    assert isinstance(found, d.UnknownDecision)
    assert found.decision_type == kind
    assert {name for name, _ in parameters} == set(found.parameters)


# -- odd but right ----------------------------------------------------------------------------------


def test_numbers_of_the_statistics_in_all_their_forms() -> None:
    event = only_event(
        '<ge type="GS" darkForceGeneration="2,5" lightForceGeneration="∞" darkRaceTotal="-1">'
        '<playerZones name="al" HAND="8" RESERVE_DECK="49"/>'
        '<darkPowerAtLocations locationIndex0="-1" locationIndex1="∞"/>'
        '<lightPowerAtLocations locationIndex1="2.5" locationIndex0="3"/></ge>'
    )
    assert isinstance(event, e.Statistics)
    assert (event.dark_force_generation, event.light_force_generation) == (2.5, MOST_AMOUNT)
    assert event.dark_power_at_locations == (-1.0, MOST_AMOUNT)
    assert event.light_power_at_locations == (3.0, 2.5)
    assert (event.player_zones[0].hand, event.player_zones[0].reserve_deck) == (8, 49)


def test_parallel_lists_become_options_and_the_word_null_is_nothing() -> None:
    found = question(
        "CARD_ACTION_CHOICE",
        *[("actionId", "0"), ("cardId", "57"), ("actionId", "1"), ("cardId", "58")],
        *[("blueprintId", "inPlay"), ("blueprintId", "1_9"), ("horizontal", "false"), ("horizontal", "true")],
        *[("actionText", "Force drain"), ("actionText", "Deploy")],
        *[("testingText", "null"), ("testingText", "beta"), ("noPass", "false"), ("revertEligible", "true")],
    )
    assert isinstance(found, d.CardActionChoice)
    assert [(o.action_id, o.card_id, o.action_text, o.testing_text) for o in found.actions] == [
        ("0", 57, "Force drain", None),
        ("1", 58, "Deploy", "beta"),
    ]
    assert found.revert_eligible


def test_lists_that_are_empty_are_absent() -> None:
    found = question("CARD_ACTION_CHOICE", ("noPass", "true"))
    assert isinstance(found, d.CardActionChoice)
    assert (found.actions, found.no_pass) == ((), True)
    assert question("CARD_SELECTION", ("min", "0"), ("max", "0")) == d.CardSelection(text="x")


def test_a_phase_has_a_turn_once_there_is_one() -> None:
    assert only_event('<ge type="GPC" phase="End of turn (turn #12)"/>') == e.PhaseChanged(
        phase=e.Phase.END_OF_TURN, turn=12
    )
    assert only_event('<ge type="GPC" phase="Play starting cards"/>') == e.PhaseChanged(
        phase=e.Phase.PLAY_STARTING_CARDS
    )


def test_the_frame_of_an_answer() -> None:
    body = b'<gameState cn="7"><clocks><clock participantId="al">-1</clock></clocks></gameState>'
    decoded = GameDecoder().decode(body)
    assert (decoded.snapshot, decoded.channel, decoded.clocks) == (True, 7, {"al": -1})
