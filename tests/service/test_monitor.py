"""All of it beside a service, on a clock that jumps."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import pytest
import structlog
from jumping_time import jumping, now

from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.play.runner import Assignment
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId
from gemp_bot.service import health as liveness
from gemp_bot.service.health import MEGABYTE
from gemp_bot.service.metrics import Metrics, ServiceIncident
from gemp_bot.service.monitor import Monitor, MonitorSettings, Notifier, Subject
from gemp_bot.strategy import make_strategy

PLAYER = StrategyPlayer(lambda seed, deck: make_strategy("random", seed, deck))
GAME = Assignment(GameId("g1"), PLAYER, make_strategy("random", 0, None), 0)
CALL = Exchange(method="POST", path="/game/g1", form={}, status=200, ms=1.0, body="", t=0.0)
LOOK = Exchange(method="POST", path="/hall/update", form={}, status=200, ms=1.0, body="", t=0.0)


class Systemd(Notifier):
    """Counts what the watchdog hears."""

    def __init__(self) -> None:
        super().__init__({"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "60000000"})
        self.heard = 0
        self.states: list[str] = []

    def alive(self) -> None:
        self.heard += 1

    def ready(self, status: str = "") -> None:
        self.states.append("ready")

    def status(self, status: str) -> None:
        self.states.append(status)


class Watched:
    """A service."""

    def __init__(self, *, memory_mb: int = 0) -> None:
        self.systemd = Systemd()
        self.used = 50
        self.done: list[str] = []
        self.trouble: str | None = None
        self.idle_because: str | None = None
        self.waits = self.watches_hall = False
        self.monitor = Monitor(
            MonitorSettings(memory_mb=memory_mb),
            Metrics("1.0", journals=False),
            self.systemd,
            used=lambda: self.used * MEGABYTE,
        )

    def subject(
        self, drain: Callable[[], None] = lambda: None, leave: Callable[[], None] = lambda: None
    ) -> Subject:
        return Subject(
            trouble=lambda: self.trouble,
            idle_because=lambda: self.idle_because,
            waits=lambda: self.waits,
            watches_hall=lambda: self.watches_hall,
            status=lambda: "waiting",
            draining=lambda: "drain" in self.done,
            drain=drain,
            leave=leave,
        )

    def pings(self) -> int:
        """Pings since the last look."""
        count, self.systemd.heard = self.systemd.heard, 0
        return count

    def told(self, sample: str) -> bool:
        return sample in self.monitor.metrics.text().decode().splitlines()


@asynccontextmanager
async def running(*, memory_mb: int = 0) -> AsyncIterator[Watched]:
    watched = Watched(memory_mb=memory_mb)
    task = asyncio.create_task(
        watched.monitor.run(
            watched.subject(lambda: watched.done.append("drain"), lambda: watched.done.append("leave"))
        )
    )
    try:
        yield watched
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@jumping
async def test_the_watchdog_hears_twice_in_its_time_while_nothing_is_due() -> None:
    async with running() as watched:
        await asyncio.sleep(601)
        assert watched.pings() == 21


@jumping
async def test_a_game_that_stands_still_silences_the_watchdog() -> None:
    async with running() as watched:
        monitor = watched.monitor
        monitor.game_began(GAME)
        for _ in range(10):
            await asyncio.sleep(60)
            monitor.exchange(CALL)
        assert watched.pings() == 20
        with structlog.testing.capture_logs() as logs:
            await asyncio.sleep(1500)
        silent = watched.pings()
        assert 38 <= silent <= 42  # until the game was late, and never again
        assert [log["event"] for log in logs] == ["no_progress"]
        assert watched.told('gemp_bot_incidents_total{kind="no_progress"} 1.0')
        monitor.game_ended(GAME, GameOutcome(GAME.game, Result.WIN, "conceded"))
        await asyncio.sleep(61)
        assert watched.pings() >= 2


@jumping
async def test_a_server_that_is_down_is_no_standstill() -> None:
    async with running() as watched:
        watched.monitor.game_began(GAME)
        lost = Exchange(method="GET", path="/game/g1", form={}, status=0, ms=1.0, body="", t=0.0)
        end = now() + 1800
        while now() < end:
            await asyncio.sleep(60)
            watched.monitor.exchange(lost)
        assert watched.told('gemp_bot_incidents_total{kind="no_progress"} 0.0')
        assert watched.told('gemp_bot_calls_total{endpoint="GET /game/*",status="none"} 30.0')


@jumping
async def test_memory_over_the_ceiling_drains_and_then_leaves() -> None:
    async with running(memory_mb=100) as watched:
        await asyncio.sleep(60)
        assert watched.done == []
        watched.used = 120
        await asyncio.sleep(60)
        assert watched.done == ["drain"]
        assert watched.told("gemp_bot_draining 1.0")
        assert watched.told('gemp_bot_incidents_total{kind="memory"} 1.0')
        watched.used = 160
        await asyncio.sleep(60)
        assert watched.done == ["drain", "leave"]


async def test_a_stalled_loop_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched()
    watched.monitor.settings = MonitorSettings(stall_seconds=0.2)
    never, counted = threading.Event(), asyncio.Queue[ServiceIncident]()
    monkeypatch.setattr(watched.monitor.metrics, "incident", counted.put_nowait)
    with structlog.testing.capture_logs() as logs:
        task = asyncio.create_task(watched.monitor.run(watched.subject()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        while not logs:
            never.wait(0.05)  # holds the loop up, until the thread beside it has told so
        assert await counted.get() is ServiceIncident.LOOP_STALLED
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    assert logs[0]["event"] == "loop_stalled"
    assert "test_a_stalled_loop_is_counted" in logs[0]["stack"]


@jumping
async def test_a_part_that_fails_ends_itself_only() -> None:
    watched = Watched(memory_mb=100)
    watched.used = 120

    def fails() -> None:
        raise RuntimeError("a service that cannot drain")

    with structlog.testing.capture_logs() as logs:
        task = asyncio.create_task(watched.monitor.run(watched.subject(fails, fails)))
        await asyncio.sleep(601)
        assert not task.done()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    assert [(log["event"], log.get("part")) for log in logs] == [
        ("memory_over", None),
        ("monitor_failed", "memory"),
    ]
    assert watched.pings() == 21


@jumping
async def test_a_game_that_cannot_call_while_the_account_is_banned_is_no_standstill() -> None:
    async with running() as watched:
        watched.monitor.game_began(GAME)
        watched.waits = True
        await asyncio.sleep(1500)
        watched.waits = False
        await asyncio.sleep(1000)
        assert watched.told('gemp_bot_incidents_total{kind="no_progress"} 0.0')
        await asyncio.sleep(300)
        assert watched.told('gemp_bot_incidents_total{kind="no_progress"} 1.0')


@jumping
async def test_a_hall_nobody_looks_at_silences_the_watchdog_where_it_is_to_be_watched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(liveness, "HALL_SILENCE", 600.0)
    async with running() as watched:
        await asyncio.sleep(660)  # all seats are taken: nothing to be looked for
        assert watched.told('gemp_bot_incidents_total{kind="no_progress"} 0.0')
        watched.watches_hall = True
        end = now() + 660
        while now() < end:
            await asyncio.sleep(60)
            watched.monitor.exchange(LOOK)
        watched.waits = True
        await asyncio.sleep(660)
        watched.waits = False
        await asyncio.sleep(540)
        assert watched.told('gemp_bot_incidents_total{kind="no_progress"} 0.0')
        await asyncio.sleep(120)
        assert watched.told('gemp_bot_incidents_total{kind="no_progress"} 1.0')
        watched.pings()
        watched.watches_hall = False
        await asyncio.sleep(61)
        assert watched.pings() >= 2


@jumping
async def test_no_further_game_is_another_thing_than_a_server_out_of_reach() -> None:
    async with running() as watched:
        watched.idle_because = "draining: no further game is begun"
        await asyncio.sleep(30)
        assert watched.told("gemp_bot_ready 0.0")
        assert watched.told("gemp_bot_server_reachable 1.0")
        assert "ready" in watched.systemd.states, "systemd waits for nothing else"
        watched.idle_because, watched.trouble = None, "not logged in yet"
        assert watched.told("gemp_bot_ready 0.0")
        assert watched.told("gemp_bot_server_reachable 0.0")
        watched.trouble = None
        assert watched.told("gemp_bot_ready 1.0")


@pytest.mark.parametrize("how", ["let in", "waits"])
def test_systemd_hears_that_it_is_ready_once_it_is_let_in_or_waits_for_that(how: str) -> None:
    @jumping
    async def starts() -> None:
        watched = Watched()
        watched.trouble = "not logged in yet"
        task = asyncio.create_task(watched.monitor.run(watched.subject()))
        await asyncio.sleep(30)
        assert watched.systemd.states == ["waiting"]
        watched.waits = how == "waits"
        watched.trouble = None if how == "let in" else "the server is gone"
        await asyncio.sleep(30)
        assert watched.systemd.states == ["waiting", "ready"]
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    starts()
