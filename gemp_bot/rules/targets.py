"""What must be there before an action can begin (section 8)."""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from gemp_bot.rules.mark import Refusals, refuse, rule


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """Something an action needs.

    Attributes:
        there: whether it exists.
        optional: the card says "if any".
        gained: the action itself brings it.
        hidden: it would lie among cards that nobody can see.
        all_of_them: "all cards", which leaves out those that are immune.
    """

    there: bool
    optional: bool = False
    gained: bool = False
    hidden: bool = False
    all_of_them: bool = False


@rule("8.1", "Implied targets")
@rule("8.2", "Targets that need not be there")
def target_refusals(targets: Iterable[Target]) -> Refusals:
    """Why an action may not begin: something it needs is not there. Rules 8."""
    missing = any(
        not (each.there or each.optional or each.gained or each.hidden or each.all_of_them)
        for each in targets
    )
    return refuse("8.1", "a target is missing", missing)


class PileUse(StrEnum):
    """What may be done with a deck, a pile or a hand."""

    TAKE = "take from it"
    SEARCH = "search it"
    LOOK = "look at it"
    DRAW = "draw from it"
    SHUFFLE = "shuffle it"
    RETRIEVE = "retrieve from it"
    USE_ALL = "use all of it"
    PLACE_UNDER = "place under it"
    DRAW_DESTINY = "draw destiny from it"


_ALSO_EMPTY = frozenset({PileUse.RETRIEVE, PileUse.USE_ALL, PileUse.PLACE_UNDER, PileUse.DRAW_DESTINY})


@rule("8.3", "What can be done with an empty pile")
def pile_refusals(use: PileUse, cards: int) -> Refusals:
    """Why a pile may not be used so. A destiny may be drawn from an empty deck; it fails. Rules 8."""
    return refuse("8.3", f"nothing is there to {use}", cards == 0 and use not in _ALSO_EMPTY)
