"""The games of a folder of journals that are being played: followed as they are written.

While a game runs others see it without our hand, and without what would tell of it.
"""

import asyncio
import itertools
import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import structlog
from msgspec.structs import replace

from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.errors import contained
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import chain_of, predecessors, recordings_in
from gemp_bot.journal.reader import JournalTail, NumberedLine
from gemp_bot.protocol.enums import Side
from gemp_bot.report.story import StoryTeller
from gemp_bot.report.story_lines import Line, plain_page
from gemp_bot.view.model import (
    BoardView,
    CardView,
    Deed,
    DeedKind,
    EndView,
    Frame,
    GameHead,
    OptionView,
    QuestionView,
)
from gemp_bot.view.names import Why
from gemp_bot.view.watcher import JournalWatcher

_OF_THE_HAND = frozenset({DeedKind.DREW, DeedKind.TOOK, DeedKind.PUT_BACK})
HIDDEN = "(of the hand)"


def without_hand(frame: Frame, me: Side | None) -> Frame:
    """A frame without our hand.

    An option is shown if its card lies on the table, or if it has none; a reason, if it names no card that is
    hidden so. A spectator has no hand.
    """
    if me is None:
        return frame
    board, question = frame.board, frame.question
    secret = {card.title.casefold() for card in board.hand if card.title}
    shown = {card.id for card in _on_table(board)}
    if question is not None:
        question = _discreet_question(question, shown, secret)
    return replace(
        frame,
        board=replace(board, hand=()) if board.hand else board,
        question=question,
        deeds=tuple(_discreet_deed(deed, me, secret) for deed in frame.deeds),
    )


def _discreet_question(question: QuestionView, shown: set[int], secret: set[str]) -> QuestionView:
    options = tuple(
        option
        if _is_open(option, shown) and not _names(option.words, secret)
        else OptionView(key="", words=HIDDEN, selectable=option.selectable)
        for option in question.options
    )
    kept = options == question.options
    return replace(
        question,
        prompt=HIDDEN if _names(question.prompt, secret) else question.prompt,
        options=options,
        answer=question.answer if kept else None,
        chosen=question.chosen if kept and not _names(question.chosen, secret) else "",
        reasons=_reasons(question.reasons, secret) if kept else (),
        others=tuple(each for each in question.others if not _names(each.words, secret)) if kept else (),
    )


def _is_open(option: OptionView, shown: set[int]) -> bool:
    """Whether it is of a card that lies on the table, or of none; a card of a pile has a passing id."""
    return option.card in shown or (option.card is None and not option.key.startswith("temp"))


def _discreet_deed(deed: Deed, me: Side, secret: set[str]) -> Deed:
    if deed.why is not None and _names(deed.why.text, secret):
        deed = replace(deed, why=None)
    if deed.kind in _OF_THE_HAND and deed.side is me and deed.cards:
        deed = replace(deed, cards=())
    return deed


def _reasons(reasons: Iterable[Why], secret: set[str]) -> tuple[Why, ...]:
    return tuple(why for why in reasons if not _names(why.text, secret))


def _names(text: str, secret: set[str]) -> bool:
    folded = text.casefold()
    return any(title in folded for title in secret)


def _on_table(board: BoardView) -> Iterable[CardView]:
    rows = [board.beside, *(here for place in board.locations for here in (place.dark, place.light))]
    for row in rows:
        yield from _with_carried(row)
    for place in board.locations:
        if place.card is not None:
            yield CardView(place.card.id)


def _with_carried(cards: Iterable[CardView]) -> Iterable[CardView]:
    for card in cards:
        yield card
        yield from _with_carried(card.carries)


_log = structlog.stdlib.get_logger(__name__)

LOOK = 0.5
"""Seconds between two looks at the files that grow."""
_SEARCH = 5.0
"""Seconds between two looks for files that are new."""
GROWING = 120.0
"""Seconds after its last line in which a journal counts as that of a running game: the polls of a game are
lines, too."""
_REMEMBERED = 600.0
"""Seconds for which a game that has ended is still shown among those that run."""
_AT_ONCE = 0.1
"""Seconds in which lines of one game are taken before another one has its turn."""
MOST_GAMES = 32
"""Games that are followed at once; of more the newest."""


def game_name(path: Path, folder: Path) -> str:
    """What a journal is called in an address: its place in the folder, without its ending."""
    return path.relative_to(folder).as_posix().removesuffix(".gz").removesuffix(".jsonl")


class LiveGame:
    """One game, as far as its journals go.

    Args:
        folder: of all journals; the name of the game in addresses is the place of its first part in it.
        parts: its journals, in their order: each continues the one before.

    Attributes:
        version: counts what is new; for who waits for it.
        frame: the newest.
        answered: the newest question that was answered.
        story: the lines so far.
        damage: why it cannot be read on, in one line.
        over: the game, or the file, has ended.
    """

    def __init__(
        self,
        folder: Path,
        parts: Sequence[Path],
        catalogue: Catalogue,
        effects: CardEffects,
        *,
        show_hand: bool,
    ) -> None:
        self.parts = list(parts)
        self.name = game_name(parts[0], folder)
        self.version = 0
        self.frame: Frame | None = None
        self.answered: QuestionView | None = None
        self.story: list[str] = []
        self.damage: str | None = None
        self.over = False
        self._journal = JournalWatcher(parts[0], catalogue, effects)
        self._telling = StoryTeller()
        self._show_hand = show_hand

    @property
    def adopted(self) -> bool:
        """Whether it was played on after a process had left it."""
        return len(self.parts) > 1

    @property
    def head(self) -> GameHead:
        """Who plays."""
        return self._journal.watcher.game_head

    @property
    def ending(self) -> EndView | None:
        """How the game ended."""
        return self._journal.watcher.ending

    @property
    def board(self) -> BoardView:
        """The newest board; an empty one before there is any."""
        return BoardView() if self.frame is None else self.frame.board

    def take(self, lines: Iterable[NumberedLine]) -> None:
        """Take lines of a journal.

        Raises:
            JournalError: they do not go with those before them.
        """
        for number, line in lines:
            self._show(self._journal.take(number, line))

    def go_on(self, part: Path) -> None:
        """From here on the lines are those of another of its journals."""
        self._journal.go_on(part)
        self.over, self.damage = False, None

    def read(self) -> None:
        """Read the journals whole, of a game that is not followed."""
        fault: JournalError | None = None
        for part in self.parts:
            if part is not self.parts[0]:
                self.go_on(part)
            fault = None
            try:
                self._journal.run()
            except JournalError as raised:
                fault = raised
        # A game without an ending may still run, however long its file stood still.
        self._show_hand = self._show_hand or self.ending is not None
        self._show(frame for frame in self._journal.watcher.frames if not frame.taken_back)
        if fault is not None:  # of an earlier part it was the reason for the next one
            self.damaged(str(fault))
        self.end()

    def end(self) -> None:
        """No more lines will come."""
        if not self.over:
            self.over = True
            self._say(self._telling.rest())
            self.version += 1

    def _show(self, frames: Iterable[Frame]) -> None:
        shown = list(frames)
        if not shown:
            return
        if not self._show_hand and self.ending is not None:
            # A game that is over is told as one that was recorded: nothing of it is hidden any more.
            self._show_hand, self._telling, self.story = True, StoryTeller(), []
            shown = [frame for frame in self._journal.watcher.frames if not frame.taken_back]
        elif not self._show_hand:
            me = self.head.me
            shown = [without_hand(frame, me) for frame in shown]
        self._say(self._telling.take(shown))
        for frame in shown:
            question = frame.question
            if question is not None and question.answer is not None:
                self.answered = question
            if self.frame is None or frame.index >= self.frame.index:
                self.frame = frame
        self.version += 1
        if self.ending is not None:
            self.end()

    def _say(self, lines: Iterable[Line]) -> None:
        self.story += [text for line in lines for text in plain_page(line)]

    def damaged(self, why: str) -> None:
        """It cannot be read on."""
        # The folder is nobody's business who looks at a page.
        self.damage = why.replace(f"{self.parts[0].parent}{os.sep}", "")
        self.end()


class LiveGames:
    """The games of a folder that are being played.

    Reading goes on in a thread of its own, a little at a time, so that it holds nothing up; what is asked
    here only looks at what was read.

    Args:
        show_hands: our hands are shown while games run.
        at_once: seconds in which lines of one game are taken before another one has its turn.
    """

    def __init__(
        self,
        folder: Path,
        catalogue: Catalogue,
        effects: CardEffects,
        *,
        show_hands: bool = False,
        now: Callable[[], float] = time.time,
        at_once: float = _AT_ONCE,
    ) -> None:
        self.folder = folder
        self._catalogue = catalogue
        self._effects = effects
        self._show_hands = show_hands
        self._now = now
        self._at_once = at_once
        self._games: dict[Path, _Followed] = {}
        self._searched = float("-inf")
        self._news = asyncio.Event()

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK)

    def close(self) -> None:
        """Close the files."""
        for each in self._games.values():
            each.close()

    async def look(self) -> None:
        """Take what is new now, and wake who waits for it."""
        before = self.versions()
        with contained(lambda fault: _log.error("live_games_not_read", exc_info=fault)):
            await asyncio.to_thread(self._look)
        if self.versions() != before:
            news, self._news = self._news, asyncio.Event()
            news.set()

    async def changed(self) -> None:
        """Wait until something is new."""
        await self._news.wait()

    def versions(self) -> dict[str, int]:
        """The version of each game."""
        return {each.game.name: each.game.version for each in tuple(self._games.values())}

    def games(self) -> list[LiveGame]:
        """The games that run, and those that just ended; the newest first."""
        return sorted((each.game for each in tuple(self._games.values())), key=lambda game: game.name)[::-1]

    def find(self, name: str) -> LiveGame | None:
        """A followed game by the name of any of its parts."""
        named = (game for game in self.games() for each in game.parts if game_name(each, self.folder) == name)
        return next(named, None)

    def paths(self) -> dict[Path, str]:
        """The journals of the folder, each with its name in addresses."""
        return {path: game_name(path, self.folder) for path in recordings_in(self.folder)}

    def parts(self, name: str) -> list[Path]:
        """The journals of the game of which one has this name, in their order; none if there is none."""
        found = next((path for path, called in self.paths().items() if called == name), None)
        return [] if found is None else chain_of(found)

    def recorded(self, parts: Sequence[Path]) -> LiveGame:
        """Read a game of the folder that is not followed. Takes long."""
        game = self._game(parts)
        game.read()
        return game

    def _game(self, parts: Sequence[Path]) -> LiveGame:
        return LiveGame(self.folder, parts, self._catalogue, self._effects, show_hand=self._show_hands)

    # -- in a thread --------------------------------------------------------------------------------

    def _look(self) -> None:
        now = self._now()
        if now - self._searched >= _SEARCH:
            self._searched = now
            self._search(now)
        for path, each in tuple(self._games.items()):
            each.read_on(now, self._at_once)
            if now - each.grew > (GROWING if each.game.ending is None else _REMEMBERED):
                each.close()
                del self._games[path]

    def _search(self, now: float) -> None:
        known = {part for each in self._games.values() for part in each.game.parts}
        fresh = []
        for path in recordings_in(self.folder):
            if path in known:
                continue
            with suppress(OSError):
                changed = path.stat().st_mtime
                if now - changed < GROWING:
                    fresh.append((changed, path))
        for changed, path in sorted(fresh, reverse=True):
            if path not in known:
                with suppress(JournalError):  # nothing is in it yet
                    before = predecessors(path)
                    known.update(before)
                    self._follow([*before, path], changed)

    def _follow(self, parts: list[Path], changed: float) -> None:
        """Follow a game, or the next part of one that is followed.

        Raises:
            JournalError: its first part cannot be opened.
        """
        for number, part in enumerate(parts):
            if part in self._games:
                followed = self._games[parts[-1]] = self._games.pop(part)
                followed.go_on(parts[number + 1 :], changed)
                return
        if len(self._games) < MOST_GAMES:
            self._games[parts[-1]] = _Followed(self._game(parts), changed)


class _Followed:
    """A game with the part of it that is read."""

    def __init__(self, game: LiveGame, grew: float) -> None:
        self.game = game
        self.grew = grew
        self._parts = iter(game.parts[1:])
        self._tail = JournalTail(game.parts[0])
        self._lines = self._tail.new()
        self._closed = False

    def go_on(self, parts: Sequence[Path], grew: float) -> None:
        """There are further parts."""
        self.game.parts += parts
        self._parts = itertools.chain(self._parts, parts)
        self.grew = grew
        if self._closed:
            self._closed, self._lines = False, iter(())

    def read_on(self, now: float, at_once: float) -> None:
        """Take lines for a short while."""
        if self._closed:
            return
        try:
            if self._read(time.monotonic() + at_once):
                self.grew = now
        except JournalError as fault:
            self.game.damaged(str(fault))
        if self.game.over:
            self.close()

    def _read(self, until: float) -> bool:
        """Take lines; whether there were any.

        Raises:
            JournalError: the last part cannot be read on.
        """
        found = False
        while time.monotonic() < until:
            try:
                batch = list(itertools.islice(self._lines, 8))
                self.game.take(batch)
            except JournalError:
                if not self._next_part():
                    raise
                continue
            found = found or bool(batch)
            if not batch and not self._next_part():
                self._lines = self._tail.new()
                if self._tail.over:
                    self.game.end()
                break
        return found

    def _next_part(self) -> bool:
        part = next(self._parts, None)
        if part is None:
            return False
        self._tail.close()
        self._tail = JournalTail(part)
        self._lines = self._tail.new()
        self.game.go_on(part)
        return True

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._tail.close()
