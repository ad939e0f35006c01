"""What it costs a call to keep the pace of a host that is shared with other processes, against an empty call.

The reference is a turn of the event loop, which every call of the client takes several times.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from time import perf_counter_ns

from benchmarks import Row
from gemp_bot.protocol.host_budget import SharedBudget
from gemp_bot.protocol.pace import CallKind, Pace
from gemp_bot.protocol.settings import ServerAddress

BAR = 25.0
CALLS, ROUNDS = 500, 30


async def empty() -> None:
    await asyncio.sleep(0)


async def taken(call: Callable[[], Awaitable[None]]) -> int:
    began = perf_counter_ns()
    for _ in range(CALLS):
        await call()
    return perf_counter_ns() - began


async def ratio(folder: Path) -> float:
    budget = SharedBudget.of(ServerAddress.parse("https://gemp.example"), folder)
    pace = Pace({}, calls_per_minute=10**9, budget=budget)
    try:
        ours, reference = [], []
        for _ in range(ROUNDS):
            ours.append(await taken(lambda: pace.turn(CallKind.GAME_POLL, 60.0)))
            reference.append(await taken(empty))
        return min(ours) / min(reference)
    finally:
        pace.close()


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        value = asyncio.run(ratio(Path(folder)))
    yield Row("turn in the budget of a host", value, "times an empty awaited call", BAR)
