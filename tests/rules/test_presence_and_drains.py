"""Presence and control, where a card is, Force drains, states."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.drains import (
    DrainSpot,
    drain_amount,
    drain_loss,
    drain_participants,
    drain_price,
    drain_refusals,
    drain_stopped,
)
from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.presence import (
    Here,
    has_presence,
    is_at,
    is_on_its_planet,
    is_present,
    is_present_with,
    is_with,
    may_control,
)
from gemp_bot.rules.uniqueness import CardState, blocks_from_out_of_play, counts_for_uniqueness, on_table
from gemp_bot.rules.values import Cost, Operation, ValueChange


class Standing(msgspec.Struct, frozen=True, eq=False):
    """A card by where it is: what `whereabouts.Placed` asks for."""

    location: str | None = None
    host: "Standing | None" = None
    inside: bool = False


HERE, THERE = "here", "there"
CARDS = st.builds(
    Here,
    ability=st.integers(0, 6),
    presence_icon=st.booleans(),
    active=st.booleans(),
    undercover=st.booleans(),
)
SIDES = st.lists(CARDS, max_size=4)
DROID = Here()
TROOPER = Here(ability=1)


@pytest.mark.rule("5.1", "5.2")
def test_presence_is_ability_or_an_icon() -> None:
    assert not has_presence([])
    assert not has_presence([DROID])
    assert has_presence([TROOPER])
    assert has_presence([DROID, Here(presence_icon=True)])
    assert not has_presence([Here(ability=6, active=False)])
    assert not has_presence([Here(presence_icon=True, active=False)])


@pytest.mark.rule("4.7", "4.9", "4.10")
def test_what_a_drain_costs_and_what_stops_or_limits_it() -> None:
    assert drain_price().total == 0
    assert drain_price(Cost(separate=(1,))).total == 1
    assert drain_loss(4, [2, 3]) == 2
    assert drain_loss(1, [2]) == 1
    assert not drain_stopped(controlled=True)
    assert drain_stopped(controlled=False, protected=True)
    assert drain_stopped(controlled=True, canceled=True)
    assert not drain_stopped(controlled=True, canceled=True, protected=True)


WALKER, BIKE = Standing(), Standing()
CARDS_AT = [Standing(HERE), Standing(HERE, WALKER, inside=True), Standing(HERE, WALKER, inside=True),
            Standing(HERE, BIKE), Standing(THERE), Standing(THERE, WALKER, inside=True)]  # fmt: skip


@pytest.mark.rule("5.8", "5.9", "5.10", "5.14")
@pytest.mark.parametrize("one", CARDS_AT)
def test_words_for_where_a_card_is_follow_from_each_other(one: Standing) -> None:
    assert is_at(one, one.location)
    assert not is_at(one, None)
    assert not is_with(one, one)
    assert not is_present_with(one, one)
    assert is_present(one, one.location) is not one.inside
    for other in CARDS_AT:
        assert is_with(one, other) is is_with(other, one) is (one is not other and is_at(one, other.location))
        assert is_present_with(one, other) is is_present_with(other, one)
        if is_present_with(one, other):
            assert is_with(one, other)
            assert is_present(one, one.location) is is_present(other, one.location)


SPOTS = st.builds(
    DrainSpot,
    phase=st.sampled_from(Phase),
    my_turn=st.booleans(),
    control=st.booleans(),
    drained=st.booleans(),
    card_drained=st.booleans(),
    forbidden=st.booleans(),
)


@pytest.mark.rule("4.1")
@given(SPOTS)
def test_drains_are_legal_where_nothing_is_against_them(spot: DrainSpot) -> None:
    legal = spot == DrainSpot()
    assert (not drain_refusals(spot)) is legal


@pytest.mark.rule("4.2")
def test_the_amount_of_a_drain() -> None:
    plus, minus = ValueChange(Operation.ADD, 1, "a"), ValueChange(Operation.SUBTRACT, 5, "b")
    assert drain_amount(2) == 2
    assert drain_amount(2, [plus]) == 3
    assert drain_amount(2, [plus, minus]) == 0
    assert drain_amount(2, [plus], [0]) == 0


@pytest.mark.rule("4.8")
def test_drains_that_the_opponent_may_not_modify() -> None:
    theirs = ValueChange(Operation.SUBTRACT, 1, "a", by_opponent=True)
    ours = ValueChange(Operation.ADD, 1, "b")
    assert drain_amount(2, [theirs, ours]) == 2
    assert drain_amount(2, [theirs, ours], shielded=True) == 3
    assert drain_amount(2, [ours], [1], shielded=True) == 1
    assert drain_loss(drain_amount(3, [theirs], shielded=True), [2]) == 2


def test_who_takes_part_in_a_drain() -> None:
    cards = [(kind.value, kind) for kind in CardKind]
    assert drain_participants(cards) == {
        "character", "vehicle", "capital starship", "starfighter", "weapon", "device",
    }  # fmt: skip


@pytest.mark.rule("9.2", "9.3")
def test_what_is_on_table_counts_for_uniqueness() -> None:
    assert {state for state in CardState if on_table(state)} == {CardState.ACTIVE, CardState.INACTIVE}
    assert {state for state in CardState if counts_for_uniqueness(state)} == {
        CardState.ACTIVE,
        CardState.INACTIVE,
    }


def test_out_of_play_blocks_unique_cards_that_fight() -> None:
    assert blocks_from_out_of_play(CardState.OUT_OF_PLAY, unique=True, card_of_battle=True)
    assert not blocks_from_out_of_play(CardState.OUT_OF_PLAY, unique=False, card_of_battle=True)
    assert not blocks_from_out_of_play(CardState.OUT_OF_PLAY, unique=True, card_of_battle=False)
    assert not blocks_from_out_of_play(CardState.INACTIVE, unique=True, card_of_battle=True)


@pytest.mark.rule("5.15", "5.16")
def test_operatives_on_their_planet_occupy_and_do_not_control() -> None:
    """They keep the opponent from control; ability of 1 or a presence icon of somebody else gives it."""
    assert is_on_its_planet("eriadu", "eriadu", site=True)
    assert not is_on_its_planet("eriadu", "eriadu", site=False), "in orbit"
    assert not is_on_its_planet("eriadu", "hoth", site=True)
    assert not is_on_its_planet("", "", site=True), "no Operative"
    operative, droid = Here(ability=1, operative=True), Here()
    assert has_presence([operative])
    assert not may_control([operative, operative, droid])
    assert may_control([operative, Here(ability=1)])
    assert may_control([operative, Here(presence_icon=True)])
