"""What is known of earlier games, as far as it decides who may play."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from gemp_bot.history.reading import Score
from gemp_bot.protocol.ids import PlayerName

_KEPT = 5_000
"""Games that are remembered without a history."""


class Past(Protocol):
    """Games that are over. Names are compared casefolded; moments have a time zone."""

    def games_with(self, player: PlayerName, since: datetime) -> Sequence[datetime]:
        """When the games with a player ended, the newest first; those that ended since a moment."""

    def games_since(self, moment: datetime) -> int:
        """How many games with people ended since a moment."""

    def was_last(self, player: PlayerName) -> bool:
        """Whether the last game that ended was with a player."""

    def met(self, player: PlayerName) -> bool:
        """Whether there ever was a game with a player."""

    def refuses(self, player: PlayerName) -> bool:
        """Whether a player wants no games with us."""

    def refuse(self, player: PlayerName) -> None:
        """Note that a player wants no further games with us."""

    def score(self, player: PlayerName | None) -> Score:
        """How games with a player ended; None for all games with people."""


@dataclass(frozen=True, slots=True)
class _Played:
    player: str
    at: datetime
    won: bool | None


class MemoryPast:
    """The past of this run alone, where there is no history.

    Args:
        now: the time, with its zone.
    """

    def __init__(self, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._now = now
        self._played: deque[_Played] = deque(maxlen=_KEPT)
        self._refusing: set[str] = set()

    def note(self, player: PlayerName, *, won: bool | None) -> None:
        """Note a game that is over just now; None for one without a result."""
        self._played.appendleft(_Played(player.casefold(), self._now(), won))

    def games_with(self, player: PlayerName, since: datetime) -> Sequence[datetime]:
        """See `Past`."""
        name = player.casefold()
        return [each.at for each in self._played if each.player == name and each.at >= since]

    def games_since(self, moment: datetime) -> int:
        """See `Past`."""
        return sum(each.at >= moment for each in self._played)

    def was_last(self, player: PlayerName) -> bool:
        """See `Past`."""
        return bool(self._played) and self._played[0].player == player.casefold()

    def met(self, player: PlayerName) -> bool:
        """See `Past`."""
        name = player.casefold()
        return any(each.player == name for each in self._played)

    def refuses(self, player: PlayerName) -> bool:
        """See `Past`."""
        return player.casefold() in self._refusing

    def refuse(self, player: PlayerName) -> None:
        """See `Past`."""
        self._refusing.add(player.casefold())

    def score(self, player: PlayerName | None) -> Score:
        """See `Past`."""
        name = None if player is None else player.casefold()
        results = [each.won for each in self._played if name is None or each.player == name]
        return Score(results.count(True), results.count(False), results.count(None))
