"""Strategies by name."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from gemp_bot.strategy.base import Strategy
from gemp_bot.strategy.steady import SteadyStrategy
from gemp_bot.strategy.uniform import UniformStrategy

_STRATEGIES: Mapping[str, Callable[[int], Strategy]] = MappingProxyType(
    {"random": UniformStrategy, "steady": SteadyStrategy}
)


class UnknownStrategyError(ValueError):
    """No strategy of this name; the message lists those there are."""


def strategy_names() -> tuple[str, ...]:
    """All names, sorted."""
    return tuple(sorted(_STRATEGIES))


def make_strategy(name: str, seed: int) -> Strategy:
    """A new strategy, for one game.

    Raises:
        UnknownStrategyError: no such name.
    """
    make = _STRATEGIES.get(name)
    if make is None:
        close = get_close_matches(name, _STRATEGIES, n=1)
        hint = f", did you mean {close[0]!r}" if close else ""
        raise UnknownStrategyError(f"no strategy {name!r}{hint}: there are {', '.join(strategy_names())}")
    return make(seed)
