"""Life force as a chance to win, and what a unit of it is worth: more near the end, most to who is behind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.valuation.stakes import chance_by_life, stakes_of

lives = st.integers(0, 60)


@given(ours=lives, theirs=lives)
def test_the_chances_of_both_sides_add_up(ours: int, theirs: int) -> None:
    assert chance_by_life(ours, theirs) + chance_by_life(theirs, ours) == pytest.approx(1)


@given(ours=lives, theirs=lives, more=st.integers(1, 20))
def test_more_life_of_ours_never_makes_winning_less_likely(ours: int, theirs: int, more: int) -> None:
    assert chance_by_life(ours + more, theirs) >= chance_by_life(ours, theirs)


@given(ours=lives, theirs=lives)
def test_both_sides_are_priced_alike(ours: int, theirs: int) -> None:
    here, there = stakes_of(ours, theirs), stakes_of(theirs, ours)
    assert (here.ours, here.theirs) == (there.theirs, there.ours)


@given(life=st.integers(1, 30))
def test_the_nearer_the_end_the_dearer_is_a_unit(life: int) -> None:
    assert stakes_of(life, life).ours >= stakes_of(life + 5, life + 5).ours


def test_halfway_through_an_even_game_a_unit_of_life_is_one_force() -> None:
    assert stakes_of(30, 30).ours == stakes_of(30, 30).theirs == 1


def test_who_is_behind_can_less_afford_to_lose_one_each() -> None:
    behind = stakes_of(8, 20)
    assert behind.ours > behind.theirs
    assert chance_by_life(8 - 4, 20 - 4) < chance_by_life(8, 20)


@given(ours=st.integers(6, 50), theirs=st.integers(6, 50))
def test_prices_follow_the_slope_of_the_chance(ours: int, theirs: int) -> None:
    """What a unit of either is worth, one against the other, is what it changes in the chance to win."""
    step = 1e-3
    here = chance_by_life(ours, theirs)
    lost = here - chance_by_life(ours - step, theirs)
    gained = chance_by_life(ours, theirs - step) - here
    stakes = stakes_of(ours, theirs)
    bounds = (0.6, 2.5)
    if stakes.ours not in bounds and stakes.theirs not in bounds:
        assert stakes.ours / stakes.theirs == pytest.approx(lost / gained, rel=0.02)


def test_a_game_without_any_life_is_open() -> None:
    assert chance_by_life(0, 0) == 0.5
    assert stakes_of(0, 0).ours >= 0
