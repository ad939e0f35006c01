"""Strategies that never return: they are overruled, and nobody waits for them, also not at the end."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import gemp_bot
from gemp_bot.threads import Apart, BusyError, DaemonThread, ForeignExitError

HANGS = """
import asyncio, threading
from gemp_bot.threads import DaemonThread

async def main():
    try:
        async with asyncio.timeout(0.05):
            await DaemonThread("test").call(threading.Event().wait)
    except TimeoutError:
        print("overruled", flush=True)

asyncio.run(main())
print("at the end", flush=True)
"""


def test_a_program_ends_though_a_call_never_does() -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", HANGS],
        cwd=Path(gemp_bot.__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "overruled\nat the end\n", "")


async def test_results_and_faults_come_back() -> None:
    aside = DaemonThread("test")
    assert await aside.call(lambda: 3) == 3
    for fault in (KeyError("x"), RuntimeError("y")):
        with pytest.raises(type(fault)):
            await aside.call(lambda fault=fault: raised(fault))
    with pytest.raises(RuntimeError, match="StopIteration"):
        await aside.call(lambda: raised(StopIteration("x")))


ENDINGS = [
    SystemExit(3),
    KeyboardInterrupt(),
    GeneratorExit("x"),
    asyncio.CancelledError(),
    BaseException("z"),
]


@pytest.mark.parametrize("fault", ENDINGS, ids=lambda fault: type(fault).__name__)
async def test_what_would_end_a_program_or_a_task_ends_the_call_only(fault: BaseException) -> None:
    name = type(fault).__name__
    with pytest.raises(ForeignExitError, match=name) as caught:
        await DaemonThread("test").call(lambda: raised(fault))
    assert caught.value.__cause__ is fault
    with pytest.raises(ForeignExitError, match=name):
        Apart().call(lambda: raised(fault))


def test_a_call_apart_gives_what_it_gives() -> None:
    assert Apart().call(threading.get_ident) != threading.get_ident()
    with pytest.raises(KeyError):
        Apart().call(lambda: raised(KeyError("x")))


async def test_no_call_is_begun_while_an_abandoned_one_goes_on() -> None:
    aside, let_go = DaemonThread("test"), threading.Event()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await aside.call(lambda: let_go.wait(60))
    with pytest.raises(BusyError, match="still busy with an earlier question"):
        await aside.call(lambda: 3)
    let_go.set()
    await asyncio.to_thread(aside._over.wait)
    assert await aside.call(lambda: 3) == 3


def test_a_call_apart_is_waited_for_only_so_long() -> None:
    apart_, let_go = Apart(), threading.Event()
    with pytest.raises(TimeoutError):
        apart_.call(lambda: let_go.wait(60), limit=0.01)
    with pytest.raises(BusyError):
        apart_.call(lambda: 3)
    let_go.set()
    assert apart_._over.wait(60)
    assert apart_.call(lambda: 3) == 3


def raised(fault: BaseException) -> int:
    raise fault
