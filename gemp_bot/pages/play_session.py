"""What one browser plays on the play page: one game after the other, under a guest account of the sandbox."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import structlog

from gemp_bot.decisions import IllegalAnswerError
from gemp_bot.journal import JournalError, JournalLine
from gemp_bot.journal.writer import Recorder
from gemp_bot.pages.card_sheet import CardSheet, CardSought
from gemp_bot.pages.play_game import PersonGame, PlayError
from gemp_bot.pages.play_kept import KeptGame, KeptGames
from gemp_bot.pages.play_offer import kind_of_deck
from gemp_bot.pages.play_puzzles import Puzzle, Puzzles
from gemp_bot.pages.play_record import PlayRecord
from gemp_bot.pages.play_seat import Given, Standing
from gemp_bot.pages.play_view import PlayChoice, PlayState, Stage
from gemp_bot.positions import PositionFileError
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.errors import GempError
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.deck_files import DeckFile, DeckFileError, deck_of_list
from gemp_bot.sandbox.server.fake import FakeGemp
from gemp_bot.strategy import make_strategy, name_deck
from gemp_bot.threads import DaemonThread

_log = structlog.stdlib.get_logger(__name__)

ADVISER = "strong"
"""The strategy that is asked for hints."""
_FORMAT = "open"
_IN_A_ROW = 0.05
"""Seconds that a state which asks nothing waits for the next one."""
_FAREWELL = 5.0
"""Seconds a game has to end after it was conceded."""


@dataclass(frozen=True)
class PlayTools:
    """What all sessions of a sandbox play with.

    Attributes:
        record: where games are recorded; None for nowhere.
        kept: where games that go on are kept, to go on after a restart; None for nowhere.
    """

    box: Box
    server: FakeGemp
    chance: Random
    now: Callable[[], float]
    record: PlayRecord | None
    kept: KeptGames | None
    puzzles: Puzzles


class _Account:
    """A guest account of the sandbox, and the client that is logged in under it."""

    def __init__(self, server: FakeGemp, hear: Callable[[str, JournalLine], None]) -> None:
        self.name = PlayerName(f"you-{secrets.token_hex(3)}")
        self.password = secrets.token_urlsafe(12)
        self.recorder = Recorder(hear)
        self._server = server
        self._client: GempClient | None = None
        self._stack = AsyncExitStack()

    async def entered(self) -> GempClient:
        """The client, logged in."""
        if self._client is None:
            client = await self._stack.enter_async_context(
                GempClient(ClientSettings(url=self._server.url), observer=self.recorder.observe)
            )
            await client.register(self.name, self.password)
            self._server.at_leisure(self.name)
            self._client = client
        return self._client

    async def log_in(self) -> object:
        """Log in anew."""
        return await (await self.entered()).login(self.name, self.password)

    async def close(self) -> None:
        """Leave."""
        await self._stack.aclose()


class _News:
    """Tells that the state of a session is another one.

    A state that asks nothing is told a little later: while a bot plays, many come in a row.

    Attributes:
        version: changes with everything that is told.
    """

    def __init__(self) -> None:
        self.version = 0
        self._event = asyncio.Event()
        self._later: asyncio.TimerHandle | None = None

    def changed(self, *, at_once: bool) -> None:
        """The state is another one."""
        if at_once:
            self._tell()
        elif self._later is None:
            self._later = asyncio.get_running_loop().call_later(_IN_A_ROW, self._tell)

    async def after(self, version: int) -> int:
        """Wait until there is another version than this one; gives it."""
        while self.version == version:
            await self._event.wait()
        return self.version

    def _tell(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        self.version += 1
        self._event.set()
        self._event.clear()


class PlaySession:
    """What one browser plays: one game at a time, any number one after the other.

    Attributes:
        game: the newest one; None before the first.
        puzzle: what is shown instead of it.
        journals: of its games, by number.
        touched: when the person did something last.
        closed: it has ended.
    """

    def __init__(self, tools: PlayTools, token: str) -> None:
        self.game: PersonGame | None = None
        self.puzzle: Puzzle | None = None
        self.journals: dict[int, Path] = {}
        self.standing = Standing()
        self.closed = False
        self.touched = tools.now()
        self._tools = tools
        self._token = token
        self._account = _Account(tools.server, self._hear)
        self._news = _News()
        self._task: asyncio.Task[None] | None = None
        self._number = 0
        self._beginning = asyncio.Lock()

    # -- games --------------------------------------------------------------------------------------

    async def begin(self, choice: PlayChoice) -> None:
        """Begin a game; one that still goes on is conceded.

        Raises:
            PlayError: there is no such deck or strategy, or the server does not begin it.
        """
        deck, theirs = self._decks(choice)
        if choice.strategy not in self._tools.box.strategies:
            raise PlayError("there is no such strategy: choose one of the list")
        seed, adviser = self._tools.chance.getrandbits(32), self._tools.chance.getrandbits(32)
        async with self._beginning:
            await self._end_game()
            self.puzzle = None
            self._number += 1
            told = msgspec.structs.replace(
                choice, deck=deck.name, opponent_deck=theirs.name, opponent_kind=None
            )
            game = KeptGame(
                token=self._token,
                name=self._account.name,
                password=self._account.password,
                number=self._number,
                choice=told,
                decks=(deck.text, theirs.text),
                seed=seed,
                adviser=adviser,
                standing=self.standing,
            )
            try:
                await self._begin(game, deck, theirs)
            except GempError as fault:
                raise PlayError(f"no game could be begun: {fault}") from None

    async def rematch(self, *, swapped: bool = False) -> None:
        """The same once more, or with sides changed: each plays the deck of the other.

        Raises:
            PlayError: there is no game yet, it still goes on, or as of `begin`.
        """
        if self.game is None:
            raise PlayError("no game goes on: begin one")
        if not self.game.over:
            raise PlayError("the game still goes on: play it to its end, or concede it")
        choice = self.game.choice
        await self.begin(choice.swapped if swapped else choice)

    async def resume(self, game: KeptGame, answers: list[str]) -> None:
        """Go on with a game of a sandbox that has ended: it is played again up to where it was.

        Raises:
            PlayError: one of its decks is another one by now, or the server does not begin it.
        """
        choice = game.choice
        deck, theirs = self._decks(choice)
        if (deck.text, theirs.text) != game.decks:
            raise PlayError("a deck was changed since: the game cannot go on")
        self._account.name, self._account.password = PlayerName(game.name), game.password
        self._number, self.standing = game.number, game.standing
        async with self._beginning:
            try:
                await self._begin(game, deck, theirs, answers)
            except GempError as fault:
                raise PlayError(f"the game cannot go on: {fault}") from None

    def stand(self, standing: Standing) -> None:
        """Take what is answered without asking, now and in later games."""
        self.standing = standing
        if self.game is not None:
            self.game.stand(standing)

    async def show(self, number: int) -> None:
        """Show a puzzle, for 0 the game again.

        Raises:
            PlayError: there is none, or it cannot be shown.
        """
        if number and not self._tools.puzzles:
            raise PlayError("there are no puzzles here")
        try:
            open_it = partial(self._tools.puzzles.open, number)
            self.puzzle = await DaemonThread("puzzle").call(open_it) if number else None
        except (PositionFileError, JournalError) as fault:
            raise PlayError(f"this puzzle cannot be shown: {fault}") from None
        self._news.changed(at_once=True)

    def answer(self, n: int, given: Given) -> None:
        """Answer the question that is shown.

        Raises:
            PlayError: it is another one, or this is no answer of it.
        """
        if self.puzzle is None:
            self.running.answer(n, given)
            return
        try:
            self.puzzle.answer(given)
        except IllegalAnswerError as fault:
            raise PlayError(f"this cannot be answered: {fault}") from None
        self._news.changed(at_once=True)

    def card(self, sought: CardSought) -> CardSheet:
        """A card of the table that is shown, or of an option of its question, or that was shown.

        Raises:
            PlayError: it is not shown to the person, or not known, or there is no game.
        """
        shown = self.game if self.puzzle is None else self.puzzle
        if shown is None:
            raise PlayError("no game goes on: begin one")
        found = shown.shown.card(sought)
        if found is None:
            raise PlayError("this card is not shown to you, or not known")
        return found

    async def concede(self) -> None:
        """Give the game up.

        Raises:
            PlayError: there is none, or the server did not take it.
        """
        try:
            await self.running.concede()
        except GempError as fault:
            raise PlayError(f"it was not conceded: {fault}") from None

    @property
    def running(self) -> PersonGame:
        """The game that goes on.

        Raises:
            PlayError: none does.
        """
        if self.game is None or self.game.over:
            raise PlayError("no game goes on: begin one")
        return self.game

    async def close(self, *, keep: bool = False) -> None:
        """Leave; what goes on is conceded, or for `keep` left as it is on disk."""
        async with self._beginning:
            await self._end_game(keep=keep)
            await self._account.close()
        self.closed = True
        self._news.changed(at_once=True)

    # -- what is told -------------------------------------------------------------------------------

    def state(self) -> PlayState:
        """What the page shows."""
        version = self._news.version
        if self.puzzle is not None:
            return self.puzzle.state(version)
        return PlayState(version, Stage.NONE) if self.game is None else self.game.state(version)

    async def changed(self, version: int) -> int:
        """Wait until there is another version than this one; gives it."""
        return await self._news.after(version)

    # -- how ----------------------------------------------------------------------------------------

    def _decks(self, choice: PlayChoice) -> tuple[DeckFile, DeckFile]:
        """The person's deck, and the opponent's."""
        side = choice.side
        return (
            self._deck(side, choice.deck, choice.cards),
            self._deck(side.other, choice.opponent_deck, choice.opponent_cards, choice.opponent_kind),
        )

    def _deck(self, side: Side, name: str | None, cards: str | None, kind: str | None = None) -> DeckFile:
        if cards is not None:
            try:
                return deck_of_list(cards, self._tools.box.index, side, name or "My deck")
            except DeckFileError as fault:
                problems = [str(each) for each in fault.problems]
                raise PlayError("the list is no deck to play with", problems) from None
        decks = [
            deck
            for deck in self._tools.box.decks.values()
            if deck.side is side and (deck.name == name if name else kind in (None, kind_of_deck(deck)))
        ]
        if not decks:
            raise PlayError(f"there is no such deck for the {side.value.lower()} side")
        return self._tools.chance.choice(decks)

    async def _begin(
        self, game: KeptGame, deck: DeckFile, theirs: DeckFile, answers: Sequence[str] = ()
    ) -> None:
        client, choice = await self._account.entered(), game.choice
        for own, cards in ((deck, choice.cards), (theirs, choice.opponent_cards)):
            if cards is not None:
                await client.decks.save(own.name, own.text)
        self._tools.server.seed_next(self._account.name, game.seed)
        await client.hall.create_ai_table(
            _FORMAT,
            deck.name,
            library=choice.cards is None,
            skill=choice.strategy,
            ai_deck=theirs.name,
            ai_deck_own=choice.opponent_cards is not None,
        )
        hall = await client.hall.open()
        if not hall.new_games:
            raise PlayError("no game was begun: the sandbox made none")
        journal = self._recorded(game, hall.new_games[-1], deck)
        if self._tools.kept is not None:
            told = msgspec.structs.replace(game, journal="" if journal is None else str(journal))
            self._tools.kept.begin(told, answers)
        adviser = make_strategy(ADVISER, game.adviser, deck.text, index=self._tools.box.index)
        name_deck(adviser, deck.name, deck.start_id)
        self.game = PersonGame(
            client.game(hall.new_games[-1]),
            number=self._number,
            journal=journal,
            choice=choice,
            catalogue=self._tools.box.catalogue,
            effects=self._tools.box.effects,
            adviser=adviser,
            deck=deck.deck,
            standing=self.standing,
            on_change=self._changed,
            on_answer=self._answered,
        )
        self.game.repeat(answers)
        self._task = asyncio.create_task(self._play(self.game), name="play")

    def _recorded(self, game: KeptGame, game_id: GameId, deck: DeckFile) -> Path | None:
        """Begin the journal of a game; that of the same game before a restart is a part of it, and goes."""
        record = self._tools.record
        journal = None if record is None else record.begin(self._account.recorder, game_id, deck)
        if journal is not None:
            self.journals[self._number] = journal
            if game.journal and game.journal != str(journal):
                with suppress(OSError):
                    Path(game.journal).unlink(missing_ok=True)
        return journal

    async def _play(self, game: PersonGame) -> None:
        """Play a game to its end; one that is over is kept no longer."""
        try:
            await game.run(self._account.recorder, self._account.log_in)
        finally:
            self._account.recorder.detach(game.id)
        if self._tools.kept is not None:
            self._tools.kept.forget(self._account.name)

    def _answered(self, wire: str) -> None:
        if self._tools.kept is not None:
            self._tools.kept.answered(self._account.name, wire)

    async def _end_game(self, *, keep: bool = False) -> None:
        """Concede the game that goes on, and wait for its end, not for long; for `keep` only let go of it."""
        task, self._task = self._task, None
        if task is None or self.game is None:
            return
        if not keep or self._tools.kept is None:
            with suppress(GempError):
                await self.game.concede()
            await asyncio.wait([task], timeout=_FAREWELL)
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled() and (fault := task.exception()) is not None:
            _log.error("play_failed", exc_info=fault)

    def _hear(self, game: str, line: JournalLine) -> None:
        if self.game is not None and self.game.id == game:
            self.game.hear(line)

    def _changed(self) -> None:
        self._news.changed(at_once=self.game is not None and (self.game.asks or self.game.over))
