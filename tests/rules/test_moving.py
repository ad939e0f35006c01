"""Every kind of move: when, from where to where, for how much."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.aboard import docking_refusals, embark_refusals, seat_change_refusals
from gemp_bot.rules.facts import CardKind, LocationFacts, PlaceKind
from gemp_bot.rules.mark import Refusals
from gemp_bot.rules.moves import (
    MoveClass,
    MoveKind,
    Mover,
    cannot_move_refusals,
    group_price,
    move_class,
    move_price,
    move_refusals,
    moves_as,
    react_refusals,
)
from gemp_bot.rules.routes import (
    Leg,
    are_adjacent,
    are_in_a_row,
    hyperspeed_refusals,
    landing_refusals,
    landspeed,
    landspeed_refusals,
    sector_refusals,
    shuttle_refusals,
    transit_refusals,
)
from gemp_bot.rules.values import Operation, Price, ValueChange

HOTH = LocationFacts(name="Hoth", kind=PlaceKind.SYSTEM, system="Hoth")
SPACE = LocationFacts(name="Deep space", kind=PlaceKind.SYSTEM, deep_space=True)
PLAINS = LocationFacts(name="Plains", kind=PlaceKind.SITE, system="Hoth", exterior=True)
INSIDE = LocationFacts(name="War Room", kind=PlaceKind.SITE, system="Hoth", interior=True)
BAY = LocationFacts(
    name="Bay", kind=PlaceKind.SITE, system="Hoth", interior=True, exterior=True, docking_bay=True
)
FAR_BAY = LocationFacts(
    name="Far Bay", kind=PlaceKind.SITE, system="Tatooine", exterior=True, docking_bay=True
)
LUKE = Mover()
SPEEDER = Mover(kind=CardKind.VEHICLE, landspeed=4)
FIGHTER = Mover(kind=CardKind.STARFIGHTER, hyperspeed=4, navigates=True)
CAPITAL = Mover(kind=CardKind.CAPITAL_STARSHIP, hyperspeed=3, navigates=True)


def numbers(refusals: Refusals) -> set[str]:
    return {refusal.rule for refusal in refusals}


def way(*places: int) -> list[Leg]:
    return [Leg(place) for place in places]


@pytest.mark.rule("23.2")
@pytest.mark.parametrize("kind", MoveKind)
def test_what_cannot_move_does_not(kind: MoveKind) -> None:
    assert numbers(move_refusals(Mover(cannot_move=True), kind)) == {"23.2"}
    assert numbers(move_refusals(msgspec.structs.replace(SPEEDER, piloted=False), kind)) == {"23.2"}
    assert cannot_move_refusals(Mover(kind=CardKind.WEAPON))
    assert not move_refusals(LUKE, kind)


def test_a_react_needs_a_text_and_something_to_react_to() -> None:
    assert not react_refusals(Mover(moved=True), may_react=True, to_theirs=True)
    assert react_refusals(LUKE, may_react=False, to_theirs=True)
    assert react_refusals(LUKE, may_react=True, to_theirs=False)
    assert react_refusals(LUKE, may_react=True, to_theirs=True, to_that_location=False)
    assert numbers(react_refusals(Mover(cannot_move=True), may_react=True, to_theirs=True)) == {"23.2"}


@pytest.mark.rule("23.1", "23.3")
def test_kinds_of_moves() -> None:
    unlimited = {kind for kind in MoveKind if move_class(kind) is MoveClass.UNLIMITED}
    assert unlimited == {MoveKind.EMBARKING, MoveKind.SLOTS, MoveKind.DOCKING, MoveKind.PRISONER}
    assert move_class(MoveKind.SHIP_SITE, own_ship_site=True) is MoveClass.UNLIMITED


@pytest.mark.rule("23.4")
def test_when_cards_move() -> None:
    assert numbers(move_refusals(LUKE, MoveKind.LANDSPEED, Phase.DEPLOY)) == {"23.4"}
    assert move_refusals(LUKE, MoveKind.LANDSPEED, my_turn=False)
    assert not move_refusals(LUKE, MoveKind.LANDSPEED, Phase.CONTROL, allowed_by_card=True)
    assert not move_refusals(LUKE, MoveKind.SLOTS, Phase.DEPLOY)
    assert move_refusals(LUKE, MoveKind.EMBARKING, Phase.DEPLOY)


@pytest.mark.rule("23.5", "23.6", "23.7")
def test_what_moves_cost() -> None:
    free = {kind for kind in MoveKind if move_price(kind).total == 0}
    assert free == {
        MoveKind.TRANSIT, MoveKind.SHIP_SITE, MoveKind.EMBARKING, MoveKind.SLOTS, MoveKind.PRISONER,
    }  # fmt: skip
    assert {move_price(kind).total for kind in MoveKind if kind not in free} == {1}
    assert move_price(MoveKind.LANDING, docking_bay=True).total == 0
    assert move_price(MoveKind.SHUTTLING, clouds=2).total == 3
    assert move_price(MoveKind.SHUTTLING, clouds=2, shuttle_vehicle=True).total == 0
    assert move_price(MoveKind.TRANSIT, stated=2).total == 2
    assert move_price(MoveKind.LOCATION_TEXT, stated=0).total == 0
    assert move_price(MoveKind.SHIP_SITE, stated=3).total == 3
    assert move_price(MoveKind.LANDSPEED, [ValueChange(Operation.ADD, 1)]).total == 2


@given(st.sampled_from(MoveKind), st.integers(0, 4), st.integers(0, 4), st.booleans())
def test_no_move_has_a_negative_cost(kind: MoveKind, less: int, clouds: int, free: bool) -> None:
    found = move_price(kind, [ValueChange(Operation.SUBTRACT, less)], clouds=clouds, free=free)
    assert found.total >= 0
    assert not free or found.total == 0


def test_a_group_pays_the_highest() -> None:
    assert group_price([Price(0, 1), Price(1, 2), Price(0, 2)]) == Price(1, 2)


@pytest.mark.rule("23.10")
def test_what_moves_like_a_character_walks() -> None:
    like = Mover(kind=CardKind.CREATURE, like=CardKind.CHARACTER, landspeed=3)
    assert moves_as(like) is CardKind.CHARACTER
    assert landspeed(like) == 1
    assert not transit_refusals([like], BAY, FAR_BAY)
    assert not embark_refusals(like)


@pytest.mark.rule("23.20")
def test_landspeed() -> None:
    assert not landspeed_refusals(LUKE, 3, way(4))
    assert landspeed_refusals(LUKE, 3, way(4, 5))
    assert not landspeed_refusals(SPEEDER, 3, way(2, 1, 0))
    assert landspeed_refusals(SPEEDER, 3, way(5))
    assert landspeed_refusals(SPEEDER, 3, [])
    assert landspeed_refusals(FIGHTER, 3, way(4))
    assert landspeed(Mover(kind=CardKind.VEHICLE)) == 0


@pytest.mark.rule("23.21")
def test_no_turning_back() -> None:
    assert numbers(landspeed_refusals(SPEEDER, 0, way(1, 0))) == {"23.21"}
    assert numbers(sector_refusals(FIGHTER, 0, way(1, 0))) == {"23.21"}


@pytest.mark.rule("23.22")
def test_extra_landspeed() -> None:
    assert landspeed_refusals(LUKE, 0, [Leg(1, extra=1)])
    assert not landspeed_refusals(SPEEDER, 0, [Leg(1, extra=1), Leg(2, extra=1)])
    assert landspeed_refusals(SPEEDER, 0, [Leg(1, extra=1), Leg(2, extra=1), Leg(3)])
    assert landspeed_refusals(LUKE, 0, [Leg(1, extra=-1), Leg(2)])


def test_a_step_leads_to_a_neighbour_and_neither_past_it_nor_nowhere() -> None:
    for far in (0, 2, -2):
        assert landspeed_refusals(msgspec.structs.replace(LUKE, landspeed=9), 0, [Leg(far)])
    for near in (1, -1):
        assert not landspeed_refusals(LUKE, 0, [Leg(near)])
    assert landspeed(Mover(landspeed=-1)) == 0


@given(st.integers(0, 6), st.integers(1, 6), st.integers(0, 2))
def test_range_is_monotone(speed: int, far: int, extra: int) -> None:
    legs = [Leg(n + 1, extra) for n in range(far)]
    slow = Mover(kind=CardKind.VEHICLE, landspeed=speed)
    fast = msgspec.structs.replace(slow, landspeed=speed + 1)
    assert set(landspeed_refusals(fast, 0, legs)) <= set(landspeed_refusals(slow, 0, legs))
    if not landspeed_refusals(slow, 0, legs):
        assert not legs[:-1] or not landspeed_refusals(slow, 0, legs[:-1])


def test_sector_movement() -> None:
    assert not sector_refusals(FIGHTER, 0, way(1, 2))
    assert sector_refusals(FIGHTER, 0, way(1, 2, 3))
    assert sector_refusals(LUKE, 0, way(1))
    assert not sector_refusals(msgspec.structs.replace(SPEEDER, flies_in_clouds=True), 0, way(1))
    assert sector_refusals(CAPITAL, 0, way(1, 2))


@pytest.mark.rule("23.24", "23.25")
def test_hyperspeed() -> None:
    assert not hyperspeed_refusals(FIGHTER, 4, HOTH)
    assert hyperspeed_refusals(FIGHTER, 5, HOTH)
    assert numbers(hyperspeed_refusals(FIGHTER, 1, SPACE)) == {"23.25"}
    assert not hyperspeed_refusals(Mover(hyperspeed=1), 1, SPACE, death_star=True)


@pytest.mark.rule("23.27", "23.29")
def test_landing_and_taking_off() -> None:
    for start, end in ((HOTH, PLAINS), (PLAINS, HOTH), (HOTH, BAY)):
        assert not landing_refusals(FIGHTER, start, end)
    assert landing_refusals(FIGHTER, HOTH, INSIDE)
    assert landing_refusals(FIGHTER, PLAINS, BAY)
    assert landing_refusals(FIGHTER, HOTH, FAR_BAY)
    assert landing_refusals(LUKE, HOTH, PLAINS)
    assert "13.3" in numbers(landing_refusals(CAPITAL, HOTH, PLAINS))
    tie = msgspec.structs.replace(FIGHTER, tie=True)
    assert numbers(landing_refusals(tie, HOTH, PLAINS)) == {"23.29"}
    assert not landing_refusals(tie, HOTH, BAY)


def test_docking_bay_transit() -> None:
    assert not transit_refusals([LUKE, SPEEDER], BAY, FAR_BAY)
    assert transit_refusals([], BAY, FAR_BAY)
    assert transit_refusals([LUKE, FIGHTER], BAY, FAR_BAY)
    assert transit_refusals([LUKE], BAY, PLAINS)
    assert transit_refusals([LUKE], BAY, BAY)


def test_embarking() -> None:
    assert not embark_refusals(Mover(moved=True))
    for change in ({"carrier_present": False}, {"mine": False}, {"room": False}, {"part_of_move": True}):
        assert numbers(embark_refusals(LUKE, **change)) == {"23.40"}


def test_shuttling() -> None:
    """Between an exterior site and a capital starship at its system."""
    capital = CardKind.CAPITAL_STARSHIP
    assert not shuttle_refusals(LUKE, PLAINS, HOTH, capital)
    assert not shuttle_refusals(SPEEDER, BAY, HOTH, capital)
    elsewhere = msgspec.structs.replace(HOTH, system="Tatooine")
    for mover, ground, sky, carrier in (
        (FIGHTER, PLAINS, HOTH, capital),
        (LUKE, PLAINS, HOTH, CardKind.STARFIGHTER),
        (LUKE, msgspec.structs.replace(PLAINS, exterior=False), HOTH, capital),
        (LUKE, PLAINS, elsewhere, capital),
        (LUKE, PLAINS, PLAINS, capital),
    ):
        assert numbers(shuttle_refusals(mover, ground, sky, carrier)) == {"23.30"}


def test_changing_seats() -> None:
    moved = msgspec.structs.replace(LUKE, moved=True)
    for phase in (Phase.DEPLOY, Phase.MOVE):
        assert not seat_change_refusals(moved, phase, room=True)
    assert numbers(seat_change_refusals(LUKE, Phase.MOVE, room=False)) == {"23.41"}
    assert numbers(seat_change_refusals(LUKE, Phase.CONTROL, room=True)) == {"23.4"}
    held = msgspec.structs.replace(LUKE, cannot_move=True)
    assert numbers(seat_change_refusals(held, Phase.MOVE, room=True)) == {"23.2"}


@pytest.mark.rule("23.42")
def test_docking() -> None:
    assert numbers(docking_refusals(FIGHTER, FIGHTER)) == {"23.42"}
    assert not docking_refusals(FIGHTER, msgspec.structs.replace(FIGHTER, docks=True))
    empty = msgspec.structs.replace(CAPITAL, piloted=False)
    assert not docking_refusals(empty, FIGHTER)
    assert docking_refusals(empty, msgspec.structs.replace(FIGHTER, piloted=False))
    assert docking_refusals(CAPITAL, FIGHTER, same_place=False)
    assert docking_refusals(CAPITAL, FIGHTER, phase=Phase.DEPLOY)
    assert docking_refusals(CAPITAL, LUKE)


@given(st.integers(0, 3), st.booleans(), st.booleans(), st.booleans())
def test_adjacent_sites_are_neighbours_of_one_row(apart: int, near: bool, one: bool, other: bool) -> None:
    here = PLAINS if one else HOTH
    there = msgspec.structs.replace(BAY if other else HOTH, system="Hoth" if near else "Tatooine")
    assert are_in_a_row(here, there) is (near and one is other)
    assert are_adjacent(here, there, -apart) is are_adjacent(here, there, apart)
    assert are_adjacent(here, there, apart) is (one and other and near and apart == 1)
