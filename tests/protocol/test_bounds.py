"""What is larger than anything of a game stays raw and is counted; nothing odd raises another error."""

import pytest

from gemp_bot.protocol import bounds
from gemp_bot.protocol import decisions as d
from gemp_bot.protocol import events as e
from gemp_bot.protocol.decode import MOST_KINDS, OTHER_KINDS, GameDecoder
from gemp_bot.protocol.errors import MalformedAnswerError, TooLargeError
from gemp_bot.protocol.xml import MOST_TAGS

ABSURD = [
    "10000000",
    "1000000000",
    "1" + "0" * 400,
    "9" * 5000,
    "NaN",
    "-Infinity",
    "",
    "-7777",
    "\u0663",
    "1_0",
]
SHOWN = '<ge type="PCIP" cardId="3" blueprintId="1_1" zone="HAND" {}/>'


def update(*children: str, channel: str = "3", clocks: str = "") -> bytes:
    inner = "".join(children)
    return f'<update cn="{channel}">{inner}<clocks>{clocks}</clocks></update>'.encode()


def decision(kind: str, inner: str, text: str = "x") -> str:
    return f'<ge type="D" participantId="al" id="1" decisionType="{kind}" text="{text}">{inner}</ge>'


def parameters(name: str, values: list[str]) -> str:
    return "".join(f'<parameter name="{name}" value="{value}"/>' for value in values)


def only(child: str) -> e.AnyEvent:
    decoder = GameDecoder()
    (event,) = decoder.decode(update(child)).events
    raw = isinstance(event, e.UnknownEvent)
    raw = raw or (isinstance(event, e.Asked) and isinstance(event.decision, d.UnknownDecision))
    assert decoder.unknown.total() == raw
    return event


@pytest.mark.parametrize("number", ABSURD)
@pytest.mark.parametrize(
    "child",
    [
        '<ge type="GS"><playerZones name="al" RESERVE_DECK="{}"/></ge>',
        '<ge type="GS"><playerZones name="al" HAND="{}"/></ge>',
        '<ge type="GS" darkForceGeneration="{}"/>',
        '<ge type="GS" lightBattleDamageRemaining="{}"/>',
        '<ge type="GPC" phase="Deploy (turn #{})"/>',
        '<ge type="SB" locationIndex="{}"/>',
        '<ge type="RLFP" locationIndexes="1,{}"/>',
        SHOWN.format('locationIndex="{}"'),
    ],
)
def test_a_number_no_game_can_have_keeps_the_event_raw(child: str, number: str) -> None:
    event = only(child.format(number))
    assert isinstance(event, e.UnknownEvent)
    assert event.why


@pytest.mark.parametrize("number", ["1" + "0" * 400, "9" * 5000, "NaN", "9" * 12])
def test_a_power_and_an_id_no_server_has_keep_the_event_raw(number: str) -> None:
    place = f'<ge type="GS"><darkPowerAtLocations locationIndex0="{number}"/></ge>'
    assert isinstance(only(place), e.UnknownEvent)
    assert isinstance(only(f'<ge type="RCFP" otherCardIds="4,{number}"/>'), e.UnknownEvent)
    assert isinstance(only(SHOWN.format(f'targetCardId="{number}"')), e.UnknownEvent)


def test_lists_and_texts_no_game_can_have_keep_the_event_raw() -> None:
    many = ",".join(map(str, range(bounds.MOST_CARDS + 1)))
    assert isinstance(only(f'<ge type="RCFP" otherCardIds="{many}"/>'), e.UnknownEvent)
    names = ",".join(f"p{number}" for number in range(bounds.MOST_PLAYERS + 1))
    assert isinstance(only(f'<ge type="P" participantId="p1" allParticipantIds="{names}"/>'), e.UnknownEvent)
    long = "x" * (bounds.LONGEST_TEXT + 1)
    assert isinstance(only(f'<ge type="M" message="{long}"/>'), e.UnknownEvent)
    assert isinstance(only(f'<ge type="TC" participantId="{long}"/>'), e.UnknownEvent)


def test_a_question_no_game_can_ask_is_kept_raw_with_its_frame() -> None:
    many = [str(number) for number in range(bounds.MOST_CARDS + 1)]
    for made in (
        decision("CARD_SELECTION", parameters("cardId", many)),
        decision("CARD_SELECTION", parameters("max", ["9" * 5000])),
        decision("INTEGER", parameters("max", ["9" * 12])),
        decision("MULTIPLE_CHOICE", parameters("results", many), text="x" * (bounds.LONGEST_TEXT + 1)),
    ):
        event = only(made)
        assert isinstance(event, e.Asked)
        assert (event.participant_id, event.id) == ("al", 1)
        assert isinstance(event.decision, d.UnknownDecision)
        assert len(event.decision.text) <= bounds.LONGEST_TEXT


def test_what_a_large_game_can_have_is_typed() -> None:
    zones = f'<playerZones name="al" RESERVE_DECK="100" LOST_PILE="{bounds.MOST_CARDS}"/>'
    assert isinstance(
        only(f'<ge type="GS" darkBattlePower="{bounds.MOST_AMOUNT}">{zones}</ge>'), e.Statistics
    )
    titles = [f"Card {number}" for number in range(5000)]
    event = only(decision("MULTIPLE_CHOICE", parameters("results", titles)))
    assert isinstance(event, e.Asked)
    assert isinstance(event.decision, d.MultipleChoice)


# -- nothing but the decoder's own errors --------------------------------------------------------


@pytest.mark.parametrize("number", [*ABSURD[2:], "-1"])
def test_a_channel_number_is_one_or_the_answer_is_malformed(number: str) -> None:
    with pytest.raises(MalformedAnswerError, match="without a channel number") as caught:
        GameDecoder().decode(update(channel=number))
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize("seconds", ["9" * 5000, "NaN", "", "\u0663\u0663", "1_000", "12" * 100])
def test_a_clock_is_a_number_or_the_answer_is_malformed(seconds: str) -> None:
    with pytest.raises(MalformedAnswerError, match="a clock without whole seconds"):
        GameDecoder().decode(update(clocks=f'<clock participantId="al">{seconds}</clock>'))


def test_an_attribute_in_the_place_of_a_child_is_passed_over() -> None:
    event = only('<ge type="GS" playerZones="x"><playerZones name="al" HAND="4"/></ge>')
    assert isinstance(event, e.Statistics)
    assert event.player_zones == (e.PlayerZones(name="al", hand=4),)


@pytest.mark.parametrize("kind", ["NEW_TYPE", "CARD_ACTION_CHOICE", "INTEGER"])
@pytest.mark.parametrize("name", ["_parameters", "decisionType", "text", "decision", "type"])
def test_a_parameter_may_have_any_name(kind: str, name: str) -> None:
    event = only(decision(kind, parameters(name, ["few"]), text="Choose"))
    assert isinstance(event, e.Asked)
    assert event.decision.text == "Choose"
    if isinstance(event.decision, d.UnknownDecision):
        assert event.decision.parameters == {name: ("few",)}


def test_more_tags_than_any_answer_has_are_not_parsed() -> None:
    with pytest.raises(TooLargeError, match="tags, more than the cap of"):
        GameDecoder().decode(update("<ge/>" * MOST_TAGS))


class Parts(str):
    """Counts how many characters are put together."""

    __slots__ = ()
    copied = 0

    def __add__(self, other: str) -> "Parts":
        Parts.copied += len(self) + len(other)
        return Parts(str.__add__(self, other))


def test_a_clock_in_many_parts_is_read_up_to_its_end_only() -> None:
    from gemp_bot.protocol.decode import _Target

    target = _Target()
    target.start("clock", {"participantId": "al"})
    target.clocks["al"] = Parts()
    for _ in range(10_000):
        target.data("1")
    assert Parts.copied < 10_000


# -- the number of unknown kinds -----------------------------------------------------------------


def test_only_so_many_unknown_kinds_are_told_apart() -> None:
    told: list[str] = []
    decoder = GameDecoder(on_unknown=lambda key, _: told.append(key))
    decoder.decode(update(*(f'<ge type="X{number}"/>' for number in range(1000))))
    assert len(decoder.unknown) == len(told) == MOST_KINDS + 1
    assert told[-1] == OTHER_KINDS
    assert decoder.unknown.total() == 1000


def test_the_name_of_an_unknown_kind_is_cut() -> None:
    decoder = GameDecoder()
    decoder.decode(update(f'<ge type="{"x" * 5000}"/>', decision("y" * 5000, "")))
    assert max(map(len, decoder.unknown)) < 100
