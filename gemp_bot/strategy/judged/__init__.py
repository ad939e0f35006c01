"""Strategies that judge: evaluators weigh, procedures choose."""

from gemp_bot.strategy.judged.strategy import JudgedStrategy

__all__ = ["JudgedStrategy"]
