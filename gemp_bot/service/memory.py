"""How much memory the process uses, and what is done when it is too much."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import structlog

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
