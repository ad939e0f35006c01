"""Aboard vehicles and starships: room (section 21), unlimited moves on, off and between them (section 23)."""

from collections.abc import Iterable
from typing import Final

import msgspec

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.facts import STARSHIPS, CardKind
from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.moves import MoveKind, Mover, move_refusals

_CHANGE_OVER: Final = STARSHIPS | {CardKind.CHARACTER, CardKind.VEHICLE}


@rule("23.40", "Embarking and disembarking")
def embark_refusals(
    mover: Mover,
    *,
    phase: Phase = Phase.MOVE,
    carrier_present: bool = True,
    mine: bool = True,
    room: bool = True,
    part_of_move: bool = False,
) -> Refusals:
    """Why a card cannot board or leave a vehicle or landed starship at its site. Rules 23.

    Args:
        mover: the card.
        phase: of our turn.
        carrier_present: the carrier is present at the site.
        mine: it is ours.
        room: it has room; true for leaving.
        part_of_move: this would be part of another move.
    """
    return (
        *move_refusals(mover, MoveKind.EMBARKING, phase),
        *refuse("23.40", "it is not present there", not carrier_present),
        *refuse("23.40", "it is not ours", not mine),
        *refuse("23.40", "no room aboard", not room),
        *refuse("23.40", "not as part of another move", part_of_move),
    )


@rule("23.41", "Changing seats is free")
def seat_change_refusals(mover: Mover, phase: Phase, *, room: bool) -> Refusals:
    """Why a character aboard cannot change from a pilot's seat to a passenger's or back. Rules 23.

    Args:
        mover: the character.
        phase: of our turn.
        room: there is a seat of the other kind that it can take.
    """
    return (
        *move_refusals(mover, MoveKind.SLOTS, phase),
        *refuse("23.41", "no seat of the other kind", not room),
    )


@rule("23.42", "Between docked starships")
@rule("23.43", "Docking moves the starships and not what changes over")
def docking_refusals(
    one: Mover,
    other: Mover,
    changing_over: Iterable[Mover] = (),
    *,
    same_place: bool = True,
    phase: Phase = Phase.MOVE,
) -> Refusals:
    """Why two starships cannot dock for cards to change over. Rules 23.

    The cards that change over do not move by that: only their kind is asked, and not whether they have moved
    or may not. Whether there is room is `capacity.capacity_refusals`.
    """
    return (
        *refuse(
            "23.42",
            "only characters, vehicles and starships change over",
            any(one_of_them.kind not in _CHANGE_OVER for one_of_them in changing_over),
        ),
        *refuse("23.42", "only starships dock", not {one.kind, other.kind} <= STARSHIPS),
        *refuse("23.42", "they are not at one system or sector", not same_place),
        *refuse("23.42", "only in the move phase", phase is not Phase.MOVE),
        *refuse("23.42", "nobody pilots either of them", not (one.piloted or other.piloted)),
        *refuse("23.42", "neither can dock", not (_can_dock(one) or _can_dock(other))),
        *refuse("23.2", "a card keeps it from moving", one.cannot_move or other.cannot_move),
    )


def _can_dock(starship: Mover) -> bool:
    """Whether a starship has ship-docking capability, as every capital starship does."""
    return starship.docks or starship.kind is CardKind.CAPITAL_STARSHIP


class Capacity(msgspec.Struct, frozen=True, kw_only=True):
    """What may be aboard.

    Attributes:
        pilots, passengers: seats of their kind.
        either: seats for a pilot or a passenger.
        vehicles, starfighters, capital_starships, creatures: room for such.
        ties_only: the starfighters must be TIEs.
    """

    pilots: int = 0
    passengers: int = 0
    either: int = 0
    vehicles: int = 0
    starfighters: int = 0
    capital_starships: int = 0
    creatures: int = 0
    ties_only: bool = False


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """What is aboard, inactive cards too.

    Attributes:
        pilots, passengers: characters by the seat they take.
        vehicles, starfighters, capital_starships, creatures: how many.
    """

    pilots: int = 0
    passengers: int = 0
    vehicles: int = 0
    starfighters: int = 0
    capital_starships: int = 0
    creatures: int = 0


@rule("21.16", "Capacity")
def capacity_refusals(capacity: Capacity, load: Load) -> Refusals:
    """Why a load does not fit. Rules 21."""
    shared = max(0, load.pilots - capacity.pilots) + max(0, load.passengers - capacity.passengers)
    return (
        *refuse("21.16", "no seat is left", shared > capacity.either),
        *refuse("21.16", "no room for a vehicle", load.vehicles > capacity.vehicles),
        *refuse(
            "21.16",
            "no room for a starship",
            load.starfighters > capacity.starfighters or load.capital_starships > capacity.capital_starships,
        ),
        *refuse("21.16", "no room for a creature", load.creatures > capacity.creatures),
    )
