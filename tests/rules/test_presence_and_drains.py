"""Presence and control, where a card is, Force drains, states."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.rules.drains import (
    DrainMoment,
    DrainSpot,
    DrainThreat,
    after_drain,
    drain_amount,
    drain_loss,
    drain_moment,
    drain_participants,
    drain_price,
    drain_refusals,
    drain_stopped,
    instead_of_drain_refusals,
)
from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.facts import CardKind, LocationFacts, PlaceKind
from gemp_bot.rules.presence import (
    Here,
    all_ability_fits,
    carrier_alone,
    character_alone,
    controls,
    controls_for_drain,
    has_presence,
)
from gemp_bot.rules.states import (
    State,
    blocks_from_out_of_play,
    can_give_presence,
    counts_for_uniqueness,
    functions,
    on_table,
    reached_by_all,
    takes_capacity,
)
from gemp_bot.rules.values import Modifier, Operation
from gemp_bot.rules.whereabouts import (
    Spot,
    is_aboard,
    is_at_system,
    is_on_system,
    is_present,
    is_present_with,
    is_with,
)

CARDS = st.builds(
    Here,
    ability=st.integers(0, 6),
    presence_icon=st.booleans(),
    active=st.booleans(),
    undercover=st.booleans(),
    drains_only=st.booleans(),
)
SIDES = st.lists(CARDS, max_size=4)
DROID = Here()
TROOPER = Here(ability=1)


@pytest.mark.rule("5.1")
def test_presence_is_ability_or_an_icon() -> None:
    assert not has_presence([])
    assert not has_presence([DROID])
    assert has_presence([TROOPER])
    assert has_presence([DROID, Here(presence_icon=True)])
    assert not has_presence([Here(ability=6, active=False)])
    assert not has_presence([Here(presence_icon=True, active=False)])


@pytest.mark.rule("5.2")
def test_passengers_give_presence() -> None:
    ship = Here(character=False, id="ship")
    assert has_presence([ship, Here(ability=3, aboard="ship")])
    assert not has_presence([ship])


@given(SIDES, SIDES, CARDS)
def test_more_cards_never_take_presence_away(mine: list[Here], theirs: list[Here], more: Here) -> None:
    if has_presence(mine):
        assert has_presence([*mine, more])
    if controls(mine, theirs):
        assert controls_for_drain(mine, theirs)


def test_a_droid_that_may_drain_controls_for_drains_only() -> None:
    ev_9d9 = Here(drains_only=True)
    assert controls_for_drain([ev_9d9], [])
    assert not controls([ev_9d9], [])
    assert not controls_for_drain([ev_9d9], [TROOPER])
    assert not controls_for_drain([DROID], [])


def test_a_lone_character() -> None:
    luke = Here(ability=4)
    assert character_alone(luke, [])
    assert not character_alone(luke, [DROID])
    assert character_alone(luke, [Here(character=False)])  # a starship without ability
    assert not character_alone(luke, [Here(character=False, ability=2)])
    assert not character_alone(Here(ability=4, persons=2), [])
    assert not character_alone(Here(ability=4, active=False), [])


def test_a_lone_starship() -> None:
    ship = Here(character=False, id="ship", permanent_pilots=1, ability=2)
    assert carrier_alone(ship, [])
    assert carrier_alone(ship, [Here(ability=3, aboard="ship"), Here(active=False)])
    assert not carrier_alone(ship, [Here(character=False, id="other")])
    assert not carrier_alone(msgspec.structs.replace(ship, permanent_pilots=2), [])


def test_all_ability_of_a_kind() -> None:
    alien, human = (TROOPER, True), (TROOPER, False)
    assert all_ability_fits([alien, alien])
    assert not all_ability_fits([alien, human])
    assert not all_ability_fits([])
    assert not all_ability_fits([(DROID, True)])
    assert all_ability_fits([alien, (DROID, False)])
    assert all_ability_fits([alien, (Here(ability=3, active=False), False)])


HOTH = LocationFacts(name="Hoth", kind=PlaceKind.SYSTEM, system="Hoth")
ASTEROIDS = LocationFacts(name="Asteroids", kind=PlaceKind.SECTOR, system="Hoth", asteroid=True)
PLAINS = LocationFacts(name="Plains", kind=PlaceKind.SITE, system="Hoth", exterior=True)
BRIDGE = LocationFacts(name="Bridge", kind=PlaceKind.SITE, interior=True)


def test_a_card_is_present_at_one_place() -> None:
    inside = Spot(card="Luke", location=PLAINS, aboard="walker", enclosed=True)
    assert not is_present(inside, "Plains")
    assert is_present(Spot(card="Luke", location=PLAINS, aboard="speeder"), "Plains")
    captive, guard = Spot(card="Leia", location=PLAINS, prison=True), Spot(card="guard", location=PLAINS)
    assert not is_present(captive, "Plains")
    assert not is_present_with(captive, guard)
    assert is_with(captive, guard)


def test_at_on_and_aboard() -> None:
    orbit, belt = (
        Spot(card="a", location=HOTH),
        Spot(card="b", location=ASTEROIDS, aboard="ship", enclosed=True),
    )
    assert is_at_system(orbit, "Hoth")
    assert not is_on_system(orbit, "Hoth")
    assert is_at_system(belt, "Hoth")
    assert is_on_system(belt, "Hoth")
    assert not is_at_system(belt, "Endor")
    assert is_aboard(belt, "ship")
    assert is_aboard(Spot(card="c", location=BRIDGE, inside_at="Executor"), "Executor")
    assert not is_aboard(orbit, "")


SPOTS = st.builds(
    DrainSpot,
    phase=st.sampled_from(Phase),
    my_turn=st.booleans(),
    control=st.booleans(),
    drained=st.booleans(),
    tired=st.booleans(),
    forbidden=st.booleans(),
)


@pytest.mark.rule("4.1")
@given(SPOTS)
def test_drains_are_legal_where_nothing_is_against_them(spot: DrainSpot) -> None:
    legal = spot == DrainSpot()
    assert (not drain_refusals(spot)) is legal
    assert instead_of_drain_refusals(spot) == drain_refusals(spot)
    assert drain_refusals(after_drain(spot))


@pytest.mark.rule("4.5")
def test_instead_of_draining_takes_control_but_no_icons_and_counts_as_the_drain() -> None:
    assert not instead_of_drain_refusals(DrainSpot())
    assert instead_of_drain_refusals(DrainSpot(control=False))
    assert drain_refusals(after_drain(DrainSpot()))
    assert drain_amount(0) == 0


@pytest.mark.rule("4.2")
def test_the_amount_of_a_drain() -> None:
    plus, minus = Modifier(Operation.ADD, 1, "a"), Modifier(Operation.SUBTRACT, 5, "b")
    assert drain_amount(2) == 2
    assert drain_amount(2, [plus]) == 3
    assert drain_amount(2, [plus, minus]) == 0
    assert drain_amount(2, [plus], [0]) == 0


@pytest.mark.rule("4.8")
def test_drains_that_the_opponent_may_not_modify() -> None:
    theirs = Modifier(Operation.SUBTRACT, 1, "a", by_opponent=True)
    ours = Modifier(Operation.ADD, 1, "b")
    assert drain_amount(2, [theirs, ours]) == 2
    assert drain_amount(2, [theirs, ours], shielded=True) == 3
    assert drain_amount(2, [ours], [1], shielded=True) == 1
    assert drain_loss(drain_amount(3, [theirs], shielded=True), [2]) == 2


def test_a_limit_caps_the_loss() -> None:
    assert drain_loss(4, [2, 3]) == 2
    assert drain_loss(1, [2]) == 1
    assert drain_loss(4) == 4


def test_who_takes_part_in_a_drain() -> None:
    cards = [(kind.value, kind) for kind in CardKind]
    assert drain_participants(cards) == {
        "character", "vehicle", "capital starship", "starfighter", "weapon", "device",
    }  # fmt: skip


def test_a_drain_costs_nothing_unless_cards_say_so() -> None:
    assert drain_price().total == 0
    assert drain_price([Modifier(Operation.ADD, 2)]).total == 2
    assert drain_price(separate=[1]).total == 1


def test_what_stops_a_drain_and_when_cards_respond() -> None:
    assert drain_stopped(DrainThreat.CANCEL, protected=False)
    assert not drain_stopped(DrainThreat.CANCEL, protected=True)
    assert drain_stopped(DrainThreat.CONTROL_LOST, protected=True)
    assert drain_moment(just_drained=True) is DrainMoment.AFTER
    assert drain_moment(just_drained=False) is DrainMoment.RESPONSES


@pytest.mark.parametrize(
    ("state", "works", "table", "presence"),
    [
        (State.ACTIVE, True, True, True),
        (State.INACTIVE, False, True, False),
        (State.SUPPORTING, True, False, False),
        (State.UNIT_OF_FORCE, False, False, False),
        (State.OUT_OF_PLAY, False, False, False),
    ],
)
def test_states(state: State, works: bool, table: bool, presence: bool) -> None:
    assert functions(state) is works
    assert on_table(state) is table
    assert counts_for_uniqueness(state) is reached_by_all(state) is takes_capacity(state) is table
    assert can_give_presence(state) is presence


def test_out_of_play_blocks_unique_cards_that_fight() -> None:
    assert blocks_from_out_of_play(State.OUT_OF_PLAY, unique=True, card_of_battle=True)
    assert not blocks_from_out_of_play(State.OUT_OF_PLAY, unique=False, card_of_battle=True)
    assert not blocks_from_out_of_play(State.OUT_OF_PLAY, unique=True, card_of_battle=False)
    assert not blocks_from_out_of_play(State.INACTIVE, unique=True, card_of_battle=True)
