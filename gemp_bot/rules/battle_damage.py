"""The damage segment of a battle: immunity, forfeits, Force, and when all is satisfied (section 22).

Attrition, battle damage and forfeit values are in Force: one unit of Force satisfies 1 of battle damage.
The cheapest way through the segment is in payment.py.
"""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Self

import msgspec

from gemp_bot.rules.mark import Refusals, refuse, rule


class Forfeitable(msgspec.Struct, frozen=True):
    """A card in a battle, with all it carries.

    Attributes:
        card: something that tells it from every other card.
        forfeit: its forfeit value in Force; None if it has none or may not be forfeited.
        worth: what losing it costs us, in Force, without what it carries.
        hit: it must be forfeited.
        immune_below: immune to attrition below this; 0 for not immune, infinity for immune to all attrition.
        encloses: an enclosed starship or vehicle: its immunity protects what is aboard.
        aboard: what is lost with it: crew, passengers, weapons, devices, effects on it.
    """

    card: str | int
    forfeit: float | None = None
    worth: float = 0
    hit: bool = False
    immune_below: float = 0
    encloses: bool = False
    aboard: tuple["Forfeitable", ...] = ()

    def __post_init__(self) -> None:
        if self.worth < 0 or (self.forfeit is not None and self.forfeit < 0):
            raise ValueError("worth and forfeit are never negative")


@rule("22.16", "Forfeiting a card loses everything on it")
def lost_with(card: Forfeitable) -> Iterator[Forfeitable]:
    """A card and everything that is lost with it, the card first. Rules 22."""
    yield card
    for each in card.aboard:
        yield from lost_with(each)


@rule("22.17", "Of several immunities the highest holds; losing immunity outranks gaining it")
def immunity(limits: Iterable[float], *, lost: bool = False, enclosing: float = 0) -> float:
    """Attrition below which a card is immune; 0 if it is not. Rules 22.

    Args:
        limits: the limits it has from all sources; infinity for immune to attrition.
        lost: a card takes its immunity away.
        enclosing: immunity of the enclosed starship or vehicle it is aboard.
    """
    return max(0 if lost else max(limits, default=0), enclosing)


@rule("22.18", "Immunity is checked once, against total attrition")
def is_immune(immune_below: float, total_attrition: float) -> bool:
    """Whether a card is immune in this damage segment. Rules 22.

    Args:
        immune_below: its limit.
        total_attrition: attrition at the start of the segment, not what is left of it.
    """
    return total_attrition < immune_below


@rule("22.19", "An enclosed starship or vehicle protects what is aboard")
def with_immunity(card: Forfeitable, enclosing: float = 0) -> Iterator[tuple[Forfeitable, float]]:
    """A card and all it carries, each with the attrition below which it is immune. Rules 22.

    Args:
        card: the card.
        enclosing: immunity of what it is inside of.
    """
    limit = max(card.immune_below, enclosing)
    yield card, limit
    for each in card.aboard:
        yield from with_immunity(each, limit if card.encloses else 0)


class Owed(msgspec.Struct, frozen=True):
    """What a player has still to satisfy in a damage segment.

    Attributes:
        attrition: attrition left; 0 also if there is none at all.
        damage: battle damage left, in Force.
        total_attrition: attrition at the start of the segment.
    """

    attrition: float = 0
    damage: float = 0
    total_attrition: float = 0

    @classmethod
    def at_start(cls, attrition: float | None, damage: float) -> Self:
        """At the start of a segment; attrition None for none."""
        return cls(attrition or 0, damage, attrition or 0)


@rule("22.20", "What may be forfeited")
def forfeit_refusals(card: Forfeitable, owed: Owed, *, participating: bool = True) -> Refusals:
    """Why a card may not be forfeited in the damage segment now. Rules 22.

    It may if it takes part, has a forfeit value, and is hit or satisfies something that is left. A card that
    is immune to attrition may be forfeited all the same.
    """
    nothing_left = not (card.hit or owed.attrition > 0 or owed.damage > 0)
    return (
        *refuse("22.20", "it is not in the battle", not participating),
        *refuse("22.20", "it has no forfeit value", card.forfeit is None),
        *refuse("22.20", "it is not hit and nothing is left to satisfy", nothing_left),
    )


@rule("22.21", "A forfeit satisfies attrition and battle damage at once")
def after_forfeit(owed: Owed, forfeit: float) -> Owed:
    """What is left after a card of this forfeit value; more than is left is wasted. Rules 22."""
    return Owed(max(0, owed.attrition - forfeit), max(0, owed.damage - forfeit), owed.total_attrition)


@rule("22.22", "Force satisfies battle damage and never attrition")
def after_force(owed: Owed, units: int) -> Owed:
    """What is left after losing units of Force from hand or life force. Rules 22."""
    return Owed(owed.attrition, max(0, owed.damage - units), owed.total_attrition)


@rule("22.23", "Attrition left is ignored when all that remain are immune")
def attrition_binds(owed: Owed, remaining: Iterable[Forfeitable]) -> bool:
    """Whether a player must still forfeit for attrition. Rules 22.

    Args:
        owed: what is left.
        remaining: the cards that still take part, each with what it carries.
    """
    return owed.attrition > 0 and any(
        each.forfeit is not None and not is_immune(limit, owed.total_attrition)
        for card in remaining
        for each, limit in with_immunity(card)
    )


@rule("22.24", "When a player is done in the damage segment")
def is_satisfied(owed: Owed, remaining: Iterable[Forfeitable]) -> bool:
    """Whether nothing is left: no battle damage, no hit card, no attrition that binds. Rules 22."""
    cards = tuple(remaining)
    hit = any(each.hit for card in cards for each in lost_with(card))
    return owed.damage <= 0 and not hit and not attrition_binds(owed, cards)


IMMUNE = inf
"""The limit of a card that is immune to attrition without a number."""
