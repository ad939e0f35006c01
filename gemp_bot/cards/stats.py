"""Counts of an index: cards by side, type and set, and how much of their text is understood."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.model import Card
from gemp_bot.cards.text import Share


class Understood(msgspec.Struct, frozen=True):
    """Cards by how much of their game text is understood, and how many facts that gave."""

    cards: int
    all: int
    some: int
    none: int
    facts: int


class Stats(msgspec.Struct, frozen=True):
    """Counts of an index; double-sided cards count once, their texts count for each side.

    Attributes:
        understood: by type of card, the commonest first, and in all.
    """

    cards: int
    double_sided: int
    pre_errata: int
    sides: dict[str, int]
    types: dict[str, int]
    sets: dict[str, int]
    understood: dict[str, Understood]


ALL = "all"


def count(index: CardIndex) -> Stats:
    """Count."""
    fronts = [card for card in index if not card.is_back]
    types = dict(Counter(card.type for card in fronts).most_common())
    by_type: dict[str, list[Card]] = {kind: [] for kind in types}
    for card in index:
        by_type.setdefault(card.type, []).append(card)
    return Stats(
        cards=len(fronts),
        double_sided=sum(card.double_sided for card in fronts),
        pre_errata=sum(card.pre_errata for card in fronts),
        sides=dict(sorted(Counter(card.side.value for card in fronts).items())),
        types=types,
        sets=dict(Counter(index.set_name(card) for card in fronts).most_common()),
        understood={ALL: _shares(index)} | {kind: _shares(cards) for kind, cards in by_type.items()},
    )


def _shares(cards: Iterable[Card]) -> Understood:
    all_cards = list(cards)
    shares = Counter(card.understood for card in all_cards)
    return Understood(
        cards=len(all_cards),
        all=shares[Share.ALL],
        some=shares[Share.SOME],
        none=shares[Share.NONE],
        facts=sum(len(card.text) for card in all_cards),
    )
