"""One game of a person against a strategy, from the seat of an ordinary client."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

from msgspec.structs import replace

from gemp_bot.decisions import Catalogue, IllegalAnswerError
from gemp_bot.effects import CardEffects
from gemp_bot.errors import BotError
from gemp_bot.journal import JournalLine
from gemp_bot.pages.play_hint import Adviser
from gemp_bot.pages.play_seat import Given, PersonSeat, read_answer
from gemp_bot.pages.play_view import (
    PlayChoice,
    PlayState,
    Stage,
    StoryLine,
    asking_of,
    story_line,
    verdict_of,
)
from gemp_bot.play import GameOutcome, Recorder
from gemp_bot.play.game import Game
from gemp_bot.play.settings import PlaySettings
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.report.story.lines import Line
from gemp_bot.report.story.writer import StoryTold
from gemp_bot.strategy import Strategy
from gemp_bot.view.journals import JournalWatcher
from gemp_bot.view.model import BoardView, QuestionView

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
        self._told = StoryTold()
        self._story: list[StoryLine] = []
        self._heard = 0

    async def run(self, recorder: Recorder, log_in: Callable[[], Awaitable[object]]) -> None:
        """Play it to its end."""
        game = Game(self._channel, self._seat, self._catalogue, recorder, log_in=log_in, settings=_MANNERS)
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
            fresh=tuple(self._lines(len(self._story), self._told.unripe())),
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
