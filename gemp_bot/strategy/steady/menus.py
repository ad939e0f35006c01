"""Choosing an action from a menu, by the tables of `actions`."""

from collections.abc import Mapping

from gemp_bot.decisions import ActionKind, Option
from gemp_bot.strategy.base import Reason, Verdict
from gemp_bot.strategy.steady import answers
from gemp_bot.strategy.steady.actions import OWN_TURN, RESPONSES, SEGMENT, Rule
from gemp_bot.strategy.steady.answers import PASSED
from gemp_bot.strategy.steady.context import SteadyContext

_THEIR_TURN = (Reason("their turn: no action of our own"),)
_FIRST = (Reason("all of them will come"),)
_NO_RANK = 99
_WEARY = (Reason("too many actions in this phase"),)


def phase_action(ctx: SteadyContext) -> Verdict:
    """The menu of a phase. In the opponent's turn we only ever pass."""
    if not ctx.question.options:
        return answers.decline(ctx.question)
    if not ctx.my_turn:
        return answers.decline(ctx.question, _THEIR_TURN)
    return _best(OWN_TURN, ctx)


def responses(ctx: SteadyContext) -> Verdict:
    """Optional responses."""
    if not ctx.question.options:
        return answers.decline(ctx.question)
    return _best(RESPONSES, ctx)


def weapons_segment(ctx: SteadyContext) -> Verdict:
    """The weapons segment of a battle."""
    if not ctx.question.options:
        return answers.decline(ctx.question)
    return _best(SEGMENT, ctx)


def required_responses(ctx: SteadyContext) -> Verdict:
    """Which of several required responses comes first: the server's order."""
    return Verdict(ctx.question.first_legal(), _FIRST)


def _best(rules: Mapping[ActionKind, Rule], ctx: SteadyContext) -> Verdict:
    """The first action of the best rank whose rule says that it is worth it; else pass."""
    if ctx.memory.actions.action_limit_hit:
        return answers.decline(ctx.question, _WEARY)
    rank = _NO_RANK
    best: Option | None = None
    why: tuple[Reason, ...] = PASSED
    for option in ctx.question.options:
        reading = option.reading
        if reading is None:
            continue
        rule = rules.get(reading.effect)
        # What comes no sooner than the best so far is not even tested.
        if rule is None or rule.rank >= rank or (ctx.memory.actions.tried(option) and not rule.repeats):
            continue
        reasons = rule.reasons if rule.test is None else rule.test(ctx, option)
        if reasons is not None:
            rank, best, why = rule.rank, option, reasons
    if best is None:
        return answers.decline(ctx.question)
    ctx.memory.actions.choose(best)
    return Verdict(ctx.question.choose(best), why)
