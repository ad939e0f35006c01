"""Time, as a value that is passed in: tests let it fly."""

import asyncio
from datetime import UTC, datetime


class Clock:
    """The time of the running event loop."""

    def now(self) -> float:
        """Seconds, monotonic."""
        return asyncio.get_running_loop().time()

    def wall(self) -> datetime:
        """What clocks on the wall show, UTC."""
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
