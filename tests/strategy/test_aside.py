"""Strategies that never return: they are overruled, and nobody waits for them, also not at the end."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import gemp_bot
from gemp_bot.strategy.aside import Aside, BusyError

HANGS = """
import asyncio, threading
from gemp_bot.strategy.aside import Aside

async def main():
    try:
        async with asyncio.timeout(0.05):
            await Aside("test").call(threading.Event().wait)
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
    aside = Aside("test")
    assert await aside.call(lambda: 3) == 3
    for fault in (KeyError("x"), SystemExit(3)):
        with pytest.raises(type(fault)):
            await aside.call(lambda fault=fault: raised(fault))
    with pytest.raises(RuntimeError, match="StopIteration"):
        await aside.call(lambda: raised(StopIteration("x")))


async def test_only_so_many_hang_at_once() -> None:
    aside, let_go = Aside("test", most=2), threading.Event()
    waiting = [asyncio.create_task(aside.call(lambda: let_go.wait(60))) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(BusyError, match="still busy with 2 earlier questions"):
        await aside.call(lambda: 3)
    let_go.set()
    assert await asyncio.gather(*waiting) == [True, True]


def raised(fault: BaseException) -> int:
    raise fault
