"""Ctrl-C and SIGTERM while games run: the first one ends after them, the next one ends them."""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable


async def interruptible(
    work: Awaitable[object], *, stop: Callable[[], None], end: Callable[[], None]
) -> bool:
    """Wait for work that people may interrupt.

    Args:
        work: what is done.
        stop: called at the first interrupt: begin nothing new.
        end: called at every further one: end what runs.

    Returns:
        Whether there was an interrupt.
    """
    interrupts = 0

    def interrupt() -> None:
        nonlocal interrupts
        interrupts += 1
        (stop if interrupts == 1 else end)()

    loop = asyncio.get_running_loop()
    handled = []
    for name in (signal.SIGINT, signal.SIGTERM):
        # Not every platform, and no thread but the main one, can have handlers.
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(name, interrupt)
            handled.append(name)
    try:
        await work
    finally:
        for name in handled:
            loop.remove_signal_handler(name)
    return interrupts > 0
