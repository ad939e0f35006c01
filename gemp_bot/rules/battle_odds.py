"""What a battle will bring: exact joint distributions by convolution, and the expectation (section 22).

A side's destinies all come from its own reserve, without replacement: first those to power, then battle
destiny, then those to attrition. The sides are independent, so the battle is the product of two short lists.
All losses are in Force, by what each side's cards and Force are worth to it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from gemp_bot.rules.battle_damage import Forfeitable
from gemp_bot.rules.destiny import Draws, Reserve, cases
from gemp_bot.rules.destiny_sums import Chance, Slot, sums
from gemp_bot.rules.mark import rule
from gemp_bot.rules.payment import PaymentTable, Purse


class BattleStrength(msgspec.Struct, frozen=True):
    """A side of a battle before its power segment.

    Attributes:
        power: its total power without any destiny.
        reserve: what it draws from.
        battle: its battle destinies.
        to_power: number of destinies to power, drawn before.
        to_attrition: number of destinies to attrition, drawn after; none without battle destiny.
        attrition_bonus: what is added to attrition against its opponent, if there is any.
    """

    power: float
    reserve: Reserve = Reserve()
    battle: Draws = Draws()
    to_power: int = 0
    to_attrition: int = 0
    attrition_bonus: float = 0

    def __post_init__(self) -> None:
        if min(self.to_power, self.to_attrition) < 0:
            raise ValueError("a side has no negative number of draws")
        if (self.to_power or self.to_attrition) and self.battle.choose is not None:
            raise ValueError("choosing battle destiny goes with no destinies to power or attrition")
        if self.to_power and self.to_attrition and sum(self.battle.substituted) + self.battle.total < 0:
            raise ValueError("destinies to power and to attrition go with no penalty to battle destiny")


class Showing(NamedTuple):
    """How a side can come out of the power segment.

    Attributes:
        power: its total power.
        attrition: attrition against its opponent; None for none.
        chance: probability of both.
    """

    power: float
    attrition: float | None
    chance: Chance


class Stake(msgspec.Struct, frozen=True):
    """What a side has to pay with.

    Attributes:
        cards: its cards in the battle.
        purse: the Force it can lose; more than enough if None.
    """

    cards: tuple[Forfeitable, ...] = ()
    purse: Purse | None = None


class Expectation(msgspec.Struct, frozen=True):
    """What a battle costs both sides on average, in Force, if both pay as cheaply as they can.

    Attributes:
        ours: our loss.
        theirs: the opponent's.
    """

    ours: Chance
    theirs: Chance


@rule("22.26", "Destinies of the power segment: to power, battle destiny, to attrition")
def showings(side: BattleStrength, *, exact: bool = False) -> tuple[Showing, ...]:
    """All ways in which a side can come out of the power segment. Rules 11 and 22.

    Args:
        side: the side.
        exact: probabilities are Fractions.
    """
    found: dict[tuple[float, float | None], Chance] = {}
    reserve, battle = side.reserve, side.battle
    to_power, to_battle, to_attrition = _factors(side)
    before = [Slot(to_power)] * min(side.to_power, reserve.size)
    left = reserve.size - len(before)
    for case in cases(battle, left, to_battle):
        destined = bool(case.completed or battle.substituted)
        after = [Slot(to_attrition)] * min(side.to_attrition if destined else 0, left - len(case.slots))
        slots = (*before, *case.slots, *after)
        chances = sums(reserve, slots, cancel=battle.cancel, choose=battle.choose, exact=exact)
        for total, chance in chances.items():
            key = _shown(side, total, destined=destined)
            found[key] = found.get(key, 0) + chance
    return tuple(Showing(*key, chance) for key, chance in found.items())


def _factors(side: BattleStrength) -> tuple[complex, complex, complex]:
    """What a destiny to power, a battle destiny and one to attrition count for.

    With at most one of the first and the last the real part is battle destiny and the imaginary the other's
    total; with both it is power and attrition, as battle destiny counts for both of them.
    """
    return (1, 1 + 1j, 1j) if side.to_power and side.to_attrition else (1j, 1, 1j)


def _shown(side: BattleStrength, total: complex, *, destined: bool) -> tuple[float, float | None]:
    """Total power and attrition of a total in the sense of the factors."""
    # Values used instead of battle destiny, and what is added to its total.
    fixed = sum(side.battle.substituted) + side.battle.total if destined else 0
    if side.to_power and side.to_attrition:
        power, attrition = total.real + fixed, total.imag + fixed
    else:
        destiny = max(0, total.real + fixed)
        power = destiny + (total.imag if side.to_power else 0)
        attrition = destiny + (total.imag if side.to_attrition else 0)
    return max(0, side.power + power), max(0, attrition + side.attrition_bonus) if destined else None


class BattleChances:
    """The joint distribution of a battle: total powers, attrition both ways, battle damage."""

    __slots__ = ("_ours", "_theirs")

    def __init__(self, ours: BattleStrength, theirs: BattleStrength, *, exact: bool = False) -> None:
        """Work it out. Rules 22.

        Args:
            ours: our side.
            theirs: the opponent's.
            exact: probabilities are Fractions.
        """
        self._ours = showings(ours, exact=exact)
        self._theirs = showings(theirs, exact=exact)

    def tables(self, ours: Stake, theirs: Stake) -> tuple[PaymentTable, PaymentTable]:
        """Payment tables of both sides that reach as far as this battle can go."""
        behind = max(yours for yours, _, _ in self._theirs) - min(mine for mine, _, _ in self._ours)
        ahead = max(mine for mine, _, _ in self._ours) - min(yours for yours, _, _ in self._theirs)
        return (
            PaymentTable(ours.cards, ours.purse, attrition=_most(self._theirs), damage=behind),
            PaymentTable(theirs.cards, theirs.purse, attrition=_most(self._ours), damage=ahead),
        )

    def expectation(self, ours: Stake, theirs: Stake) -> Expectation:
        """What the battle costs both sides on average, each paying the cheapest way. Rules 22.

        Args:
            ours: what we have to pay with.
            theirs: what we think that the opponent has.
        """
        table, other_table = self.tables(ours, theirs)
        return Expectation(
            _mean(self._theirs, self._ours, table), _mean(self._ours, self._theirs, other_table)
        )


def _most(showing: Sequence[Showing]) -> float:
    return max(attrition or 0 for _, attrition, _ in showing)


def _mean(attackers: Sequence[Showing], payers: Sequence[Showing], table: PaymentTable) -> Chance:
    """What the payers lose on average."""
    mean: Chance = 0
    steps = table.steps
    for power, attrition, chance in attackers:
        row = table.row(attrition)
        loss: Chance = 0
        for own, _, weight in payers:
            behind = power - own
            loss += weight * row[-int(-behind * steps // 1) if behind > 0 else 0]
        mean += chance * loss
    return mean
