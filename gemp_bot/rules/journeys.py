"""Moving through locations on the way, and moving away (section 23)."""

from collections.abc import Iterable, Sequence

import msgspec

from gemp_bot.rules.facts import STARSHIPS, CardKind
from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.moves import MoveKind, Mover, cannot_move_refusals, moves_as
from gemp_bot.rules.routes import Leg


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


@rule("23.50", "A card is at each location it passes")
def is_at_on_the_way(gone: Passage, place: int) -> bool:
    """Whether what happens to cards at a place happens to one that came through. Rules 23."""
    return place in gone.at


@rule("23.52", "Passing through is not ending there")
def ends_at(gone: Passage, place: int) -> bool:
    """Whether what happens to cards that end a move at a place happens. Rules 23."""
    return gone.end == place


@rule("23.53", "A way costs what its start and end say")
def way_price(demands: Sequence[float], base: float = 1) -> float:
    """The cost of a way; what is only passed through is free, whatever it demands. Rules 23.

    Args:
        demands: what each location demands on top, from the start to the end.
        base: the cost of the move itself.
    """
    return base + sum(demands[:1]) + sum(demands[1:][-1:])


@rule("23.54", "No new actions on the way")
def on_the_way_refusals(*, automatic: bool) -> Refusals:
    """Why something cannot be done while a card is on its way. Rules 23."""
    return refuse("23.54", "the move is not finished", not automatic)


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


@rule("23.57", "Moving away begins if there is anywhere to go")
def move_away_refusals(mover: Mover, destinations: Iterable[MoveKind], *, landed: bool = False) -> Refusals:
    """Why an action that moves a card away cannot begin. Range and cost are not looked at yet. Rules 23.

    Args:
        mover: the card.
        destinations: for each place it could go to, the kind of move that would take it there.
        landed: see `ways_to_move_away`.
    """
    ways = ways_to_move_away(mover, landed=landed)
    return (
        *refuse("23.56", "a landed starship cannot move away", landed and moves_as(mover) in STARSHIPS),
        *refuse("23.57", "nowhere to go", not any(way in ways for way in destinations)),
    )


class Leaving(msgspec.Struct, frozen=True):
    """A card that is to move away, with a place chosen for it.

    Attributes:
        card: something to name it by.
        mover: the card.
        in_range: the place is in range.
        price: Force for the move.
    """

    card: str
    mover: Mover
    in_range: bool = True
    price: float = 1


@rule("23.58", "Each card moves away by itself")
def moved_away(group: Iterable[Leaving], force: float) -> tuple[tuple[str, ...], float]:
    """Who gets away, and the Force that takes; a card that cannot holds nobody up. Rules 23."""
    gone: list[str] = []
    used = 0.0
    for each in group:
        able = each.in_range and not cannot_move_refusals(each.mover)
        if able and used + each.price <= force:
            gone.append(each.card)
            used += each.price
    return tuple(gone), used
