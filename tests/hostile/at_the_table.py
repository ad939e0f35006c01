"""What a game can be said to be."""

import signal
from collections.abc import Callable

from hostile_run import PLAY, Run, Scenario
from hostile_settings import Setting, answering, as_it_should, calls_of, lines_of, playing, raw
from wicked import GAME, ME, OK, PASS, START, THEM, WON, YES_NO, Wicked, asked, reply, said, update

_DONE = frozenset({0})
_EITHER_WAY = frozenset({0, 1})
_OPENING, _NEWS = f"GET /game/{GAME}", f"POST /game/{GAME}"
_WORDS = ("location", "decision", "blueprint", "gameState", "participantId")
_ZONES = f'<playerZones name="{ME}" RESERVE_DECK="1000000000" HAND="-7"/>'
_CARD = f'blueprintId="1_19" zone="HAND" participantId="{ME}" zoneOwnerId="{ME}"'


def _with_second_question(event: Callable[[], str]) -> Setting:
    """A game in which something odd comes with the second question."""
    return playing(lambda: [START, event() + PASS, PASS])


def _cookie(word: str) -> Setting:
    def set_up(server: Wicked) -> None:
        server.cookie = word

    return set_up


def _journal_is_right(done: Run) -> str:
    """The record says what the server said, whatever the secrets are."""
    if f'allParticipantIds=\\"{THEM},{ME}\\"' not in done.recorded or "***" in done.recorded:
        return "the journal was altered"
    return "" if done.recorded.count('"kind":"verdict"') == 3 else "verdicts are missing in the journal"


def _never_over(server: Wicked) -> None:
    """A game that goes on after it was conceded and cancelled."""
    server.questions = [YES_NO] * 1_000_000
    for how in ("concede", "cancel"):
        server.answers[f"{_NEWS}/{how}"] = reply(OK)


def _unknown_kinds() -> str:
    return "".join(f'<ge type="X{number}" a="1"/>' for number in range(60_000))


def _many_attributes() -> str:
    return "<ge type='X' " + " ".join(f"a{number}='1'" for number in range(700_000)) + "/>"


def _long_words() -> str:
    return f'<ge type="X" a="{"x" * 80_000}"/>' + said("&lt;div cardHint" + "cardHint" * 10_000)


def _many_cards() -> str:
    return "".join(f'<ge type="PCIP" cardId="{number}" {_CARD}/>' for number in range(20_000))


def _many_to_choose() -> list[str]:
    cards = (("cardId", number) for number in range(30_000))
    return [START, asked("CARD_SELECTION", "Choose", ("min", 30_000), ("max", 30_000), *cards), PASS]


def _many_actions() -> list[str]:
    columns = ("actionId", "cardId", "blueprintId", "actionText")
    rows = ((name, number) for number in range(10_000) for name in columns)
    return [START, asked("CARD_ACTION_CHOICE", "Choose Deploy action or Pass", *rows), PASS]


def _clock_in_parts() -> str:
    return update(WON, clocks=f'<clock participantId="{ME}">{"&#49;" * 2_500_000}</clock>')


def _pestering() -> list[str]:
    more = said(f"{THEM} requested to extend game timer by 9999 minutes")
    return [START, *[more * 300 + PASS] * 20]


def _odd(name: str, event: Callable[[], str], **more: object) -> Scenario:
    """A game goes on to its end, whatever came in between."""
    return Scenario(f"game: {name}", PLAY, _with_second_question(event), _DONE, **more)  # type: ignore[arg-type]


SCENARIOS = (
    Scenario("game: nothing is wrong", PLAY, as_it_should, _DONE, also=_journal_is_right),
    *(
        Scenario(
            f"game: password and cookie are {word}",
            PLAY,
            _cookie(word),
            _DONE,
            password=word,
            also=_journal_is_right,
        )
        for word in _WORDS
    ),
    # -- numbers, names and sizes ---------------------------------------------------------------------
    _odd("absurd piles", lambda: f'<ge type="GS">{_ZONES}</ge>', also=lines_of("unknown_event", 1)),
    _odd("absurd powers", lambda: f'<ge type="GS" darkBattlePower="{"9" * 400}" lightRaceTotal="NaN"/>'),
    _odd("an attribute for a child", lambda: '<ge type="GS" playerZones="x"><playerZones/></ge>'),
    _odd("tens of thousands of kinds", _unknown_kinds, also=lines_of("unknown_", 60)),
    _odd("hundreds of thousands of attributes", _many_attributes, seconds=60.0),
    _odd("words of 80 kB", _long_words),
    _odd("cards without end", _many_cards, seconds=60.0),
    Scenario("game: 30,000 cards to choose", PLAY, playing(_many_to_choose), _EITHER_WAY, seconds=60),
    Scenario("game: 10,000 actions", PLAY, playing(_many_actions), _EITHER_WAY, seconds=60),
    Scenario("game: a clock in millions of parts", PLAY, answering(_NEWS, _clock_in_parts), seconds=60),
    Scenario("game: a channel of 5,000 digits", PLAY, answering(_OPENING, f'<gameState cn="{"9" * 5000}"/>')),
    # -- answers that are none ------------------------------------------------------------------------
    Scenario("game: DTD", PLAY, answering(_NEWS, '<!DOCTYPE u [<!ENTITY x "1">]><update cn="&x;"/>')),
    Scenario("game: a page of a proxy", PLAY, answering(_NEWS, "<html>502</html>")),
    Scenario(
        "game: cut in the middle", PLAY, raw(_NEWS, b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n<up")
    ),
    Scenario("game: a refusal with 200", PLAY, answering(_NEWS, '<error message="no"/>')),
    *(
        Scenario(f"game: {call} says {status}", PLAY, answering(call, "", f"{status} No"))
        for call in (_OPENING, _NEWS)
        for status in (401, 403, 404, 409, 410, 500)
        # Somebody else has the game: it is waited for in `whole/test_second_client.py`.
        if (call, status) != (_NEWS, 409)
    ),
    # -- games that do not end ------------------------------------------------------------------------
    Scenario(
        "game: the same question for ever",
        PLAY,
        playing(lambda: [YES_NO] * 1_000_000),
        _EITHER_WAY,
        seconds=60,
    ),
    Scenario("game: goes on after it was conceded", PLAY, _never_over, _EITHER_WAY, seconds=150),
    Scenario(
        "game: goes on, and Ctrl-C three times",
        PLAY,
        _never_over,
        frozenset({130}),
        signals=(signal.SIGINT,) * 3,
        seconds=30,
    ),
    Scenario(
        "game: goes on, and the terminal is closed",
        PLAY,
        _never_over,
        frozenset({130}),
        signals=(signal.SIGHUP,) * 3,
        seconds=30,
    ),
    Scenario(
        "game: more time is asked for without end",
        PLAY,
        playing(_pestering),
        _DONE,
        also=calls_of(f"{_NEWS}/extendGameTimer", 20),
    ),
)
