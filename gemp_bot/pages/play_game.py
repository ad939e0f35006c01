"""One game of a person against a strategy, from the seat of an ordinary client."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

import structlog
from msgspec.structs import replace

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Answer, Catalogue, IllegalAnswerError, PromptKind, Question
from gemp_bot.decisions.legal import Number, OneOf
from gemp_bot.effects import CardEffects
from gemp_bot.errors import BotError, contained
from gemp_bot.journal import JournalLine
from gemp_bot.journal.writer import Recorder
from gemp_bot.pages.play_view import (
    PlayChoice,
    PlayState,
    Stage,
    StoryLine,
    asking_of,
    story_line,
    verdict_of,
)
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome, verdict_line
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.replay import Relive
from gemp_bot.report.story import StoryTeller
from gemp_bot.report.story_lines import Line
from gemp_bot.state import Table
from gemp_bot.strategy import Strategy, Thought, Verdict
from gemp_bot.strategy.base import Budget, Overrulable
from gemp_bot.threads import DaemonThread
from gemp_bot.view.model import BoardView, QuestionView
from gemp_bot.view.names import Titles
from gemp_bot.view.watcher import AskedQuestion, JournalWatcher

Given = list[str] | int | None
"""What a page sends: the keys of what is chosen, a number, or None for a pass."""


class PersonSeat:
    """Answers the questions of one game as a person tells it to, however long that takes.

    Nothing else ever answers for the person: there is no deadline here, and no rule to fall back on.

    Args:
        on_change: called when a question begins or ends to wait.

    Attributes:
        question: what waits for the person; None if nothing does.
        refused: answers to it that the server has refused.
        replaced: always 0, see `play.game.Answerer`.
    """

    def __init__(self, on_change: Callable[[], None]) -> None:
        self.question: Question | None = None
        self.refused: frozenset[str] = frozenset()
        self.replaced = 0
        self._on_change = on_change
        self._answer: asyncio.Future[Answer] | None = None
        self._over = False

    async def think(
        self,
        view: Table,  # noqa: ARG002 - a person sees it in the browser
        question: Question,
        refused: frozenset[str] = frozenset(),
        *,
        seconds: float | None = None,  # noqa: ARG002 - a person is not hurried
    ) -> Thought:
        """Wait for the person."""
        if self._over:
            return Thought(Verdict(question.first_legal()))
        self._answer = asyncio.get_running_loop().create_future()
        self.question, self.refused = question, refused
        self._on_change()
        try:
            return Thought(Verdict(await self._answer))
        finally:
            self.question = self._answer = None
            self._on_change()

    def give(self, answer: Answer) -> None:
        """Answer the question that waits."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def hurry(self) -> None:
        """The game is over for the server: let go of what waits. What is sent then counts no more."""
        self._over = True
        if self.question is not None:
            self.give(self.question.first_legal())


def read_answer(question: Question, given: Given) -> Answer:
    """What a page sends, as an answer of a question.

    Raises:
        IllegalAnswerError: it is none; one line.
    """
    if given is None:
        return question.pass_()
    if isinstance(given, int):
        return question.choose_number(given)
    if not isinstance(question.legal, OneOf):
        if isinstance(question.legal, Number):
            raise IllegalAnswerError("a number is asked for")
        return question.choose_cards(given)
    chosen = [option for option in question.options if option.key in given]
    if len(given) != 1 or len(chosen) != 1:
        raise IllegalAnswerError("exactly one of the options is asked for")
    return question.choose(chosen[0])


_log = structlog.stdlib.get_logger(__name__)

_SECONDS = 60.0
"""How long a hint is waited for."""


class Adviser:
    """Follows a game beside a person, and decides every question of it for itself.

    It is fed what the person's own client sees, with a table of its own, in a thread of its own: a person who
    answers at once waits for nobody. What the person answers instead is told to the strategy.

    Args:
        strategy: decides; one for each game. What it fails at has no hint.
        catalogue: reads the server's English.
        index: the titles of cards.
    """

    def __init__(self, strategy: Strategy, catalogue: Catalogue, index: CardIndex) -> None:
        self._strategy = strategy
        self._relive = Relive(Path("hint"), catalogue)
        self._titles = Titles(index)
        self._aside = DaemonThread("hint")
        self._lines: asyncio.Queue[JournalLine] = asyncio.Queue()
        self._taken = 0
        self._open: tuple[Question, Verdict] | None = None
        self._newest: QuestionView | None = None
        self._news = asyncio.Event()

    def hear(self, line: JournalLine) -> None:
        """Take a line of the person's game, to be thought about soon."""
        if isinstance(line, Exchange):
            self._lines.put_nowait(line)

    async def run(self) -> None:
        """Follow the game for ever."""
        while True:
            line = await self._lines.get()
            with contained(lambda fault: _log.warning("hint_failed", exc_info=fault)):
                await self._aside.call(partial(self._take, line))
            self._news.set()
            self._news.clear()

    async def hint(self, number: int) -> QuestionView | None:
        """What would be answered to a question, in words; None if it is not known.

        Args:
            number: of the question in the game, from 1.
        """
        try:
            async with asyncio.timeout(_SECONDS):
                while self._newest is None or self._newest.n < number:
                    await self._news.wait()
        except TimeoutError:
            return None
        return self._newest if self._newest.n == number else None

    def _take(self, line: JournalLine) -> None:
        self._taken += 1
        if isinstance(line, Exchange):
            self._answered(line)
        step = self._relive.take(self._taken, line)
        if step is None or step.update is None:
            return
        self._titles.learn(step.update.events)
        question, table = step.question, self._relive.table
        if question is None:
            return
        # What waits for a hint looks at the newest one at any moment: it is set once it is whole.
        self._newest = self._decided(AskedQuestion(table, question, step.number, self._titles), table)

    def _decided(self, asked: AskedQuestion, table: Table) -> QuestionView:
        """The question with what the strategy answers, or as it was asked if it does not."""
        question = asked.question
        if question.kind is PromptKind.ALLOW_REVERT:
            return asked.view
        try:
            verdict = self._strategy.decide(table, question, Budget())
            wire = question.wire_of(verdict.answer)
        except Exception as fault:  # noqa: BLE001 - it may be foreign code; the game goes on without a hint
            _log.info("no_hint", strategy=self._strategy.name, why=f"{type(fault).__name__}: {fault}")
            return asked.view
        self._open = question, verdict
        return asked.answered(wire, verdict_line(asked.view.n, Thought(verdict)))

    def _answered(self, line: Exchange) -> None:
        """Tell the strategy what the person answered, if it is something else."""
        wire = line.form.get("decisionValue")
        if wire is None or self._open is None:
            return
        (question, verdict), self._open = self._open, None
        if wire == verdict.answer.wire or not isinstance(self._strategy, Overrulable):
            return
        with suppress(Exception):  # foreign code, as above
            self._strategy.overruled(self._relive.table, question, question.answered(wire))


_LINES = 120
"""Lines of the story that a page gets."""
_DAYS = 24 * 60.0 * 30
"""Minutes a game may last: a person may leave it open."""
_MANNERS = PlaySettings(max_minutes=_DAYS)


class PlayError(BotError):
    """What the page asked for cannot be done; one line for the person."""


class PersonGame:
    """A game that a person plays.

    Args:
        channel: the game, not opened yet.
        number: of the game in its session.
        choice: what is played.
        catalogue: reads the server's English.
        effects: the cards, and what their texts do.
        adviser: whose hints are given.
        on_change: called whenever the state is another one.
    """

    def __init__(
        self,
        channel: GameChannel,
        *,
        number: int,
        choice: PlayChoice,
        catalogue: Catalogue,
        effects: CardEffects,
        adviser: Strategy,
        on_change: Callable[[], None],
    ) -> None:
        self.id = channel.game_id
        self.choice = choice
        self.outcome: GameOutcome | None = None
        self._number = number
        self._channel = channel
        self._catalogue = catalogue
        self._seat = PersonSeat(on_change)
        self._seen = JournalWatcher(Path("play"), catalogue, effects)
        self._adviser = Adviser(adviser, catalogue, effects.index)
        self._on_change = on_change
        self._told = StoryTeller()
        self._story: list[StoryLine] = []
        self._heard = 0

    async def run(self, recorder: Recorder, log_in: Callable[[], Awaitable[object]]) -> None:
        """Play it to its end."""
        game = OwnGame(self._channel, self._seat, self._catalogue, recorder, log_in=log_in, settings=_MANNERS)
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

    def undo(self, number: int) -> None:
        """Ask for the game to be taken back; the server then asks how far.

        Raises:
            PlayError: not at this question.
        """
        question, view = self._seat.question, self._asked
        if question is None or view is None or view.n != number or not question.can_revert:
            raise PlayError("the game cannot be taken back now: wait for a question of your own turn")
        self._seat.give(question.revert())

    async def concede(self) -> None:
        """Give the game up.

        Raises:
            GempError: the server did not take it.
        """
        if not self.over:
            await self._channel.concede()
            # What waits is answered only now: the server takes no answer after the end.
            self._seat.hurry()

    async def hint(self, number: int) -> QuestionView | None:
        """What the adviser would answer to a question; None if it does not know."""
        return await self._adviser.hint(number)

    # -- what the person sees -----------------------------------------------------------------------

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
        return PlayState(
            version=version,
            stage=stage,
            game=self._number,
            choice=self.choice,
            me=watcher.table.my_side,
            turn=None if frame is None else frame.turn,
            phase=None if frame is None else frame.phase,
            whose=None if frame is None else frame.whose,
            board=None if frame is None else self._board(frame.board, watcher.table.my_side),
            question=asked if stage is Stage.ASKED else None,
            asking=None
            if question is None or stage is not Stage.ASKED
            else asking_of(
                question,
                watcher.table,
                refused=bool(self._seat.refused),
                phase=None if frame is None else frame.phase,
                mine=frame is not None and frame.whose is watcher.table.my_side,
            ),
            story=tuple(self._story[-_LINES:]),
            fresh=tuple(self._lines(len(self._story), self._told.pending_lines())),
            ending=ending,
            verdict="" if ending is None else verdict_of(ending, watcher.table.my_side),
            trouble=trouble,
        )

    def _board(self, board: BoardView, me: Side | None) -> BoardView:
        """The board with plain names, and without clocks: none runs against a person here."""
        players = tuple(
            replace(player, name="You" if player.side is me else self.choice.strategy)
            for player in board.players
        )
        return replace(board, clocks=(), players=players)

    @property
    def _asked(self) -> QuestionView | None:
        """The question that waits, in words."""
        frames = self._seen.watcher.frames
        return frames[-1].question if frames and self._seat.question is not None else None

    @staticmethod
    def _lines(first: int, told: Iterable[Line]) -> list[StoryLine]:
        return [story_line(first + place, line) for place, line in enumerate(told)]
