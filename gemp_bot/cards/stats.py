"""Counts of an index: cards by side, type and set."""

from collections import Counter

import msgspec

from gemp_bot.cards.index import CardIndex


class Stats(msgspec.Struct, frozen=True):
    """Counts of an index; double-sided cards count once.

    Attributes:
        pre_errata: known by a printing before errata only. by_definition: by their definition only.
    """

    cards: int
    double_sided: int
    pre_errata: int
    by_definition: int
    sides: dict[str, int]
    types: dict[str, int]
    sets: dict[str, int]


def count(index: CardIndex) -> Stats:
    """Count."""
    fronts = [card for card in index if not card.is_back]
    return Stats(
        cards=len(fronts),
        double_sided=sum(card.double_sided for card in fronts),
        pre_errata=sum(card.pre_errata for card in fronts),
        by_definition=sum(card.by_definition for card in fronts),
        sides=dict(sorted(Counter(card.side.value for card in fronts).items())),
        types=dict(Counter(card.type for card in fronts).most_common()),
        sets=dict(Counter(index.set_name(card) for card in fronts).most_common()),
    )
