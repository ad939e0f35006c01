"""What is asked at any moment of play, held in memory: who played when, and who won."""

from bisect import bisect_left, insort
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from gemp_bot.history.results import LOST, UNKNOWN, WON

GameKey = tuple[str, str, str]
"""Server, game, account."""


@dataclass(frozen=True, slots=True)
class Score:
    """How games ended, seen from our side; those that run are not counted.

    Attributes:
        others: neither won nor lost: cancelled, unfinished.
    """

    won: int = 0
    lost: int = 0
    others: int = 0

    def __str__(self) -> str:
        """In words, from our side."""
        others = f", {self.others} without a result" if self.others else ""
        return f"{self.won} won, {self.lost} lost{others}"


class Met(NamedTuple):
    """A game in short.

    Attributes:
        ended: seconds since 1970; None while it runs, like `result`.
        person: who the opponent is by `PersonKey`, None if it is not known.
    """

    ended: float | None
    person: str | None
    result: str | None

    @property
    def with_people(self) -> bool:
        """Whether it is none with a server's own player."""
        return self.person is not None and not self.person.startswith("~")


@dataclass(slots=True)
class Summary:
    """All games in short.

    Attributes:
        games: by their keys.
        last: with whom the last game was that ended, a server's own players left out.
    """

    games: dict[GameKey, Met] = field(default_factory=dict)
    last: str | None = None
    _last_at: float = 0.0
    _with: dict[str, dict[GameKey, None]] = field(default_factory=dict)
    _ended: list[float] = field(default_factory=list)

    def put(self, key: GameKey, met: Met) -> None:
        """Take in a game, or what is new of one."""
        before = self.games.get(key)
        if before is not None:
            if before.ended is not None and before.with_people:
                del self._ended[bisect_left(self._ended, before.ended)]
            if met.person is None:
                met = met._replace(person=before.person)
        self.games[key] = met
        if met.person is not None:
            self._with.setdefault(met.person, {})[key] = None
        if met.ended is not None and met.with_people:
            insort(self._ended, met.ended)
            if met.ended >= self._last_at:
                self.last, self._last_at = met.person, met.ended

    def settle(self, running: Collection[str], now: float) -> None:
        """End the games that ended unseen: all but those that run, by their ids."""
        gone = [key for key, met in self.games.items() if met.result is None and key[1] not in running]
        for key in gone:
            self.put(key, self.games[key]._replace(result=UNKNOWN, ended=now))

    def games_with(self, person: str, since: float) -> list[float]:
        """When the games with a person ended, the newest first; those that ended since a moment."""
        ended = (self.games[key].ended for key in self._with.get(person, ()))
        return sorted((at for at in ended if at is not None and at >= since), reverse=True)

    def games_since(self, moment: float) -> int:
        """How many games with people ended since a moment."""
        return len(self._ended) - bisect_left(self._ended, moment)

    def score(self, person: str | None) -> Score:
        """How the games ended; with one person, or with all people."""
        if person is None:
            results = [met.result for met in self.games.values() if met.with_people]
        else:
            results = [self.games[key].result for key in self._with.get(person, ())]
        won, lost, running = results.count(WON), results.count(LOST), results.count(None)
        return Score(won, lost, len(results) - won - lost - running)
