"""Choosing an action from a menu, by the tables of `actions`."""

from collections.abc import Mapping

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.state import Table
from gemp_bot.strategy.base import Reason, Verdict
from gemp_bot.strategy.steady import answers
from gemp_bot.strategy.steady.actions import OWN_TURN, RESPONSES, SEGMENT, Rule
from gemp_bot.strategy.steady.memory import Memory

_THEIR_TURN = (Reason("their turn: no action of our own"),)
_FIRST = (Reason("all of them will come"),)
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
    found: list[tuple[int, int, Rule, Option]] = []
    for index, option in enumerate(question.options):
        reading = option.reading
        if reading is not None:
            rule = rules.get(reading.effect)
            if rule is not None:
                found.append((rule.rank, index, rule, option))
    if len(found) > 1:
        found.sort()
    for _, _, rule, option in found:
        if not rule.repeats and memory.tried(option):
            continue
        test = rule.test
        reasons = rule.reasons if test is None else test(view, question, option, memory)
        if reasons is not None:
            memory.pursue(option)
            return Verdict(question.choose(option), reasons, (), len(found))
    return answers.decline(question)
