"""Lines of the game log by which a player asks for something that needs both players (PROTOCOL 3.4)."""

import re
from enum import StrEnum

import msgspec

from gemp_bot.protocol.ids import PlayerName


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
