"""Watches one game, and gives frames and deeds as they become known.

A live game, a journal, a recording without verdicts and a spectated game are one path: everything goes
through `step`, with the steps of `replay.Relive`, or through the calls it is made of.
"""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue, Question
from gemp_bot.decisions.describing import DescribedQuestion, tell
from gemp_bot.effects import CardEffects
from gemp_bot.journal import Head, VerdictLine
from gemp_bot.journal.reader import JournalLine, JournalTail
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.ending import Ending, EndKind
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.events import Asked, Message, SnapshotStart, Statistics
from gemp_bot.replay import Relive, RelivedExchange
from gemp_bot.replay.relive import AnswerStatus
from gemp_bot.state import Table, TableCard
from gemp_bot.valuation.stakes import chance_by_life
from gemp_bot.view.boards import BoardViews, TableNumbers, players_of
from gemp_bot.view.deed_reader import DeedReader
from gemp_bot.view.model import (
    Battle,
    Curves,
    Deed,
    DeedKind,
    EndView,
    Frame,
    GameHead,
    GameView,
    OptionView,
    Players,
    QuestionView,
    Weighed,
)
from gemp_bot.view.names import CardNames, Reasons, Titles, Why


class AskedQuestion:
    """A question, put into words while the table is as it was asked."""

    def __init__(self, table: Table, question: Question, number: int, titles: Titles) -> None:
        self.question = question
        self._told: DescribedQuestion = tell(table, question, titles.title, titles.text)
        self.view = QuestionView(
            n=number,
            prompt=question.asked,
            kind=question.kind.value,
            min=question.min,
            max=question.max,
            can_pass=question.can_pass,
            is_choice=question.is_choice,
            options=tuple(
                OptionView(
                    choice.option.key,
                    choice.words,
                    choice.option.card_id,
                    choice.option.selectable,
                )
                for choice in self._told.choices
            ),
        )

    def answered(self, wire: str, verdict: VerdictLine | None) -> QuestionView:
        """The question with its answer, and with our own line about it if there is one."""
        keys = wire.split(",") if wire else []
        scores: dict[str, float | None] = {}
        total = None
        if verdict is not None:
            total = sum(part.force for part in verdict.parts) if verdict.parts else None
            scores = {each.answer: each.score for each in verdict.alternatives}
            scores[wire] = total
        options = self.view.options
        if keys or scores:
            options = tuple(
                replace(option, score=scores.get(option.key), chosen=option.key in keys)
                if option.key in keys or option.key in scores
                else option
                for option in options
            )
        found = replace(self.view, options=options, answer=wire, chosen=self._told.words(wire), score=total)
        if verdict is None:
            return found
        return replace(
            found,
            reasons=tuple(Why(part.reason, part.force) for part in verdict.parts),
            others=tuple(Weighed(self._told.words(each.answer), each.score) for each in verdict.alternatives),
            fallback=verdict.fallback,
        )


def curves_of(frames: Iterable[Frame]) -> Curves:
    """The curves of a game; what was taken back, and what came before the first numbers, is left out."""
    curves = Curves([], [], [], [], [], [], [], [], [], [], [])
    for frame in frames:
        players = frame.board.players
        if frame.taken_back or len(players) != 2:  # noqa: PLR2004 - Dark and Light
            continue
        curves.frames.append(frame.index)
        curves.turns.append(frame.turn or 0)
        for player in players:
            for name in ("life", "force", "generation", "hand"):
                getattr(curves, f"{player.side.value.lower()}_{name}").append(getattr(player, name))
        curves.chance.append(frame.chance or 0.0)
    return curves


_QUIET = frozenset({DeedKind.PHASE_BEGAN, DeedKind.TURN_BEGAN})
"""Deeds for which no frame of its own is made."""
_FLOWS = frozenset({DeedKind.ACTIVATED, DeedKind.USED, DeedKind.DREW, DeedKind.TOOK, DeedKind.PUT_BACK})
"""Deeds that are told with those around them where frames are made for single deeds."""


class GameWatcher:
    """Watches one game from the seat of whoever was told it.

    Args:
        reasons: of both players, if somebody overhears them; else those of our own verdicts.
        boards: False to make frames without boards, for who wants deeds only.
        each_deed: an update that tells of several deeds makes a frame for each, for who shows them one by
            one; else one for all of them.

    Attributes:
        table: the table after the last update. Read it only.
        frames: all so far. One whose question is answered is replaced.
    """

    def __init__(
        self,
        index: CardIndex,
        *,
        effects: CardEffects | None = None,
        reasons: Reasons | None = None,
        boards: bool = True,
        each_deed: bool = False,
    ) -> None:
        self.table = Table()
        self.frames: list[Frame] = []
        self._names = CardNames(index)
        self._overheard = reasons is not None
        self._reasons = reasons or Reasons()
        self._views = BoardViews(self.table, self._names, effects or CardEffects(index))
        self._with_boards = boards
        self._each_deed = each_deed
        self._reader = DeedReader(self._names, self._reasons, self._forfeit)
        self._head: Head | None = None
        self._number = 0
        self._asked: tuple[int, AskedQuestion] | None = None
        self._news: dict[int, Frame] = {}
        self._log: list[str] = []
        self._marks: list[int] = []
        self._ended = False

    # -- feeding ------------------------------------------------------------------------------------

    def head(self, head: Head | None) -> None:
        """With what the game is played."""
        self._head = head

    def step(self, step: RelivedExchange) -> None:
        """Take one step of a recorded game."""
        if step.answer is not None and step.posted not in (AnswerStatus.REFUSED, AnswerStatus.DOUBLE):
            self.answered(step.answer, step.verdict)
        if step.update is not None:
            self.update(step.update)
        if step.question is not None:
            self.asked(step.question, step.number)

    def update(self, update: GameUpdate) -> None:
        """Take what the server told. Its question, if it asks one, follows by `asked`."""
        reader, table = self._reader, self.table
        self._names.titles.learn(update.events)
        before: list[str] | None = None
        for event in update.events:
            if isinstance(event, SnapshotStart):
                before, self._log = self._log, []
            elif isinstance(event, Message):
                self._log.append(event.message)
            reader.apply(table, event)
            # The numbers come after what was done: a frame before them would show the old ones.
            if self._each_deed and isinstance(event, Statistics) and self._ripe:
                self._frame(None)
        table.apply(GameUpdate(update.snapshot, update.channel, (), update.clocks))
        if before:
            self._compare(before)
        reader.settle(table)
        self._end()
        asks = any(isinstance(event, Asked) for event in update.events)
        told = any(deed.kind not in _QUIET for deed in reader.deeds)
        if told and (self._ended or not asks):
            self._frame(None)

    @property
    def _ripe(self) -> bool:
        """Whether something came about that is worth a look of its own."""
        return any(deed.kind not in _QUIET and deed.kind not in _FLOWS for deed in self._reader.deeds)

    def asked(self, question: Question, number: int) -> None:
        """A question was asked by the newest update."""
        self._reader.asked(question)
        self._number = number
        asked = AskedQuestion(self.table, question, number, self._names.titles)
        self._frame(asked)
        self._asked = len(self.frames) - 1, asked

    def answered(self, wire: str, verdict: VerdictLine | None = None) -> None:
        """Our question was answered."""
        self.table.answered()
        found, self._asked = self._asked, None
        if found is None:
            return
        place, asked = found
        self._reader.answered(asked.question, wire)
        side = self.table.my_side
        if verdict is not None and side is not None and not self._overheard:
            parts = ((part.reason, part.force) for part in verdict.parts)
            self._reasons.note(side, asked.question, wire, parts)
        self._put(replace(self.frames[place], question=asked.answered(wire, verdict)))

    # -- what is seen -------------------------------------------------------------------------------

    @property
    def numbers(self) -> TableNumbers:
        """The board and its numbers, as they were when somebody looked last (`update`)."""
        return self._views.numbers

    def news(self) -> tuple[Frame, ...]:
        """The frames that are new or changed since the last time, in their order."""
        found = tuple(self._news[index] for index in sorted(self._news))
        self._news.clear()
        return found

    @property
    def battles(self) -> tuple[Battle, ...]:
        """The battles that are over and were not taken back."""
        return tuple(
            deed.battle
            for frame in self.frames
            if not frame.taken_back
            for deed in frame.deeds
            if deed.kind is DeedKind.BATTLE_ENDED and deed.battle is not None
        )

    def view(self) -> GameView:
        """The whole game so far."""
        return GameView(
            head=self.game_head,
            frames=tuple(self.frames),
            curves=curves_of(self.frames),
            battles=self.battles,
            ending=self.ending,
        )

    @property
    def game_head(self) -> GameHead:
        """Who plays."""
        table, head = self.table, self._head
        dark, light = table.players if len(table.players) == len(Side) else ("", "")
        found = GameHead(me=table.my_side, dark=dark, light=light)
        if head is None:
            return found
        return replace(
            found,
            game=head.game or "",
            bot=head.bot,
            strategy=head.strategy,
            deck=head.deck_name or "",
            seed=head.seed,
        )

    @property
    def ending(self) -> EndView | None:
        """How the game ended; None while it runs."""
        ending = self.table.ending
        return None if ending is None else EndView(_winner(self.table, ending), ending.reason.value)

    # -- frames -------------------------------------------------------------------------------------

    def _frame(self, asked: AskedQuestion | None) -> None:
        table = self.table
        turn_player = table.turn_player
        board = self._views.view(self._reader.battle) if self._with_boards else self._views.blank
        players = board.players if self._with_boards else players_of(table)
        self._marks.append(len(self._log))
        self._put(
            Frame(
                index=len(self.frames),
                number=self._number,
                board=board,
                turn=table.turn,
                whose=None if turn_player is None else table.side_of(turn_player),
                phase=table.phase,
                question=None if asked is None else asked.view,
                deeds=self._reader.deeds.take(),
                chance=_chance(players, table.my_side or Side.DARK),
            )
        )

    def _put(self, frame: Frame) -> None:
        if frame.index < len(self.frames):
            self.frames[frame.index] = frame
        else:
            self.frames.append(frame)
        self._news[frame.index] = frame

    def _compare(self, before: list[str]) -> None:
        """A snapshot told the log anew: where it is another one, the game was taken back (PROTOCOL 6.7)."""
        kept = _common(before, self._log)
        if kept == len(before):
            return
        for frame, mark in zip(tuple(self.frames), tuple(self._marks), strict=True):
            if mark > kept and not frame.taken_back:
                self._put(replace(frame, taken_back=True))
        self._reader.deeds.taken_back()

    def _end(self) -> None:
        ending = self.table.ending
        if ending is None or self._ended:
            return
        self._ended = True
        self._reader.deeds.add(
            Deed(
                DeedKind.ENDED,
                _winner(self.table, ending),
                what=ending.reason.value,
                players=players_of(self.table),
            )
        )

    def _forfeit(self, card: TableCard) -> float | None:
        self._views.numbers.update()
        return self._views.numbers.forfeit(card)


def _winner(table: Table, ending: Ending) -> Side | None:
    if ending.kind is EndKind.CANCELLED or ending.player is None:
        return None
    side = table.side_of(ending.player)
    return side if side is None or ending.kind is EndKind.WON else side.other


def _chance(players: Players, side: Side) -> float | None:
    lives = {player.side: player.life for player in players}
    if len(lives) != len(Side):
        return None
    return round(chance_by_life(lives[side], lives[side.other]), 3)


def _common(one: Iterable[str], other: Iterable[str]) -> int:
    """How many lines are the same at the beginning."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


_PAUSE = 0.5
"""Seconds between two looks at a file that grows."""


class GameMoment(NamedTuple):
    """One step of a recorded game: what was asked and answered, and what came about.

    Attributes:
        step: the exchange, with the question and the answer; the number is that in the whole game.
        table: as it is after the step; the same object throughout.
        frames: those that are new or changed.
        head: with what the game is played; None if the recording does not say so.
    """

    step: RelivedExchange
    table: Table
    frames: tuple[Frame, ...]
    head: Head | None


class JournalWatcher:
    """The one reader of a recorded game: of a file, of one that grows, or of lines as they are made.

    Args:
        path: of the journal; for lines that are not written yet, what they are called in a fault.
        continued: journals that continue it, in their order; `read` and `run` read them, too.

    Attributes:
        watcher: what is seen.
        relive: how far it is, in the file that is read.
        tallies: the counts of each file that was begun, in their order.
    """

    def __init__(
        self,
        path: Path,
        catalogue: Catalogue,
        effects: CardEffects,
        *,
        boards: bool = True,
        each_deed: bool = False,
        reasons: Reasons | None = None,
        continued: Sequence[Path] = (),
    ) -> None:
        self.relive = Relive(path, catalogue)
        self.tallies = [self.relive.tally]
        self._catalogue = catalogue
        self._continued = continued
        self._asked = 0
        self.watcher = GameWatcher(
            effects.index, effects=effects, reasons=reasons, boards=boards, each_deed=each_deed
        )

    def take(self, number: int, line: JournalLine) -> tuple[Frame, ...]:
        """Take one line; gives the frames that are new or changed.

        Raises:
            JournalError: it does not go with those before it.
        """
        step = self.relive.take(number, line)
        if step is None:
            self.watcher.head(self.relive.head)
            return ()
        return self._watch(step).frames

    def go_on(self, path: Path) -> None:
        """From here on the lines are those of a journal that continues what was taken."""
        self._asked += self.relive.tally.decisions
        self.relive = Relive(path, self._catalogue)
        self.tallies.append(self.relive.tally)

    def read(self) -> Iterator[GameMoment]:
        """Read the file to its end, step by step.

        Raises:
            JournalError: it cannot be read, or not to its end. What came before was given.
        """
        for path in (None, *self._continued):
            if path is not None:
                self.go_on(path)
            for step in self.relive:
                yield self._watch(step)

    def _watch(self, step: RelivedExchange) -> GameMoment:
        self.watcher.head(self.relive.head)
        if self._asked:
            step = dataclasses.replace(step, number=self._asked + step.number)
        self.watcher.step(step)
        return GameMoment(step, self.watcher.table, self.watcher.news(), self.relive.head)

    def run(self) -> GameWatcher:
        """Read the file to its end.

        Raises:
            JournalError: it cannot be read, or not to its end. What came before was watched.
        """
        for _ in self.read():
            pass
        return self.watcher

    async def follow(self, *, pause: float = _PAUSE) -> AsyncIterator[tuple[Frame, ...]]:
        """Read the file while it is written; ends with the game, or with the file.

        Raises:
            JournalError: it cannot be read.
        """
        tail = JournalTail(self.relive.path)
        try:
            while True:
                for number, line in tail.new():
                    if news := self.take(number, line):
                        yield news
                if tail.over or self.watcher.ending is not None:
                    return
                await asyncio.sleep(pause)
        finally:
            tail.close()
