"""A service in one process, on a server in the same loop."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from fakes.server import FakeGemp
from match_scene import CATALOGUE

from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.accounts import PatientLogIn
from gemp_bot.play.entries import (
    AiEntry,
    DeckPool,
    GameEntry,
    HostEntry,
    JoinEntry,
    PooledDeck,
    StrategyPlayer,
)
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.runner import Assignment, GameRunner
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill, Side
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.service.service import Service, ServiceIdentity
from gemp_bot.strategy import make_strategy

RANDOM = StrategyPlayer(lambda seed, deck: make_strategy("random", seed, deck))
LIGHT = DeckPool((PooledDeck(LIGHT_60, library=True, side=Side.LIGHT),))
DARK = DeckPool((PooledDeck(DARK_60, library=True, side=Side.DARK),))
OPEN_HOUSE = HostEntry(name="open house", player=RANDOM, decks=LIGHT)
VISITOR = JoinEntry(name="visitor", player=RANDOM, decks=DARK)
FILLER = AiEntry(name="filler", player=RANDOM, decks=LIGHT, skill=AiSkill.RANDO, opponent_decks=DARK)


class Running:
    """A service that runs.

    Attributes:
        entries: what it takes at the next reload; an exception is raised instead.
        takes: seconds that reading them takes.
    """

    def __init__(
        self, client: GempClient, recorder: Recorder, entries: Sequence[GameEntry], **more: object
    ) -> None:
        self.client = client
        self.entries: Sequence[GameEntry] | Exception = entries
        self.outcomes: list[GameOutcome] = []
        self.began: list[Assignment] = []
        self.logins = 0
        self.takes = 0.0
        folder = more.pop("folder", None)
        runner = GameRunner(
            client,
            recorder,
            CATALOGUE,
            self.log_in,
            JournalFolder(folder) if isinstance(folder, Path) else None,
            rule=lambda: make_strategy("steady", 0),
        )
        self.service = Service(
            ServiceIdentity("gemp-bot", "alice", "here"),
            runner,
            PatientLogIn(self.log_in),
            self._make,
            on_begin=self.began.append,
            on_end=lambda _, outcome: self.outcomes.append(outcome),
            **more,  # type: ignore[arg-type]
        )
        self.task = asyncio.create_task(self.service.run())

    async def log_in(self) -> None:
        self.logins += 1
        await self.client.login("alice", "test")

    async def _make(self) -> Sequence[GameEntry]:
        if isinstance(self.entries, Exception):
            raise self.entries
        entries = self.entries
        await asyncio.sleep(self.takes)
        return entries


@asynccontextmanager
async def serving(running: FakeGemp, *entries: GameEntry, **more: object) -> AsyncIterator[Running]:
    """A service of alice's; it is ended at the end."""
    recorder = Recorder()
    settings = ClientSettings(url=running.url, attempts=2)
    async with GempClient(settings, observer=recorder.observe) as client:
        found = Running(client, recorder, entries, **more)
        try:
            yield found
        finally:
            found.task.cancel()
            await asyncio.gather(found.task, return_exceptions=True)
