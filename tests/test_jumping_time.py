"""The clock of the tests: waiting takes no time, threads take theirs."""

import asyncio
import threading

from jumping_time import jumping, now


@jumping
async def test_waiting_takes_no_time() -> None:
    start = now()
    await asyncio.sleep(24 * 3600)  # else the limit that pytest sets to every test is over
    assert now() - start >= 24 * 3600


def test_a_thread_that_outlasts_its_call_is_waited_for_however_late_it_is() -> None:
    released = threading.Event()

    @jumping
    async def leave_a_thread_behind() -> None:
        loop = asyncio.get_running_loop()
        loop.run_in_executor(None, released.wait).cancel()
        loop.call_later(24 * 3600, released.set)  # far beyond what `asyncio.Runner` allows

    try:
        leave_a_thread_behind()
        assert released.is_set()
    finally:
        released.set()
