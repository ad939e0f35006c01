"""The strategy `random`: any legal answer, all equally likely."""

import random

from gemp_bot.decisions import Question
from gemp_bot.state import Table
from gemp_bot.strategy.base import Budget, Reason, Verdict


class UniformStrategy:
    """Plays uniformly at random; the floor of every comparison, and a good way to meet rare questions.

    Args:
        seed: of its own generator.
    """

    name = "random"
    quick = True

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - games, not secrets

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:  # noqa: ARG002
        """Draw one of the legal answers; never asks for a revert."""
        return Verdict(question.random_legal(self._random), (Reason("drawn at random"),), work=1)
