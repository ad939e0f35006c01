"""Puzzles of the play page: positions with known answers, each with the page's own board and question."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import msgspec

from gemp_bot.cards.deck import DeckList, known_cards
from gemp_bot.decisions import Catalogue, Question
from gemp_bot.effects import CardEffects
from gemp_bot.pages.play_seat import Given, read_answer
from gemp_bot.pages.play_shown import ShownGame
from gemp_bot.pages.play_view import PlayChoice, PlayState, PuzzleView, Stage
from gemp_bot.positions import ExpectedAnswer, PositionFileError, RecordedPosition, read_position
from gemp_bot.positions.checking import matched_question
from gemp_bot.view.watcher import JournalWatcher

_OPPONENT = "opponent"
_MOST_NAMED = 3


class Puzzle:
    """One position, at its question.

    Args:
        before: the question before it, and how that was answered; None for none.
        number, of: its place among the puzzles, from 1, and how many there are.

    Attributes:
        shown: what the person sees of it.
    """

    def __init__(
        self,
        position: RecordedPosition,
        seen: JournalWatcher,
        question: Question,
        effects: CardEffects,
        *,
        before: tuple[Question, str] | None,
        number: int,
        of: int,
    ) -> None:
        self._position = position
        self._question = question
        self._matched = matched_question(seen.watcher.table, question, effects.index)
        head = seen.relive.head
        deck = known_cards(None if head is None else head.deck) or DeckList(())
        self.shown = ShownGame(seen, effects, deck, _OPPONENT, lambda: question)
        if before is not None:
            self.shown.answered(*before)
        self._view = PuzzleView(number, of, position.about)

    def answer(self, given: Given) -> None:
        """Answer it, as often as one likes.

        Raises:
            IllegalAnswerError: this is no answer of it.
        """
        wire = self._question.wire_of(read_answer(self._question, given))
        broken = [each for each in self._position.must_not if self._matched.fits(wire, each)]
        musts = self._position.must
        right = not broken and (not musts or any(self._matched.fits(wire, each) for each in musts))
        self._view = msgspec.structs.replace(
            self._view,
            right=right,
            chosen=self._matched.words(wire),
            better=() if right else tuple(chain.from_iterable(map(self._answers, musts))),
            why=(
                *(f"{_listed(self._answers(each))}: {each.why}" for each in musts),
                *(f"Not {_listed(self._answers(each))}: {each.why}" for each in self._position.must_not),
            ),
        )

    def _answers(self, wanted: ExpectedAnswer) -> Sequence[str]:
        """The answers that fit a description, in words."""
        if (number := wanted.number) is not None:
            low = number.min or 0
            return (f"{low} or more" if number.max is None else f"{low} to {number.max}",)
        wires = chain([""] * self._question.can_pass, (each.key for each in self._question.selectable))
        found = [self._matched.words(wire) for wire in wires if self._matched.fits(wire, wanted)]
        return tuple(dict.fromkeys(found)) or (wanted.words,)

    def state(self, version: int) -> PlayState:
        """Everything the page shows."""
        me = self.shown.table.my_side
        assert me is not None, "it is a question to a player"  # noqa: S101
        shown = self.shown.state(version, Stage.ASKED, no_undo="a puzzle has one question")
        return msgspec.structs.replace(
            shown, choice=PlayChoice(me, _OPPONENT), fought=None, puzzle=self._view
        )


class Puzzles:
    """The positions of a folder as puzzles."""

    def __init__(self, files: Sequence[Path], catalogue: Catalogue, effects: CardEffects) -> None:
        self._files = files
        self._catalogue = catalogue
        self._effects = effects

    def __len__(self) -> int:
        return len(self._files)

    def open(self, number: int) -> Puzzle:
        """Read one; after the last comes the first again.

        Raises:
            PositionFileError: the position cannot be used.
            JournalError: its game cannot be read.
        """
        place = (number - 1) % len(self._files)
        position = read_position(self._files[place], self._effects.index)
        seen = JournalWatcher(position.journal, self._catalogue, self._effects)
        asked: Question | None = None
        before: tuple[Question, str] | None = None
        for moment in seen.read():
            step = moment.step
            if asked is not None and step.answer is not None:
                before = asked, step.answer
            asked = step.question or asked
            if step.question is not None and step.number == position.question:
                return Puzzle(
                    position,
                    seen,
                    step.question,
                    self._effects,
                    before=before,
                    number=place + 1,
                    of=len(self._files),
                )
        raise PositionFileError(f"{position.place('question')}: its game has no such question")


def _listed(answers: Sequence[str]) -> str:
    more = len(answers) - _MOST_NAMED
    return ", ".join(answers[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
