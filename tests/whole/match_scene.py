"""Players in one process: each a client, a match and its journals."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from fakes.server import FakeGemp
from fakes.toy import ToyScript

from gemp_bot.decisions import Catalogue
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.entries import Maker, StrategyPlayer
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.runner import Assignment
from gemp_bot.play.supervisor import Match, MatchPlan, WantedGame
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server import contents
from gemp_bot.sandbox.server.accounts import ServedAccount
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.sandbox.server.world import Setup
from gemp_bot.strategy import make_strategy

BOT = "~Rando_Cal"
CATALOGUE = Catalogue.load()
AI = WantedGame("open", LIGHT_60, library=True, skill=AiSkill.RANDO, opponent_deck=DARK_60)
HOST = WantedGame("open", LIGHT_60, library=True, wait=60)
GUEST = WantedGame("open", DARK_60, library=True, join=PlayerName("alice"), wait=60)
WON_OR_LOST = {"win", "loss"}


def short_game(setup: Setup) -> ToyScript:
    return ToyScript(setup.seed, length=6)


def server(*, idle_seconds: float = 0.0, **more: object) -> FakeGemp:
    """A server of short toy games, with a third account, `carol`."""
    accounts = (*contents.shipped_accounts(), ServedAccount("carol"))
    chosen = {"script_factory": short_game, "accounts": accounts, **more}
    return FakeGemp(idle_seconds=idle_seconds, **chosen)  # type: ignore[arg-type]


class Person:
    """Somebody who is logged in.

    Attributes:
        begun: ids and seeds of the games, in the order they began.
    """

    def __init__(self, client: GempClient, name: str, recorder: Recorder) -> None:
        self.client = client
        self.name = name
        self.recorder = recorder
        self.begun: list[tuple[GameId, int]] = []
        self.assignments: list[Assignment] = []
        self.ended: list[GameOutcome] = []
        self.logins = 0

    async def log_in(self) -> None:
        self.logins += 1
        await self.client.login(self.name, "test")

    def match(
        self,
        seat: WantedGame,
        folder: Path | None = None,
        on_begin: Callable[[GameId, int], None] | None = None,
        strategy: Maker = lambda seed, deck: make_strategy("random", seed, deck),
        **plan: object,
    ) -> Match:
        made = replace(
            MatchPlan(seat, StrategyPlayer(strategy), deck="1_19|", server="here"),
            **plan,  # type: ignore[arg-type]
        )

        def begin(assignment: Assignment) -> None:
            self.assignments.append(assignment)
            self.begun.append((assignment.game, assignment.seed))
            if on_begin is not None:
                on_begin(assignment.game, assignment.seed)

        return Match(
            self.client,
            made,
            recorder=self.recorder,
            catalogue=CATALOGUE,
            folder=None if folder is None else JournalFolder(folder),
            log_in=self.log_in,
            on_begin=begin,
            on_end=lambda _, outcome: self.ended.append(outcome),
        )


@asynccontextmanager
async def person(running: FakeGemp, name: str) -> AsyncIterator[Person]:
    recorder = Recorder()
    settings = ClientSettings(url=running.url, attempts=2)
    async with GempClient(settings, observer=recorder.observe) as client:
        await client.login(name, "test")
        yield Person(client, name, recorder)


def results(outcomes: list[GameOutcome]) -> set[str]:
    return {outcome.result.value for outcome in outcomes}
