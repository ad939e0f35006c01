"""Outlines and features: what they are of positions that were put together by hand."""

import pytest
from msgspec.structs import replace

from gemp_bot.board.card_facts import NO_CARD
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.valuation.features import (
    FEATURES,
    NAMES,
    Good,
    LocationOutline,
    Outline,
    SideOutline,
    features_of,
    outline_of,
)
from gemp_bot.valuation.position import NOBODY, Group, LocationNumbers, Position

OURS = SideOutline(power=6, ability=5, forfeit=7, presence=True, drain=2)
THEIRS = SideOutline(power=4, ability=2, forfeit=5, presence=True, drain=1)
EMPTY = Outline(
    turn=3, my_turn=True, life=40, their_life=20, hand=8, their_hand=5,
    force=6, their_force=2, generation=7, their_generation=4,
)  # fmt: skip


def read(outline: Outline) -> dict[str, float]:
    return dict(zip(NAMES, features_of(outline), strict=True))


def mirrored(outline: Outline) -> Outline:
    at = outline
    return replace(
        at,
        my_turn=not at.my_turn,
        life=at.their_life, their_life=at.life,
        hand=at.their_hand, their_hand=at.hand,
        force=at.their_force, their_force=at.force,
        generation=at.their_generation, their_generation=at.generation,
        places=tuple(LocationOutline(each.column, each.theirs, each.mine) for each in at.places),
    )  # fmt: skip


def test_a_held_location_drains_and_a_contested_one_does_not() -> None:
    held = read(replace(EMPTY, places=(LocationOutline(0, OURS, replace(THEIRS, presence=False)),)))
    assert (held["drains"], held["drains_next"], held["power_alone"]) == (2, 2, 6)
    assert held["race"] == 2 / 20
    contested = read(replace(EMPTY, places=(LocationOutline(0, OURS, THEIRS),)))
    assert (contested["drains"], contested["drains_next"]) == (0, 0)
    assert (contested["ahead"], contested["behind"], contested["power_alone"]) == (2, 0, 0)


def test_what_lasts_counts_by_the_life_force_that_is_left() -> None:
    early, late = read(EMPTY), read(replace(EMPTY, life=4, their_life=2))
    assert early["generation_ahead"] == pytest.approx((7 - 4) * 0.6)
    assert late["generation_ahead"] == pytest.approx((7 - 4) * 0.06)


def test_the_drains_to_come_are_those_of_whose_turn_it_is() -> None:
    both = replace(
        EMPTY,
        places=(
            LocationOutline(0, OURS, SideOutline(drain=3)),
            LocationOutline(1, SideOutline(drain=3), THEIRS),
        ),
    )
    assert read(both)["drains_next"] == 2
    assert read(replace(both, my_turn=False))["drains_next"] == -1


def test_a_group_is_threatened_by_what_the_other_side_can_pay_and_holds() -> None:
    alone = replace(EMPTY, places=(LocationOutline(0, OURS, SideOutline()),))
    assert read(alone)["threatened"] == 0  # 2 + 4 Force against 6 power
    assert read(replace(alone, their_force=3))["threatened"] == 7
    assert read(replace(alone, their_force=3, their_hand=2))["threatened"] == 0  # two cards bring no 7 power


def test_the_other_seat_sees_the_mirrored_features() -> None:
    outline = replace(
        EMPTY,
        places=(
            LocationOutline(0, OURS, THEIRS),
            LocationOutline(1, OURS, SideOutline(drain=3)),
            LocationOutline(2, SideOutline(drain=1), THEIRS),
        ),
    )
    ours, theirs = read(outline), read(mirrored(outline))
    for feature in FEATURES:
        if feature.mirror == feature.name:
            assert theirs[feature.name] == -ours[feature.name], feature.name
        elif feature.mirror:
            assert theirs[feature.name] == ours[feature.mirror], feature.name


def test_what_is_good_for_us_as_ours_is_good_for_them_as_theirs() -> None:
    by_name = {each.name: each for each in FEATURES}
    assert len(by_name) == len(FEATURES)
    for feature in FEATURES:
        if feature.mirror and feature.mirror != feature.name:
            assert by_name[feature.mirror].mirror == feature.name
            assert by_name[feature.mirror].good.value == -feature.good.value
            assert feature.good is not Good.EITHER


def test_droids_hold_nothing() -> None:
    droid = Group(power=3, ability=0, forfeit=4, present=True)
    person = Group(power=2, ability=1, forfeit=4, present=True)
    zones = PlayerZones(PlayerName("us"), hand=4, reserve_deck=20, force_pile=5, used_pile=3)
    places = tuple(
        LocationNumbers(column, None, NO_CARD, mine, NOBODY, drain=2, their_drain=1, gives=1)
        for column, mine in enumerate((droid, person))
    )
    position = Position(
        zones=zones,
        their_zones=zones,
        generation=4,
        their_generation=5,
        side=Side.DARK,
        places=places,
        where={},
    )
    outline = outline_of(position, turn=2, my_turn=False, fighters=[(3, 4), (5, 6)])
    assert [each.held for each in outline.places] == [False, True]
    assert (outline.life, outline.force, outline.hand_power, outline.hand_cost) == (28, 5, 10, 8)
    assert read(outline)["drains"] == 2
    assert read(outline)["forfeit"] == 8
