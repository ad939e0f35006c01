"""A game of alice, who is us, with bob, who is a person, and the attendant beside it."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from fakes import questions
from fakes.server import FakeGemp
from fakes.server_table import ServerTable, TableScript
from jumping_time import now
from match_scene import CATALOGUE, person, server

from gemp_bot.decisions.describing import TitleOf
from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.runner import Assignment, GameRunner
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.sandbox.server.game import Rules
from gemp_bot.sandbox.server.game import ServedGame as ServerGame
from gemp_bot.sandbox.server.steps import End, Play, Script, ask
from gemp_bot.service.attendant import Reception, ReceptionSettings
from gemp_bot.service.chat import ChatSettings, Talk
from gemp_bot.service.guests import GuestRules, Guests, MemoryPast
from gemp_bot.service.texts import ChatTexts
from gemp_bot.strategy import Strategy, make_strategy

BOB = PlayerName("bob")
PATIENT = Rules(decision_limit=100_000, idle_start=100_000, total_seconds=100_000)


class Visit(TableScript):
    """Bob, or another one, is asked, then alice, and so on; at the end he loses.

    Attributes:
        answered: the seconds each answer of alice took.
    """

    def __init__(self, rounds: int = 3, who: str = "bob") -> None:
        self.rounds = rounds
        self.who = who
        self.answered: list[float] = []

    def play(self, table: ServerTable, /) -> Play:
        for _ in range(self.rounds):
            yield ask(self.who, questions.optional_responses())
            asked = now()
            yield ask("alice", questions.multiple_choice("Do you want to do that?", ["Yes", "No"]))
            self.answered.append(now() - asked)
        yield End(self.who)


@dataclass
class House:
    """What the operator has set, and what comes of it."""

    running: FakeGemp
    rules: GuestRules = field(default_factory=GuestRules)
    chat: ChatSettings = field(default_factory=ChatSettings)
    texts: ChatTexts = field(default_factory=ChatTexts)
    reception: ReceptionSettings = field(
        default_factory=lambda: ReceptionSettings(entries=frozenset({"open"}))
    )
    past: MemoryPast = field(default_factory=MemoryPast)
    title_of: TitleOf = str
    rematch: bool = True
    drained: int = 0

    def drain(self) -> None:
        self.drained += 1

    @asynccontextmanager
    async def game(
        self,
        game: ServerGame,
        *,
        adopted: bool = False,
        entry: str = "open",
        strategy: Strategy | None = None,
        settings: PlaySettings | None = None,
    ) -> AsyncIterator["asyncio.Task[GameOutcome]"]:
        """Play it as alice; what still runs at the end is killed."""
        async with person(self.running, "alice") as alice:
            runner = GameRunner(
                alice.client, alice.recorder, CATALOGUE, alice.log_in,
                rule=lambda: make_strategy("random", 1), settings=settings or PlaySettings(),
            )  # fmt: skip
            runner.attend = self._reception(alice.client, runner.playing)
            chosen = strategy or make_strategy("random", 1)
            player = StrategyPlayer(lambda *_: chosen)
            assignment = Assignment(GameId(game.id), player, chosen, 1, entry, adopted=adopted)
            task = asyncio.create_task(runner.play(assignment))
            try:
                yield task
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    @asynccontextmanager
    async def reception_of(self, name: str) -> AsyncIterator[Reception]:
        """The reception of somebody who plays no game."""
        async with person(self.running, name) as somebody:
            yield self._reception(somebody.client, {})

    def _reception(self, client: GempClient, playing: Mapping[GameId, OwnGame]) -> Reception:
        guests = Guests(self.rules, self.past)
        talk = Talk(self.chat, self.texts, self.past, self.drain)
        return Reception(client, guests, talk, self.title_of, playing, lambda: self.rematch, self.reception)

    @property
    def said(self) -> list[str]:
        """What alice said in the rooms of games, in order."""
        return [
            request.form["message"]
            for request in self.running.requests
            if request.path.startswith("/chat/Game") and "message" in request.form
        ]

    def calls(self, name: str) -> int:
        """How often something was asked of the server."""
        return sum(request.path.endswith("/" + name) for request in self.running.requests)


def begin(running: FakeGemp, script: Script, *, seconds: int = 100_000) -> ServerGame:
    return running.start_game("alice", "bob", script, rules=replace(PATIENT, total_seconds=seconds))


def say(running: FakeGemp, game: ServerGame, text: str, who: str = "bob") -> None:
    running.world.rooms[f"Game{game.id}"].say(who, text)


def passes(game: ServerGame, who: str = "bob") -> None:
    assert who in game.pending
    game.answer(who, 1, "")


@asynccontextmanager
async def house(**settings: object) -> AsyncIterator[House]:
    async with server(idle_seconds=2.5) as running:
        yield House(running, **settings)  # type: ignore[arg-type]
