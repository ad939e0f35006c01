"""Numbers, costs, piles, generation and losing Force."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.rules.generation import (
    Entitlement,
    Works,
    activated_one,
    activation,
    force_generation,
    icons_after_cancel,
    touches,
)
from gemp_bot.rules.piles import (
    Loss,
    Piles,
    activated,
    after_loss,
    drawn,
    is_lost,
    life_force,
    loss_due,
    loss_refusals,
    loss_sources,
    loss_split,
    recirculated,
    reduced_loss,
    retrieved,
    used,
)
from gemp_bot.rules.values import (
    Cost,
    Modifier,
    Operation,
    Price,
    cost_refusals,
    defined,
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
        Modifier,
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


def add(amount: float, source: str = "", *, cumulative: bool = False) -> Modifier:
    return Modifier(Operation.ADD, amount, source, cumulative)


@pytest.mark.rule("10.1")
def test_modifiers_work_in_their_order() -> None:
    double = Modifier(Operation.MULTIPLY, 2)
    assert modified(3, [add(1), double]) == 8
    assert modified(3, [double, add(1)]) == 7
    assert modified(9, [Modifier(Operation.DIVIDE, 3), Modifier(Operation.SUBTRACT, 1)]) == 2


@pytest.mark.rule("10.2")
def test_copies_do_not_add_up() -> None:
    assert modified(3, [add(2, "a"), add(2, "a"), add(2, "b")]) == 7
    assert modified(3, [add(2, "a", cumulative=True), add(2, "a", cumulative=True)]) == 7
    assert modified(3, [add(2), add(2)]) == 7


@pytest.mark.rule("10.6")
@given(NUMBERS, MODIFIERS, st.lists(st.integers(-5, 9), max_size=3))
def test_no_value_is_negative(base: int, modifiers: list[Modifier], resets: list[int]) -> None:
    assert modified(base, modifiers) >= 0
    assert settled(base, modifiers, resets) >= 0


@given(NUMBERS, MODIFIERS, MODIFIERS, st.lists(NUMBERS, min_size=1, max_size=3))
def test_modifiers_make_no_difference_to_a_reset(
    base: int, some: list[Modifier], others: list[Modifier], resets: list[int]
) -> None:
    assert settled(base, some, resets) == settled(base, others, resets) == min(resets)


@given(NUMBERS, st.lists(NUMBERS, max_size=3), NUMBERS)
def test_limits_only_take_away(value: int, limits: list[int], further: int) -> None:
    assert limited(value, limits) <= value
    assert limited(value, [*limits, further]) <= limited(value, limits)
    assert limited(value, [value]) == value


def test_undefined_values_are_zero_and_lacking_ones_are_none() -> None:
    assert defined(None) == 0
    assert defined(3) == 3
    assert defined(None, lacking=True) is None


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


@given(PILES, NUMBERS)
def test_cards_only_change_places(piles: Piles, count: int) -> None:
    results = [recirculated(piles), activated(piles, count), retrieved(piles, count), drawn(piles, count)]
    if count <= piles.force:
        results.append(used(piles, count))
    for after in results:
        assert after.total == piles.total
        assert all(value >= 0 for value in msgspec.structs.astuple(after))
    assert life_force(recirculated(piles)) == life_force(activated(piles, count)) == life_force(piles)


def test_each_pile_where_it_belongs() -> None:
    piles = Piles(hand=1, reserve=4, force=3, used=2, lost=5)
    assert activated(piles, 2) == Piles(hand=1, reserve=2, force=5, used=2, lost=5)
    assert used(piles, 2) == Piles(hand=1, reserve=4, force=1, used=4, lost=5)
    assert drawn(piles, 2) == Piles(hand=3, reserve=4, force=1, used=2, lost=5)
    assert retrieved(piles, 9) == Piles(hand=1, reserve=4, force=3, used=7, lost=0)
    assert recirculated(piles) == Piles(hand=1, reserve=6, force=3, lost=5)
    with pytest.raises(ValueError, match="4 Force to use and only 3"):
        used(piles, 4)


def test_life_force_and_losing_the_game() -> None:
    assert life_force(Piles(hand=9, lost=9, reserve=1, force=2, used=3, unresolved=1, sabacc=2)) == 9
    assert is_lost(Piles(hand=9, lost=9))
    assert not is_lost(Piles(used=1))
    assert not is_lost(Piles(unresolved=1))


@pytest.mark.rule("2.1", "2.2", "2.3")
def test_generation_counts_icons_oneself_and_masters() -> None:
    assert force_generation([]) == 1
    assert force_generation([2, 1, 0], masters=1) == 5
    assert force_generation([1], total_modifiers=[Modifier(Operation.SUBTRACT, 9)]) == 0


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


def test_icons_touch_both_and_masters_are_no_icons() -> None:
    assert touches(Works.ICONS) == set(Works)
    assert touches(Works.DRAIN) == {Works.DRAIN}
    assert touches(Works.GENERATION) == {Works.GENERATION}
    assert icons_after_cancel(2, 1, 5) == (0, 1)


def test_a_loss_comes_first_from_the_named_place() -> None:
    assert loss_split(5, 3) == (3, 2)
    assert loss_split(2, 3) == (2, 0)
    piles = Piles(hand=2, reserve=5)
    assert not loss_refusals(piles, 3, Loss(hand=2, reserve=1), first_from_hand=True)
    assert [r.rule for r in loss_refusals(piles, 3, Loss(reserve=3), first_from_hand=True)] == ["6.3"]
    assert not loss_refusals(piles, 3, Loss(reserve=3))
    assert [r.rule for r in loss_refusals(piles, 3, Loss(reserve=2))] == ["6.2"]
    assert "6.1" in [r.rule for r in loss_refusals(piles, 6, Loss(reserve=6))]


def test_named_cards_are_not_reduced() -> None:
    less = [Modifier(Operation.SUBTRACT, 2)]
    assert reduced_loss(3, less) == 1
    assert reduced_loss(3, less, named_cards=True) == 3


@given(PILES, st.integers(0, 80))
def test_what_is_due_can_always_be_paid(piles: Piles, amount: int) -> None:
    left = due = loss_due(piles, amount)
    choice = {}
    for name, most in msgspec.structs.asdict(loss_sources(piles)).items():
        choice[name] = min(left, most)
        left -= choice[name]
    assert not loss_refusals(piles, amount, Loss(**choice))
    after = after_loss(piles, Loss(**choice))
    assert (after.total, after.lost) == (piles.total, piles.lost + due)
    assert min(msgspec.structs.astuple(after)) >= 0
