"""The seat of a person: questions wait for the person, unless it is set what is answered."""

import asyncio
from collections.abc import Callable, Sequence

import msgspec

from gemp_bot.decisions import Answer, IllegalAnswerError, PromptKind, Question, ResultKind
from gemp_bot.decisions.legal import REVERT, Number, OneOf
from gemp_bot.pages.play_shortcuts import Running, ShortcutKind, shortcuts_of
from gemp_bot.protocol.wording import read_past_state
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
        pass_alone: give the only answer that there is, where nothing is shown.
        allow: let the opponent activate all of its Force.
        activate: activate all of one's own.
        destiny: draw battle destiny.
    """

    pass_alone: bool = True
    allow: bool = True
    activate: bool = True
    destiny: bool = True


def _cancels(question: Question) -> bool:
    """Whether no answer takes back what led to the question."""
    return question.reading.cancellable and question.can_pass


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
        self._running: list[Running] = []
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
        if self._over:
            return Thought(Verdict(answer))
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
        running = Running(kind, count, view.phase)
        # How Force is lost in the opponent's turn ends nothing: what was begun before goes on.
        self._running = [*self._running, running] if kind is ShortcutKind.LOSE else [running]
        answer = running.answer(view, question)
        self.give(question.pass_() if answer is None else answer)

    def undo(self, *, listed: bool) -> None:
        """Ask for the game to be taken back: to a state of a list, or to before what was done last.

        Raises:
            IllegalAnswerError: not at this question.
        """
        question = self.question
        if question is None:
            raise IllegalAnswerError("nothing is asked now")
        cancels = _cancels(question) and not listed
        if not cancels and (why := self.not_undone(question)):
            raise IllegalAnswerError(why)
        self._running, self._undoing = [], not listed and not cancels
        self.give(question.pass_() if cancels else question.revert())

    def not_undone(self, question: Question) -> str:
        """Why what was done last cannot be taken back at a question; empty if it can."""
        if _cancels(question):
            return ""
        if not any(self._acts):
            return "you have done nothing yet that can be taken back"
        if not question.can_revert:
            return "this is a part of something that goes on: answer it first, and undo at the next menu"
        return ""

    def hurry(self) -> None:
        """The game was given up: let go of what waits. What is answered then is not sent."""
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
        for running in reversed(self._running):
            answer = running.answer(view, question)
            if running.over:
                self._running.remove(running)
            if answer is not None:
                return answer
        return self._standing_answer(view, question)

    def _standing_answer(self, view: Table, question: Question) -> Answer | None:
        standing = self.standing
        if standing.allow and question.kind is PromptKind.FORCE_TO_ALLOW:
            return question.choose_number(question.max)
        if standing.activate and question.kind is PromptKind.PHASE_ACTION and view.is_my_turn:
            kinds = [each.kind for each in shortcuts_of(question, view)]
            if ShortcutKind.ACTIVATE in kinds:
                self._running = [Running(ShortcutKind.ACTIVATE, 0, view.phase)]
                return self._running[0].answer(view, question)
        if standing.destiny and question.kind is PromptKind.DRAW_BATTLE_DESTINY:
            drawn = question.result(ResultKind.YES)
            return None if drawn is None else question.choose(drawn)
        if question.kind is PromptKind.START_GAME_OK:
            return question.first_legal()
        # What is only shown is not passed by: the person wants to look at it.
        alone = not question.is_choice and all(option.selectable for option in question.options)
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
        states = map(read_past_state, (option.text for option in question.options))
        return [
            place
            for place, state in enumerate(states)
            if state is not None and not state.start and state.player == view.me
        ]
