"""Whether a game must be opened anew, and how long to wait before."""

import random
from dataclasses import dataclass

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 30.0
_OWN_FAULTS = 5


@dataclass(slots=True)
class Doubt:
    """What is known of the connection to one game.

    Attributes:
        jitter: of the pauses.
        last_good: when the server answered last; seconds, monotonic.
        must_open: the game must be opened before anything else.
        must_log_in: even before that, the client must log in.
        failures: openings in a row since then.
        own_faults: exceptions of our own code in this game.
        turned_away: the session was lost since the last good answer.
    """

    jitter: random.Random
    last_good: float = 0.0
    must_open: bool = True
    must_log_in: bool = False
    failures: int = 0
    own_faults: int = 0
    turned_away: bool = False

    def good(self, now: float) -> None:
        """The server has answered a call."""
        self.failures, self.turned_away = 0, False
        self.last_good = now

    def session_gone(self) -> None:
        """The session was lost: the server is there, so the first login comes at once."""
        if not self.turned_away:
            self.failures = 0
        self.must_log_in = self.turned_away = True

    @property
    def too_many_own_faults(self) -> bool:
        """Whether our own code has failed too often to go on."""
        return self.own_faults > _OWN_FAULTS

    def pause(self) -> float:
        """Seconds before the next opening. The first one comes at once: a question may be waiting."""
        if not self.failures:
            return 0.0
        longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(self.failures, 10))
        return longest * self.jitter.uniform(0.5, 1.0)
