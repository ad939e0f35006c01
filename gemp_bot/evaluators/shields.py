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
_TAXES: Final = frozenset({"Battle Plan", "Battle Order"})
_AND: Final = " & "
_TAX: Final = 0.5
"""The share of Force drains that is not made where each costs 3 Force."""
_TABLE: Final = (Zone.AT_LOCATION, Zone.ATTACHED, Zone.SIDE_OF_TABLE, Zone.LOCATIONS)


def shield_worth(ctx: DecisionContext, stats: CardStats) -> float:
    """What a Defensive Shield is worth now, in Force; below zero for one that would be wasted."""
    if stats.unique and in_play(ctx, stats):
        return _POINTLESS
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


def _drain_tax(ctx: DecisionContext, _: CardStats) -> float:
    """Force drains cost 3 for who does not occupy both a battleground site and a battleground system."""
    change = drain_tax(ctx)
    return change if change > 0 else _POINTLESS


def taxes_drains(stats: CardStats) -> bool:
    """Whether a card, or a part of it, makes Force drains cost 3."""
    return not _TAXES.isdisjoint(stats.title.split(_AND))


def drain_tax(ctx: DecisionContext) -> float:
    """What it changes, in Force, if drains cost 3 for who does not occupy both kinds of battleground."""
    position = ctx.position
    drains = sum(1 for place in position.places if place.mine.present and not place.theirs.present)
    theirs = sum(1 for place in position.places if place.theirs.present and not place.mine.present)
    ours_free = _both_grounds(ctx, mine=True)
    theirs_free = _both_grounds(ctx, mine=False)
    saved = 0.0 if theirs_free else _TAX * max(theirs, 1)
    paid = 0.0 if ours_free else _TAX * max(drains, 1)
    return saved - paid


def _both_grounds(ctx: DecisionContext, *, mine: bool) -> bool:
    side = ctx.position.side
    held = {
        place.stats.space for place in ctx.position.places
        if (place.mine if mine else place.theirs).present
        and place.stats.icons(side) and place.stats.icons(side.other)
    }  # fmt: skip
    return len(held) > 1


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
        "Battle Plan": _drain_tax,
        "Battle Order": _drain_tax,
        "A Tragedy Has Occurred": _grabber,
        "Allegations Of Corruption": _grabber,
        "Do, Or Do Not": _against_sense,
        "Wise Advice": _against_sense,
        "There Is No Try": _against_sense,
        "Oppressive Enforcement": _against_sense,
    }
)
"""Shields that answer something that can be seen."""
