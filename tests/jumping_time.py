"""Tests on a clock that jumps over waiting."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

import looptime


class JumpingLoop(looptime.LoopTimeEventLoop, asyncio.SelectorEventLoop):  # type: ignore[misc]
    """A loop whose clock jumps over waiting, and that ends in real time."""

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109
        # `Runner` allows the threads 300 seconds of this loop's clock. It knows nothing of the thread that
        # joins them, so those pass in no time; from Python 3.13 on that is a warning. Threads are real:
        # they are waited for without a limit, and pytest's own timeout holds.
        await super().shutdown_default_executor()


def jumping(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in a loop whose clock jumps over waiting."""
    # The plug-in's own mark leaves pytest-asyncio's loop unclosed, which is an error here.

    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        with asyncio.Runner(loop_factory=JumpingLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run


def now() -> float:
    return asyncio.get_running_loop().time()
