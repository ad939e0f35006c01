"""Defensive Shields: a few of many may be played in a game, so those first that answer something."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from gemp_bot.cards.kinds import CardType
from gemp_bot.evaluators.card_value import in_play
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.protocol.enums import Zone
from gemp_bot.valuation.card_stats import CardStats

Worth = Callable[[DecisionContext, CardStats], float]

_SOME: Final = 0.2
"""A shield of which nothing is known."""
_POINTLESS: Final = -0.5
"""A shield against what is not there: one of a few is thrown away."""
_NOT_MADE: Final = 0.5
"""The share of Force drains that is not made where each costs 3 Force."""
_TABLE: Final = (Zone.AT_LOCATION, Zone.ATTACHED, Zone.SIDE_OF_TABLE, Zone.LOCATIONS)


def shield_worth(ctx: DecisionContext, stats: CardStats) -> float:
    """What a Defensive Shield is worth now, in Force; below zero for one that would be wasted."""
    if stats.unique and in_play(ctx, stats):
        return _POINTLESS
    change = dearer_drains(ctx, stats)
    if change is not None:
        return change if change > 0 else _POINTLESS
    weigh = _KNOWN.get(stats.title)
    return _SOME if weigh is None else weigh(ctx, stats)


def is_shield(stats: CardStats) -> bool:
    """Whether a card is a Defensive Shield."""
    return stats.type == CardType.DEFENSIVE_SHIELD


_RACE: Final = "podrace"


def _against_races(ctx: DecisionContext, _: CardStats) -> float:
    """Only where there is a Podrace."""
    for card in ctx.table.cards(*_TABLE):
        stats = ctx.stats(card.blueprint_id)
        if not is_shield(stats) and _RACE in stats.title.casefold():
            return 1.0
    return _POINTLESS


def dearer_drains(ctx: DecisionContext, stats: CardStats) -> float | None:
    """What it changes, in Force, that a card lets Force drains of both players cost Force.

    None for a card that does not; 0 where they cost as much already.
    """
    found = ctx.reader.drain_needs_by(stats.blueprint)
    if found is None:
        return None
    places = ctx.position.places
    ours = sum(1 for place in places if place.mine.present and not place.theirs.present)
    theirs = sum(1 for place in places if place.theirs.present and not place.mine.present)
    paid, saved = (
        0.0 if all(need.met for need in needs) else _NOT_MADE * max(drains, 1)
        for needs, drains in zip(found, (ours, theirs), strict=True)
    )
    return saved - paid


def _grabber(_: DecisionContext, __: CardStats) -> float:
    """An Interrupt of theirs that does not come back; it waits for the best of them."""
    return 0.6


def _against_sense(ctx: DecisionContext, _: CardStats) -> float:
    """Against those that cancel what is played, once they have shown one."""
    for card in ctx.table.cards():
        if card.owner != ctx.table.me and ctx.stats(card.blueprint_id).title in _CANCELLERS:
            return 0.8
    return _SOME


_CANCELLERS: Final = frozenset({"Sense", "Alter", "Sense & Uncertain Is The Future", "Alter & Friendly Fire"})

_KNOWN: Final[Mapping[str, Worth]] = MappingProxyType(
    {
        "A Close Race": _against_races,
        "You've Never Won A Race": _against_races,
        "A Tragedy Has Occurred": _grabber,
        "Allegations Of Corruption": _grabber,
        "Do, Or Do Not": _against_sense,
        "Wise Advice": _against_sense,
        "There Is No Try": _against_sense,
        "Oppressive Enforcement": _against_sense,
    }
)
"""Shields that answer something that can be seen."""
