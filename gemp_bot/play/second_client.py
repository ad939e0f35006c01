"""Another client on our account, perhaps a person in a browser, took the game over: 409 (PROTOCOL 5.1).

Whoever opens a game last has it. Two clients that take it from each other can do so for ever, so we give way,
longer each time, and come back in time not to lose the game on the clock.
"""

import asyncio
from collections.abc import Callable

from gemp_bot.play.clock import Clock
from gemp_bot.play.time_left import TimeLeft

PAUSES = (30.0, 120.0, 600.0)
"""Seconds we give way, the first time, the second, and from then on."""
MEMORY = 1800.0
"""Seconds without being taken over after which the next time is the first again."""
_IN_TIME = 120.0
"""Seconds of our clock, or of the question that waits, at which we come back in any case."""
_LATE_PAUSES = (10.0, 30.0)
"""Seconds of a pause with less than that on the clock: a quarter of what is left, between these."""
_OWN = 300.0
"""Seconds for which an opening of ours whose answer was lost may still reach the server."""
_OWN_HIDDEN = 10.0
"""The same for one that the HTTP library sent twice, over a connection that turned out dead."""


class SecondClient:
    """When to give way, and for how long.

    Args:
        now: seconds, monotonic.
        time: of the game.

    Attributes:
        has_the_game: whether we give way just now.
    """

    def __init__(self, now: Callable[[], float], time: TimeLeft) -> None:
        self._now = now
        self._time = time
        self.has_the_game = False
        self._taken: list[float] = []
        self._own_until: list[float] = []

    def opening_lost(self) -> None:
        """Nobody knows whether the server heard an opening of ours; it may hear it after the next one."""
        self._own_until.append(self._now() + _OWN)

    def opened_in_doubt(self) -> None:
        """The game was opened anew after a call failed; perhaps more than once."""
        self._own_until.append(self._now() + _OWN_HIDDEN)

    def ourselves(self) -> bool:
        """Whether an opening of ours explains that the channel was taken over; each explains it once."""
        now = self._now()
        self._own_until = sorted(until for until in self._own_until if now < until)
        if not self._own_until:
            return False
        del self._own_until[0]
        return True

    def pause(self) -> float:
        """Somebody has taken the game over: seconds until we look again."""
        now = self._now()
        if self._taken and now - self._taken[-1] > MEMORY:
            self._taken.clear()
        pause = PAUSES[min(len(self._taken), len(PAUSES) - 1)]
        self._taken.append(now)
        least, most = _LATE_PAUSES
        clock = self._time.clock
        in_time = min(clock, self._time.decision) - _IN_TIME
        return min(pause, max(in_time, least, min(clock / 4, most)))

    async def give_way(self, seconds: float, clock: Clock, given_up: asyncio.Event) -> None:
        """Wait so long, or until the game is given up."""
        self.has_the_game = True
        waits = [asyncio.create_task(clock.sleep(seconds)), asyncio.create_task(self._is_set(given_up))]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.has_the_game = False
            for wait in waits:
                wait.cancel()

    @staticmethod
    async def _is_set(event: asyncio.Event) -> None:
        await event.wait()
