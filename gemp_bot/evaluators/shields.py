"""Defensive Shields: a few of many may be played in a game, so those first that answer something."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from gemp_bot.board.card import IN_PLAY
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards.kinds import CardType
from gemp_bot.evaluators.card_value import unplayable
from gemp_bot.evaluators.context import DecisionContext

Worth = Callable[[DecisionContext, CardFacts], float]

_SOME: Final = 0.2
"""A shield of which nothing is known."""
_POINTLESS: Final = -0.5
"""A shield against what is not there: one of a few is thrown away."""
_NOT_MADE: Final = 0.5
"""The share of Force drains that is not made where each costs 3 Force."""


def shield_worth(ctx: DecisionContext, facts: CardFacts) -> float:
    """What a Defensive Shield is worth now, in Force; below zero for one that would be wasted."""
    if unplayable(ctx, facts):
        return _POINTLESS
    change = dearer_drains(ctx, facts)
    if change is not None:
        return change if change > 0 else _POINTLESS
    weigh = _KNOWN.get(facts.card.title)
    return _SOME if weigh is None else weigh(ctx, facts)


def is_shield(facts: CardFacts) -> bool:
    """Whether a card is a Defensive Shield."""
    return facts.card.type == CardType.DEFENSIVE_SHIELD


_RACE: Final = "podrace"


def _against_races(ctx: DecisionContext, _: CardFacts) -> float:
    """Only where there is a Podrace."""
    for card in ctx.table.cards(*IN_PLAY):
        facts = ctx.facts(card.blueprint_id)
        if not is_shield(facts) and _RACE in facts.card.title.casefold():
            return 1.0
    return _POINTLESS


def dearer_drains(ctx: DecisionContext, facts: CardFacts) -> float | None:
    """What it changes, in Force, that a card lets Force drains of both players cost Force.

    None for a card that does not; 0 where they cost as much already.
    """
    found = ctx.reader.drain_needs_by(facts.card.blueprint_id)
    if found is None:
        return None
    places = ctx.position.places
    ours = sum(1 for place in places if place.mine.controls and not place.theirs.present)
    theirs = sum(1 for place in places if place.theirs.controls and not place.mine.present)
    paid, saved = (
        0.0 if all(need.met for need in needs) else _NOT_MADE * max(drains, 1)
        for needs, drains in zip(found, (ours, theirs), strict=True)
    )
    return saved - paid


def _grabber(_: DecisionContext, __: CardFacts) -> float:
    """An Interrupt of theirs that does not come back; it waits for the best of them."""
    return 0.6


def _against_sense(ctx: DecisionContext, _: CardFacts) -> float:
    """Against those that cancel what is played, once they have shown one."""
    for card in ctx.table.cards():
        if card.owner != ctx.table.me and ctx.facts(card.blueprint_id).card.title in _CANCELLERS:
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
