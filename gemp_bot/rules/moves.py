"""Every kind of move: when, how often, for how much, and what cannot move (section 23)."""

from collections.abc import Container, Iterable, Sequence
from enum import StrEnum

import msgspec

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind
from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.values import Cost, Price, ValueChange, price


class MoveKind(StrEnum):
    """How a card moves."""

    LANDSPEED = "landspeed"
    HYPERSPEED = "hyperspeed"
    LANDING = "landing or taking off"
    SECTOR = "sector movement"
    SHUTTLING = "shuttling"
    TRANSIT = "docking bay transit"
    LOCATION_TEXT = "location text"
    DEATH_STAR = "to or from a Death Star"
    SHIP_SITE = "to or from a starship or vehicle site"
    EMBARKING = "embarking or disembarking"
    SLOTS = "between capacity slots"
    DOCKING = "between docked starships"
    PRISONER = "prisoner transfer"


class MoveClass(StrEnum):
    """What limits a move."""

    REGULAR = "regular"
    UNLIMITED = "unlimited"


_UNLIMITED = frozenset({MoveKind.EMBARKING, MoveKind.SLOTS, MoveKind.DOCKING, MoveKind.PRISONER})
_COSTS_ONE = frozenset(
    {
        MoveKind.LANDSPEED,
        MoveKind.HYPERSPEED,
        MoveKind.LANDING,
        MoveKind.SECTOR,
        MoveKind.SHUTTLING,
        MoveKind.LOCATION_TEXT,
        MoveKind.DEATH_STAR,
        MoveKind.DOCKING,
    }
)
_IS_CARD_TO_MOVE = NEED_FOOTHOLD | {CardKind.CREATURE}


class Mover(msgspec.Struct, frozen=True, kw_only=True):
    """A card that may move.

    Attributes:
        kind: what it is.
        like: the kind it moves like, if its text says so.
        landspeed: None for none.
        hyperspeed: None for none.
        navigates: an astromech or a nav computer is aboard.
        piloted: someone pilots or drives it; of vehicles and starships.
        cannot_move: a card says so.
        moved: it made its regular move this turn.
        tie: it is a TIE.
        docks: it has ship-docking capability; every capital starship has.
        flies_in_clouds: a vehicle for cloud sectors.
    """

    kind: CardKind = CardKind.CHARACTER
    like: CardKind | None = None
    landspeed: float | None = None
    hyperspeed: float | None = None
    navigates: bool = False
    piloted: bool = True
    cannot_move: bool = False
    moved: bool = False
    tie: bool = False
    docks: bool = False
    flies_in_clouds: bool = False


@rule("23.1", "Regular and unlimited moves")
def move_class(kind: MoveKind, *, own_ship_site: bool = False) -> MoveClass:
    """What limits a kind of move. Rules 23.

    Args:
        kind: of the move.
        own_ship_site: a site of our own starship or vehicle, to and from which we move without limit.
    """
    if kind in _UNLIMITED or (kind is MoveKind.SHIP_SITE and own_ship_site):
        return MoveClass.UNLIMITED
    return MoveClass.REGULAR


@rule("23.2", "What cannot move")
def cannot_move_refusals(mover: Mover) -> Refusals:
    """Why a card cannot move in any way, a react included. Rules 23."""
    pilotless = not mover.piloted and mover.kind not in {CardKind.CHARACTER, CardKind.CREATURE}
    return (
        *refuse("23.2", "it does not move", mover.kind not in _IS_CARD_TO_MOVE),
        *refuse("23.2", "a card keeps it from moving", mover.cannot_move),
        *refuse("23.2", "nobody pilots it", pilotless),
    )


@rule("23.3", "One regular move per turn")
@rule("23.4", "When cards move")
def move_refusals(
    mover: Mover,
    kind: MoveKind,
    phase: Phase = Phase.MOVE,
    *,
    my_turn: bool = True,
    allowed_by_card: bool = False,
    own_ship_site: bool = False,
) -> Refusals:
    """Why a card may not move in a way now; where to is another matter. Rules 23.

    Args:
        mover: the card.
        kind: of the move.
        phase: when it is.
        my_turn: whose turn it is.
        allowed_by_card: a text lets it move at another time.
        own_ship_site: see `move_class`.
    """
    regular = move_class(kind, own_ship_site=own_ship_site) is MoveClass.REGULAR
    in_time = my_turn and (phase is Phase.MOVE or (kind is MoveKind.SLOTS and phase is Phase.DEPLOY))
    return (
        *cannot_move_refusals(mover),
        *refuse("23.3", "it made its regular move", regular and mover.moved),
        *refuse("23.4", "not in this phase", not (in_time or allowed_by_card)),
    )


@rule("23.5", "What a move costs")
@rule("23.6", "Landing at a docking bay is free")
@rule("23.7", "Shuttling costs more for each cloud sector")
def move_price(
    kind: MoveKind,
    modifiers: Sequence[ValueChange] = (),
    *,
    stated: float | None = None,
    docking_bay: bool = False,
    clouds: int = 0,
    shuttle_vehicle: bool = False,
    free: bool = False,
) -> Price:
    """What a move costs. Rules 23.

    Args:
        kind: of the move.
        modifiers: what changes it; nothing can change what is free.
        stated: what the card says that the move is by: docking bay, location, site of a starship.
        docking_bay: of landing and taking off: at a docking bay.
        clouds: of shuttling: how many cloud sectors are in between.
        shuttle_vehicle: of shuttling: by a shuttle vehicle.
        free: a card says so.
    """
    free = (
        free
        or (docking_bay and kind is MoveKind.LANDING)
        or (shuttle_vehicle and kind is MoveKind.SHUTTLING)
        or (stated is None and kind not in _COSTS_ONE)
        or stated == 0
    )
    base = stated if stated is not None else 1 + (clouds if kind is MoveKind.SHUTTLING else 0)
    return price(Cost(base, tuple(modifiers), free=free))


@rule("23.8", "A group pays the highest cost")
def group_price(prices: Iterable[Price]) -> Price:
    """What it costs to move cards as one group. Rules 23."""
    return max(prices, key=lambda each: each.total)


@rule("23.9", "What is carried does not move")
def is_moving(*, carried: bool) -> bool:
    """Whether a card that comes to another place has moved: what is carried along has not. Rules 23."""
    return not carried


@rule("23.10", "Moves like something else")
def moves_as(mover: Mover) -> CardKind:
    """The kind whose rules of movement hold for a card. Rules 23."""
    return mover.like or mover.kind


@rule("23.10", "Moves like something else")
def takes_seat(kind: CardKind) -> bool:
    """Whether a card aboard takes a seat: what only moves like a character does not. Rules 23."""
    return kind is CardKind.CHARACTER


@rule("23.11", "Moving like something is not being it")
def is_target_as(kind: CardKind, kinds: Container[CardKind]) -> bool:
    """Whether what works on some kinds works on a card: what it moves like does not count. Rules 23.

    Args:
        kind: what the card is.
        kinds: what is worked on.
    """
    return kind in kinds


@rule("23.12", "Reacts")
def react_refusals(
    mover: Mover, *, may_react: bool, to_theirs: bool, to_that_location: bool = True
) -> Refusals:
    """Why a card may not move as a react. The regular move of the turn does not matter. Rules 23.

    Args:
        mover: the card.
        may_react: a text lets it react.
        to_theirs: the opponent just initiated a battle or a Force drain.
        to_that_location: it moves to where that is.
    """
    return (
        *cannot_move_refusals(mover),
        *refuse("23.12", "no text lets it react", not may_react),
        *refuse("23.12", "nothing to react to", not to_theirs),
        *refuse("23.12", "a react goes to the battle or drain", not to_that_location),
    )
