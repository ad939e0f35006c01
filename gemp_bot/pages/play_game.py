"""One game of a person against a strategy, from the seat of an ordinary client."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from gemp_bot.cards.deck import DeckList
from gemp_bot.decisions import Catalogue, IllegalAnswerError, Question
from gemp_bot.effects import CardEffects
from gemp_bot.errors import BotError
from gemp_bot.journal import JournalLine
from gemp_bot.journal.writer import Recorder
from gemp_bot.pages.play_adviser import Adviser
from gemp_bot.pages.play_hints import Hint, hint_of
from gemp_bot.pages.play_review import review_address
from gemp_bot.pages.play_seat import Given, PersonSeat, Standing, read_answer
from gemp_bot.pages.play_shortcuts import ShortcutKind, shortcuts_of
from gemp_bot.pages.play_shown import ShownGame
from gemp_bot.pages.play_view import PlayChoice, PlayState, Stage, said_question
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.strategy import Strategy
from gemp_bot.view.watcher import JournalWatcher

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
        standing: what is answered without asking.
        on_change: called whenever the state is another one.
        on_answer: told of each answer as it is sent, but those of `repeat`.

    Attributes:
        shown: what the person sees of it.
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
        seen = JournalWatcher(Path("play"), catalogue, effects, each_deed=True)
        self.shown = ShownGame(seen, effects, deck, choice.strategy, lambda: self._seat.question)
        self._adviser = Adviser(adviser, catalogue, effects.index)
        self._on_answer = on_answer
        self._on_change = on_change

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
            self.shown.ended()
            self._on_change()

    def hear(self, line: JournalLine) -> None:
        """Take a line about the game, as a journal would keep it."""
        self.shown.hear(line)
        self._adviser.hear(line)
        self._on_change()

    # -- what the person does -----------------------------------------------------------------------

    def answer(self, number: int, given: Given) -> None:
        """Answer the question that waits.

        Raises:
            PlayError: it is another one, or this is no answer of it.
        """
        question, view = self._seat.question, self.shown.asked
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
        question, view = self._seat.question, self.shown.asked
        if question is None or view is None or view.n != number:
            raise PlayError("this question does not wait any more")
        try:
            self._seat.undo(listed=listed)
            self.shown.back = _BACK_TO if listed else _BACK
        except IllegalAnswerError as fault:
            raise PlayError(str(fault)) from None

    def shortcut(self, number: int, kind: ShortcutKind, count: int) -> None:
        """Take a shortcut.

        Raises:
            PlayError: another question waits, or it is not offered there.
        """
        view = self.shown.asked
        if view is None or view.n != number:
            raise PlayError("this question does not wait any more")
        try:
            self._seat.take(self.shown.table, kind, count)
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
        if found is None or found[0].answer is None or question is None:
            return None
        view, reasons = found
        return hint_of(said_question(view), reasons, self.shown.odds(question, found[0].answer))

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
        stage, trouble = Stage.WAITING, ""
        if self.shown.ending is not None:
            stage = Stage.OVER
        elif self.outcome is not None:
            stage, trouble = Stage.FAILED, self.outcome.fault or "the game is gone"
        elif self.shown.asked is not None:
            stage = Stage.ASKED
        question = self._seat.question
        shortcuts = () if question is None else shortcuts_of(question, self.shown.table)
        no_undo = "" if question is None else self._seat.not_undone(question)
        return replace(
            self.shown.state(version, stage, shortcuts, no_undo, refused=bool(self._seat.refused)),
            game=self.number,
            choice=self.choice,
            resuming=self.resuming,
            trouble=trouble,
            review=review_address(self.number) if self.over and self.journal is not None else "",
        )

    def _answered(self, question: Question, wire: str, again: bool) -> None:
        self.shown.answered(question, wire)
        if not again:
            self._on_answer(wire)
