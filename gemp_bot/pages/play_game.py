"""One game of a person against a strategy, from the seat of an ordinary client."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path

from gemp_bot.cards.deck import DeckList
from gemp_bot.decisions import Catalogue, IllegalAnswerError, PromptKind, Question
from gemp_bot.effects import CardEffects
from gemp_bot.errors import BotError
from gemp_bot.journal import JournalLine
from gemp_bot.journal.writer import Recorder
from gemp_bot.pages.card_sheet import CardSheet, CardSheets, CardSought
from gemp_bot.pages.play_adviser import Adviser
from gemp_bot.pages.play_hints import Hint, hint_of
from gemp_bot.pages.play_numbers import OptionNumbers
from gemp_bot.pages.play_review import review_address
from gemp_bot.pages.play_seat import Given, PersonSeat, Standing, read_answer
from gemp_bot.pages.play_shortcuts import ShortcutKind, shortcuts_of
from gemp_bot.pages.play_steps import Step, StepTeller
from gemp_bot.pages.play_view import (
    PlayChoice,
    PlayState,
    Stage,
    StoryLine,
    asking_of,
    plain_board,
    said_question,
    story_line,
    taking_back,
    verdict_of,
)
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.report.story import StoryTeller
from gemp_bot.report.story_lines import Line
from gemp_bot.strategy import Strategy
from gemp_bot.view.model import Battle, BoardView, QuestionView
from gemp_bot.view.watcher import JournalWatcher

_LINES = 120
"""Lines of the story that a page gets."""
_DAYS = 24 * 60.0 * 30
"""Minutes a game may last: a person may leave it open."""
_BACK, _BACK_TO = "Your last step is taken back.", "The game is taken back to where you chose."
_MANNERS = PlaySettings(max_minutes=_DAYS)


class PlayError(BotError):
    """What the page asked for cannot be done; one line for the person.

    Args:
        told: the line.
        problems: all that is wrong with what the person wrote, a line each.
    """

    def __init__(self, told: str, problems: Sequence[str] = ()) -> None:
        super().__init__(told)
        self.problems = tuple(problems)


class PersonGame:
    """A game that a person plays.

    Args:
        channel: the game, not opened yet.
        number: of the game in its session, from 1.
        choice: what is played.
        journal: where it is recorded; None for nowhere.
        catalogue: reads the server's English.
        effects: the cards, and what their texts do.
        adviser: whose hints are given.
        deck: the person's own.
        standing: what is answered without asking.
        on_change: called whenever the state is another one.
        on_answer: told of each answer as it is sent, but those of `repeat`.
    """

    def __init__(
        self,
        channel: GameChannel,
        *,
        number: int,
        choice: PlayChoice,
        journal: Path | None,
        catalogue: Catalogue,
        effects: CardEffects,
        adviser: Strategy,
        deck: DeckList,
        standing: Standing,
        on_change: Callable[[], None],
        on_answer: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.id = channel.game_id
        self.choice = choice
        self.journal = journal
        self.outcome: GameOutcome | None = None
        self.number = number
        self._game: OwnGame | None = None
        self._channel = channel
        self._catalogue = catalogue
        self._seat = PersonSeat(on_change, self._answered)
        self._seat.standing = standing
        self._seen = JournalWatcher(Path("play"), catalogue, effects, each_deed=True)
        self._adviser = Adviser(adviser, catalogue, effects.index)
        self._numbers = OptionNumbers(self._seen.watcher.numbers, effects, deck)
        self._sheets = CardSheets(self._seen.watcher.table, self._seen.watcher.numbers, effects)
        self._steps = StepTeller(self._plain_board)
        self._notes: tuple[Question | None, dict[str, str]] = None, {}
        self._on_answer = on_answer
        self._on_change = on_change
        self._told = StoryTeller()
        self._story: list[StoryLine] = []
        self._heard = 0
        self._back = _BACK_TO

    async def run(self, recorder: Recorder, log_in: Callable[[], Awaitable[object]]) -> None:
        """Play it to its end."""
        game = OwnGame(self._channel, self._seat, self._catalogue, recorder, log_in=log_in, settings=_MANNERS)
        self._game = game
        advising = asyncio.create_task(self._adviser.run(), name="hints")
        try:
            self.outcome = await game.run()
        finally:
            advising.cancel()
            await asyncio.wait([advising])
            self._story += self._lines(len(self._story), self._told.rest())
            self._on_change()

    def hear(self, line: JournalLine) -> None:
        """Take a line about the game, as a journal would keep it."""
        self._heard += 1
        frames = self._seen.take(self._heard, line)
        self._steps.take(frames, self._seen.watcher.table.my_side)
        self._story += self._lines(len(self._story), self._told.take(frames))
        self._adviser.hear(line)
        self._on_change()

    # -- what the person does -----------------------------------------------------------------------

    def answer(self, number: int, given: Given) -> None:
        """Answer the question that waits.

        Raises:
            PlayError: it is another one, or this is no answer of it.
        """
        question, view = self._seat.question, self._asked
        if question is None or view is None:
            raise PlayError("nothing is asked now")
        if view.n != number:
            raise PlayError(f"question {number} does not wait any more: question {view.n} does")
        try:
            self._seat.give(read_answer(question, given))
        except IllegalAnswerError as fault:
            raise PlayError(f"this cannot be answered: {fault}") from None

    def undo(self, number: int, *, listed: bool) -> None:
        """Ask for the game to be taken back: to before what the person did last, or as far as is then chosen.

        Raises:
            PlayError: not at this question, or nothing was done yet.
        """
        question, view = self._seat.question, self._asked
        if question is None or view is None or view.n != number:
            raise PlayError("this question does not wait any more")
        try:
            self._seat.undo(listed=listed)
            self._back = _BACK_TO if listed else _BACK
        except IllegalAnswerError as fault:
            raise PlayError(str(fault)) from None

    def shortcut(self, number: int, kind: ShortcutKind, count: int) -> None:
        """Take a shortcut.

        Raises:
            PlayError: another question waits, or it is not offered there.
        """
        view = self._asked
        if view is None or view.n != number:
            raise PlayError("this question does not wait any more")
        try:
            self._seat.take(self._seen.watcher.table, kind, count)
        except IllegalAnswerError as fault:
            raise PlayError(str(fault)) from None

    def stand(self, standing: Standing) -> None:
        """Take what is answered without asking, from the next question on."""
        self._seat.standing = standing

    def repeat(self, wires: Sequence[str]) -> None:
        """Give these answers first: the game is played again from its start."""
        self._seat.repeat(wires)

    @property
    def resuming(self) -> bool:
        """Whether it is played again, up to where it was."""
        return self._seat.repeating

    async def concede(self) -> None:
        """Give the game up.

        Raises:
            GempError: the server did not take it.
        """
        if not self.over:
            await self._channel.concede()
            if self._game is not None:
                self._game.concede(told=True)

    async def hint(self, number: int) -> Hint | None:
        """What the adviser would answer to a question; None if it does not know."""
        found = await self._adviser.hint(number)
        question = self._seat.question
        if found is None or found.answer is None or question is None:
            return None
        return hint_of(said_question(found), self._notes_of(question).get(found.answer, ""))

    # -- what the person sees -----------------------------------------------------------------------

    @property
    def asks(self) -> bool:
        """Whether a question waits for the person."""
        return self._seat.question is not None

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.outcome is not None

    def state(self, version: int) -> PlayState:
        """Everything the page shows."""
        watcher = self._seen.watcher
        frame = watcher.frames[-1] if watcher.frames else None
        asked, ending = self._asked, watcher.ending
        stage, trouble = Stage.WAITING, ""
        if ending is not None:
            stage = Stage.OVER
        elif self.outcome is not None:
            stage, trouble = Stage.FAILED, self.outcome.fault or "the game is gone"
        elif asked is not None:
            stage = Stage.ASKED
        question = self._seat.question
        table = watcher.table
        return PlayState(
            version=version,
            stage=stage,
            game=self.number,
            choice=self.choice,
            me=watcher.table.my_side,
            turn=None if frame is None else frame.turn,
            phase=None if frame is None else frame.phase,
            whose=None if frame is None else frame.whose,
            board=None if frame is None else self._plain_board(frame.board),
            question=asked if stage is Stage.ASKED else None,
            asking=None
            if question is None or stage is not Stage.ASKED
            else asking_of(
                question,
                table,
                notes=self._notes_of(question),
                shortcuts=shortcuts_of(question, table),
                no_undo=self._seat.not_undone(question),
                refused=bool(self._seat.refused),
                phase=None if frame is None else frame.phase,
                mine=frame is not None and frame.whose is table.my_side,
            ),
            steps=self._steps.last,
            fought=self._fought,
            resuming=self.resuming,
            story=tuple(self._story[-_LINES:]),
            fresh=tuple(self._lines(len(self._story), self._told.pending_lines())),
            ending=ending,
            verdict="" if ending is None else verdict_of(ending, watcher.table.my_side),
            trouble=trouble,
            review=review_address(self.number) if self.over and self.journal is not None else "",
        )

    def steps(self, after: int) -> tuple[Step, ...]:
        """What came about since a step, one by one."""
        return self._steps.after(after)

    def card(self, sought: CardSought) -> CardSheet | None:
        """A card that is or was shown; None for any other."""
        return self._sheets.find(sought, self._seat.question)

    def _plain_board(self, board: BoardView) -> BoardView:
        return plain_board(board, self._seen.watcher.table.my_side, self.choice.strategy)

    @property
    def _fought(self) -> Battle | None:
        """The battle that ended last."""
        battles = self._seen.watcher.battles
        return battles[-1] if battles else None

    @property
    def _asked(self) -> QuestionView | None:
        """The question that waits, in words."""
        frames = self._seen.watcher.frames
        found = frames[-1].question if frames and self._seat.question is not None else None
        if found is None:
            return None
        if found.kind == PromptKind.REVERT_TO:
            found = taking_back(found, self._seen.watcher.table.me or "", self.choice.strategy)
        return said_question(found)

    def _notes_of(self, question: Question) -> dict[str, str]:
        """What is to be said of the options; worked out once, while the table is as it was asked."""
        if self._notes[0] is not question:
            self._notes = question, self._numbers.notes(self._seen.watcher.table, question)
        return self._notes[1]

    def _answered(self, question: Question, wire: str, again: bool) -> None:
        self._numbers.answered(question, wire)
        if not again:
            self._on_answer(wire)

    def _lines(self, first: int, told: Iterable[Line]) -> list[StoryLine]:
        return [story_line(first + place, line, self._back) for place, line in enumerate(told)]
