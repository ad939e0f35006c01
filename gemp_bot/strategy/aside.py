"""Calls in threads that nobody has to wait for, also not when the program ends.

`asyncio.to_thread` and executors wait for every call at exit. A strategy that never returns would keep
the program alive for ever, with all its games over.
"""

import asyncio
import contextvars
import threading
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")

MOST = 4
"""How many calls may go on at once: a strategy that hangs at each question must not fill the machine."""


class BusyError(RuntimeError):
    """Too many earlier calls still go on."""


class Aside:
    """Makes calls in daemon threads, each in one of its own.

    Args:
        name: of the threads.
        most: calls that may go on at once.
    """

    def __init__(self, name: str, most: int = MOST) -> None:
        self._name = name
        self._most = most
        self._threads: list[threading.Thread] = []

    async def call(self, function: Callable[[], _T]) -> _T:
        """Give what a call gives, or raise what it raises. Who stops waiting leaves it to itself.

        Raises:
            BusyError: too many earlier calls still go on; this one was not begun.
        """
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        if len(self._threads) >= self._most:
            raise BusyError(f"still busy with {len(self._threads)} earlier questions")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_T] = loop.create_future()
        context = contextvars.copy_context()

        def tell(result: _T | None, fault: BaseException | None) -> None:
            if future.done():  # nobody waits any more
                return
            if fault is None:
                future.set_result(result)  # type: ignore[arg-type]  # a result wherever there is no fault
            else:
                future.set_exception(fault)

        def work() -> None:
            result: _T | None = None
            fault: BaseException | None = None
            try:
                result = context.run(function)
            except StopIteration as found:  # no future takes it
                fault = RuntimeError(f"StopIteration: {found}")
            except BaseException as found:  # noqa: BLE001 - whoever waits is to have it
                fault = found
            try:
                loop.call_soon_threadsafe(tell, result, fault)
            except RuntimeError:
                return  # the loop has ended meanwhile

        thread = threading.Thread(target=work, name=self._name, daemon=True)
        self._threads.append(thread)
        thread.start()
        return await future
