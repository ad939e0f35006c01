"""A server of the box with a game of two others, and somebody who may watch."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from api_scene import RunningGame
from fakes.server import FakeGemp

from gemp_bot.decisions import Catalogue
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.play.supervisor import Match, MatchPlan, WantedGame
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.accounts import ServedAccount
from gemp_bot.sandbox.server.contents import shipped_accounts
from gemp_bot.strategy import make_strategy

HOST = WantedGame("open", "Rebels of Tatooine", library=True, wait=60)
GUEST = WantedGame("open", "Walkers of Hoth", library=True, join=PlayerName("alice"), wait=60)


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


@pytest.fixture
async def server(box: Box) -> AsyncIterator[FakeGemp]:
    """A server of the box; `carol` is an account, too."""
    accounts = (*shipped_accounts(), ServedAccount("carol"))
    async with FakeGemp(
        seed=1,
        script_factory=box.script,
        contents=box.contents(),
        in_process_player=box.in_process_player,
        idle_seconds=2.5,
        accounts=accounts,
    ) as running:
        yield running


@pytest.fixture
def a_game(server: FakeGemp) -> RunningGame:
    """A running game between alice and bob, who play by plain rules."""

    @asynccontextmanager
    async def running() -> AsyncIterator[tuple[FakeGemp, GameId]]:
        begun: asyncio.Queue[GameId] = asyncio.Queue()
        async with AsyncExitStack() as stack:
            runs = []
            for name, seat in (("alice", HOST), ("bob", GUEST)):
                client = await stack.enter_async_context(GempClient(ClientSettings(url=server.url)))
                await client.login(name, "test")
                match = Match(
                    client,
                    MatchPlan(
                        seat, StrategyPlayer(lambda seed, _: make_strategy("steady", seed)), deck="1_19|"
                    ),
                    recorder=Recorder(),
                    catalogue=Catalogue.load(),
                    folder=None,
                    log_in=lambda client=client, name=name: client.login(name, "test"),  # type: ignore[misc]
                    on_begin=lambda assignment: begun.put_nowait(assignment.game),
                )
                runs.append(match.run())
            playing = asyncio.gather(*runs)
            try:
                yield server, await begun.get()
            finally:
                playing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await playing

    return running
