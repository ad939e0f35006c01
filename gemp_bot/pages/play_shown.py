"""What a person is shown of one game: the board, the question with its notes, the story and single steps."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from gemp_bot.cards.deck import DeckList
from gemp_bot.decisions import PromptKind, Question
from gemp_bot.decisions.legal import IncrementalSelection, Nothing, Number, OneOf, Subset
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalLine
from gemp_bot.pages.card_sheet import CardSheet, CardSheets, CardSought
from gemp_bot.pages.play_numbers import OptionNumbers
from gemp_bot.pages.play_shortcuts import Shortcut
from gemp_bot.pages.play_steps import StepTeller
from gemp_bot.pages.play_view import (
    Asking,
    PlayState,
    Shape,
    Stage,
    StoryLine,
    help_for,
    owed,
    plain_board,
    said_question,
    story_line,
    taking_back,
    verdict_of,
)
from gemp_bot.report.story import StoryTeller
from gemp_bot.report.story_lines import Line
from gemp_bot.state import Table
from gemp_bot.view.model import BoardView, EndView, QuestionView
from gemp_bot.view.watcher import JournalWatcher

_LINES = 120
"""Lines of the story that a page gets."""
_NEWEST = 6
"""States to take back to that are shown at once."""
_SHAPES: Mapping[type, Shape] = MappingProxyType(
    {
        OneOf: Shape.ONE,
        Subset: Shape.CARDS,
        IncrementalSelection: Shape.GROWING,
        Number: Shape.NUMBER,
        Nothing: Shape.PASS,
    }
)


class ShownGame:
    """A game as the page tells it.

    Attributes:
        table: as the person's client sees it; only read.
        steps: what came about, one by one.
        back: how it is said that the game is taken back.
        answered: tell it of each answer.
    """

    def __init__(
        self,
        seen: JournalWatcher,
        effects: CardEffects,
        deck: DeckList,
        opponent: str,
        question: Callable[[], Question | None],
    ) -> None:
        self.table: Table = seen.watcher.table
        self.steps = StepTeller(self._plain)
        self.back = ""
        self._seen, self._question = seen, question
        self._opponent = opponent
        self._numbers = OptionNumbers(seen.watcher.numbers, effects, deck)
        self.answered = self._numbers.answered
        self._sheets = CardSheets(self.table, seen.watcher.numbers, effects)
        self._notes: tuple[Question | None, dict[str, str]] = None, {}
        self._told = StoryTeller()
        self._story: list[StoryLine] = []
        self._heard = 0

    def hear(self, line: JournalLine) -> None:
        """Take a line about the game, as a journal would keep it."""
        self._heard += 1
        frames = self._seen.take(self._heard, line)
        self.steps.take(frames, self.table.my_side)
        self._story += self._lines(self._told.take(frames))

    def ended(self) -> None:
        """Nothing more will come."""
        self._story += self._lines(self._told.rest())

    # -- what is told -------------------------------------------------------------------------------

    @property
    def ending(self) -> EndView | None:
        """How the game ended; None while it runs."""
        return self._seen.watcher.ending

    @property
    def asked(self) -> QuestionView | None:
        """The question that waits, in words."""
        frames = self._seen.watcher.frames
        found = frames[-1].question if frames and self._question() is not None else None
        if found is None:
            return None
        if found.kind == PromptKind.REVERT_TO:
            found = taking_back(found, self.table.me or "", self._opponent)
        return said_question(found)

    def notes(self, question: Question) -> dict[str, str]:
        """What is to be said of the options; worked out once, while the table is as it was asked."""
        if self._notes[0] is not question:
            self._notes = question, self._numbers.notes(self.table, question)
        return self._notes[1]

    def odds(self, question: Question, wire: str) -> str:
        """What a battle is expected to bring that an answer begins; empty for any other answer."""
        self.notes(question)
        return self._numbers.odds.get(wire, "")

    def card(self, sought: CardSought) -> CardSheet | None:
        """A card that is or was shown; None for any other."""
        return self._sheets.find(sought, self._question())

    def state(
        self,
        version: int,
        stage: Stage,
        shortcuts: tuple[Shortcut, ...] = (),
        no_undo: str = "",
        *,
        refused: bool = False,
    ) -> PlayState:
        """The game as it is now, without what only its session knows."""
        watcher, me = self._seen.watcher, self.table.my_side
        frame = watcher.frames[-1] if watcher.frames else None
        ending, battles = watcher.ending, watcher.battles
        question, asking = self._question() if stage is Stage.ASKED else None, None
        if question is not None:
            legal = question.legal
            asking = Asking(
                _SHAPES[type(legal)],
                default=legal.default if isinstance(legal, Number) else 0,
                kept=legal.kept if isinstance(legal, IncrementalSelection) else (),
                no_undo=no_undo,
                can_revert=question.can_revert,
                refused=refused,
                help=help_for(question, self.table.phase, mine=self.table.is_my_turn),
                owed=owed(question.kind, self.table),
                notes=self.notes(question),
                shortcuts=shortcuts,
                folded=max(len(question.options) - 1 - _NEWEST, 0)
                if question.kind is PromptKind.REVERT_TO
                else 0,
            )
        return PlayState(
            version=version,
            stage=stage,
            me=me,
            turn=None if frame is None else frame.turn,
            phase=None if frame is None else frame.phase,
            whose=None if frame is None else frame.whose,
            board=None if frame is None else self._plain(frame.board),
            question=self.asked if stage is Stage.ASKED else None,
            asking=asking,
            steps=self.steps.last,
            fought=battles[-1] if battles else None,
            story=tuple(self._story[-_LINES:]),
            fresh=tuple(self._lines(self._told.pending_lines())),
            ending=ending,
            verdict="" if ending is None else verdict_of(ending, me),
        )

    def _plain(self, board: BoardView) -> BoardView:
        return plain_board(board, self.table.my_side, self._opponent)

    def _lines(self, told: Iterable[Line]) -> list[StoryLine]:
        first = len(self._story)
        return [story_line(first + place, line, self.back) for place, line in enumerate(told)]
