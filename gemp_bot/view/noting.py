"""A strategy whose reasons are noted: for a story with the reasons of both players."""

from gemp_bot.decisions import Question
from gemp_bot.protocol.enums import Side
from gemp_bot.state import Table
from gemp_bot.strategy import Strategy
from gemp_bot.strategy.base import Budget, Verdict
from gemp_bot.view.reasons import Reasons


class NotingStrategy:
    """A strategy whose verdicts are noted; it decides as it would alone.

    Args:
        strategy: decides.
        side: whose it is.
        reasons: takes its verdicts.
    """

    def __init__(self, strategy: Strategy, side: Side, reasons: Reasons) -> None:
        self._strategy = strategy
        self._side = side
        self._reasons = reasons

    @property
    def name(self) -> str:
        """The name of the strategy."""
        return self._strategy.name

    @property
    def quick(self) -> bool:
        """Whether a decision takes milliseconds at most."""
        return self._strategy.quick

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        """Choose an answer."""
        verdict = self._strategy.decide(view, question, budget)
        parts = ((reason.short or reason.text, reason.force) for reason in verdict.reasons)
        self._reasons.note(self._side, question, verdict.answer.wire, parts)
        return verdict
