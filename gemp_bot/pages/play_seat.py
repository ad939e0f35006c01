"""The seat of a person: questions wait for the person, unless it is set what is answered."""

import asyncio
from collections.abc import Callable, Sequence
from enum import StrEnum

import msgspec

from gemp_bot.decisions import ActionKind, Answer, IllegalAnswerError, Option, PromptKind, Question
from gemp_bot.decisions.legal import REVERT, Number, OneOf
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.state import Table
from gemp_bot.strategy import Thought, Verdict

Given = list[str] | int | None
"""What a page sends: the keys of what is chosen, a number, or None for a pass."""


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


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is answered without asking the person.

    Attributes:
        pass_alone: pass where nothing else can be answered, and nothing is shown.
        allow: let the opponent activate all of its Force.
        activate: activate all of one's own.
    """

    pass_alone: bool = True
    allow: bool = True
    activate: bool = False


class ShortcutKind(StrEnum):
    """Several answers with one click."""

    ACTIVATE = "activate"
    """All Force that may be activated, then on to the control phase."""
    DRAIN = "drain"
    """A Force drain at every location where one is offered."""
    DRAW = "draw"
    """So many cards, and the end of the turn."""
    SKIP = "skip"
    """Pass until the draw phase."""
    WAIT = "wait"
    """Pass at the menus of the opponent's turn until it is over."""
    LOSE = "lose"
    """All Force that is to be lost in this phase, from the top of the Reserve Deck."""


class Shortcut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shortcut that is offered at a question.

    Attributes:
        most: the largest number that may be given with it; 0 for one without a number.
    """

    kind: ShortcutKind
    words: str
    most: int = 0


def shortcuts_of(question: Question, table: Table) -> tuple[Shortcut, ...]:
    """What is offered at a question.

    Args:
        question: the one that waits.
        table: as it was asked.
    """
    if question.kind is PromptKind.LOSE_FORCE and _top_of_reserve(question, table) is not None:
        return (Shortcut(ShortcutKind.LOSE, "All of it from the top of the Reserve Deck"),)
    if question.kind is not PromptKind.PHASE_ACTION or table.me is None:
        return ()
    if not table.is_my_turn:
        return (Shortcut(ShortcutKind.WAIT, "Pass until my turn"),)
    zones = table.player(table.me).zones
    found = []
    match table.phase:
        case Phase.ACTIVATE if _offered(question, ActionKind.ACTIVATE_FORCE):
            found.append(Shortcut(ShortcutKind.ACTIVATE, "Activate all my Force"))
        case Phase.CONTROL if drains := _offered(question, ActionKind.FORCE_DRAIN):
            where = "here and go on" if len(drains) == 1 else f"at all {len(drains)} locations"
            found.append(Shortcut(ShortcutKind.DRAIN, f"Drain {where}"))
        case Phase.DRAW if _offered(question, ActionKind.DRAW_CARD) and zones is not None:
            found.append(Shortcut(ShortcutKind.DRAW, "Draw and end the turn", zones.force_pile))
    if table.phase in _BEFORE_DRAW:
        found.append(Shortcut(ShortcutKind.SKIP, "Nothing more: to the draw phase"))
    return tuple(found)


def _offered(question: Question, action: ActionKind) -> list[Option]:
    """The options that are this action by rule; texts of cards do the same with more words."""
    found = [option for option in question.options if option.kind is action and option.selectable]
    return [option for option in found if action is not ActionKind.ACTIVATE_FORCE or option.text == _ACTIVATE]


def _top_of_reserve(question: Question, table: Table) -> Option | None:
    """The option that loses the top of the Reserve Deck; None where there is none."""
    for option in question.options:
        card = None if option.card_id is None else table.card(option.card_id)
        if option.selectable and card is not None and card.zone is Zone.TOP_OF_RESERVE_DECK:
            return option
    return None


_ACTIVATE = "Activate Force"
_BEFORE_DRAW = (Phase.CONTROL, Phase.DEPLOY, Phase.BATTLE, Phase.MOVE)
_OF_PHASE = {
    ShortcutKind.ACTIVATE: (Phase.ACTIVATE, ActionKind.ACTIVATE_FORCE),
    ShortcutKind.DRAIN: (Phase.CONTROL, ActionKind.FORCE_DRAIN),
    ShortcutKind.DRAW: (Phase.DRAW, ActionKind.DRAW_CARD),
}
_MOST_TIMES = 60


class _Running:
    """A shortcut that is carried out: it answers menus of its phases, and leaves all else to the person."""

    def __init__(self, kind: ShortcutKind, count: int, phase: Phase | None) -> None:
        self.over = False
        self._phase = phase
        self._kind = kind
        self._left = count if kind is ShortcutKind.DRAW else _MOST_TIMES

    def answer(self, view: Table, question: Question) -> Answer | None:
        """Its answer; None where it has none."""
        if question.kind is PromptKind.FORCE_TO_ACTIVATE and self._kind is ShortcutKind.ACTIVATE:
            return question.choose_number(question.max)
        if self._kind is ShortcutKind.LOSE:
            self.over = view.phase is not self._phase
            top = _top_of_reserve(question, view) if question.kind is PromptKind.LOSE_FORCE else None
            return None if self.over or top is None else question.choose_cards([top])
        if question.kind is not PromptKind.PHASE_ACTION:
            return None
        if self._kind in (ShortcutKind.SKIP, ShortcutKind.WAIT):
            mine = view.is_my_turn and view.phase in _BEFORE_DRAW
            self.over = view.is_my_turn if self._kind is ShortcutKind.WAIT else not mine
            return None if self.over else question.pass_()
        return self._of_phase(view, question)

    def _of_phase(self, view: Table, question: Question) -> Answer | None:
        """The same action at each menu of its phase, as long as it is offered and wanted."""
        phase, action = _OF_PHASE[self._kind]
        self.over = not view.is_my_turn or view.phase is not phase
        if self.over:
            return None
        found = _offered(question, action)
        if found and self._left > 0:
            self._left -= 1
            return question.choose(found[0])
        self.over = True
        # A menu with something else in it is looked at, unless the turn was to end here.
        ends = self._kind is ShortcutKind.DRAW or not any(option.selectable for option in question.options)
        return question.pass_() if ends and question.can_pass else None


class PersonSeat:
    """Answers the questions of one game as a person tells it to, however long that takes.

    Nothing else ever answers for the person but what the person set: there is no deadline here, and no rule
    to fall back on.

    Args:
        on_change: called when a question begins or ends to wait.
        on_answer: told of each answer as it is sent, and whether it was one of `repeat`.

    Attributes:
        question: what waits for the person; None if nothing does.
        refused: answers to it that the server has refused.
        replaced: always 0, see `play.game.Answerer`.
        standing: what is answered without asking.
    """

    def __init__(
        self,
        on_change: Callable[[], None],
        on_answer: Callable[[Question, str, bool], None] = lambda *_: None,
    ) -> None:
        self.question: Question | None = None
        self.refused: frozenset[str] = frozenset()
        self.replaced = 0
        self.standing = Standing()
        self._on_change = on_change
        self._on_answer = on_answer
        self._answer: asyncio.Future[Answer] | None = None
        self._over = False
        self._running: _Running | None = None
        self._again: list[str] = []
        self._undoing = False
        self._acts: list[bool] = []

    async def think(
        self,
        view: Table,
        question: Question,
        refused: frozenset[str] = frozenset(),
        *,
        seconds: float | None = None,  # noqa: ARG002 - a person is not hurried
    ) -> Thought:
        """Wait for the person, unless it is known what the person answers."""
        if self._over:
            return Thought(Verdict(question.first_legal()))
        repeating = self.repeating
        known = None if refused else self._known(view, question)
        answer = known
        if answer is None:
            answer = await self._asked(question, refused)
        wire = question.wire_of(answer)
        self._note(view, question, wire, by_person=known is None)
        self._on_answer(question, wire, repeating and known is not None)
        return Thought(Verdict(answer))

    async def _asked(self, question: Question, refused: frozenset[str]) -> Answer:
        self._answer = asyncio.get_running_loop().create_future()
        self.question, self.refused = question, refused
        self._on_change()
        try:
            return await self._answer
        finally:
            self.question = self._answer = None
            self._on_change()

    # -- what the person does -----------------------------------------------------------------------

    def give(self, answer: Answer) -> None:
        """Answer the question that waits."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def take(self, view: Table, kind: ShortcutKind, count: int) -> None:
        """Take a shortcut at the question that waits.

        Raises:
            IllegalAnswerError: it is not offered there, or the number is none of it.
        """
        question = self.question
        if question is None:
            raise IllegalAnswerError("nothing is asked now")
        offered = next((each for each in shortcuts_of(question, view) if each.kind is kind), None)
        if offered is None:
            raise IllegalAnswerError("this shortcut is not offered here")
        if not 0 <= count <= offered.most:
            raise IllegalAnswerError(f"a number from 0 to {offered.most} is asked for")
        self._running = _Running(kind, count, view.phase)
        answer = self._running.answer(view, question)
        self.give(question.pass_() if answer is None else answer)

    def undo(self, *, listed: bool) -> None:
        """Ask for the game to be taken back at the question that waits.

        Args:
            listed: the person chooses how far; else to before what the person did last.

        Raises:
            IllegalAnswerError: not at this question.
        """
        question = self.question
        if question is None:
            raise IllegalAnswerError("nothing is asked now")
        if not listed and not any(self._acts):
            raise IllegalAnswerError("you have done nothing yet that can be taken back")
        answer = question.revert()
        self._running, self._undoing = None, not listed
        self.give(answer)

    def hurry(self) -> None:
        """The game is over for the server: let go of what waits. What is sent then counts no more."""
        self._over = True
        if self.question is not None:
            self.give(self.question.first_legal())

    def repeat(self, wires: Sequence[str]) -> None:
        """Give these answers first: those of a game that is played again from its start."""
        self._again = list(reversed(wires))

    @property
    def repeating(self) -> bool:
        """Whether answers are given that were given before."""
        return bool(self._again)

    # -- what is known ------------------------------------------------------------------------------

    def _known(self, view: Table, question: Question) -> Answer | None:
        """What the person would answer; None if only the person knows."""
        if self._again:
            try:
                return question.answered(self._again.pop())
            except IllegalAnswerError:
                self._again.clear()  # it is another game: the person goes on from here
                return None
        if self._undoing and question.kind is PromptKind.REVERT_TO:
            self._undoing = False
            return self._last_of_ours(view, question)
        if self._running is not None:
            answer = self._running.answer(view, question)
            if self._running.over:
                self._running = None
            if answer is not None:
                return answer
        return self._standing_answer(view, question)

    def _standing_answer(self, view: Table, question: Question) -> Answer | None:
        standing = self.standing
        if standing.allow and question.kind is PromptKind.FORCE_TO_ALLOW:
            return question.choose_number(question.max)
        if (
            standing.activate
            and question.kind is PromptKind.PHASE_ACTION
            and view.phase is Phase.ACTIVATE
            and view.is_my_turn
            and _offered(question, ActionKind.ACTIVATE_FORCE)
        ):
            self._running = _Running(ShortcutKind.ACTIVATE, 0, view.phase)
            return self._running.answer(view, question)
        if question.kind is PromptKind.START_GAME_OK:
            return question.first_legal()
        # What is only shown is not passed by: the person wants to look at it.
        alone = not question.options and not question.is_choice
        return question.first_legal() if standing.pass_alone and alone else None

    # -- taking back --------------------------------------------------------------------------------

    def _note(self, view: Table, question: Question, wire: str, *, by_person: bool) -> None:
        """Remember what was done at menus, as the server does for what may be taken back to."""
        if question.kind is PromptKind.PHASE_ACTION and wire != REVERT:
            self._acts.append(by_person)
        elif question.kind is PromptKind.REVERT_TO:
            back = int(wire)
            gone = sum(place >= back for place in self._own_acts(view, question))
            if gone and back < len(question.options) - 1:
                del self._acts[-gone:]

    def _last_of_ours(self, view: Table, question: Question) -> Answer:
        """The state before what the person did last; if it is gone the last option, which changes nothing."""
        since = self._acts[::-1].index(True) + 1
        own = self._own_acts(view, question)
        place = own[-since] if since <= len(own) else len(question.options) - 1
        return question.choose(question.options[place])

    @staticmethod
    def _own_acts(view: Table, question: Question) -> list[int]:
        """The states that are before something the person did at a menu, by their place."""
        return [
            place for place, option in enumerate(question.options) if option.text.startswith(f"{view.me}: ")
        ]
