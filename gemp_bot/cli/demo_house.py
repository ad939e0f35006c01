"""The house of a demo: one server on this machine, two clients at one table, one game over HTTP."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalLine
from gemp_bot.play import GameOutcome, JournalFolder, Match, MatchPlan, Recorder, WantedGame
from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.report.story import StoryTeller
from gemp_bot.report.story_lines import Line
from gemp_bot.sandbox.deck_files import DeckFile
from gemp_bot.sandbox.server.accounts import LIBRARIAN, Account
from gemp_bot.sandbox.server.contents import ServerContents
from gemp_bot.sandbox.server.decks import KnownCard
from gemp_bot.sandbox.server.engine_script import EngineScript
from gemp_bot.sandbox.server.fake import FakeGemp
from gemp_bot.sandbox.server.world import Setup
from gemp_bot.strategy import Strategy, make_strategy, strategy_named
from gemp_bot.view.names import NotingStrategy, Reasons
from gemp_bot.view.watcher import JournalWatcher

PLAYERS: Mapping[Side, PlayerName] = {Side.DARK: PlayerName("DarkBot"), Side.LIGHT: PlayerName("LightBot")}
_TELLS = Side.LIGHT
"""From whose seat the game is told."""
_FORMAT = "open"
_WAIT = 60.0
"""Seconds to wait for the other one at the table."""

Put = Callable[[Line], None]


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays: of each side a deck and the name of a strategy; and the seed of all chance."""

    decks: Mapping[Side, DeckFile]
    strategies: Mapping[Side, str]
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: what each client says about it, and how many requests the server had."""

    outcomes: Mapping[Side, GameOutcome]
    requests: int


class House:
    """Everything a demo needs, in this process.

    Args:
        cast: who plays.
        index: the cards.
        folders: where each side's journal goes; none for a side that records nothing.
        bot: our version, for the head of the journals.

    Attributes:
        story: of the game while it is played, as the Light player sees it.
    """

    def __init__(self, cast: Cast, index: CardIndex, folders: Mapping[Side, JournalFolder], bot: str) -> None:
        self._cast = cast
        self._index = index
        self._folders = folders
        self._bot = bot
        self._catalogue = Catalogue.load()
        cards = {side: [card.blueprint_id for card in deck.cards] for side, deck in cast.decks.items()}
        self._script = EngineScript(cards, cast.seed, effects=CardEffects(index))
        self._reasons = Reasons()
        self._seen = JournalWatcher(
            Path(PLAYERS[_TELLS]), self._catalogue, CardEffects(index), boards=False, reasons=self._reasons
        )
        self._lines = 0
        self._put: Put | None = None
        self.story = StoryTeller()

    async def play(self, put: Put) -> Played:
        """Play the game over HTTP; `put` is given each line of its story as soon as it is complete.

        Raises:
            GempError, NoGameError: no game came about.
        """
        self._put = put
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(self._server())
            matches = {side: await self._match(side, server.url, stack) for side in Side}
            async with asyncio.TaskGroup() as group:
                for match in matches.values():
                    group.create_task(match.run())
            for match in matches.values():
                if match.trouble is not None:
                    raise match.trouble
            return Played({side: match.outcomes[0] for side, match in matches.items()}, len(server.requests))

    def _hear(self, _game: str, line: JournalLine) -> None:
        """Take a line of the journal of the player who tells, while it is made."""
        self._lines += 1
        frames = self._seen.take(self._lines, line)
        for told in self.story.take(frames):
            if self._put is not None:
                self._put(told)

    def _server(self) -> FakeGemp:
        """A server that has our decks in its library and knows their cards."""

        def script(_setup: Setup) -> EngineScript:
            return self._script

        decks = self._cast.decks.values()
        contents = ServerContents(
            cards={
                card.blueprint_id: KnownCard(card.name, card.side) for deck in decks for card in deck.cards
            },
            library={LIBRARIAN: {deck.name: deck.text for deck in decks}},
            formats={_FORMAT: "Open"},
            sizes={},
        )
        accounts = (*(Account(name) for name in PLAYERS.values()), Account(LIBRARIAN))
        return FakeGemp(seed=self._cast.seed, script_factory=script, accounts=accounts, contents=contents)

    async def _match(self, side: Side, url: str, stack: AsyncExitStack) -> Match:
        recorder = Recorder(self._hear if side is _TELLS else None)
        settings = ClientSettings(url=url)
        client = await stack.enter_async_context(GempClient(settings, observer=recorder.observe))
        name, deck = PLAYERS[side], self._cast.decks[side]
        password = Account(name).password

        async def log_in() -> object:
            return await client.login(name, password)

        await log_in()
        # The dark player opens the table, the light one joins it.
        host = None if side is Side.DARK else PLAYERS[Side.DARK]
        named = strategy_named(self._cast.strategies[side])

        def make(seed: int, text: str | None) -> Strategy:
            return NotingStrategy(named.make(seed, text, index=self._index), side, self._reasons)

        plan = MatchPlan(
            wanted=WantedGame(_FORMAT, deck.name, library=True, join=host, wait=_WAIT, description="demo"),
            player=StrategyPlayer(make, named),
            rule=lambda: make_strategy("steady", 0),
            resume=False,
            seed=self._cast.seed + (side is Side.LIGHT),  # not the same chance twice
            bot=self._bot,
            deck=deck.text,
            server=url,
            opponent_deck=self._cast.decks[side.other].text,
        )
        return Match(
            client,
            plan,
            recorder=recorder,
            catalogue=self._catalogue,
            folder=self._folders.get(side),
            log_in=log_in,
        )


def journals(played: Played) -> dict[Side, Path]:
    """Where each side's journal is."""
    found = {side: outcome.journal for side, outcome in played.outcomes.items()}
    return {side: path for side, path in found.items() if path is not None}
