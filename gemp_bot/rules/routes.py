"""From where to where a card can move, by each kind of regular move, and what it passes (section 23)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

import msgspec

from gemp_bot.rules.facts import STARSHIPS, CardKind, LocationFacts, PlaceKind
from gemp_bot.rules.locations import never_refusals
from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.moves import MoveKind, Mover, moves_as

SECTORS_PER_MOVE = 2
_CHARACTER_LANDSPEED = 1
_SHUTTLED = frozenset({CardKind.CHARACTER, CardKind.VEHICLE})
_ON_FOOT = frozenset({CardKind.CHARACTER, CardKind.VEHICLE, CardKind.CREATURE})


class Leg(msgspec.Struct, frozen=True):
    """One step to a neighbour.

    Attributes:
        place: where along the row of locations the step ends.
        extra: what the location left and the location entered demand beyond the one.
        blocked: something here stops whoever comes through.
    """

    place: int
    extra: float = 0
    blocked: bool = False


class InARow(Protocol):
    """A location, by the row it stands in."""

    @property
    def system(self) -> str:
        """The planet or system it belongs to."""
        ...

    @property
    def site(self) -> bool:
        """Whether it is a site."""
        ...


@rule("23.20", "Landspeed")
def are_in_a_row(one: InARow, other: InARow) -> bool:
    """Whether locations stand in one row: sites of a system, or the system and its sectors. Rules 23."""
    return one.system == other.system and one.site is other.site


@rule("23.20", "Landspeed")
def are_adjacent(one: InARow, other: InARow, apart: int) -> bool:
    """Whether two sites are adjacent: neighbours in one row. Rules 23.

    Args:
        one: a location.
        other: another one.
        apart: by how many columns of the table they are apart.
    """
    return one.site and are_in_a_row(one, other) and abs(apart) == 1


@rule("23.20", "Landspeed")
def landspeed(mover: Mover) -> float:
    """The landspeed to count with: that of the card, and 1 for what moves like a character. Rules 23."""
    if mover.like is CardKind.CHARACTER:
        return _CHARACTER_LANDSPEED
    if mover.landspeed is None:
        return _CHARACTER_LANDSPEED if mover.kind is CardKind.CHARACTER else 0
    return max(0, mover.landspeed)


def _steps_refusals(number: str, start: int, legs: Sequence[Leg]) -> Refusals:
    places = [start, *(leg.place for leg in legs)]
    steps = [after - before for before, after in pairwise(places)]
    return (
        *refuse(number, "it goes nowhere", not legs),
        *refuse(number, "only from neighbour to neighbour", any(abs(step) != 1 for step in steps)),
        *refuse("23.21", "no turning back on the way", len(set(steps)) > 1),
    )


@rule("23.20", "Landspeed")
@rule("23.21", "No turning back within a move")
@rule("23.22", "Locations that take extra landspeed")
def landspeed_refusals(mover: Mover, start: int, legs: Sequence[Leg]) -> Refusals:
    """Why a card cannot go along a row of sites in one move. The whole way is looked at first. Rules 23.

    Args:
        mover: the card.
        start: place of its site in the row.
        legs: the way, step by step.
    """
    needed = sum(1 + max(0, leg.extra) for leg in legs)
    return (
        *refuse("23.20", "it has no landspeed", moves_as(mover) not in _ON_FOOT),
        *_steps_refusals("23.20", start, legs),
        *refuse("23.20", "out of range", needed > landspeed(mover)),
    )


@rule("23.23", "Sector movement")
def sector_refusals(mover: Mover, start: int, legs: Sequence[Leg]) -> Refusals:
    """Why a starfighter cannot go along a row of sectors in one move. Rules 23."""
    flies = moves_as(mover) in STARSHIPS or mover.flies_in_clouds
    return (
        *refuse("23.23", "it does not fly through sectors", not flies),
        *_steps_refusals("23.23", start, legs),
        *refuse("23.23", "too many sectors", len(legs) > _sectors(mover)),
    )


def _sectors(mover: Mover) -> int:
    return SECTORS_PER_MOVE if moves_as(mover) is CardKind.STARFIGHTER else 1


@rule("23.24", "Hyperspeed; also 0 parsecs take a drive and a navigator")
def parsecs_between(one: float | None, other: float | None) -> float | None:
    """How far two locations are from each other through hyperspace, in parsecs. Rules 23.

    Args:
        one: parsec number of a location; None if it is no system, or has no fixed place as a Death Star.
        other: that of another one.
    """
    return None if one is None or other is None else abs(one - other)


@rule("23.24", "Hyperspeed; also 0 parsecs take a drive and a navigator")
@rule("23.25", "Nothing ends in deep space, except a Death Star")
def hyperspeed_refusals(
    mover: Mover, parsecs: float, to: LocationFacts, *, death_star: bool = False
) -> Refusals:
    """Why a starship cannot move so far through hyperspace. Rules 23.

    Args:
        mover: the starship.
        parsecs: the distance.
        to: where it ends.
        death_star: what moves is a Death Star.
    """
    speed = mover.hyperspeed or 0
    return (
        *refuse("23.24", "it has no hyperspeed", speed <= 0),
        *refuse("23.24", "neither astromech nor nav computer", not (mover.navigates or death_star)),
        *refuse("23.24", "out of range", abs(parsecs) > speed),
        *refuse("23.25", "it cannot end in deep space", to.deep_space and not death_star),
    )


@rule("23.27", "Landing and taking off")
@rule("23.28", "Cloud sectors are in the way of landing")
@rule("23.29", "TIEs need a docking bay")
def landing_refusals(
    mover: Mover, start: LocationFacts, end: LocationFacts, *, lowest_cloud: str = ""
) -> Refusals:
    """Why a starship cannot land or take off. Rules 23.

    Args:
        mover: the starship.
        start: where it is.
        end: where it goes; of the two one is an exterior site.
        lowest_cloud: name of the lowest cloud sector of the system; empty if there is none.
    """
    ground, sky = (start, end) if start.site else (end, start)
    lands = ground.exterior_site and not sky.site
    right_sky = sky.name == lowest_cloud if lowest_cloud else sky.kind is PlaceKind.SYSTEM
    return (
        *refuse("23.27", "only between the sky and an exterior site", not lands),
        *refuse("23.27", "only starships do", moves_as(mover) not in STARSHIPS),
        *refuse("23.27", "another planet", start.system != end.system),
        *refuse("23.28", "not past the lowest cloud sector", lands and not right_sky),
        *refuse("23.29", "a TIE needs a docking bay", mover.tie and not ground.docking_bay),
        *never_refusals(moves_as(mover), end),
    )


@rule("23.30", "Shuttling")
def shuttle_refusals(mover: Mover, ground: LocationFacts, sky: LocationFacts, carrier: CardKind) -> Refusals:
    """Why a card cannot be shuttled between a site and what is above it. Rules 23.

    Args:
        mover: the card.
        ground: where it leaves the ground, or comes to it.
        sky: where the starship is.
        carrier: what the starship is.
    """
    return (
        *refuse("23.30", "only characters and vehicles", moves_as(mover) not in _SHUTTLED),
        *refuse("23.30", "only to and from a capital starship", carrier is not CardKind.CAPITAL_STARSHIP),
        *refuse("23.30", "only to and from an exterior site", not ground.exterior_site),
        *refuse("23.30", "the starship is not at its system", not _is_above(sky, ground)),
    )


def _is_above(sky: LocationFacts, ground: LocationFacts) -> bool:
    return sky.kind is PlaceKind.SYSTEM and sky.system == ground.system


@rule("23.31", "Docking bay transit")
def transit_refusals(group: Sequence[Mover], start: LocationFacts, end: LocationFacts) -> Refusals:
    """Why cards cannot go together from one docking bay to another. Who rides does not move. Rules 23."""
    others = any(moves_as(each) not in _SHUTTLED for each in group)
    return (
        *refuse("23.31", "nobody goes", not group),
        *refuse("23.31", "only characters and vehicles", others),
        *refuse(
            "23.31",
            "only between two docking bays",
            not (start.docking_bay and end.docking_bay and start.name != end.name),
        ),
    )


class Passage(msgspec.Struct, frozen=True):
    """A way that was gone.

    Attributes:
        at: every place the card was at after its start, in order.
        end: where it ended.
    """

    at: tuple[int, ...]
    end: int


@rule("23.50", "A card is at each location it passes")
@rule("23.51", "A card that is stopped on the way stays there")
@rule("23.52", "Passing through is not ending there")
def passage(start: int, legs: Sequence[Leg]) -> Passage:
    """Where a card comes through and where it ends. Rules 23."""
    at: list[int] = []
    for leg in legs:
        at.append(leg.place)
        if leg.blocked:
            break
    return Passage(tuple(at), at[-1] if at else start)


@rule("23.55", "How cards move away")
@rule("23.56", "A landed starship cannot move away")
def ways_to_move_away(mover: Mover, *, landed: bool = False) -> frozenset[MoveKind]:
    """The kinds of move by which a card can move away. Rules 23.

    Args:
        mover: the card.
        landed: a starship that is at a site; taking off is no way to move away.
    """
    kind = moves_as(mover)
    if kind in STARSHIPS:
        return frozenset() if landed else frozenset({MoveKind.HYPERSPEED, MoveKind.SECTOR})
    if kind is CardKind.VEHICLE:
        return frozenset({MoveKind.LANDSPEED, MoveKind.SECTOR})
    return frozenset({MoveKind.LANDSPEED}) if kind is CardKind.CHARACTER else frozenset()
