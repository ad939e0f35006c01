"""What runs beside games ends none of them."""

import asyncio
from collections.abc import Awaitable, Callable


async def contained(
    doing: Awaitable[None], tell: Callable[[Exception], object], seconds: float | None = None
) -> None:
    """Do something that is no business of the games'.

    Args:
        doing: what is done.
        tell: told what it failed at.
        seconds: after which it is given up, which is a failure; None for never.
    """
    try:
        async with asyncio.timeout(seconds):
            await doing
    except Exception as fault:  # noqa: BLE001 - its fault is told, and ends nothing else
        tell(fault)
