"""How much time we have: our clock, the limit of a decision, what may be thought with (PROTOCOL 9.3)."""

from collections.abc import Callable
from math import inf

from gemp_bot.state import Table

DECISION = 300.0
"""Seconds a single decision may take; a league may set less, which is not told in a game."""
_RESERVE = 10.0
"""Seconds that are kept for the way to the server and back; with no more left, nothing is thought about."""
_SHARE = 0.05
"""Of what is left on the clock, for one question: the default deadline of 60 s shrinks below 20 minutes."""
_UNSURE = 5.0
"""Seconds for a question of which nobody knows how long it has been waiting, while we were away for long."""


class TimeLeft:
    """Follows the clock of one game. What is not known for sure is taken for the worse.

    Args:
        now: seconds, monotonic.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._clock = inf
        self._seen_at: float | None = None
        self._asked_at: float | None = None

    def saw(self, table: Table, *, opened: bool) -> None:
        """Take in the clock and the pending question.

        Args:
            table: after an answer of the server.
            opened: the game was opened anew: its question may have come at any time since we were there last.
        """
        now = self._now()
        if table.asked is None:
            self._asked_at = None
        elif not opened:
            self._asked_at = now
        elif self._asked_at is None:
            self._asked_at = now if self._seen_at is None else self._seen_at
        clocks = table.clocks
        if table.me is not None and table.me in clocks:
            self._clock = clocks[table.me]
        self._seen_at = now

    def answered(self) -> None:
        """An answer is on its way: the next question may come from now on."""
        if self._asked_at is not None:
            self._asked_at = self._now()

    @property
    def clock(self) -> float:
        """Seconds on our clock, as if it had run ever since it was seen; infinite if it is not known."""
        return self._clock if self._seen_at is None else self._clock - (self._now() - self._seen_at)

    @property
    def decision(self) -> float:
        """Seconds until the pending question is lost; infinite if none is known to be pending."""
        return inf if self._asked_at is None else DECISION - (self._now() - self._asked_at)

    def to_think(self, deadline: float) -> float:
        """Seconds the pending question may be thought about; 0 to answer at once, by the simple rule.

        Args:
            deadline: never more than that.
        """
        clock = _SHARE * (self.clock - _RESERVE)
        decision = max((self.decision - _RESERVE) / 2, _UNSURE)
        return max(0.0, min(deadline, clock, decision))
