"""The server of a scenario: games with people, and a book of what was answered; the bot comes by a proxy."""

import asyncio
import contextlib
import re
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from unittest.mock import patch

sys.path.append(str(Path(__file__).resolve().parent.parent))
sys.path.append(str(Path(__file__).resolve().parent.parent / "server"))

from fakes import events
from fakes.server import FakeGemp
from fakes.server_table import ServerTable
from fakes.toy import ToyScript
from fault_proxy import Fault, FaultProxy, Moment, Passing, Response

from gemp_bot.decisions import Catalogue
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.play.supervisor import Match, MatchPlan, WantedGame
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.errors import GempError
from gemp_bot.protocol.events import Asked
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server import contents, world
from gemp_bot.sandbox.server.accounts import COOKIE, ServedAccount
from gemp_bot.sandbox.server.chat import ServedChatRoom
from gemp_bot.sandbox.server.contents import DARK_60
from gemp_bot.sandbox.server.game import ServedChannel, ServedGame
from gemp_bot.sandbox.server.questions import AnswerCheck
from gemp_bot.sandbox.server.steps import Emit, Play
from gemp_bot.sandbox.server.world import Setup
from gemp_bot.strategy import make_strategy

BOT = "alice"
PASSWORD = "correct horse battery 4711"
GUESTS = ("bob", "carol")
MARKED, MARKED_TITLE = "1_171", "Djas Puhr"
"""A card that the bot holds in every game, and that never comes to the table."""
NOT_PLAYED = frozenset({"Conceded", "Decision timeout", "Ran out of time"})
"""Reasons of a loss that have nothing to do with how it was played."""
LENGTH = 24
"""Phases of a game: it takes some seconds."""
_IDLE = 0.1


@dataclass(slots=True)
class Book:
    """What the server knows of all its games, whatever it forgot.

    Attributes:
        games: in the order in which they began.
        wiped: games that were lost by the server.
        doubled: answers that came where none was asked for, or to a question nobody was told.
        refused: answers that were no legal ones.
        said: every line the bot said in any room.
    """

    games: dict[str, ServedGame] = field(default_factory=dict)
    wiped: set[str] = field(default_factory=set)
    doubled: list[str] = field(default_factory=list)
    refused: int = 0
    said: list[str] = field(default_factory=list)
    told: set[tuple[str, str]] = field(default_factory=set)

    def unsaid(self, path: str) -> None:
        """What was just told of a game was cut on its way to the bot."""
        found = re.search(r"/game/([^/?]+)", path)
        if found is not None:
            self.told.discard((found[1], BOT))


def watched(book: Book) -> type[ServedGame]:
    """A class of games that keep the book.

    An answer is right if its player is asked something, and was told so since the answer before it. So an
    answer that is sent again after its response was lost counts even where the next question takes it.
    """

    class Watched(ServedGame):
        def __init__(self, game_id: str, *words: object, **more: object) -> None:
            book.games[game_id] = self
            super().__init__(game_id, *words, **more)  # type: ignore[arg-type]

        def open(self, player: str, *, inside: bool = False) -> GameUpdate:
            found = super().open(player, inside=inside)
            if player in self.pending and not inside:
                book.told.add((self.id, player))
            return found

        def update(self, channel: ServedChannel) -> GameUpdate:
            asked = (event.participant_id for event in channel.queue if isinstance(event, Asked))
            book.told |= {(self.id, player) for player in asked}
            return super().update(channel)

        def answer(
            self, player: str, decision_id: int, value: str | None, *, reject: bool = False
        ) -> AnswerCheck | None:
            self.tick()
            right = player in self.pending and (self.id, player) in book.told
            if self.outcome is None and not right and player == BOT:
                book.doubled.append(f"{self.id}: {value!r}")
            book.told.discard((self.id, player))
            verdict = super().answer(player, decision_id, value, reject=reject)
            book.refused += player == BOT and verdict is AnswerCheck.REJECTED
            return verdict

    return Watched


def overheard(book: Book) -> type[ServedChatRoom]:
    """A class of rooms that keep the book."""

    class Overheard(ServedChatRoom):
        def say(self, name: str, text: str) -> None:
            if name == BOT:
                book.said.append(text)
            super().say(name, text)

    return Overheard


class MarkedGame(ToyScript):
    """A toy game in which the bot holds one more card."""

    def play(self, table: ServerTable) -> Play:
        """Play it."""
        card = events.CardAttributes(card_id=9_999, blueprint=MARKED, owner=BOT, zone=Zone.HAND)
        if BOT in table.players:
            yield Emit((events.put(card),))
        yield from super().play(table)


@dataclass(slots=True)
class BreakingProxy(FaultProxy):
    """The proxy that also speaks for a server which does not let the bot in.

    Attributes:
        banned_until: by the monotonic clock; 0 for never.
    """

    banned_until: float = 0.0

    async def _ask_server(self, request: bytes, method: str) -> Response | None:
        left = self.banned_until - time.monotonic()
        if left <= 0:
            return await FaultProxy._ask_server(self, request, method)
        at_the_door = request.startswith(b"POST ") and b"/login " in request[:80]
        head = f"409 Conflict\r\nRetry-After: {left + 1:.0f}" if at_the_door else "401 Unauthorized"
        return Response(f"HTTP/1.1 {head}\r\nContent-Length: 0\r\n\r\n".encode(), b"", until_eof=False)


class ChaosServer:
    """One server with its guests.

    Attributes:
        gemp: the server itself.
        proxy: by which the bot reaches it.
        book: of its games.
        cookies: every session that there ever was.
    """

    def __init__(self, seed: int, length: int = LENGTH) -> None:
        def game(setup: Setup) -> MarkedGame:
            return MarkedGame(setup.seed, length)

        people = tuple(ServedAccount(name) for name in GUESTS)
        self.book = Book()
        self.gemp = FakeGemp(
            seed=seed,
            script_factory=game,
            accounts=(*contents.shipped_accounts(), ServedAccount(BOT, PASSWORD), *people),
            idle_seconds=_IDLE,
        )
        self.proxy = BreakingProxy("")
        self._guests: list[asyncio.Task[None]] = []
        self._open = asyncio.Event()
        self._matches: dict[str, Match] = {}

    @contextlib.contextmanager
    def booked(self) -> Iterator[None]:
        """Keep the book of the games that begin meanwhile."""
        games = patch.object(world, "ServedGame", watched(self.book))
        with games, patch.object(world, "ServedChatRoom", overheard(self.book)):
            yield

    @asynccontextmanager
    async def serving(self) -> AsyncIterator["ChaosServer"]:
        """Serve, with guests who come to every table of the bot."""
        with self.booked():
            async with self.gemp:
                self.proxy.target, self.proxy.hook = self.gemp.url, self._look_on
                async with self.proxy:
                    self.invite()
                    try:
                        yield self
                    finally:
                        await self.send_away()

    def invite(self) -> None:
        """Have guests, who come again and again."""
        self._open.set()
        if not self._guests:
            self._guests = [asyncio.create_task(self._visits(name)) for name in GUESTS]

    def no_more_games(self) -> None:
        """Have the guests play their games to the end, and begin none until they are invited again."""
        self._open.clear()
        for match in self._matches.values():
            match.stop()

    async def send_away(self) -> None:
        """Have none any more; who plays leaves the game alone."""
        for guest in self._guests:
            guest.cancel()
        await asyncio.gather(*self._guests, return_exceptions=True)

    def restart(self) -> None:
        """Lose everything that is in memory."""
        self.book.wiped |= {game.id for game in self.book.games.values() if game.outcome is None}
        self.gemp.world.restart()

    async def _look_on(self, moment: Moment, passing: Passing) -> None:
        if moment is Moment.HELD and passing.faults & {Fault.CUT, Fault.LOST}:
            self.book.unsaid(passing.path)

    # -- what it knows ----------------------------------------------------------------------------

    @property
    def cookies(self) -> set[str]:
        """Every session that was ever used."""
        jars = (SimpleCookie(request.headers.get("Cookie", "")) for request in self.gemp.requests)
        return {jar[COOKIE].value for jar in jars if COOKIE in jar}

    @property
    def running(self) -> list[ServedGame]:
        """Games of the bot that the server has and that are not over."""
        return [game for game in self.gemp.games.values() if game.outcome is None and BOT in game.players]

    @property
    def over(self) -> list[ServedGame]:
        """Games of the bot that were played to an end."""
        return [game for game in self.book.games.values() if game.outcome is not None and BOT in game.players]

    def lost(self) -> list[str]:
        """Games that were lost by a fault of ours, each with why."""
        return [f"{game.id}: {why}" for game in self.book.games.values() if (why := self._why_lost(game))]

    def _why_lost(self, game: ServedGame) -> str:
        if BOT not in game.players or game.id in self.book.wiped:
            return ""
        outcome = game.outcome
        if outcome is None:
            return "left running"
        if outcome.winner is None:
            return "cancelled"
        return outcome.lost if outcome.loser == BOT and outcome.lost in NOT_PLAYED else ""

    async def _visits(self, name: str) -> None:
        """A guest: two games at once with the bot, for ever."""
        catalogue, recorder = Catalogue.load(), Recorder()
        seat = WantedGame("open", DARK_60, library=True, join=PlayerName(BOT))
        settings = ClientSettings(url=self.gemp.url, attempts=2)
        plan = MatchPlan(
            seat, StrategyPlayer(lambda seed, deck: make_strategy("random", seed, deck)),
            deck="1_168|", server="here", games=0, parallel=2,
        )  # fmt: skip
        while True:
            await self._open.wait()
            with contextlib.suppress(GempError):
                async with GempClient(settings, observer=recorder.observe) as client:

                    async def log_in(client: GempClient = client) -> None:
                        await client.login(name, "test")

                    await log_in()
                    self._matches[name] = Match(
                        client, plan, recorder=recorder, catalogue=catalogue, folder=None, log_in=log_in
                    )
                    await self._matches[name].run()
            await asyncio.sleep(0.3)
