"""What the unknown cards of a deck may be: drawn as decks that are played would have them.

A deck is taken to be one of the lists that come with the program (`deck_lists.toml`), or more or less like
one of them, or like none; the more cards of it were seen, the surer. What is not of a list is another copy of
a card that was seen, or comes from the pool: cards as often as they are in the lists, or as decks have cards
of their type, those of the sets and types that were seen the more often.
`python -m benchmarks.worlds --guess` tells how likely the rest of a deck is found: what the constants do.
"""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp, log
from random import Random
from typing import Final, NamedTuple

import msgspec

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards import CardIndex
from gemp_bot.errors import BotError
from gemp_bot.files.toml import read_shipped
from gemp_bot.inference.odds import TYPICAL
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

_SHIPPED: Final = "deck_lists.toml"
VERSION: Final = 1
_MAKE: Final = "make it again with python -m tools.decks JOURNALS --lists"
_ALIKE: Final = ((0.03, 0.2), (0.3, 0.1), (0.5, 0.1), (0.7, 0.2), (0.85, 0.2))
"""How much of a deck is not of its list, and how likely that is; else it is like none of them."""
_NEW: Final = 0.7
"""The part of the pool that does not come of the lists."""
_SETS: Final = 4.0
"""So many cards of a deck must be seen before their sets count as much as those of all decks."""
_TYPES: Final = 20.0
"""The same of their types."""
_MORE: Final = 1.09
"""Copies more of a card of a deck, of one that is not unique."""
_MORE_UNIQUE: Final = 0.245
"""The same of a unique or restricted card; both were counted in the 26 lists, by title."""
_OTHERS: Final = 59
"""The other cards of a deck: each of them may be such a copy."""
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


class _Cards(NamedTuple):
    """Cards of one set and type that decks may hold, with the sums of their chances up to each."""

    set: str
    type: str
    cards: tuple[BlueprintId, ...]
    sums: tuple[float, ...]


class Pool:
    """The cards that a deck is made from.

    Args:
        chances: how likely a card of a deck of which nothing is known is each; they add up to 1.
        index: facts of the cards.

    Attributes:
        chances: as given.
        groups: the same by set and type.
    """

    __slots__ = ("_index", "chances", "groups")

    def __init__(self, chances: Mapping[BlueprintId, float], index: CardIndex) -> None:
        self.chances = chances
        self._index = index
        found: dict[tuple[str, str], dict[BlueprintId, float]] = {}
        for card, chance in chances.items():
            found.setdefault(self.key(card), {})[card] = chance
        self.groups = tuple(
            _Cards(*key, tuple(cards), tuple(accumulate(cards.values()))) for key, cards in found.items()
        )

    def key(self, name: BlueprintId) -> tuple[str, str]:
        """Set of a card, and its type with the first subtype."""
        card = self._index.get(name)
        return ("", "") if card is None else (card.set, " ".join((card.type, *card.subtypes[:1])))

    def weights(self, seen: Counter[BlueprintId]) -> list[float]:
        """How likely the next card of a deck is of each group, after some of it were seen."""
        found = [group.sums[-1] for group in self.groups]
        keys = [self.key(card) for card in seen.elements()]
        for at, weight in ((0, _SETS), (1, _TYPES)):
            met, names = (
                Counter(key[at] for key in keys),
                [(group.set, group.type)[at] for group in self.groups],
            )
            base: dict[str, float] = defaultdict(float)
            for name, chance in zip(names, found, strict=True):
                base[name] += chance
            whole, all_seen = sum(base.values()), weight + len(keys)
            factor = {
                name: (weight * chance / whole + met[name]) / all_seen / chance
                for name, chance in base.items()
            }
            found = [chance * factor[name] for name, chance in zip(names, found, strict=True)]
        return found


class DeckLists:
    """Decks that are played, and the pools of cards they are made from.

    Args:
        index: facts of the cards.
        lists: of each side decks, as their cards.
    """

    def __init__(self, index: CardIndex, lists: Mapping[Side, Iterable[Iterable[str]]]) -> None:
        self.index = index
        self.lists = {side: tuple(Counter(map(BlueprintId, each)) for each in lists[side]) for side in Side}
        self._pools: dict[Side, Pool] = {}

    def pool(self, side: Side) -> Pool:
        """The cards that decks of a side are made from."""
        found = self._pools.get(side)
        if found is None:
            found = self._pools[side] = Pool(self._chances(side), self.index)
        return found

    def _chances(self, side: Side) -> dict[BlueprintId, float]:
        of_type: dict[str, list[BlueprintId]] = {kind: [] for kind in TYPICAL}
        for card in self.index:
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
        DeckListsError: they are missing, damaged or of another version.
    """
    found, shown = read_shipped(__package__, _SHIPPED, _File, _MAKE, DeckListsError)
    if found.version != VERSION:
        raise DeckListsError(f"{shown}: has version {found.version}, not {VERSION}: {_MAKE}")
    lists = {Side.DARK: found.dark, Side.LIGHT: found.light}
    return DeckLists(index, {side: [each.split(",") for each in lists[side]] for side in Side})


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
        self._seen = seen
        self._titles = Counter(facts(card).card.title for card in seen.elements())
        self._pool = pool = lists.pool(side)
        self._sums = tuple(accumulate(pool.weights(seen)))
        self._met = [card for card in seen if card in pool.chances]
        more = (_MORE if facts(card).identity.copies is None else _MORE_UNIQUE for card in self._met)
        self._again = tuple(accumulate(rate / _OTHERS for rate in more))
        self._part = min(self._again[-1], 1.0) if self._met else 0.0
        self._sources: list[_Source]
        if deck is not None:
            self._sources, self._chances = [_Source(tuple((deck - seen).elements()), 0.0)], [1.0]
            return
        chances = {card: pool.chances.get(card, _LEAST) for card in seen}
        self._sources = [_Source((), 1.0)]
        weights = [log(1 - sum(chance for _, chance in _ALIKE)) + _unlisted(seen, 1.0, chances)]
        unlisted = {other: _unlisted(seen, other, chances) for other, _ in _ALIKE}
        for each in lists.lists[side]:
            left = tuple((each - seen).elements())
            both = seen & each
            for other, chance in _ALIKE:
                self._sources.append(_Source(left, other))
                prior = log(chance / len(lists.lists[side]))
                weights.append(prior + unlisted[other] + _listed(both, each, other, chances))
        most = max(weights)
        likely = [at for at, weight in enumerate(weights) if weight > most + log(_LEAST)]
        self._sources = [self._sources[at] for at in likely]
        self._chances = list(accumulate(exp(weights[at] - most) for at in likely))

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
        """Fill up with copies of what was seen and with new cards; of a unique card there comes one."""
        copies = Counter(facts.card.title for facts in found)
        again = sum(random.random() < self._part for _ in range(count - len(found)))
        for card in random.choices(self._met, cum_weights=self._again, k=again) if again else ():
            facts = self._facts(card)
            title = facts.card.title
            if facts.identity.copies is None or not copies[title]:
                copies[title] += 1
                found.append(facts)
        while len(found) < count:
            groups = random.choices(self._pool.groups, cum_weights=self._sums, k=count - len(found))
            for group in groups:
                facts = self._facts(group.cards[bisect(group.sums, random.random() * group.sums[-1])])
                title = facts.card.title
                if copies[title] + self._titles[title] < (facts.identity.copies or _MOST):
                    copies[title] += 1
                    found.append(facts)


def _unlisted(seen: Counter[BlueprintId], other: float, chances: Mapping[BlueprintId, float]) -> float:
    """The logarithm of how likely these cards are if all are of the pool, and so much of the deck is."""
    return sum(count * log(other * chances[card]) for card, count in seen.items())


def _listed(
    both: Counter[BlueprintId], deck: Counter[BlueprintId], other: float, chances: Mapping[BlueprintId, float]
) -> float:
    """What it is more for cards that are of the list, too."""
    found, size = 0.0, max(deck.total(), 1)
    for card, count in both.items():
        unlisted = other * chances[card]
        for copy in range(count):
            found += log((1 - other) * (deck[card] - copy) / size / unlisted + 1)
    return found
