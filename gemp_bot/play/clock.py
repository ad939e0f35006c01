"""Time, as a value that is passed in: tests let it fly."""

import asyncio


class Clock:
    """The time of the running event loop."""

    def now(self) -> float:
        """Seconds, monotonic."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
