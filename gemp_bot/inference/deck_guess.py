"""What the unknown cards of a deck may be: drawn as decks that are played would have them.

A deck is taken to be one of the lists that come with the program (`deck_lists.toml`), or like one of them by
half, or none of them; the more cards of it were seen, the surer. What is not of a list comes from the pool: a
card as often as it is in the lists, and a part of the pool as decks have cards of its type.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from itertools import accumulate
from math import exp, log
from random import Random
from typing import Final

import msgspec

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards import CardIndex
from gemp_bot.errors import BotError
from gemp_bot.files.toml_file import read_toml
from gemp_bot.inference.odds import TYPICAL
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

_SHIPPED: Final = "deck_lists.toml"
_MAKE: Final = "make it again with python -m benchmarks.their_cards --lists"
_ALIKE: Final = ((0.03, 0.25), (0.5, 0.5))
"""How much of a deck is not of its list, and how likely that is; else it is like none of them."""
_NEW: Final = 0.39
"""The part of a deck that is in no other list: of each of the 26 lists, counted against the 25 others."""
_MOST: Final = 4
"""So many copies of a card that is not restricted are drawn from the pool at the most."""
_LEAST: Final = 1e-6
"""The chance of a card that is in no list and not in the index."""


class DeckListsError(BotError, ValueError):
    """The lists cannot be used; one line says why."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    dark: tuple[str, ...]
    light: tuple[str, ...]


class DeckLists:
    """Decks that are played, and the pool of cards they are made from.

    Args:
        index: facts of the cards.
        lists: of each side decks, as their cards.
    """

    def __init__(self, index: CardIndex, lists: Mapping[Side, Iterable[Iterable[str]]]) -> None:
        self._index = index
        self.lists = {side: tuple(Counter(map(BlueprintId, each)) for each in lists[side]) for side in Side}
        self._pools: dict[Side, dict[BlueprintId, float]] = {}

    def pool(self, side: Side) -> Mapping[BlueprintId, float]:
        """How likely a card of a deck of which nothing is known is each of a side; they add up to 1."""
        found = self._pools.get(side)
        if found is None:
            found = self._pools[side] = self._count(side)
        return found

    def _count(self, side: Side) -> dict[BlueprintId, float]:
        of_type: dict[str, list[BlueprintId]] = {kind: [] for kind in TYPICAL}
        for card in self._index:
            if card.side is side and card.type in of_type and not card.is_back:
                of_type[card.type].append(card.blueprint_id)
        new = _NEW if any(self.lists[side]) else 1.0
        whole = sum(TYPICAL[kind] for kind, cards in of_type.items() if cards)
        found = {
            card: new * TYPICAL[kind] / whole / len(cards)
            for kind, cards in of_type.items()
            for card in cards
        }
        played: Counter[BlueprintId] = Counter()
        for each in self.lists[side]:
            played.update(each)
        for name, count in played.items():
            found[name] = found.get(name, 0.0) + (1 - new) * count / played.total()
        return found


@lru_cache(maxsize=1)
def load_deck_lists(index: CardIndex) -> DeckLists:
    """The lists that come with the program.

    Raises:
        DeckListsError: they are missing or damaged.
    """
    with as_file(files(__package__) / _SHIPPED) as path:
        file = read_toml(path, _MAKE, DeckListsError)
    try:
        found = msgspec.convert(file.data, _File)
    except msgspec.ValidationError as fault:
        raise DeckListsError(f"{file.shown}: {fault}: {_MAKE}") from None
    return DeckLists(
        index,
        {
            Side.DARK: (each.split(",") for each in found.dark),
            Side.LIGHT: (e.split(",") for e in found.light),
        },
    )


class _Source:
    """A list that the deck may be like: what of it was not seen, and how often a card is not of it."""

    __slots__ = ("left", "other")

    def __init__(self, left: Sequence[BlueprintId], other: float) -> None:
        self.left = left
        self.other = other


class DeckGuess:
    """The unknown cards of one deck.

    Args:
        lists: decks that are played.
        side: whose deck it is.
        seen: its cards that are known, wherever they are.
        facts: gives those of a card.
        deck: the deck, if it is known; what it has no more is drawn as if it were not.
    """

    def __init__(
        self,
        lists: DeckLists,
        side: Side,
        seen: Counter[BlueprintId],
        facts: Callable[[BlueprintId], CardFacts],
        deck: Counter[BlueprintId] | None = None,
    ) -> None:
        self._facts = facts
        self._seen = Counter(facts(card).card.title for card in seen.elements())
        pool = lists.pool(side)
        self._cards = tuple(pool)
        self._cumulative = tuple(accumulate(pool.values()))
        self._sources: list[_Source]
        if deck is not None:
            self._sources = [_Source(tuple((deck - seen).elements()), 0.0)]
            self._chances = [1.0]
            return
        self._sources = [_Source((), 1.0)]
        weights = [log(1 - sum(chance for _, chance in _ALIKE)) + _likelihood(seen, Counter(), 1.0, pool)]
        for each in lists.lists[side]:
            left = tuple((each - seen).elements())
            for other, chance in _ALIKE:
                self._sources.append(_Source(left, other))
                weights.append(log(chance / len(lists.lists[side])) + _likelihood(seen, each, other, pool))
        most = max(weights)
        self._chances = list(accumulate(exp(weight - most) for weight in weights))

    def draw(self, random: Random, count: int) -> list[CardFacts]:
        """So many cards, as likely as they are together."""
        (source,) = random.choices(self._sources, cum_weights=self._chances)
        listed = sum(random.random() >= source.other for _ in range(count)) if source.other else count
        drawn = random.sample(source.left, min(listed, len(source.left)))
        found = [self._facts(card) for card in drawn]
        if len(found) < count:
            self._from_pool(random, found, count)
        random.shuffle(found)
        return found

    def _from_pool(self, random: Random, found: list[CardFacts], count: int) -> None:
        """Fill up from the pool, with no more copies than a title may have in play."""
        copies = self._seen + Counter(facts.card.title for facts in found)
        while len(found) < count:
            for card in random.choices(self._cards, cum_weights=self._cumulative, k=count - len(found)):
                facts = self._facts(card)
                if copies[facts.card.title] < (facts.identity.copies or _MOST):
                    copies[facts.card.title] += 1
                    found.append(facts)


def _likelihood(
    seen: Counter[BlueprintId],
    deck: Counter[BlueprintId],
    other: float,
    pool: Mapping[BlueprintId, float],
) -> float:
    """The logarithm of how likely these cards are seen of a deck like a list."""
    size = max(deck.total(), 1)
    found = 0.0
    for card, count in seen.items():
        for copy in range(count):
            listed = max(deck[card] - copy, 0) / size
            found += log((1 - other) * listed + other * pool.get(card, _LEAST) + _LEAST)
    return found
