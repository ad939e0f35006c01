"""How much of what texts forbid, want and end is told: by facts of the index, or by entries of data."""

from collections.abc import Callable, Sequence

import msgspec

from gemp_bot.cards import Card, CardIndex, CardType
from gemp_bot.cards.text import FactKind
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.flips import shipped_flips


class Coverage(msgspec.Struct, frozen=True):
    """Cards of which something is told, of those that could have it.

    Attributes:
        what: what is told of them.
        known: of how many. of: of how many it could be, each face counted.
    """

    what: str
    known: int
    of: int


def coverage(index: CardIndex) -> tuple[Coverage, ...]:
    """Count."""
    effects = index.derived(CardEffects)
    objectives = [card for card in index if card.type == CardType.OBJECTIVE]
    flips = {entry.card for entry in shipped_flips()}
    ending = [card for card in index if card.type == CardType.EFFECT and _ends(card, effects)]
    return (
        _counted("flips of objectives", objectives, lambda card: card.blueprint_id in flips),
        _counted("restrictions of objectives", objectives, effects.restrictions.known),
        _counted("Effects with a condition to stay", ending, effects.survival.known),
    )


def _ends(card: Card, effects: CardEffects) -> bool:
    """Whether a text says what takes the card off the table, understood or not."""
    return effects.survival.known(card) or any(fact.kind is FactKind.LOST_WHEN for fact in card.text)


def _counted(what: str, cards: Sequence[Card], known: Callable[[Card], bool]) -> Coverage:
    return Coverage(what, sum(known(card) for card in cards), len(cards))
