"""How many games are wanted, and whether any more are."""

from collections.abc import Callable
from dataclasses import dataclass

from gemp_bot.errors import BotError


class NoGameError(BotError):
    """No game came about; the message is one line that says why."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many games.

    Attributes:
        games: in all, adopted ones included; 0 for no end.
        at_once: over all entries.
        resume: play running games of the account on.
        strict: end at what can hardly pass, for somebody who waits for the result; else only the entry rests.
        stays: a service: it ends by `finish`, or when it is not let in, and by nothing else.
        seed: of the first game; the next has the next number.
    """

    games: int = 0
    at_once: int = 1
    resume: bool = True
    strict: bool = False
    stays: bool = False
    seed: int = 0


@dataclass(slots=True)
class Demand:
    """Whether further games are wanted.

    Attributes:
        limits: how many games.
        on_change: called when the answer may have changed.
        begun: games begun so far.
        trouble: why no further game is begun; None while there is no such reason.
        draining: whether no further game is begun.
        finishing: whether the end was asked for.
    """

    limits: Limits
    on_change: Callable[[], None]
    begun: int = 0
    trouble: Exception | None = None
    draining: bool = False
    finishing: bool = False

    def more(self, starting: int) -> bool:
        """Whether further games are wanted beside those that are starting."""
        games = self.limits.games
        wanted = not games or self.begun + starting < games
        return wanted and not self.draining and self.trouble is None

    @property
    def stays(self) -> bool:
        """Whether it goes on without any game, until the end is asked for."""
        return self.limits.stays and not self.finishing and self.trouble is None

    def drain(self) -> None:
        """Begin no further game."""
        self.draining = True
        self.on_change()

    def finish(self) -> None:
        """Drain, and end then."""
        self.finishing = True
        self.drain()

    def resume(self) -> None:
        """Begin games again, if the end was not asked for."""
        self.draining = self.finishing
        self.on_change()

    def stop(self, trouble: Exception) -> None:
        """Begin no further game because of trouble; trouble on the way to the end is none."""
        if not self.finishing:
            self.trouble = trouble
            self.drain()
