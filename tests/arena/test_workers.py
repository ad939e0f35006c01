"""Processes that play: results come back, and a process that dies takes only its own games with it."""

import asyncio
import multiprocessing
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from arena_scene import TABLE, spec
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from measuring import BOT, logins, server

from gemp_bot.arena.job_runner import LaneJob
from gemp_bot.arena.jobs import ArenaPlan
from gemp_bot.arena.participant import Login
from gemp_bot.arena.record import ArenaOutcome
from gemp_bot.arena.run import identities, prepare
from gemp_bot.arena.workers import Workers
from gemp_bot.sandbox.server.world import Setup

pytestmark = pytest.mark.thorough

DECIDED = {ArenaOutcome.WIN, ArenaOutcome.LOSS}


def nothing() -> None:
    """No logs to set up."""


def endless(began: asyncio.Event) -> Callable[[Setup], ToyScript]:
    """Games without an end; tells when one begins."""

    def script(setup: Setup) -> ToyScript:
        began.set()
        return ToyScript(setup.seed, length=100_000)

    return script


async def started(
    running: FakeGemp, folder: Path, stack: AsyncExitStack, count: int
) -> tuple[Workers, ArenaPlan, tuple[Login, ...]]:
    people = logins(folder)
    chosen = spec(server=running.url, opponent=[{"kind": "ai", "skill": "RANDO"}, TABLE])
    plan = ArenaPlan(
        server=running.url, player=chosen.player, opponents=tuple(chosen.opponent),
        pairs=await prepare(chosen, folder, people, None), time_limit=30.0, bot=BOT, folder=str(folder),
        players=identities(chosen, (None, None, None)), programs=(None, None, None), journals=None,
    )  # fmt: skip
    return await stack.enter_async_context(Workers(plan, people, count, nothing)), plan, people


async def test_two_processes_play_and_one_that_dies_takes_only_its_own_game(tmp_path: Path) -> None:
    async with server() as running, AsyncExitStack() as stack:
        workers, plan, _ = await started(running, tmp_path, stack, 2)
        jobs = plan.jobs(4, seed=1)
        first = await asyncio.gather(
            workers.play(LaneJob(jobs[0], 0, "alice")), workers.play(LaneJob(jobs[1], 1, "bob"))
        )
        assert {record.outcome for record in first} <= DECIDED
        assert [record.job for record in first] == [jobs[0].id, jobs[1].id]

        began = asyncio.Event()
        running.world.script_factory = endless(began)
        doomed = asyncio.create_task(workers.play(LaneJob(jobs[4], 0, "alice")))
        await began.wait()
        workers._workers[0]._process.kill()
        record = await doomed
        assert (record.outcome, record.fault) == (ArenaOutcome.ERROR, "the worker process ended")
        later = await workers.play(LaneJob(jobs[5], 0, "alice"))
        assert later.fault == "the worker process ended"

        running.world.script_factory = lambda setup: ToyScript(setup.seed, length=4)
        assert (await workers.play(LaneJob(jobs[1], 1, "bob"))).outcome in DECIDED


async def test_games_at_tables_and_giving_up_in_one_process(tmp_path: Path) -> None:
    async with server() as running, AsyncExitStack() as stack:
        workers, plan, _ = await started(running, tmp_path, stack, 1)
        jobs = plan.jobs(4, seed=1)
        table = await workers.play(LaneJob(jobs[2], 0, "alice", "bob"))
        assert table.outcome in DECIDED
        assert (table.opponent, table.journal) == ("random", None)

        began = asyncio.Event()
        running.world.script_factory = endless(began)
        task = asyncio.create_task(workers.play(LaneJob(jobs[4], 0, "alice")))
        await began.wait()
        workers.concede()
        record = await task
        assert (record.outcome, record.reason) == (ArenaOutcome.ERROR, "conceded")
    assert not multiprocessing.active_children(), "all processes have ended"
