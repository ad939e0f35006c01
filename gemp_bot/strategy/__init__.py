"""Choosing: a question and the view of the table in, a verdict out."""

from gemp_bot.strategy.base import Alternative, Budget, Reason, Strategy, Tell, Verdict, name_deck
from gemp_bot.strategy.explanation import Explanation
from gemp_bot.strategy.identity import Identity
from gemp_bot.strategy.named import (
    NamedStrategy,
    UnknownStrategyError,
    make_strategy,
    strategy_named,
    strategy_names,
)
from gemp_bot.strategy.strategy_runner import Fallback, StrategyRunner, Thought

__all__ = [
    "Alternative",
    "Budget",
    "Explanation",
    "Fallback",
    "Identity",
    "NamedStrategy",
    "Reason",
    "Strategy",
    "StrategyRunner",
    "Tell",
    "Thought",
    "UnknownStrategyError",
    "Verdict",
    "make_strategy",
    "name_deck",
    "strategy_named",
    "strategy_names",
]
