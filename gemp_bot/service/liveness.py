"""Whether the program goes on: calls that should come, an event loop that stands still, memory in use."""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Self

import structlog

from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.host_budget import LONGEST_PAUSE
from gemp_bot.protocol.ids import GameId

GAME_SILENCE = 1200.0
"""Seconds in which a game that runs must make a call. The longest thought (280 s) and the longest call, in
which a server's own player thinks (730 s), may come before it."""
HALL_SILENCE = LONGEST_PAUSE + 600.0
"""Seconds in which a hall that is watched must be asked for: the longest pause that a host may demand may
come before it, and all other pauses are shorter."""
HALL = "hall"
_LOOKS = frozenset({("GET", "/hall"), ("POST", "/hall/update")})


class Progress:
    """Knows what goes on, and until when each must give its next sign.

    Silence is legitimate where nothing is due: no game runs, and nothing else has promised a sign. A call
    that got no answer is a sign, too: whoever tries is alive.

    Args:
        now: seconds, monotonic.
        game_silence: seconds in which a game that runs must make a call.
    """

    def __init__(self, now: Callable[[], float], *, game_silence: float = GAME_SILENCE) -> None:
        self._now = now
        self._game_silence = game_silence
        self._due: dict[str, float] = {}
        self._games: dict[GameId, float] = {}

    def sign(self, what: str, within: float) -> None:
        """Note that something goes on.

        Args:
            what: in a word, for the log: `hall`.
            within: seconds in which it gives its next sign, a planned pause included.
        """
        self._due[what] = self._now() + within

    def over(self, what: str) -> None:
        """Expect no further sign."""
        self._due.pop(what, None)

    def game_began(self, game: GameId) -> None:
        """Expect calls of a game from now on."""
        self._games[game] = self._now() + self._game_silence

    def game_ended(self, game: GameId) -> None:
        """Expect no further call of a game."""
        self._games.pop(game, None)

    def exchange(self, exchange: Exchange) -> None:
        """Note a call, whatever came of it."""
        if (exchange.method, exchange.path) in _LOOKS:
            self.sign(HALL, HALL_SILENCE)
            return
        room, _, rest = exchange.path.removeprefix("/").partition("/")
        game = GameId(rest.partition("/")[0])
        if room == "game" and game in self._games:
            self.game_began(game)

    def expect_hall(self) -> None:
        """Expect a look at the hall within its silence, if none is expected yet."""
        self._due.setdefault(HALL, self._now() + HALL_SILENCE)

    def renew(self) -> None:
        """Expect no look at the hall, and the next call of each game only after a whole silence.

        For while we are not let in: none can make a call.
        """
        self.over(HALL)
        for game in self._games:
            self.game_began(game)

    def stuck(self) -> str | None:
        """What should have given a sign and has not, in a few words; None if everything goes on."""
        now = self._now()
        due = {**self._due, **{f"game {game}": at for game, at in self._games.items()}}
        late = [(at, what) for what, at in due.items() if at < now]
        if not late:
            return None
        at, what = min(late)
        return f"{what} should have gone on {now - at:.0f} s ago"


_log = structlog.stdlib.get_logger(__name__)

MEGABYTE = 1024 * 1024
_FAR_OVER = 1.5
"""Times the ceiling at which the process is to end: it has not come down by itself."""
_STATM = Path("/proc/self/statm")


def resident_bytes() -> int | None:
    """Memory of this process that is in RAM, in bytes; None where the system does not tell."""
    try:
        pages = int(_STATM.read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return None


class Ceiling:
    """Watches the memory of the process.

    Args:
        limit: bytes; 0 for none.
        on_over: called once when it is passed: begin no further game.
        on_far_over: called once at one and a half times the limit: end now, and leave the games to the
            next run.
        used: bytes in use; None where that cannot be told.
    """

    def __init__(
        self,
        limit: int,
        on_over: Callable[[], None],
        on_far_over: Callable[[], None],
        *,
        used: Callable[[], int | None] = resident_bytes,
    ) -> None:
        self._steps = [
            (limit, partial(_log.error, "memory_over"), on_over),
            (int(limit * _FAR_OVER), partial(_log.error, "memory_far_over"), on_far_over),
        ]
        self._used = used
        self._limit = limit

    def look(self) -> None:
        """Compare, and call what is due."""
        used = self._used() if self._limit else None
        while used is not None and self._steps and used > self._steps[0][0]:
            _, tell, call = self._steps.pop(0)
            megabytes, ceiling = round(used / MEGABYTE), round(self._limit / MEGABYTE)
            tell(megabytes=megabytes, ceiling=ceiling)
            call()


class StallWatch:
    """Tells, once each time, where an event loop stands still. Use it as a context manager, in its thread.

    A loop that stands still can do nothing about it, but its stack says what holds it up.

    Args:
        after: seconds without a beat after which it counts as standing still.
        every: seconds between two looks of the thread.
        on_stall: called in the thread, once each time.
        now: seconds, monotonic.
    """

    def __init__(
        self,
        after: float = 10.0,
        every: float = 1.0,
        *,
        on_stall: Callable[[], None] = lambda: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._after, self._every = after, every
        self._on_stall = on_stall
        self._now = now
        self._beat = now()
        self._told = False
        self._over = threading.Event()
        self._watched = threading.get_ident()

    def __enter__(self) -> Self:
        """Begin to watch this thread."""
        self._watched = threading.get_ident()
        self.beat()
        threading.Thread(target=self._watch, name="stall watch", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Watch no more."""
        self._over.set()

    def beat(self) -> None:
        """Say that the loop turns."""
        if self._told:
            self._told = False
            _log.warning("loop_turns_again", after=round(self._now() - self._beat, 1))
        self._beat = self._now()

    def look(self) -> None:
        """Compare with the clock, and tell what is to be told."""
        silent = self._now() - self._beat
        if silent <= self._after or self._told:
            return
        self._told = True
        frame = sys._current_frames().get(self._watched)  # noqa: SLF001 - the documented way to a thread's stack
        stack = "" if frame is None else "".join(traceback.format_stack(frame))
        _log.error("loop_stalled", seconds=round(silent, 1), stack=stack)
        self._on_stall()

    def _watch(self) -> None:
        while not self._over.wait(self._every):
            try:
                self.look()
            except Exception as fault:  # noqa: BLE001 - who cannot tell goes on watching
                _log.error("stall_not_told", exc_info=fault)
