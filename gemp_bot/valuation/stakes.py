"""How likely the game is won by the life force of both, and what a unit of it is worth therefore.

The one place where a probability of winning becomes Force. In recorded games the chance to win, by the life
forces at the start of a turn, is logistic in

    STEEPNESS * (ours - theirs) / (ours + theirs)

with about the same steepness from 60 units of life force on the table down to the last dozen; before that,
life force says little yet. `python -m benchmarks.stakes JOURNAL ...` fits it again. So a unit of life force
decides the more, the fewer are left of both: its price is the derivative of the argument, and 1 where a game
is even and about halfway.
"""

import msgspec

from gemp_bot.statistics import logistic

STEEPNESS = 8.5
_HALFWAY = 60.0
"""Life force of both together at which a unit of either is worth one Force."""
_LEAST, _MOST = 0.6, 2.5
"""Bounds of a price: the law was measured between the opening and the last few units."""


class Stakes(msgspec.Struct, frozen=True):
    """What a unit of life force is worth, in Force.

    Attributes:
        ours: a unit that we lose.
        theirs: a unit that they lose.
    """

    ours: float
    theirs: float


def chance_by_life(life: float, their_life: float) -> float:
    """How likely we win with this much life force on both sides, nothing else being known; 0 to 1."""
    total = life + their_life
    if total <= 0:
        return 0.5
    return logistic(STEEPNESS * (life - their_life) / total)


def stakes_of(life: float, their_life: float) -> Stakes:
    """The price of a unit of either life force: who is behind can less afford to lose one each."""
    life, their_life = max(life, 0.0), max(their_life, 0.0)
    total = max(life + their_life, 1.0)
    scarce = _HALFWAY / total
    return Stakes(
        min(max(scarce * 2 * their_life / total, _LEAST), _MOST),
        min(max(scarce * 2 * life / total, _LEAST), _MOST),
    )
