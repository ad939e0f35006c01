"""What a battle would bring, quickly: for the thousands of cases that planning looks at.

Total power is taken as normal around power + expected destiny (rules 22); the loser loses the difference,
and each side forfeits for the other's destiny. `battle` uses the exact odds of the rules instead.
"""

from math import erf, exp, pi, sqrt

import msgspec

from gemp_bot.valuation.position import Group

SPREAD = 1.9
"""Standard deviation of a destiny."""
LEAST_SPREAD = 0.6
"""What weapons, Interrupts and modifiers may still change."""
SHOT = 1.2
"""What a weapon costs the other side, in Force: how often it hits, times what is hit."""
ATTRITION_SHARE = 0.7
"""A unit of forfeit value lost to attrition alone, in Force: the card might have been lost anyway."""


class BattleEstimate(msgspec.Struct, frozen=True):
    """What a battle costs both sides, in Force.

    Attributes:
        ahead: expected difference of total power.
        ours, theirs: expected losses.
        cleared: how likely they have nobody left.
        wiped: how likely we have nobody left.
    """

    ahead: float
    ours: float
    theirs: float
    cleared: float
    wiped: float

    @property
    def net(self) -> float:
        """By how much they lose more."""
        return self.theirs - self.ours


def clash(mine: Group, theirs: Group, destiny: float, their_destiny: float) -> BattleEstimate:
    """A battle between two groups.

    Args:
        mine: our side.
        theirs: the opponent's.
        destiny: the average destiny we draw.
        their_destiny: the average they draw.
    """
    to_them, to_us = mine.draws * destiny, theirs.draws * their_destiny
    ahead = mine.power + to_them - theirs.power - to_us
    spread = max(SPREAD * sqrt(mine.draws + theirs.draws), LEAST_SPREAD)
    damage_them, damage_us = _excess(ahead, spread), _excess(-ahead, spread)
    suffered, suffered_by_us = _suffered(to_them, theirs), _suffered(to_us, mine)
    return BattleEstimate(
        ahead,
        ours=damage_us + ATTRITION_SHARE * max(suffered_by_us - damage_us, 0) + _shot(theirs, mine),
        theirs=damage_them + ATTRITION_SHARE * max(suffered - damage_them, 0) + _shot(mine, theirs),
        cleared=_gone(max(suffered, damage_them), theirs.forfeit),
        wiped=_gone(max(suffered_by_us, damage_us), mine.forfeit),
    )


def _shot(shooters: Group, targets: Group) -> float:
    """What the weapons of one side cost the other, in Force: a card hit is a card lost."""
    if not shooters.weapons or not targets.present:
        return 0.0
    return SHOT * min(shooters.weapons, max(len(targets.units), 1))


def _excess(mean: float, spread: float) -> float:
    """The mean of the positive part of a normal variable."""
    z = mean / spread
    return mean * 0.5 * (1 + erf(z / sqrt(2))) + spread * exp(-z * z / 2) / sqrt(2 * pi)


def _suffered(attrition: float, group: Group) -> float:
    """Attrition that has to be satisfied: what is immune does not count, and no more than all of it."""
    if group.power > 0:
        attrition *= 1 - min(group.immune / group.power, 1)
    return min(attrition, group.forfeit)


def _gone(lost: float, forfeit: float) -> float:
    """How likely a group that has to lose so much is gone."""
    if forfeit <= 0:
        return 1.0
    return min(max((lost / forfeit - 0.5) / 0.6, 0.0), 1.0)
