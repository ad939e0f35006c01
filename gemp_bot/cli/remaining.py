"""How long games are still about to take, where no bar is shown."""

import time
from collections.abc import Callable
from typing import Final

_EVERY: Final = 60.0
"""Seconds between two lines."""
_MINUTE: Final = 60
_HOURS: Final = 120 * _MINUTE
"""Seconds from which on hours are told."""


class Remaining:
    """Tells from time to time how many games are played, and about how long the others take.

    Args:
        games: how many in all. done: how many were played before.
        tell: told each line.
        clock: seconds, monotonic.
    """

    def __init__(
        self, games: int, done: int, tell: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._games, self._before, self._done = games, done, done
        self._tell, self._clock = tell, clock
        self._began = self._told = clock()

    def step(self) -> None:
        """One more game is over."""
        self._done += 1
        now, left = self._clock(), self._games - self._done
        if now - self._told < _EVERY or left <= 0:
            return
        self._told = now
        seconds = (now - self._began) / (self._done - self._before) * left
        self._tell(f"gemp-bot: {self._done} of {self._games} games, about {in_words(seconds)} left")


def in_words(seconds: float) -> str:
    """A time to come, roughly: `1 min`, `12 min`, `3 h`."""
    if seconds >= _HOURS:
        return f"{seconds / (60 * _MINUTE):.0f} h"
    return f"{max(round(seconds / _MINUTE), 1)} min"
