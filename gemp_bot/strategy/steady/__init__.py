"""The strategy `steady`: plain code, sensible and quick, without any knowledge of cards."""

from gemp_bot.strategy.steady.rules import SteadyStrategy

__all__ = ["SteadyStrategy"]
