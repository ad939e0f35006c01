"""Numbers, costs, piles, generation and losing Force."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.rules.generation import (
    Entitlement,
    activated_one,
    activation,
    force_generation,
)
from gemp_bot.rules.piles import Piles, is_lost, life_force, loss_due, loss_sources, used
from gemp_bot.rules.values import (
    Cost,
    Operation,
    Price,
    ValueChange,
    cost_refusals,
    limited,
    modified,
    price,
    settled,
)

NUMBERS = st.integers(0, 12)
PILES = st.builds(
    Piles,
    **dict.fromkeys(("hand", "reserve", "force", "used", "lost", "unresolved", "sabacc"), NUMBERS),
)
MODIFIERS = st.lists(
    st.builds(
        ValueChange,
        st.sampled_from(Operation),
        st.integers(1, 6),
        st.sampled_from(["", "a", "b"]),
        st.booleans(),
    ),
    max_size=6,
)
COSTS = st.builds(
    Cost, NUMBERS, MODIFIERS.map(tuple), st.booleans(), st.lists(st.integers(-2, 4), max_size=3).map(tuple)
)


def add(amount: float, source: str = "", *, cumulative: bool = False) -> ValueChange:
    return ValueChange(Operation.ADD, amount, source, cumulative)


@pytest.mark.rule("10.1")
def test_modifiers_work_in_their_order() -> None:
    double = ValueChange(Operation.MULTIPLY, 2)
    assert modified(3, [add(1), double]) == 8
    assert modified(3, [double, add(1)]) == 7
    assert modified(9, [ValueChange(Operation.DIVIDE, 3), ValueChange(Operation.SUBTRACT, 1)]) == 2


@pytest.mark.rule("10.2")
def test_copies_do_not_add_up() -> None:
    assert modified(3, [add(2, "a"), add(2, "a"), add(2, "b")]) == 7
    assert modified(3, [add(2, "a", cumulative=True), add(2, "a", cumulative=True)]) == 7
    assert modified(3, [add(2), add(2)]) == 7


@pytest.mark.rule("10.6")
@given(NUMBERS, MODIFIERS, st.lists(st.integers(-5, 9), max_size=3))
def test_no_value_is_negative(base: int, modifiers: list[ValueChange], resets: list[int]) -> None:
    assert modified(base, modifiers) >= 0
    assert settled(base, modifiers, resets) >= 0


@given(NUMBERS, MODIFIERS, MODIFIERS, st.lists(NUMBERS, min_size=1, max_size=3))
def test_modifiers_make_no_difference_to_a_reset(
    base: int, some: list[ValueChange], others: list[ValueChange], resets: list[int]
) -> None:
    assert settled(base, some, resets) == settled(base, others, resets) == min(resets)


@given(NUMBERS, st.lists(NUMBERS, max_size=3), NUMBERS)
def test_limits_only_take_away(value: int, limits: list[int], further: int) -> None:
    assert limited(value, limits) <= value
    assert limited(value, [*limits, further]) <= limited(value, limits)
    assert limited(value, [value]) == value


@given(COSTS)
def test_costs_are_never_negative(cost: Cost) -> None:
    due = price(cost)
    assert due.separate >= 0
    assert due.base >= 0
    assert due.total == due.separate + due.base


@given(COSTS)
def test_separate_costs_do_not_depend_on_free(cost: Cost) -> None:
    free = msgspec.structs.replace(cost, free=True)
    assert price(free) == Price(price(cost).separate, 0)


@given(COSTS, NUMBERS, NUMBERS)
def test_more_force_never_makes_a_cost_too_high(cost: Cost, force: int, more: int) -> None:
    if not cost_refusals(price(cost), force):
        assert not cost_refusals(price(cost), force + more)


def test_life_force_and_losing_the_game() -> None:
    assert life_force(Piles(hand=9, lost=9, reserve=1, force=2, used=3, unresolved=1, sabacc=2)) == 9
    assert is_lost(Piles(hand=9, lost=9))
    assert not is_lost(Piles(used=1))
    assert not is_lost(Piles(unresolved=1))


@pytest.mark.rule("2.1", "2.2", "2.3")
def test_generation_counts_icons_oneself_and_masters() -> None:
    assert force_generation([]) == 1
    assert force_generation([2, 1, 0], masters=1) == 5
    assert force_generation([1], total_modifiers=[ValueChange(Operation.SUBTRACT, 9)]) == 0


@given(st.lists(NUMBERS, max_size=5), NUMBERS, NUMBERS)
def test_generation_grows_with_icons_and_masters(icons: list[int], masters: int, more: int) -> None:
    assert force_generation([*icons, more], masters) == force_generation(icons, masters) + more
    assert force_generation(icons, masters + 1) == force_generation(icons, masters) + 1


def test_activating_is_a_choice_unless_told() -> None:
    assert list(activation(Entitlement(3, done=1), Piles(reserve=9))) == [0, 1, 2]
    assert list(activation(Entitlement(3), Piles(reserve=1))) == [0, 1]
    assert list(activation(Entitlement(3), Piles(reserve=9), told=5)) == [5]
    assert list(activation(Entitlement(3), Piles(reserve=2), told=5)) == [2]
    entitlement = Entitlement(2)
    for left in (1, 0, 0):
        entitlement = activated_one(entitlement)
        assert entitlement.left == left


@pytest.mark.rule("3.5", "6.1", "6.2")
@given(PILES, st.integers(0, 80))
def test_force_is_used_and_lost_as_far_as_there_is_any(piles: Piles, amount: int) -> None:
    if amount > piles.force:
        with pytest.raises(ValueError, match=f"{amount} Force to use and only {piles.force} there"):
            used(piles, amount)
    else:
        after = used(piles, amount)
        assert (after.force, after.used) == (piles.force - amount, piles.used + amount)
        assert life_force(after) == life_force(piles)
    assert loss_due(piles, amount) == min(amount, loss_sources(piles).total)
    assert loss_sources(piles).total == piles.hand + life_force(piles) - piles.sabacc
