"""What a battle would bring, quickly: for the thousands of cases that planning looks at.

Total power is taken as normal around power + expected destiny (rules 22); the loser loses the difference,
and each side forfeits for the other's destiny. `battle` uses the exact odds of the rules instead.
"""

from math import erf, exp, pi, sqrt

import msgspec

from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.moves import is_target_as
from gemp_bot.statistics import logistic
from gemp_bot.valuation.position import Group

SPREAD = 1.9
"""Standard deviation of a destiny."""
LEAST_SPREAD = 0.6
"""What weapons, Interrupts and modifiers may still change."""
SHOT = 1.2
"""What a weapon costs the other side, in Force: how often it hits, times what is hit."""
FORFEITED = 0.45
"""What a unit of forfeit value costs that pays for damage or attrition, in Force.

A character of power 4 and forfeit 4 is worth less than the 4 Force it saves: so who can pays with cards.
"""
LAST, SURENESS, SURELY = 1.0, 3.0, 1.5
"""How likely a group is gone, by what is due beyond all cards but one; and how much has to be due for that.

`python -m benchmarks.survivors` counts it: of 822 sides of 411 recorded battles, log loss 0.327; of 81 that
were one card and had nothing to pay 3 were gone.
"""

_ROOT_2, _ROOT_2_PI = sqrt(2), sqrt(2 * pi)


class BattleEstimate(msgspec.Struct, frozen=True):
    """What a battle costs both sides, in Force.

    Attributes:
        ahead: expected difference of total power.
        ours, theirs: expected losses.
        due_to_us, due_to_them: what each side has to pay.
        mine, yours: who fights.
    """

    ahead: float
    ours: float
    theirs: float
    due_to_us: float
    due_to_them: float
    mine: Group
    yours: Group

    @property
    def cleared(self) -> float:
        """How likely they have nobody left."""
        return gone(self.due_to_them, self.yours)

    @property
    def wiped(self) -> float:
        """How likely we have nobody left."""
        return gone(self.due_to_us, self.mine)

    @property
    def unforfeited(self) -> float:
        """Battle damage that is left to us once all our cards are forfeited."""
        return _excess(-self.ahead - self.mine.forfeit, _spread(self.mine, self.yours))

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
    theirs = theirs.against(mine)
    to_them, to_us = mine.destiny(destiny), theirs.destiny(their_destiny)
    ahead = mine.power + to_them - theirs.power - to_us
    ahead += mine.to_power * destiny - theirs.to_power * their_destiny
    spread = _spread(mine, theirs)
    due_to_us = _due(-ahead, spread, _suffered(to_us, mine))
    due_to_them = _due(ahead, spread, _suffered(to_them, theirs))
    return BattleEstimate(
        ahead,
        ours=_paid(due_to_us, mine) + shot(theirs, mine),
        theirs=_paid(due_to_them, theirs) + shot(mine, theirs),
        due_to_us=due_to_us,
        due_to_them=due_to_them,
        mine=mine,
        yours=theirs,
    )


def _spread(mine: Group, theirs: Group) -> float:
    """Standard deviation of the difference of total power."""
    drawn = mine.draws + theirs.draws + mine.to_power + theirs.to_power
    return max(SPREAD * sqrt(drawn), LEAST_SPREAD)


def _due(behind: float, spread: float, attrition: float) -> float:
    """What a side has to pay: damage for the power it is behind, and attrition that damage does not cover."""
    return max(_excess(behind, spread), attrition)


def _paid(due: float, group: Group) -> float:
    """What that costs: cards are forfeited first, the rest is lost from life force."""
    covered = min(due, group.forfeit)
    return FORFEITED * covered + due - covered


def shot(shooters: Group, targets: Group) -> float:
    """What the weapons of one side cost the other, in Force: a card hit is a card lost."""
    if not shooters.weapons or not targets.present:
        return 0.0
    aimed = sum([may_be_fired(aims, targets) for aims in shooters.weapons])
    return SHOT * min(aimed, max(len(targets.units), targets.cards, 1))


def may_be_fired(aims: frozenset[CardKind], targets: Group) -> bool:
    """Whether a weapon may be fired at a card of a group (rules 8).

    Args:
        aims: the kinds of cards it may be fired at.
        targets: who is there; where their kinds are not known, it may.
    """
    return bool(aims) and (not targets.kinds or any(is_target_as(kind, aims) for kind in targets.kinds))


def _excess(mean: float, spread: float) -> float:
    """The mean of the positive part of a normal variable."""
    z = mean / spread
    return mean * 0.5 * (1 + erf(z / _ROOT_2)) + spread * exp(-z * z / 2) / _ROOT_2_PI


def _suffered(attrition: float, group: Group) -> float:
    """Attrition that has to be satisfied: what is immune does not count, and no more than all of it."""
    if group.immune and group.power > 0:
        attrition *= 1 - min(group.immune / group.power, 1)
    return min(attrition, group.forfeit)


def gone(
    due: float, group: Group, last: float = LAST, sureness: float = SURENESS, surely: float = SURELY
) -> float:
    """How likely a group that has to pay so much is gone: all its cards have to go for it.

    Args:
        due: what it has to pay.
        group: it.
        last: what has to be due beyond all cards but one for an even chance.
        sureness: how much more or less makes it likely or unlikely.
        surely: with less due than this less goes.
    """
    if group.forfeit <= 0:
        return 1.0
    others = group.forfeit * (group.cards - 1) / max(group.cards, 1)
    return logistic((due - others - last) / sureness) * min(due / surely, 1.0)
