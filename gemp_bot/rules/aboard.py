"""Unlimited moves: on and off vehicles and starships, between seats and between starships (section 23)."""

from collections.abc import Iterable
from typing import Final

from gemp_bot.rules.capacity import Capacity, Load, capacity_refusals
from gemp_bot.rules.facts import STARSHIPS, CardKind, Phase
from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.moves import MoveKind, Mover, cannot_move_refusals, move_refusals, moves_as

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


@rule("23.41", "Between the seats of one vehicle or starship")
def slot_refusals(mover: Mover, capacity: Capacity, load_after: Load, phase: Phase = Phase.MOVE) -> Refusals:
    """Why a card aboard cannot change from pilot to passenger or back. Rules 23."""
    return (
        *move_refusals(mover, MoveKind.SLOTS, phase),
        *capacity_refusals(capacity, load_after),
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
        *refuse("23.42", "neither can dock", not (can_dock(one) or can_dock(other))),
        *refuse("23.2", "a card keeps it from moving", one.cannot_move or other.cannot_move),
    )


@rule("23.42", "Between docked starships")
def can_dock(starship: Mover) -> bool:
    """Whether a starship has ship-docking capability, as every capital starship does. Rules 23."""
    return starship.docks or starship.kind is CardKind.CAPITAL_STARSHIP


@rule("23.44", "Prisoner transfers")
def prisoner_refusals(
    escort: Mover, captive: Mover, *, dark: bool = True, phase: Phase = Phase.MOVE
) -> Refusals:
    """Why an escort cannot bring a captive to a prison or fetch it. Both of them move. Rules 23."""
    return (
        *refuse("23.44", "only the dark side has prisoners", not dark),
        *move_refusals(escort, MoveKind.PRISONER, phase),
        *cannot_move_refusals(captive),
    )


@rule("23.45", "To and from the sites of a starship or vehicle")
def ship_site_refusals(mover: Mover, *, mine: bool, phase: Phase = Phase.MOVE) -> Refusals:
    """Why a card cannot move between a starship and its site; the opponent's may, at a cost. Rules 23."""
    return (
        *move_refusals(mover, MoveKind.SHIP_SITE, phase, own_ship_site=mine),
        *refuse("23.45", "it cannot be there", moves_as(mover) not in {CardKind.CHARACTER, CardKind.VEHICLE}),
    )
