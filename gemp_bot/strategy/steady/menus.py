"""Choosing an action from a menu, by the tables of `actions`."""

from collections.abc import Mapping

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.state import Table
from gemp_bot.strategy.base import Reason, Verdict
from gemp_bot.strategy.steady import answers
from gemp_bot.strategy.steady.actions import OWN_TURN, RESPONSES, SEGMENT, Rule
from gemp_bot.strategy.steady.answers import PASSED
from gemp_bot.strategy.steady.memory import Memory

_THEIR_TURN = (Reason("their turn: no action of our own"),)
_FIRST = (Reason("all of them will come"),)
_NO_RANK = 99
_WEARY = (Reason("too many actions in this phase"),)


def phase_action(view: Table, question: Question, memory: Memory) -> Verdict:
    """The menu of a phase. In the opponent's turn we only ever pass."""
    memory.enter(view)
    if not question.options:
        return answers.decline(question)
    if view.turn_player != view.me:
        return answers.decline(question, _THEIR_TURN)
    return _best(OWN_TURN, view, question, memory)


def responses(view: Table, question: Question, memory: Memory) -> Verdict:
    """Optional responses."""
    if not question.options:
        return answers.decline(question)
    return _best(RESPONSES, view, question, memory)


def weapons_segment(view: Table, question: Question, memory: Memory) -> Verdict:
    """The weapons segment of a battle."""
    if not question.options:
        return answers.decline(question)
    return _best(SEGMENT, view, question, memory)


def required_responses(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
    """Which of several required responses comes first: the server's order."""
    return Verdict(question.first_legal(), _FIRST)


def _best(rules: Mapping[ActionKind, Rule], view: Table, question: Question, memory: Memory) -> Verdict:
    """The first action of the best rank whose rule says that it is worth it; else pass."""
    if memory.weary:
        return answers.decline(question, _WEARY)
    rank = _NO_RANK
    best: Option | None = None
    why: tuple[Reason, ...] = PASSED
    for option in question.options:
        reading = option.reading
        if reading is None:
            continue
        rule = rules.get(reading.effect)
        # What comes no sooner than the best so far is not even tested.
        if rule is None or rule.rank >= rank or (memory.tried(option) and not rule.repeats):
            continue
        reasons = rule.reasons if rule.test is None else rule.test(view, question, option, memory)
        if reasons is not None:
            rank, best, why = rule.rank, option, reasons
    if best is None:
        return answers.decline(question)
    memory.pursue(best)
    return Verdict(question.choose(best), why)
