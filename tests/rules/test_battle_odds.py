"""The odds of a battle: against every order of both reserves, and against a die."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import isclose
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemp_bot.rules.battle import attrition, battle_damage
from gemp_bot.rules.battle_damage import Forfeitable
from gemp_bot.rules.battle_odds import BattleChances, BattleStrength, Stake, showings
from gemp_bot.rules.destiny import Cancel, Chance, Distribution, Draws, Reserve
from gemp_bot.rules.payment import Purse, cheapest

values = st.sampled_from([0, 0.5, 1, 2, 3, 5])
decks = st.lists(values, max_size=5)
battles = st.one_of(
    st.builds(
        Draws,
        count=st.integers(0, 2),
        each=st.sampled_from([0, 0, -1, 2]),
        total=st.sampled_from([0, 0, 1, 2]),
        substituted=st.sampled_from([(), (), (3,)]),
        cancel=st.sampled_from([None, None, Cancel(at_most=1), Cancel(at_least=3, redraw=False)]),
    )
)
penalties = st.builds(Draws, count=st.integers(1, 2), total=st.just(-3))
extra = st.integers(0, 2)


def come_out(order: Sequence[float], side: BattleStrength) -> tuple[float, float | None]:
    """Total power and attrition of a side that draws in this order, card by card."""
    cards, battle, cancel = list(order), side.battle, side.battle.cancel
    power_destiny = sum(cards.pop(0) for _ in range(min(side.to_power, len(cards))))
    numbers = list(battle.substituted)
    for i in range(battle.count):
        while cards:
            value = cards.pop(0) + battle.modifier(i)
            if cancel is None or not cancel.hits(value):
                numbers.append(max(0, value))
                break
            redraw, cancel = cancel.redraw, None
            if not redraw:
                break
    if not numbers:
        return max(0, side.power + power_destiny), None
    destiny = max(0, sum(numbers) + battle.total)
    more = sum(cards.pop(0) for _ in range(min(side.to_attrition, len(cards))))
    against = attrition(destiny, attrition_destiny=more + side.attrition_bonus)
    return max(0, side.power + power_destiny + destiny), against


def check(side: BattleStrength, deck: list[float]) -> None:
    orders = list(permutations(deck))
    expected: dict[tuple[float, float | None], Fraction] = {}
    for order in orders:
        key = come_out(order, side)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, len(orders))
    found = {(power, against): chance for power, against, chance in showings(side, exact=True)}
    assert found == expected


@settings(max_examples=60)
@given(deck=decks, battle=battles, to_power=extra, to_attrition=extra, bonus=st.sampled_from([0, -2, 1]))
def test_a_side_is_what_every_order_of_its_reserve_gives(
    deck: list[float], battle: Draws, to_power: int, to_attrition: int, bonus: float
) -> None:
    check(BattleStrength(4, Reserve.of(deck), battle, to_power, to_attrition, bonus), deck)


@settings(max_examples=50)
@given(deck=decks, battle=penalties, number=extra, power=st.booleans())
def test_a_penalty_to_battle_destiny_takes_no_power(
    deck: list[float], battle: Draws, number: int, *, power: bool
) -> None:
    check(BattleStrength(4, Reserve.of(deck), battle, *((number, 0) if power else (0, number))), deck)


CARDS = (
    Forfeitable("a", 3, 2),
    Forfeitable("b", 5, 6, immune_below=4),
    Forfeitable("ship", 4, 3, encloses=True, aboard=(Forfeitable("pilot", 2, 2),)),
    Forfeitable("hit", 2, 1, hit=True),
)
OURS, THEIRS = Stake(CARDS, Purse(available=30)), Stake(CARDS[:2], Purse(worth=0.5))
DECK = [0] * 4 + [1] * 5 + [2] * 6 + [3] * 7 + [4] * 5 + [5] * 4 + [6] * 2 + [7]


class Outcome(NamedTuple):
    """How a battle can come out."""

    our_power: float
    their_power: float
    our_attrition: float | None
    their_attrition: float | None
    our_damage: float
    their_damage: float
    chance: Chance


def outcomes(ours: BattleStrength, theirs: BattleStrength) -> list[Outcome]:
    return [
        Outcome(mine, yours, to_us, to_them, max(0, yours - mine), max(0, mine - yours), chance * other)
        for mine, to_them, chance in showings(ours, exact=True)
        for yours, to_us, other in showings(theirs, exact=True)
    ]


def chance_to_win(ours: BattleStrength, theirs: BattleStrength) -> Chance:
    return sum(each.chance for each in outcomes(ours, theirs) if each.their_damage)


@settings(max_examples=40)
@given(
    deck=st.lists(values, min_size=1, max_size=8),
    power=st.integers(0, 9),
    draws=st.integers(0, 2),
    other=st.integers(0, 9),
    others=st.integers(0, 2),
)
def test_the_expectation_is_the_mean_of_all_outcomes(
    deck: list[float], power: int, draws: int, other: int, others: int
) -> None:
    mine, yours = (
        BattleStrength(power, Reserve.of(deck), Draws(draws)),
        BattleStrength(other, Reserve.of(DECK), Draws(others)),
    )
    odds = BattleChances(mine, yours, exact=True)
    assert sum(each.chance for each in outcomes(mine, yours)) == 1
    ours = theirs = Fraction(0)
    for each in outcomes(mine, yours):
        assert each.our_damage == battle_damage(each.our_power, each.their_power)
        assert each.their_damage == battle_damage(each.their_power, each.our_power)
        chance = Fraction(each.chance)
        paid = cheapest(OURS.cards, OURS.purse, attrition=each.our_attrition, damage=each.our_damage)
        ours += chance * Fraction(paid.cost)
        paid = cheapest(THEIRS.cards, THEIRS.purse, attrition=each.their_attrition, damage=each.their_damage)
        theirs += chance * Fraction(paid.cost)
    found = odds.expectation(OURS, THEIRS)
    assert isclose(found.ours, ours, abs_tol=1e-9)
    assert isclose(found.theirs, theirs, abs_tol=1e-9)


@given(power=st.integers(0, 9), draws=st.integers(0, 3), deck=st.lists(values, max_size=8))
def test_a_symmetric_battle_is_worth_nothing(power: int, draws: int, deck: list[float]) -> None:
    side = BattleStrength(power, Reserve.of(deck), Draws(draws))
    odds = BattleChances(side, side, exact=True)
    found = odds.expectation(OURS, OURS)
    assert found.ours == found.theirs
    assert chance_to_win(side, side) == sum(each.chance for each in outcomes(side, side) if each.our_damage)


@given(power=st.integers(0, 9), other=st.integers(0, 9), draws=st.integers(0, 2))
def test_seen_from_the_other_side_all_is_reversed(power: int, other: int, draws: int) -> None:
    mine, yours = (
        BattleStrength(power, Reserve.of(DECK), Draws(draws)),
        BattleStrength(other, Reserve.of(DECK), Draws(1)),
    )
    odds, reverse = BattleChances(mine, yours, exact=True), BattleChances(yours, mine, exact=True)
    assert chance_to_win(mine, yours) == sum(each.chance for each in outcomes(yours, mine) if each.our_damage)
    there, back = odds.expectation(OURS, THEIRS), reverse.expectation(THEIRS, OURS)
    assert isclose(there.ours, back.theirs, abs_tol=1e-9)
    assert isclose(there.theirs, back.ours, abs_tol=1e-9)


@given(power=st.integers(0, 9), draws=st.integers(0, 2))
def test_more_power_never_loses_more_often(power: int, draws: int) -> None:
    def win(ours: float) -> float:
        mine, yours = (
            BattleStrength(ours, Reserve.of(DECK), Draws(draws)),
            BattleStrength(5, Reserve.of(DECK), Draws(1)),
        )
        return float(chance_to_win(mine, yours))

    assert win(power) <= win(power + 1) + 1e-12


def test_odds_agree_with_a_die() -> None:
    die = random.Random(22)
    ours = BattleStrength(9, Reserve.of(DECK), Draws(2, cancel=Cancel(at_most=1)), to_power=1)
    theirs = BattleStrength(11, Reserve((), 30, Distribution.of_counts([(1, 2), (3, 3), (5, 1)])), Draws(2))
    won = 0
    rounds = 4000
    for _ in range(rounds):
        mine, _ = come_out(die.sample(DECK, 6), ours)
        yours, _ = come_out(die.choices([1, 1, 3, 3, 3, 5], k=2), theirs)
        won += mine > yours
    assert abs(won / rounds - chance_to_win(ours, theirs)) < 0.04


def test_gotcha_16_a_side_without_destiny_makes_no_attrition() -> None:
    (only,) = showings(
        BattleStrength(6, Reserve.of([4]), Draws(0), to_power=1, to_attrition=1, attrition_bonus=3)
    )
    assert (only.power, only.attrition) == (10, None)
    (empty,) = showings(BattleStrength(6, Reserve(), Draws(2), attrition_bonus=3))
    assert (empty.power, empty.attrition) == (6, None)


def test_sides_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        BattleStrength(3, to_power=-1)
    with pytest.raises(ValueError, match="choosing"):
        BattleStrength(3, to_power=1, battle=Draws(2, choose=1))
    with pytest.raises(ValueError, match="penalty"):
        BattleStrength(3, to_power=1, to_attrition=1, battle=Draws(2, total=-1))
