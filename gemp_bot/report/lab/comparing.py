"""Two versions of a deck over pairs of games that had the same opponent and the same seeds."""

from collections import Counter
from collections.abc import Mapping

from gemp_bot.cards.deck import DeckList
from gemp_bot.cards.index import CardIndex
from gemp_bot.report.lab.model import CardChange, Comparison
from gemp_bot.report.lab.observing import front
from gemp_bot.report.lab.totals import rate_of
from gemp_bot.statistics import mean_of


def compare(
    first: Mapping[str, float],
    second: Mapping[str, float],
    decks: tuple[DeckList, DeckList],
    index: CardIndex,
) -> Comparison:
    """Compare two versions.

    Args:
        first: points of the first version in its decided games, by what tells which games are a pair.
        second: of the second version.
        decks: the two.
        index: the facts of cards.
    """
    pairs = [(points, second[game]) for game, points in first.items() if game in second]
    return Comparison(
        pairs=len(pairs),
        first=rate_of(sum(before for before, _ in pairs), len(pairs)),
        second=rate_of(sum(after for _, after in pairs), len(pairs)),
        difference=mean_of([after - before for before, after in pairs]),
        only_first=sum(before > after for before, after in pairs),
        only_second=sum(after > before for before, after in pairs),
        changes=_changes(*decks, index),
    )


def _changes(before: DeckList, after: DeckList, index: CardIndex) -> list[CardChange]:
    old, new = (Counter(map(front, (*deck.cards, *deck.outside))) for deck in (before, after))
    changed = (card for card in {**old, **new} if old[card] != new[card])
    rows = (
        CardChange(card if (printed := index.get(card)) is None else printed.title, old[card], new[card])
        for card in changed
    )
    return sorted(rows, key=lambda row: (row.after - row.before, row.title))
