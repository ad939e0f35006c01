"""What several places bring together, such as the flip of an objective: no more of them than are wanted."""

from collections.abc import Sequence

import msgspec

MANY = 99
"""Of what any number of places brings."""


class Credit(msgspec.Struct, frozen=True):
    """What holding a place brings besides what the place itself is worth, as one of several.

    Attributes:
        goal: what for.
        force: what it brings, in Force.
        most: how many places bring it.
    """

    goal: str
    force: float
    most: int


def still_wanted(found: Sequence[Credit], before: Sequence[Credit]) -> tuple[Credit, ...]:
    """Of these credits those that still bring something beside others."""
    goals = [credit.goal for credit in before]
    return tuple(each for each in found if goals.count(each.goal) < each.most)
