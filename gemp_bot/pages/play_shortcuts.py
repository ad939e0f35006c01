"""Shortcuts: several answers of a person with one click."""

from enum import StrEnum

import msgspec

from gemp_bot.decisions import ActionKind, Answer, Option, PromptKind, Question, ResponseTrigger
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.state import Table


class ShortcutKind(StrEnum):
    """Several answers with one click."""

    ACTIVATE = "activate"
    """All Force that may be activated, then on to the control phase if nothing else is offered."""
    DRAIN = "drain"
    """A Force drain at every location where one is offered, then on to the deploy phase."""
    END = "end"
    """Pass until the draw phase, then so many cards, and the end of the turn."""
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
    """What is offered at a question."""
    if question.kind is PromptKind.LOSE_FORCE and _top_of_reserve(question, table) is not None:
        return (Shortcut(ShortcutKind.LOSE, "All of it from the top of the Reserve Deck"),)
    if question.kind is not PromptKind.PHASE_ACTION or table.me is None:
        return ()
    if not table.is_my_turn:
        return (Shortcut(ShortcutKind.WAIT, "Pass until my turn"),)
    found = []
    if table.phase is Phase.ACTIVATE and _offered(question, table, ActionKind.ACTIVATE_FORCE):
        found.append(Shortcut(ShortcutKind.ACTIVATE, "Activate all my Force"))
    if table.phase is Phase.CONTROL and (drains := _offered(question, table, ActionKind.FORCE_DRAIN)):
        where = "here" if len(drains) == 1 else f"at all {len(drains)} locations"
        found.append(Shortcut(ShortcutKind.DRAIN, f"Drain {where}, then deploy"))
    if table.phase in _BEFORE_END:
        zones = table.player(table.me).zones
        most = 0 if zones is None else zones.force_pile
        found.append(Shortcut(ShortcutKind.END, "Draw and end the turn" if most else "End the turn", most))
    return tuple(found)


def _offered(question: Question, table: Table, action: ActionKind) -> list[Option]:
    """The options that are this action by rule; texts activate Force, too, but hang on cards of their own."""
    found = [option for option in question.options if option.kind is action and option.selectable]
    return [each for each in found if action is not ActionKind.ACTIVATE_FORCE or _is_top(each, table)]


def _top_of_reserve(question: Question, table: Table) -> Option | None:
    """The option that loses the top of the Reserve Deck; None where there is none."""
    return next((each for each in question.options if each.selectable and _is_top(each, table)), None)


def _is_top(option: Option, table: Table) -> bool:
    """Whether an option hangs on the top card of the Reserve Deck."""
    card = None if option.card_id is None else table.card(option.card_id)
    return card is not None and card.zone is Zone.TOP_OF_RESERVE_DECK


_BEFORE_END = (Phase.CONTROL, Phase.DEPLOY, Phase.BATTLE, Phase.MOVE, Phase.DRAW)
_OF_PHASE = {
    ShortcutKind.ACTIVATE: (Phase.ACTIVATE, ActionKind.ACTIVATE_FORCE),
    ShortcutKind.DRAIN: (Phase.CONTROL, ActionKind.FORCE_DRAIN),
    ShortcutKind.END: (Phase.DRAW, ActionKind.DRAW_CARD),
}
_OWN_DEEDS = {
    ShortcutKind.ACTIVATE: (ResponseTrigger.FORCE_ACTIVATED,),
    ShortcutKind.DRAIN: (
        ResponseTrigger.FORCE_DRAIN_INITIATED,
        ResponseTrigger.FORCE_DRAINED,
        ResponseTrigger.LOST_FORCE,
    ),
}
"""What a shortcut does itself, and nobody responds to by default."""
_MOST_TIMES = 60


class Running:
    """A shortcut that is carried out: it answers what its phases ask, and leaves all else to the person.

    Attributes:
        over: it has nothing more to answer.
    """

    def __init__(self, kind: ShortcutKind, count: int, phase: Phase | None) -> None:
        self.over = False
        self._phase = phase
        self._kind = kind
        self._left = count if kind is ShortcutKind.END else _MOST_TIMES

    def answer(self, view: Table, question: Question) -> Answer | None:
        """Its answer; None where it has none."""
        if question.kind is PromptKind.FORCE_TO_ACTIVATE and self._kind is ShortcutKind.ACTIVATE:
            return question.choose_number(question.max)
        if self._kind is ShortcutKind.LOSE:
            self.over = view.phase is not self._phase
            top = _top_of_reserve(question, view) if question.kind is PromptKind.LOSE_FORCE else None
            return None if self.over or top is None else question.choose_cards([top])
        if question.kind is PromptKind.OPTIONAL_RESPONSES and question.can_pass:
            own = question.reading.happening in _OWN_DEEDS.get(self._kind, ())
            return question.pass_() if own else None
        if question.kind is not PromptKind.PHASE_ACTION:
            return None
        if self._kind is ShortcutKind.WAIT:
            self.over = view.is_my_turn
            return None if self.over else question.pass_()
        return self._of_phase(view, question)

    def _of_phase(self, view: Table, question: Question) -> Answer | None:
        """The same action at each menu of its phase, as long as it is offered and wanted; then on."""
        phase, action = _OF_PHASE[self._kind]
        before = self._kind is ShortcutKind.END and view.phase in _BEFORE_END
        self.over = not view.is_my_turn or (view.phase is not phase and not before)
        if self.over:
            return None
        found = _offered(question, view, action) if view.phase is phase else []
        if found and self._left > 0:
            self._left -= 1
            return question.choose(found[0])
        self.over = view.phase is phase
        # The others say where they lead; what else can be done before Force is used is looked at.
        stops = self._kind is ShortcutKind.ACTIVATE and bool(question.selectable)
        return question.pass_() if question.can_pass and not stops else None
