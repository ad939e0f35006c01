"""Notices an event loop that stands still, from a thread beside it."""

import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Self

import structlog

_log = structlog.stdlib.get_logger(__name__)


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
