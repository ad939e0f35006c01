"""Moving through locations on the way, and moving away (section 23)."""

from collections.abc import Sequence

import msgspec

from gemp_bot.rules.facts import STARSHIPS, CardKind
from gemp_bot.rules.mark import rule
from gemp_bot.rules.moves import MoveKind, Mover, moves_as
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
