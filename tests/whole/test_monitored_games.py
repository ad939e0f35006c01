"""Two whole games of two people, watched: what is counted, and that no name and no id gets out."""

import asyncio
from pathlib import Path

import pytest
from match_scene import CATALOGUE, server
from prometheus_client.parser import text_string_to_metric_families

from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.entries import (
    DeckPool,
    GameEntry,
    HostEntry,
    JoinEntry,
    Limits,
    PooledDeck,
    StrategyPlayer,
)
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.runner import GameRunner
from gemp_bot.play.supervisor import Supervisor
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.service.metrics import Metrics
from gemp_bot.service.monitor import Monitor, MonitorSettings, Notifier
from gemp_bot.strategy import make_strategy

PLAYER = StrategyPlayer(lambda seed, deck: make_strategy("random", seed, deck))
HOSTS = HostEntry(
    name="host",
    player=PLAYER,
    decks=DeckPool((PooledDeck(LIGHT_60, library=True),)),
    format_code="open",
    description="come",
)
JOINS = JoinEntry(
    name="join",
    player=PLAYER,
    decks=DeckPool((PooledDeck(DARK_60, library=True),)),
    format_code="",
    players=frozenset({PlayerName("alice")}),
)


async def play(url: str, name: str, entry: GameEntry, monitor: Monitor, folder: Path) -> None:
    recorder = Recorder()

    def observe(exchange: Exchange) -> None:
        recorder.observe(exchange)
        monitor.exchange(exchange)

    async with GempClient(ClientSettings(url=url, attempts=2), observer=observe) as client:
        await client.login(name, "test")

        async def log_in() -> None:
            await client.login(name, "test")

        runner = GameRunner(
            client, recorder, CATALOGUE, log_in, JournalFolder(folder), on_thought=monitor.decided
        )
        watch = HallWatch(client, log_in, on_change=lambda: supervisor.wake())  # noqa: PLW0108 - made below

        supervisor = Supervisor(
            runner, watch, [entry], Limits(games=2), on_begin=monitor.game_began, on_end=monitor.game_ended
        )
        await supervisor.run()


def monitor() -> Monitor:
    return Monitor(MonitorSettings(), Metrics("test"), Notifier({}))


@pytest.mark.timeout(60)
async def test_two_games(tmp_path: Path) -> None:
    alice, bob = monitor(), monitor()
    async with server() as gemp:
        await asyncio.gather(
            play(gemp.url, "alice", HOSTS, alice, tmp_path / "alice"),
            play(gemp.url, "bob", JOINS, bob, tmp_path / "bob"),
        )
    journals = list((tmp_path / "alice").iterdir())
    text = alice.metrics.text().decode()
    found = {
        (sample.name.removeprefix("gemp_bot_"), *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    over = {name: count for name, count in found.items() if name[0] == "games_total"}
    assert sum(over.values()) == 2
    assert {result for _, _, result in over} <= {"win", "loss"}
    assert found["games_running",] == 0
    assert found["opponent_wait_seconds_count",] == 2
    assert b"gemp_bot_opponent_wait_seconds_count 0.0" in bob.metrics.text(), "he came to tables of others"
    assert found["journal_bytes_total",] == sum(path.stat().st_size for path in journals)
    assert found["calls_total", "GET /game/*", "200"] == 2
    assert found["calls_total", "POST /game/*", "200"] > 10
    assert found["calls_total", "POST /hall", "200"] == 2
    assert sum(count for name, count in found.items() if name[0] == "choice_seconds_count") > 0
    assert all(count == 0 for name, count in found.items() if name[0] == "incidents_total")
    assert alice.progress.stuck() is None
    games = {path.name.split(".")[0].rsplit("-", 1)[-1] for path in journals}
    assert len(games) == 2
    for secret in ("alice", "bob", LIGHT_60, "come", *games):
        assert secret not in text, secret
    assert "other" not in text
