"""Two versions of a deck over pairs of games that had the same opponent and the same seeds."""

from collections import Counter
from collections.abc import Mapping

import msgspec

from gemp_bot.cards.deck import DeckList
from gemp_bot.cards.index import CardIndex
from gemp_bot.report.lab.model import CardChange, Comparison
from gemp_bot.report.lab.observing import front
from gemp_bot.report.lab.totals import rate_of
from gemp_bot.statistics import Interval, rate_of_pairs


class Played(msgspec.Struct, frozen=True):
    """A decided game of a version.

    Attributes:
        points: of the version: 1, 1/2 or 0.
        course: all that tells whether another game went the same way.
    """

    points: float
    course: tuple[object, ...]


def compare(
    first: Mapping[str, Played],
    second: Mapping[str, Played],
    decks: tuple[DeckList, DeckList],
    index: CardIndex,
) -> Comparison:
    """Compare two versions.

    Args:
        first: the decided games of the first version, by what tells which games are a pair.
        second: those of the second version.
        decks: the two.
        index: the facts of cards.
    """
    pairs = [(played, second[game]) for game, played in first.items() if game in second]
    points = [(before.points, after.points) for before, after in pairs]
    # As if the second version had played the first one: a pair that both won, or both lost, is a draw.
    found = rate_of_pairs([(after + 1 - before) / 2 for before, after in points])
    gap = found.rate
    return Comparison(
        pairs=len(pairs),
        first=rate_of(sum(before for before, _ in points), len(pairs)),
        second=rate_of(sum(after for _, after in points), len(pairs)),
        difference=gap and Interval(*(2 * end - 1 for end in (gap.value, gap.low, gap.high))),
        only_first=sum(before > after for before, after in points),
        only_second=sum(after > before for before, after in points),
        same=sum(before == after for before, after in pairs),
        needed=found.needed,
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
