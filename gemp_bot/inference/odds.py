"""Destiny by counting: what the next card of a Reserve Deck can be worth (rules reference, section 11)."""

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from gemp_bot.cards import CardIndex
from gemp_bot.cards.kinds import CardType
from gemp_bot.inference.hidden_cards import HiddenCards, HiddenPile, Slot
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, base_blueprint
from gemp_bot.rules.destiny_sums import Distribution, Reserve

TYPICAL: Final[Mapping[str, float]] = MappingProxyType(
    {
        CardType.CHARACTER: 0.32,
        CardType.INTERRUPT: 0.25,
        CardType.EFFECT: 0.15,
        CardType.LOCATION: 0.12,
        CardType.STARSHIP: 0.08,
        CardType.WEAPON: 0.05,
        CardType.VEHICLE: 0.02,
        CardType.OBJECTIVE: 0.01,
    }
)
"""Of which types a deck is made: the average of the 63 decks of the server's library that were looked at.
Their own destinies average 2.6 (Dark Side) and 2.8 (Light Side)."""
_WEIGHT: Final = 20.0
"""So many cards of a deck must be seen before they count as much as what is known of all decks."""


class DestinyOdds(msgspec.Struct, frozen=True):
    """What draws from a Reserve Deck can bring, by what is printed on the cards.

    Attributes:
        reserve: the cards to draw from, as `rules.destiny.draw_destiny` takes them. Where only a part of
            them lies in the Reserve Deck and it is not known which, all of them are here: the chances of a
            draw are the same.
        available: cards in the Reserve Deck; no more can be drawn.
        top: the next card, if it is known.
        next: the destiny of the next draw; None if there is no card.
        exact: whether every card that may be drawn was counted. Else some are unknown, or cards of
            different likelihood were thrown together.
    """

    reserve: Reserve
    available: int
    top: BlueprintId | None
    next: Distribution | None
    exact: bool

    @property
    def mean(self) -> float:
        """The destiny of the next draw on average; 0 if there is no card."""
        return 0.0 if self.next is None else float(self.next.mean)

    @property
    def shuffled(self) -> float:
        """The same once the Reserve Deck is shuffled."""
        reserve = self.reserve
        unknown = 0.0 if reserve.guess is None else reserve.unknown * float(reserve.guess.mean)
        return (unknown + sum(value * count for value, count in reserve.counts)) / max(reserve.size, 1)


class Destinies:
    """The destiny of cards, and what to expect of cards that were not seen.

    Args:
        index: facts of the cards.
        side: whose cards these are.
    """

    def __init__(self, index: CardIndex, side: Side) -> None:
        self._index = index
        self._side = side
        self._prior: Distribution | None = None
        self._values: dict[BlueprintId, float | None] = {}

    def value(self, blueprint: BlueprintId) -> float | None:
        """The printed destiny; the higher of two, as its owner takes it; None if it is not known."""
        if blueprint not in self._values:
            card = self._index.get(base_blueprint(blueprint))
            self._values[blueprint] = None if card is None else card.best_destiny
        return self._values[blueprint]

    @property
    def prior(self) -> Distribution:
        """The destiny of a card of a deck of which nothing is known.

        The cards of the index of that side, by type as often as decks have that type. Its mean is about 2.7.
        """
        if self._prior is None:
            self._prior = self._of_all()
        return self._prior

    def _of_all(self) -> Distribution:
        counts: dict[str, Counter[float]] = {kind: Counter() for kind in TYPICAL}
        for card in self._index:
            if card.side is self._side and card.type in counts and not card.is_back:
                value = self.value(card.blueprint_id)
                if value is not None:
                    counts[card.type][value] += 1
        parts = [(share, counts[kind]) for kind, share in TYPICAL.items() if counts[kind]]
        if not parts:
            return Distribution.certain(0)
        return Distribution.of_counts(
            (value, share * count / values.total())
            for share, values in parts
            for value, count in values.items()
        )

    def guess(self, seen: Counter[BlueprintId]) -> Distribution:
        """The destiny of an unknown card of a deck of which some cards were seen."""
        values = self.counted(seen)
        total = values.total()
        if not total:
            return self.prior
        met = Distribution.of_counts(values.items())
        share = total / (total + _WEIGHT)
        return Distribution.mixture([(share, met), (1 - share, self.prior)])

    def counted(self, cards: Counter[BlueprintId]) -> Counter[float]:
        """How many of the cards have which destiny; those with no number are left out."""
        values: Counter[float] = Counter()
        for card, count in cards.items():
            value = self.value(card)
            if value is not None:
                values[value] += count
        return values

    def odds(self, ledger: HiddenCards, seen: Counter[BlueprintId], draws: int | None = None) -> DestinyOdds:
        """The odds of the next draws of a player.

        Args:
            ledger: the hidden cards of the player.
            seen: what is known of the deck, for the cards that are not known.
            draws: how many will be drawn at most; None for any number. The fewer, the sharper the odds
                where the order of the deck is known in part.
        """
        places = ledger.piles[HiddenPile.RESERVE]
        drawn = places if draws is None else places[max(0, len(places) - draws) :]
        hidden = [slot for slot in drawn if not isinstance(slot, str)]
        groups = {id(slot): slot for slot in hidden}
        cards = Counter(slot for slot in drawn if isinstance(slot, str))
        for group in groups.values():
            cards.update(group.cards)
        values = self.counted(cards)
        unknown = cards.total() - values.total() + sum(group.unknown for group in groups.values())
        guess = self.guess(seen) if unknown else None
        top = places[-1] if places else None
        sure = len(drawn) - len(hidden)
        # One group and nothing else, or a sequence of known cards that is drawn whole.
        alike = len(groups) + sure <= 1 or (not groups and draws is not None)
        return DestinyOdds(
            reserve=Reserve(tuple(sorted(values.items())), unknown, guess),
            available=len(places),
            top=top if isinstance(top, str) else None,
            next=None if top is None else self._next(top, lambda: seen),
            exact=not unknown and alike,
        )

    def mean(self, ledger: HiddenCards, seen: Callable[[], Counter[BlueprintId]]) -> float:
        """The destiny of the next draw of a player on average, as of `odds`; 0 if there is no card.

        Args:
            ledger: the hidden cards of the player.
            seen: gives what is known of the deck; called only for a card that may be one of the unknown.
        """
        places = ledger.piles[HiddenPile.RESERVE]
        return float(self._next(places[-1], seen).mean) if places else 0.0

    def _next(self, top: Slot, seen: Callable[[], Counter[BlueprintId]]) -> Distribution:
        cards = Counter([top]) if isinstance(top, str) else top.cards
        values = self.counted(cards)
        size = 1 if isinstance(top, str) else top.size
        unknown = size - values.total()
        if not unknown:
            return Distribution.of_counts(values.items())
        guess = self.guess(seen())
        if not values:
            return guess
        share = unknown / size
        return Distribution.mixture([(share, guess), (1 - share, Distribution.of_counts(values.items()))])
