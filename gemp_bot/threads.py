"""Calls in daemon threads, which need not be waited for, not even when the program ends.

`asyncio.to_thread` and executors wait for every call at exit. A strategy that never returns would keep
the program alive for ever, with all its games over.
"""

import asyncio
import contextvars
import threading
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")
_BUSY = "still busy with an earlier question"


class BusyError(RuntimeError):
    """An earlier call still goes on."""


class DaemonThread:
    """Makes calls in a daemon thread, one after the other.

    What is called has a memory of its own (a strategy), which two threads would spoil: while a call that
    that is no longer waited for goes on, no further one is begun.

    Args:
        name: of the threads.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._over = threading.Event()
        self._over.set()

    @property
    def busy(self) -> bool:
        """Whether an earlier call still goes on."""
        return not self._over.is_set()

    async def call(self, function: Callable[[], _T]) -> _T:
        """Give what a call gives, or raise what it raises. If the wait is cancelled, the call goes on alone.

        Raises:
            BusyError: an earlier call still goes on; this one was not begun.
        """
        if self.busy:
            raise BusyError(_BUSY)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_T] = loop.create_future()

        def tell(result: _T | None, fault: BaseException | None) -> None:
            if future.done():  # it is no longer waited for
                return
            if fault is None:
                future.set_result(result)  # type: ignore[arg-type]  # a result wherever there is no fault
            else:
                future.set_exception(fault)

        def work() -> None:
            result, fault = _outcome(function)
            over.set()
            try:
                loop.call_soon_threadsafe(tell, result, fault)
            except RuntimeError:
                return  # the loop has ended meanwhile

        self._over = over = threading.Event()
        context = contextvars.copy_context()
        threading.Thread(target=context.run, args=(work,), name=self._name, daemon=True).start()
        return await future


class Apart:
    """Makes calls in a daemon thread and waits for them; one after the other, as `DaemonThread` does.

    What a call raises cannot be a Ctrl-C of a person: Python delivers that to the main thread only, so code
    of others that raises `KeyboardInterrupt` itself is told from a person who wants to end the program.
    """

    def __init__(self) -> None:
        self._over = threading.Event()
        self._over.set()

    @property
    def busy(self) -> bool:
        """Whether an earlier call still goes on."""
        return not self._over.is_set()

    def call(self, function: Callable[[], _T], limit: float | None = None) -> _T:
        """Give what a call gives.

        Args:
            function: the call.
            limit: seconds to wait; the call then goes on alone. None to wait for ever.

        Raises:
            BusyError: an earlier call still goes on; this one was not begun.
            TimeoutError: the limit was reached.
            ForeignExitError: it raised an exception that is made to end a program or a task.
            Exception: whatever else it raised.
        """
        if self.busy:
            raise BusyError(_BUSY)
        found: list[tuple[_T | None, BaseException | None]] = []
        self._over = over = threading.Event()

        def work() -> None:
            found.append(_outcome(function))
            over.set()

        context = contextvars.copy_context()
        threading.Thread(target=context.run, args=(work,), name="apart", daemon=True).start()
        if not over.wait(limit):
            raise TimeoutError("too late")
        result, fault = found[0]
        if fault is not None:
            raise fault
        return result  # type: ignore[return-value]  # a result wherever there is no fault


class ForeignExitError(RuntimeError):
    """Code of others raised `SystemExit`, `KeyboardInterrupt`, `CancelledError` or the like.

    Attributes:
        name: of the exception.
    """

    def __init__(self, fault: BaseException) -> None:
        said = str(fault).splitlines()
        self.name = type(fault).__name__
        super().__init__(self.name + (f": {said[0]}" if said else ""))


def _outcome(function: Callable[[], _T]) -> tuple[_T | None, BaseException | None]:
    try:
        return function(), None
    except StopIteration as fault:  # no future takes it
        return None, RuntimeError(f"StopIteration: {fault}")
    except Exception as fault:  # noqa: BLE001 - the caller is to have it
        return None, fault
    except BaseException as fault:  # noqa: BLE001 - in a thread of ours nothing but the call raises it
        ending = ForeignExitError(fault)
        ending.__cause__, ending.__traceback__ = fault, fault.__traceback__
        return None, ending
