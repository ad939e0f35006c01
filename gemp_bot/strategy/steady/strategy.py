"""The strategy itself: dispatch on what is asked."""

from gemp_bot.decisions import Answer, PromptKind, Question
from gemp_bot.evaluators.target_sides import found_nothing
from gemp_bot.state import Table
from gemp_bot.strategy.base import Budget, Reason, Verdict
from gemp_bot.strategy.steady.rules import HANDLERS, LEAST, SteadyContext, SteadyMemory, least

_STRAIGHT = frozenset(
    {
        PromptKind.PHASE_ACTION,
        PromptKind.OPTIONAL_RESPONSES,
        PromptKind.WEAPONS_SEGMENT,
        PromptKind.FORCE_TO_ALLOW,
    }
)
"""Questions that are often equal and lead in no circle: what was tried in a menu is remembered there."""

_MENUS = _STRAIGHT - {PromptKind.FORCE_TO_ALLOW}
_CIRCLE = (Reason("the same question again and again: another answer"),)


class SteadyStrategy:
    """Plain code, sensible and quick: the fixed yardstick of all later strength.

    The tables of `rules` say what it does. Deterministic: the same questions give the same answers.

    Args:
        seed: not used; there is no chance in it.
    """

    name = "steady"
    quick = True

    def __init__(self, seed: int) -> None:  # noqa: ARG002 - the shape of every strategy
        self._memory = SteadyMemory.empty()

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:  # noqa: ARG002
        """Answer by the table; what stands in no table gets the answer that commits to the least."""
        kind = question.reading.kind
        if question.legal.contradictory:
            return Verdict(question.first_legal(), LEAST)
        memory = self._memory
        if kind not in _STRAIGHT:
            beyond = memory.repeats.ask(question)
            if beyond:  # whatever turns us in a circle, one of the other answers leads out
                answers = question.answers(limit=50)
                return Verdict(answers[beyond % len(answers)], _CIRCLE)
        handler = HANDLERS.get(kind)
        ctx = SteadyContext(view, question, memory)
        if kind is PromptKind.PHASE_ACTION:
            memory.enter(view)
        elif found_nothing(ctx, ctx.purpose):
            memory.searches.fail(ctx.pursued, memory.phase.turn)
        return least(question) if handler is None else handler(ctx)

    def overruled(self, view: Table, question: Question, answer: Answer) -> None:
        """Remember what is answered instead."""
        if question.kind is PromptKind.PHASE_ACTION:
            self._memory.enter(view)
        if question.kind in _MENUS:
            chosen = (each for each in question.options if each.key == answer.wire)
            self._memory.actions.pursued = next(chosen, None)
