"""The service comes out of the quickest scenarios unharmed; what is wrong is seen."""

import asyncio
import gzip
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from chaos_bot import BotProcess
from chaos_run import FORGED, Run, Scenario, Scene, look_at, run
from chaos_scenarios import SCENARIOS, nothing
from chaos_server import BOT, MARKED_TITLE, PASSWORD, ChaosServer
from fakes.server_table import ServerTable, TableScript
from fakes.toy import ToyScript

from gemp_bot.history.database import open_database, read_key
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server.steps import End, Play

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and Unix sockets")

BY_NAME = {scenario.name: scenario for scenario in SCENARIOS}
FAST = ("killed, and every 20th response cut", pytest.param("chat without end", marks=pytest.mark.long))
PATIENCE = 4.0
"""The machine may be busy with other tests."""


@pytest.mark.thorough
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", FAST)
def test_the_service_under_chaos(name: str) -> None:
    done = asyncio.run(run(BY_NAME[name], seconds=2, seed=1, patience=PATIENCE, length=8))
    assert (done.lost, done.doubled, done.secrets, done.wrong) == ([], [], [], [])
    assert done.games


def test_there_are_many_and_each_has_a_name() -> None:
    assert len(BY_NAME) == len(SCENARIOS) > 12


# -- what is wrong is seen ----------------------------------------------------------------------------


async def answering(server: ChaosServer, *, reads: bool) -> None:
    """Answer the first question of a game, and the next one, though it may never have been read."""
    game = server.gemp.start_game(BOT, "bob", ToyScript(1))
    async with GempClient(ClientSettings(url=server.gemp.url)) as client:
        await client.login(BOT, PASSWORD)
        channel = client.game(GameId(game.id))
        await channel.open()
        await channel.answer("0")
        if not reads:
            server.book.unsaid(f"/gemp-swccg-server/game/{game.id}")
        game.answer("bob", 1, "0")
        if reads:
            await channel.poll()
        await channel.answer("temp0")


@pytest.mark.parametrize(("reads", "doubled"), [(True, 0), (False, 1)])
async def test_an_answer_to_a_question_that_was_never_told_is_seen(reads: bool, doubled: int) -> None:
    server = ChaosServer(1)
    server.no_more_games()
    with server.booked():
        async with server.gemp:
            await answering(server, reads=reads)
    assert len(server.book.doubled) == doubled
    assert len(server.lost()) == 1, "left running"
    server.book.wiped |= server.book.games.keys()
    assert server.lost() == []


@pytest.mark.parametrize(("how", "lost"), [("concede", 1), ("cancel", 1), ("played", 0)])
async def test_a_game_that_is_lost_otherwise_than_by_play_is_seen(how: str, lost: int) -> None:
    server = ChaosServer(1)
    with server.booked():
        async with server.gemp:
            game = server.gemp.start_game(BOT, "bob", ToyScript(1) if how != "played" else Lost())
            for player in (BOT, "bob"):
                {"concede": game.concede, "cancel": game.cancel}.get(how, lambda _: None)(player)
    assert len(server.lost()) == lost


class Lost(TableScript):
    """A game that is lost as it begins."""

    def play(self, table: ServerTable) -> Play:
        yield End(BOT)


def leave(file: str, text: str) -> Callable[[BotProcess], None]:
    def left(bot: BotProcess) -> None:
        path = bot.folder / file
        path.parent.mkdir(exist_ok=True)
        data = text.encode()
        path.write_bytes(gzip.compress(data)[:-8] if path.suffix == ".gz" else data)

    return left


@pytest.mark.parametrize(
    ("leaves", "wrong"),
    [
        (leave("err-001", "all is well\n"), []),
        (leave("err-001", f"login {PASSWORD}\n"), ["the password in the logs"]),
        (leave("err-001", f"said {FORGED}\n"), ["words of a guest in the logs"]),
        (leave("err-001", "Traceback (most recent call last)\n"), ["a traceback"]),
        (leave("err-001", "\x1b[31mred\n"), ["control characters"]),
        (leave("err-001", "x" * 100_000), ["100,000 characters in the logs"]),
        (leave("out", f"{MARKED_TITLE}\n"), ["a card of the hand in stdout"]),
        (leave("data/journals/g.jsonl.gz", f"x {PASSWORD}"), ["the password in journals/g.jsonl.gz"]),
        (leave("data/history.db-wal", FORGED), ["words of a guest in history.db-wal"]),
        (lambda bot: bot.seen.update(metrics=PASSWORD), ["the password in what metrics told"]),
    ],
)
async def test_what_is_left_behind_is_looked_at(
    leaves: Callable[[BotProcess], None], wrong: list[str], tmp_path: Path
) -> None:
    bot = BotProcess("http://127.0.0.1:1", tmp_path)
    (tmp_path / "out").touch()
    open_database(bot.data / "history.db", read_key(bot.data / "history.db")).close()
    leaves(bot)
    done = Run(Scenario("made", nothing))
    look_at(done, Scene(ChaosServer(1), bot, 1.0, random.Random(1)))
    found = [*done.secrets, *done.wrong]
    assert len(found) == len(wrong)
    assert all(expected in each for expected, each in zip(wrong, found, strict=True))


async def test_games_that_the_history_does_not_know_are_seen(tmp_path: Path) -> None:
    bot = BotProcess("http://127.0.0.1:1", tmp_path)
    (tmp_path / "out").touch()
    open_database(bot.data / "history.db", read_key(bot.data / "history.db")).close()
    server = ChaosServer(1)
    with server.booked():
        async with server.gemp:
            server.gemp.start_game(BOT, "bob", Lost())
    done = Run(Scenario("made", nothing))
    look_at(done, Scene(server, bot, 1.0, random.Random(1)))
    assert done.wrong == ["of the history: 0 ended unseen, 1 missing"]
