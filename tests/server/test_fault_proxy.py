"""The fault proxy, before it is trusted with a real server: against the fake one, with tiny delays."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from fault_proxy import FaultPlan, FaultProxy, Moment, Passing
from journal_checks import check_journal

from gemp_bot.decisions import Catalogue
from gemp_bot.journal import JournalWriter
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.errors import NotConnectedError, UnreachableError
from gemp_bot.protocol.exchange import Observer
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.strategy import StrategyRunner, make_strategy

BOT = "~Rando_Cal"


@pytest.fixture
async def server() -> AsyncIterator[FakeGemp]:
    async with FakeGemp(idle_seconds=0.0) as running:
        yield running


@pytest.fixture
def journal(tmp_path: Path) -> JournalWriter:
    return JournalWriter(tmp_path / "game.jsonl.gz")


def client_of(proxy: FaultProxy, observer: Observer | None = None) -> GempClient:
    return GempClient(ClientSettings(url=proxy.url, attempts=1), observer=observer)


async def game_through(proxy: FaultProxy, server: FakeGemp, journal: JournalWriter) -> GameOutcome:
    running = server.start_game("alice", BOT, ToyScript(3, length=20), bots=frozenset({BOT}))
    recorder = Recorder()
    recorder.attach(GameId(running.id), journal)
    async with client_of(proxy, observer=recorder.observe) as client:
        await client.login("alice", "test")
        game = OwnGame(
            client.game(GameId(running.id)),
            StrategyRunner(make_strategy("random", 3)),
            Catalogue.load(),
            recorder,
            log_in=lambda: client.login("alice", "test"),
        )
        outcome = await game.run()
    recorder.detach(GameId(running.id))
    return outcome


async def test_without_a_plan_everything_passes(server: FakeGemp, journal: JournalWriter) -> None:
    async with FaultProxy(server.url) as proxy:
        outcome = await game_through(proxy, server, journal)
    assert outcome.result in ("win", "loss")
    assert outcome.resyncs == 0
    assert proxy.counts["requests"] == len(server.requests)
    assert proxy.counts["answers"] == len(server.answers()) > 20
    assert set(proxy.counts) == {"requests", "answers"}


async def test_every_tenth_response_is_cut_and_the_game_goes_on(
    server: FakeGemp, journal: JournalWriter
) -> None:
    async with FaultProxy(server.url, FaultPlan(cut_every=10, path="/game/")) as proxy:
        outcome = await game_through(proxy, server, journal)
    assert outcome.result in ("win", "loss"), outcome.fault
    assert outcome.warnings == 0
    assert outcome.resyncs >= proxy.counts["cut"] - 1 > 1


async def test_lost_responses_were_processed(server: FakeGemp, journal: JournalWriter) -> None:
    async with FaultProxy(server.url, FaultPlan(lost_every=10, path="/game/")) as proxy:
        outcome = await game_through(proxy, server, journal)
        assert len(server.requests) == proxy.counts["requests"]
    assert outcome.result in ("win", "loss"), outcome.fault
    assert proxy.counts["lost"] > 1
    check = check_journal(journal.path, Catalogue.load())
    assert check.faults == []
    assert check.tally.snapshots == outcome.resyncs + 1


async def test_late_responses_are_late_and_nothing_else_waits(server: FakeGemp) -> None:
    passed: list[Passing] = []
    in_time = asyncio.Event()

    async def hook(moment: Moment, passing: Passing) -> None:
        if moment is Moment.PASSED:
            passed.append(passing)
        if len(passed) == 3 and proxy.counts["requests"] == 6:
            in_time.set()

    plan = FaultPlan(late_every=2, late_by=24 * 3600)
    async with FaultProxy(server.url, plan, hook=hook) as proxy, client_of(proxy) as client:
        asked = [asyncio.create_task(client.status()) for _ in range(6)]
        await in_time.wait()
        assert not any(passing.faults for passing in passed)
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
    assert proxy.counts["late"] == 3


async def test_an_outage(server: FakeGemp) -> None:
    async with FaultProxy(server.url) as proxy, client_of(proxy) as client:
        await client.login("alice", "test")
        port = proxy.port
        async with asyncio.TaskGroup() as group:
            group.create_task(proxy.outage(0.2))
            await asyncio.sleep(0.05)
            with pytest.raises((NotConnectedError, UnreachableError)):
                await client.account()
        assert proxy.port == port
        assert (await client.account()).name == "alice"
    assert proxy.counts["outages"] == 1
