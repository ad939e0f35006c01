"""Ctrl-C, SIGTERM and a terminal that goes away, while games run.

The first one ends after the games, the second one ends the games, the third one leaves them.
"""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
_LEAVE = 3


async def interruptible(
    work: Coroutine[object, object, object],
    *,
    stop: Callable[[], None],
    end: Callable[[], None] | None,
    reload: Callable[[], None] | None = None,
) -> bool:
    """Wait for work that people may interrupt.

    Args:
        work: what is done. The third interrupt cancels it, whatever it waits for.
        stop: called at the first interrupt: begin nothing new.
        end: called at the second one: end what runs; None to leave then already.
        reload: called at a SIGHUP; None where that is an interrupt, of a terminal that goes away.

    Returns:
        Whether there was an interrupt.
    """
    interrupts = 0
    leave = _LEAVE if end is not None else _LEAVE - 1
    task = asyncio.create_task(work)

    def interrupt() -> None:
        nonlocal interrupts
        interrupts += 1
        if interrupts == 1:
            stop()
        elif interrupts >= leave or end is None:
            task.cancel()
        else:
            end()

    loop = asyncio.get_running_loop()
    handled = []
    for name in (getattr(signal, known) for known in _SIGNALS if hasattr(signal, known)):
        # Not every platform, and no thread but the main one, can have handlers.
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            reloads = reload is not None and name == getattr(signal, "SIGHUP", None)
            loop.add_signal_handler(name, reload if reloads and reload is not None else interrupt)
            handled.append(name)
    try:
        await task
    except asyncio.CancelledError:
        if interrupts < leave:
            raise
    finally:
        for name in handled:
            loop.remove_signal_handler(name)
    return interrupts > 0


async def until_interrupted() -> None:
    """Wait for Ctrl-C, SIGTERM, or a terminal that goes away."""
    done = asyncio.Event()
    await interruptible(_waited(done), stop=done.set, end=None)


async def _waited(done: asyncio.Event) -> None:
    await done.wait()
