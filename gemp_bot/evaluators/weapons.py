"""Firing weapons."""

from gemp_bot.decisions import Option
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.weighed import Part, part

HIT = 1.5
"""What a shot at the best target there is is worth, in Force."""


def fire(_: DecisionContext, __: Option) -> tuple[Part, ...]:
    """A shot at the best target there is."""
    return part("may hit a card of theirs", HIT)
