"""The quick estimate of a battle: what must hold of it, and how far it is from the exact odds."""

import random
from math import isfinite
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from worth_scene import destinies, group, groups

from gemp_bot.game.arrivals import LocationChange
from gemp_bot.game.numbers import DestinyChanges
from gemp_bot.rules.battle_damage import Forfeitable
from gemp_bot.rules.battle_odds import BattleChances, BattleStrength, Stake, showings
from gemp_bot.rules.destiny import Distribution, Draws, Reserve
from gemp_bot.rules.payment import Purse
from gemp_bot.valuation.battle_estimate import FORFEITED, clash
from gemp_bot.valuation.position import Group

SLACK = 1e-9
NONE = DestinyChanges(most=0)
DESTINY = Distribution.of_counts(((0, 6), (1, 12), (2, 10), (3, 11), (4, 9), (5, 7), (6, 4), (7, 1)))
MEAN = float(sum(value * chance for value, chance in DESTINY.items()))


@given(ours=groups(), theirs=groups(), destiny=destinies, other=destinies)
def test_both_sides_are_treated_alike(ours: Group, theirs: Group, destiny: float, other: float) -> None:
    here, there = clash(ours, theirs, destiny, other), clash(theirs, ours, other, destiny)
    assert here.ahead == pytest.approx(-there.ahead, abs=1e-6)
    assert here.net == pytest.approx(-there.net, abs=1e-6)
    assert (here.ours, here.theirs) == pytest.approx((there.theirs, there.ours), abs=1e-6)
    assert (here.cleared, here.wiped) == pytest.approx((there.wiped, there.cleared), abs=1e-6)


def test_texts_change_what_destinies_come_to() -> None:
    ours, theirs = group(6, 4, 5), group(6, 4, 5)
    assert clash(replace(ours, destinies=DestinyChanges(each=1, total=2)), theirs, 3.0, 3.0).ahead == 3
    assert (
        clash(replace(ours, destinies=DestinyChanges(total=-5)), theirs, 3.0, 3.0).ahead == -3
    )  # no total is below 0
    assert clash(replace(ours, destinies=NONE), theirs, 3.0, 3.0).ahead == -3
    alone = clash(ours, replace(theirs, destinies=NONE), 3.0, 3.0)
    found = clash(replace(ours, there=LocationChange(their_destinies=NONE)), theirs, 3.0, 3.0)
    assert found.ahead == 3
    assert (found.due_to_us, found.net) == (alone.due_to_us, alone.net)


@given(ours=groups(), theirs=groups(), destiny=destinies, other=destinies)
def test_chances_are_chances_and_nobody_wins_by_losing(
    ours: Group, theirs: Group, destiny: float, other: float
) -> None:
    found = clash(ours, theirs, destiny, other)
    assert 0 <= found.cleared <= 1
    assert 0 <= found.wiped <= 1
    assert min(found.ours, found.theirs) >= -SLACK
    assert isfinite(found.net)


def test_who_has_nothing_to_pay_is_not_gone() -> None:
    """Trap: a lone card that won against who draws no destiny was told to be gone three times in ten."""
    lone, weak = group(6, 3, 4), group(2, 0, 2)
    found = clash(lone, weak, 3.0, 3.0)
    assert found.due_to_us < 0.1
    assert found.wiped < 0.02
    assert clash(weak, lone, 3.0, 3.0).wiped > 0.4


@pytest.mark.parametrize("cards", [400, 100_000])
def test_however_many_stand_there_a_chance_is_told(cards: int) -> None:
    crowd, one = group(3 * cards, 2 * cards, 4 * cards, cards=cards), group(3, 2, 4)
    for ours, theirs in ((crowd, crowd), (crowd, one), (one, crowd)):
        found = clash(ours, theirs, 3.0, 3.0)
        assert 0 <= found.cleared <= 1
        assert 0 <= found.wiped <= 1
        assert isfinite(found.net)


@given(
    ours=groups(immune=False),
    theirs=groups(),
    more=st.floats(0, 10),
    destiny=destinies,
    other=destinies,
)
def test_more_power_of_ours_never_makes_it_worse(
    ours: Group, theirs: Group, more: float, destiny: float, other: float
) -> None:
    stronger = ours.with_more(more, 0, 0)
    before, after = clash(ours, theirs, destiny, other), clash(stronger, theirs, destiny, other)
    assert after.net >= before.net - SLACK
    assert after.cleared >= before.cleared - SLACK
    assert after.wiped <= before.wiped + SLACK


@given(ours=groups(), theirs=groups(), more=st.floats(0, 5), destiny=destinies, other=destinies)
def test_higher_destinies_of_ours_never_make_it_worse(
    ours: Group, theirs: Group, more: float, destiny: float, other: float
) -> None:
    before, after = clash(ours, theirs, destiny, other), clash(ours, theirs, destiny + more, other)
    assert after.net >= before.net - SLACK


@given(theirs=groups(), destiny=destinies)
def test_who_is_immune_loses_no_more(theirs: Group, destiny: float) -> None:
    plain, immune = group(6, 5, 8), group(6, 5, 8, immune=6)
    assert clash(immune, theirs, destiny, 3).ours <= clash(plain, theirs, destiny, 3).ours + SLACK


def mean_power(side: BattleStrength) -> float:
    """The total power of a side to be expected."""
    return float(sum(showing.power * showing.chance for showing in showings(side)))


class Case:
    """A small battle, as the rules see it and as the estimate does."""

    def __init__(self, chance: random.Random) -> None:
        ours, theirs = self.units(chance), self.units(chance)
        mine, yours = self.side(ours), self.side(theirs)
        odds = BattleChances(mine, yours)
        self.quick = clash(self.group(ours), self.group(theirs), MEAN, MEAN)
        self.exact = odds.expectation(self.stake(ours), self.stake(theirs))
        self.ahead = mean_power(mine) - mean_power(yours)

    @staticmethod
    def units(chance: random.Random) -> list[tuple[int, int, int, bool]]:
        """Power, ability, forfeit and immunity of one to three cards."""
        return [
            (chance.randint(1, 7), chance.randint(0, 6), chance.randint(1, 7), chance.random() < 0.15)
            for _ in range(chance.randint(1, 3))
        ]

    @staticmethod
    def draws(units: list[tuple[int, int, int, bool]]) -> int:
        return int(sum(unit[1] for unit in units) >= 4)

    def side(self, units: list[tuple[int, int, int, bool]]) -> BattleStrength:
        return BattleStrength(
            sum(unit[0] for unit in units), Reserve((), 30, DESTINY), Draws(self.draws(units))
        )

    def group(self, units: list[tuple[int, int, int, bool]]) -> Group:
        power, ability, forfeit = (sum(unit[i] for unit in units) for i in range(3))
        immune = sum(unit[0] for unit in units if unit[3])
        return group(power, ability, forfeit, immune, len(units))

    def stake(self, units: list[tuple[int, int, int, bool]]) -> Stake:
        cards = tuple(
            Forfeitable(number, unit[2], FORFEITED * unit[2], immune_below=4 if unit[3] else 0)
            for number, unit in enumerate(units)
        )
        return Stake(cards, Purse(1.0, available=60))


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    chance = random.Random(7)
    return [Case(chance) for _ in range(300)]


class TestAgainstTheExactOdds:
    """One to three cards a side, forfeit worth what the estimate says it is."""

    def test_the_difference_of_power_is_exact(self, cases: list[Case]) -> None:
        assert all(case.quick.ahead == pytest.approx(case.ahead, abs=1e-6) for case in cases)

    def test_it_is_off_by_little_on_average_and_to_neither_side(self, cases: list[Case]) -> None:
        off = [case.quick.net - float(case.exact.theirs - case.exact.ours) for case in cases]
        assert mean(abs(each) for each in off) < 1.6
        assert abs(mean(off)) < 0.4

    def test_it_is_never_far_off(self, cases: list[Case]) -> None:
        """Forfeits come in whole cards, and the estimate knows only their sum: up to a large card."""
        assert max(abs(case.quick.net - float(case.exact.theirs - case.exact.ours)) for case in cases) < 6

    def test_it_tells_good_battles_from_bad_ones(self, cases: list[Case]) -> None:
        clear = [case for case in cases if abs(float(case.exact.theirs - case.exact.ours)) >= 2]
        right = [
            case for case in clear if (case.quick.net > 0) is ((case.exact.theirs - case.exact.ours) > 0)
        ]
        assert len(clear) > 100
        assert len(right) >= 0.97 * len(clear)
