"""The server's fixed English lines, as data.

Outside `decisions/` English is read only here and in `ending.py`. Each table is in the order in which it
is tried; the table is the documentation.
"""

import re
from enum import StrEnum

import msgspec

from gemp_bot.protocol.html import card_refs, plain
from gemp_bot.protocol.ids import BlueprintId, PlayerName

# -- warnings after an answer -------------------------------------------------------------------


_ANSWER_REFUSALS = ("Something went wrong", "Unknown response number")


def is_answer_refusal(warning: str) -> bool:
    """Tell whether a warning (`W`) says that our answer was refused (PROTOCOL 5.3)."""
    return plain(warning).rstrip(".") in _ANSWER_REFUSALS


# -- the game log -------------------------------------------------------------------------------

_FORFEITS_NOTHING = "and its forfeit is reset to 0"


def read_forfeits_nothing(message: str) -> BlueprintId | None:
    """The card of a line of the game log that was hit so that it forfeits nothing; None for other lines."""
    if _FORFEITS_NOTHING not in message:
        return None
    cards = card_refs(message)
    return cards[0].blueprint if cards else None


_BEGINS_DRAIN = " initiates Force drain of "


def begins_drain(message: str) -> bool:
    """Whether a line of the game log tells that a Force drain begins; it follows the use of its location."""
    return _BEGINS_DRAIN in message


class Seat(msgspec.Struct, frozen=True):
    """A seat that the game log tells; no event does (PROTOCOL 6.6).

    Attributes:
        card: who takes it.
        host: the starship or vehicle.
        pilot: a pilot's or driver's seat, not a passenger's.
    """

    card: BlueprintId
    host: BlueprintId
    pilot: bool


_SEAT = re.compile(r" as (pilot|passenger)\b| to (pilot|passenger) capacity slot of ")


def read_seat(message: str) -> Seat | None:
    """The seat that somebody takes by a line of the game log; None for any other line.

    Of two cards that are deployed together the second is the pilot of the first.
    """
    if "pilot" not in message and "passenger" not in message:
        return None
    found = _SEAT.search(message)
    if found is None:
        return None
    before, after = card_refs(message[: found.start()]), card_refs(message[found.end() :])
    pilot = "pilot" in (found[1], found[2])
    if found[1] is None:
        return Seat(before[0].blueprint, after[0].blueprint, pilot) if before and after else None
    if not before or before[0] is before[-1]:
        return None
    together = bool(message[found.end() :].strip())
    card, host = (before[-1], before[0]) if together else (before[0], before[-1])
    return Seat(card.blueprint, host.blueprint, pilot)


# -- cancelled games in the history -------------------------------------------------------------

RECORDED_CANCEL = "Game cancelled due to error"


def is_recorded_cancel(reason: str) -> bool:
    """Whether a reason of `gameHistory` says that the game was cancelled (PROTOCOL 3.6).

    The winner such an entry names is arbitrary.
    """
    return reason == RECORDED_CANCEL


# -- refusals of the hall -----------------------------------------------------------------------


class HallRefusal(StrEnum):
    """Why the hall refused, as far as it matters (PROTOCOL 3.2); the error has the server's own words."""

    NOT_OPERATIONAL = "not operational"
    TOO_MANY_TABLES = "too many tables"
    TABLE_GONE = "table gone"
    FORMAT_UNKNOWN = "format unknown"
    OTHER = "other"


_HALL_MARKS: tuple[tuple[str, HallRefusal], ...] = (
    ("not yet in operational mode", HallRefusal.NOT_OPERATIONAL),
    ("in shutdown mode", HallRefusal.NOT_OPERATIONAL),
    ("can't create any more tables", HallRefusal.TOO_MANY_TABLES),
    ("can't join any more tables", HallRefusal.TOO_MANY_TABLES),
    ("already taken or was removed", HallRefusal.TABLE_GONE),
    ("this format is not supported", HallRefusal.FORMAT_UNKNOWN),
)
"""What the text must contain, in lower case."""


def read_hall_refusal(message: str) -> HallRefusal:
    """The kind of an `<error message>` of the hall."""
    text = plain(message).lower()
    return next((kind for mark, kind in _HALL_MARKS if mark in text), HallRefusal.OTHER)


_START = re.compile(r"Start of (?P<player>[~\w-]+)'s (?:turn|(?P<phase>[\w ]+) phase) #(?P<turn>\d{1,5})")


def read_turn_start(message: str) -> tuple[PlayerName, int] | None:
    """The player whose turn begins, and the number of the turn among their own; None for any other line."""
    if not message.startswith("Start of "):
        return None
    found = _START.fullmatch(message)
    if found is None or found["phase"] is not None:
        return None
    return PlayerName(found["player"]), int(found["turn"])


class PastState(msgspec.Struct, frozen=True):
    """A state that the game can be taken back to (PROTOCOL 7.10).

    Attributes:
        player: whose turn or phase began, or who did something.
        what: `deploy phase, turn 3`, `turn 3`, or what was done then, `Pass` for a pass.
        start: something began.
    """

    player: PlayerName
    what: str
    start: bool


def read_past_state(text: str) -> PastState | None:
    """Read a state of the list that is offered; None for one in other words."""
    found = _START.fullmatch(text)
    if found is not None:
        phase = "" if found["phase"] is None else f"{found['phase']} phase, "
        return PastState(PlayerName(found["player"]), f"{phase}turn {found['turn']}", start=True)
    player, colon, what = text.partition(": ")
    return PastState(PlayerName(player), what, start=False) if colon else None


class RequestKind(StrEnum):
    """What a player asks for."""

    CANCEL = "cancel"
    MORE_TIME = "more time"
    NO_TIMER = "no timer"


class PlayerRequest(msgspec.Struct, frozen=True):
    """A player asks; it happens once the other one has asked, too.

    Attributes:
        minutes: how much more time; None for the other kinds.
    """

    kind: RequestKind
    player: PlayerName
    minutes: int | None = None


_REQUEST = re.compile(
    r"(?P<player>[~\w-]+) has requested the (?:"
    r"(?P<cancel>game to be cancell?ed)\."
    r"|game timer to be extended by (?P<minutes>\d{1,4}) minutes?\."
    r"|(?P<timer>action timer to be disabled)\."
    r").*"
)


def read_request(message: str) -> PlayerRequest | None:
    """Read one line of the game log; None if it asks for nothing."""
    if "has requested" not in message:
        return None
    found = _REQUEST.fullmatch(message)
    if found is None:
        return None
    player = PlayerName(found["player"])
    if found["cancel"] is not None:
        return PlayerRequest(RequestKind.CANCEL, player)
    if found["minutes"] is not None:
        return PlayerRequest(RequestKind.MORE_TIME, player, int(found["minutes"]))
    return PlayerRequest(RequestKind.NO_TIMER, player)
