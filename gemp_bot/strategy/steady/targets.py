"""Choosing cards an action is about: never harm to our own."""

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.protocol.decisions import ArbitraryCards
from gemp_bot.state import Table
from gemp_bot.state.seat import is_mine, is_theirs
from gemp_bot.strategy.base import Reason, Verdict
from gemp_bot.strategy.steady import answers
from gemp_bot.strategy.steady.memory import Memory

K = ActionKind

FRIENDLY = frozenset(
    {
        K.ADD_BATTLE_DESTINY,
        K.DEPLOY_MATCHING_WEAPON,
        K.INCREASE_FORCE_DRAIN,
        K.MAINTENANCE,
        K.PERSONA_REPLACE,
        K.PULL_FROM_RESERVE,
        K.REDUCE_FORCE_DRAIN,
        K.REDUCE_FORCE_LOSS,
        K.RETRIEVE_CARD,
        K.RETRIEVE_FORCE,
        K.TAKE_FROM_LOST_PILE,
    }
)
"""Actions whose targets are our own cards."""

EITHER = frozenset(
    {
        K.DEPLOY,
        K.DEPLOY_CARD,
        K.DEPLOY_FROM_LOST,
        K.DEPLOY_FROM_PILE,
        K.DEPLOY_FROM_RESERVE,
        K.DEPLOY_HERE,
        K.DEPLOY_ON,
        K.DEPLOY_SIMULTANEOUSLY,
        K.DEPLOY_STACKED,
    }
)
"""Actions that may be for the one or against the other: theirs if any is offered, else ours. All other
actions are meant for the opponent's cards alone."""

_THEIRS = (Reason("a card of theirs", 1),)
_OURS = (Reason("a card of ours", 1),)
_NO_TARGET = (Reason("no target of the right side"),)
_FOUND = (Reason("a card found is a card more", 1),)


def choose_target(view: Table, question: Question, memory: Memory) -> Verdict:
    """A target for what is being done: theirs for harm, ours for help; nobody's rather than the wrong one."""
    purpose = memory.purpose
    if purpose is not None and isinstance(question.decision, ArbitraryCards):
        return found_cards(view, question, memory)  # out of a pile: on nobody's side
    if purpose in FRIENDLY:
        ours = [option for option in question.selectable if not is_theirs(view, option.card_id)]
        return _these(question, ours, _OURS)
    theirs = [option for option in question.selectable if is_theirs(view, option.card_id)]
    if theirs:
        return answers.take(question, _strongest(theirs, memory), 1, _THEIRS)
    if purpose in EITHER:
        return _these(question, list(question.selectable), _OURS)
    return answers.decline(question, _NO_TARGET)


def choose_theirs(view: Table, question: Question, memory: Memory) -> Verdict:
    """A card to cancel, to steal, to capture: the menus hold our own as well (EXPERIENCE 8)."""
    theirs = [option for option in question.selectable if is_theirs(view, option.card_id)]
    return _these(question, _strongest(theirs, memory), _THEIRS)


def choose_ours(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
    """A card of ours to do something with."""
    ours = [option for option in question.selectable if is_mine(view, option.card_id)]
    return _these(question, ours, _OURS)


def found_cards(view: Table, question: Question, memory: Memory) -> Verdict:
    """Cards out of a pile: as many as are allowed, such as we do not hold yet first."""
    held = {card.blueprint_id for card in view.hand}
    ranked = sorted(question.selectable, key=lambda option: option.blueprint_id in held)
    if not ranked:
        memory.search_failed()
        return answers.decline(question)
    return answers.take(question, ranked, question.max, _FOUND)


def cards_from_pile(view: Table, question: Question, memory: Memory) -> Verdict:
    """Cards to deploy or to take into hand; for any other purpose none, as it may cost them."""
    if memory.purpose in EITHER or memory.purpose in FRIENDLY:
        return found_cards(view, question, memory)
    return answers.least(question)


def verify(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
    """A search has failed and the pile is shown: remember it."""
    memory.search_failed()
    return answers.decline(question, answers.LEAST)


def first_of_all(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
    """The first that is offered."""
    return answers.take(question, question.selectable, 1, _OURS)


def _these(question: Question, options: list[Option], reasons: tuple[Reason, ...]) -> Verdict:
    if not options:
        return answers.decline(question, _NO_TARGET)
    return answers.take(question, options, 1, reasons)


def _strongest(options: list[Option], memory: Memory) -> list[Option]:
    """The card that adds most power as far as we have seen; the server's order among equals."""
    powers = memory.places
    return sorted(options, key=lambda option: -powers.power_of(option.blueprint_id))
