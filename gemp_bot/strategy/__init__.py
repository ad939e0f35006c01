"""Choosing: a question and the view of the table in, a verdict out."""

from gemp_bot.strategy.base import Alternative, Budget, Reason, Strategy, Verdict
from gemp_bot.strategy.named import UnknownStrategyError, make_strategy, strategy_names

__all__ = [
    "Alternative",
    "Budget",
    "Reason",
    "Strategy",
    "UnknownStrategyError",
    "Verdict",
    "make_strategy",
    "strategy_names",
]
