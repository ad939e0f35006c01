"""What is asked at any moment of play, held in memory: who played when, and who won."""

from bisect import bisect_left, insort
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from gemp_bot.history.results import LOST, UNKNOWN, WON

GameKey = tuple[str, str, str]
"""Server, game, account."""


class Score(NamedTuple):
    """How many games ended how; those that run are not counted."""

    won: int = 0
    lost: int = 0
    other: int = 0

    def __str__(self) -> str:
        """In words, from our side."""
        others = f", {self.other} without a result" if self.other else ""
        return f"{self.won} won, {self.lost} lost{others}"


class Met(NamedTuple):
    """A game in short.

    Attributes:
        begun: seconds since 1970.
        person: who the opponent is by `PersonKey`, None if it is not known.
        result: None while it runs.
    """

    begun: float
    person: str | None
    result: str | None


@dataclass(slots=True)
class Summary:
    """All games in short.

    Attributes:
        games: by their keys.
        last: who was met in the newest game, but for a server's own players.
    """

    games: dict[GameKey, Met] = field(default_factory=dict)
    last: str | None = None
    _last_at: float = 0.0
    _with: dict[str, dict[GameKey, None]] = field(default_factory=dict)
    _begun: list[float] = field(default_factory=list)

    def put(self, key: GameKey, met: Met) -> None:
        """Take in a game, or what is new of one."""
        before = self.games.get(key)
        if before is None:
            insort(self._begun, met.begun)
        else:
            person = met.person if met.person is not None else before.person
            met = Met(before.begun, person, met.result)
        self.games[key] = met
        if met.person is None:
            return
        self._with.setdefault(met.person, {})[key] = None
        if not met.person.startswith("~") and met.begun >= self._last_at:
            self.last, self._last_at = met.person, met.begun

    def settle(self, running: Collection[str]) -> None:
        """End the games that ended unseen: all but those that run, by their ids."""
        for key, met in self.games.items():
            if met.result is None and key[1] not in running:
                self.games[key] = met._replace(result=UNKNOWN)

    def games_with(self, person: str, since: float) -> int:
        """Games with a person that began at a moment or later."""
        return sum(self.games[key].begun >= since for key in self._with.get(person, ()))

    def games_since(self, moment: float) -> int:
        """Games that began at a moment or later."""
        return len(self._begun) - bisect_left(self._begun, moment)

    def score(self, person: str | None) -> Score:
        """How the games ended; with one person, or with everybody."""
        keys = self.games if person is None else self._with.get(person, {})
        results = [self.games[key].result for key in keys]
        won, lost, running = results.count(WON), results.count(LOST), results.count(None)
        return Score(won, lost, len(results) - won - lost - running)
