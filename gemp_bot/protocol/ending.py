"""The lines by which a game ends. There is no other sign of it (PROTOCOL 6.11)."""

import re
from enum import StrEnum

import msgspec

from gemp_bot.protocol.ids import PlayerName


class EndReason(StrEnum):
    """Why a game ended."""

    LIFE_FORCE = "life_force"
    CONCEDED = "conceded"
    TIMEOUT = "timeout"
    """A single decision took too long."""
    CLOCK = "clock"
    """The whole clock of a player ran out."""
    AGREED = "agreed"
    """Cancelled, as requested by all parties."""
    INACTIVE = "inactive"
    """Cancelled, since not all players performed an action."""
    SERVER_ERROR = "server_error"
    """Cancelled by an error of the server."""


class EndKind(StrEnum):
    """What one line says."""

    LOST = "lost"
    WON = "won"
    CANCELLED = "cancelled"


class Ending(msgspec.Struct, frozen=True):
    """One line about the end of the game.

    Attributes:
        kind: a player lost, a player won, or the game was cancelled.
        player: the one that lost or won; None when cancelled.
    """

    kind: EndKind
    reason: EndReason
    player: PlayerName | None = None

    def won_by(self, name: PlayerName) -> bool:
        """Whether this player won, by a line about either player; never if the game was cancelled."""
        return self.kind is not EndKind.CANCELLED and (self.player == name) == (self.kind is EndKind.WON)


_LOSS_REASONS = {
    "Life Force depleted": EndReason.LIFE_FORCE,
    "Conceded": EndReason.CONCEDED,
    "Decision timeout": EndReason.TIMEOUT,
    "Ran out of time": EndReason.CLOCK,
}
_WIN_REASONS = {
    "Depleted opponent's Life Force": EndReason.LIFE_FORCE,
    "Opponent conceded": EndReason.CONCEDED,
    "Opponent decision timeout": EndReason.TIMEOUT,
    "Opponent ran out of time": EndReason.CLOCK,
}
# The server spells the word both ways.
_CANCELLED = re.compile(
    r"Game was cancell?ed(?:, as (?P<agreed>requested by all parties)"
    r"|, since (?P<inactive>not all players performed at least one action)"
    r"|(?P<server_error> due to an error).*)\.?"
)
_DECIDED = re.compile(r"(?P<player>[~\w-]+) (?:(?P<lost>lost)|is the winner) due to: (?P<reason>.+)")


def read_reason(told: str) -> EndReason | None:
    """Read why a player won or lost, as the history of a player gives it; None if it is no such reason."""
    return (_LOSS_REASONS | _WIN_REASONS).get(told.strip())


def read_ending(message: str) -> Ending | None:
    """Read one line of the game log; None if it is not about the end.

    Both a loss line and a win line come; each alone is enough to know the result.
    """
    if "due to" not in message and "cancel" not in message:
        return None
    decided = _DECIDED.fullmatch(message)
    if decided is not None:
        lost = decided["lost"] is not None
        reason = (_LOSS_REASONS if lost else _WIN_REASONS).get(decided["reason"].strip())
        if reason is None:
            return None
        kind = EndKind.LOST if lost else EndKind.WON
        return Ending(kind, reason, PlayerName(decided["player"]))
    cancelled = _CANCELLED.fullmatch(message)
    if cancelled is not None and cancelled.lastgroup is not None:
        return Ending(EndKind.CANCELLED, EndReason(cancelled.lastgroup))
    return None
