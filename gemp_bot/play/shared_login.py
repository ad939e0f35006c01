"""One login for all who lost the session together."""

import asyncio
from collections.abc import Awaitable, Callable

_FRESH = 1.0
"""Seconds for which a login is as good as a new one: refusals of calls that were under way come in late."""


class SharedLogIn:
    """Logs in once, however many games and watchers ask for it at the same time.

    Args:
        log_in: makes the call.
    """

    def __init__(self, log_in: Callable[[], Awaitable[object]]) -> None:
        self._log_in = log_in
        self._lock = asyncio.Lock()
        self._done_at = float("-inf")

    async def __call__(self) -> None:
        """Log in, unless somebody else just has, or is about to."""
        now = asyncio.get_running_loop().time
        asked_at = now()
        async with self._lock:
            if self._done_at >= asked_at - _FRESH:
                return
            await self._log_in()
            self._done_at = now()
