"""What the opponent may hold: how likely a card of a kind is in the hand, and which power can come of it.

Made of what a player may know: the cards that were seen this game and where they can be now, the size of the
hand, and what decks of that side are made of. An unseen card is of a kind as often as in those decks, and the
more so the more of them were seen in this one.
"""

from collections import Counter
from collections.abc import Callable
from math import inf

from gemp_bot.cards import CardIndex
from gemp_bot.inference.deck_kinds import DeckKinds, HandKind, Share, SideKinds, Traits, traits_of
from gemp_bot.inference.hidden_cards import HiddenCards, Pile
from gemp_bot.inference.opponent import none_of
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

_Of = Callable[[Traits], bool]


class TraitsCache:
    """What cards are, looked up once each.

    Args:
        index: facts of the cards.
        kinds: what decks are made of.
    """

    __slots__ = ("_index", "_known", "kinds")

    def __init__(self, index: CardIndex, kinds: DeckKinds) -> None:
        self._index = index
        self._known: dict[BlueprintId, Traits] = {}
        self.kinds = kinds

    def of(self, card: BlueprintId) -> Traits:
        """What a card is."""
        found = self._known.get(card)
        if found is None:
            found = self._known[card] = traits_of(self._index.get(card))
        return found


def usual_reach(kinds: SideKinds, force: float, hand: float) -> float:
    """The power that a side of which nothing was seen can bring out of its hand with this much Force."""
    return min(kinds.power_per_force * max(force, 0.0), kinds.power * hand)


class TheirCards:
    """The opponent's hand, as far as it can be told. Made anew at each question; only reads.

    Args:
        traits: what cards are.
        side: of the opponent.
        ledger: the opponent's hidden cards.
        seen: all cards of the opponent that were seen this game, wherever they are now.
    """

    __slots__ = ("_groups", "_hand", "_kinds", "_seen", "_size", "_traits")

    def __init__(
        self, traits: TraitsCache, side: Side, ledger: HiddenCards, seen: Counter[BlueprintId]
    ) -> None:
        self._traits = traits
        self._kinds: SideKinds = traits.kinds.of(side)
        self._seen = seen
        self._size = seen.total()
        self._hand = ledger.known(Pile.HAND)
        slots = ledger.piles[Pile.HAND]
        self._groups = [
            (group.size, group.cards, sum(slot is group for slot in slots))
            for group in ledger.groups(Pile.HAND)
        ]

    def chance(self, kind: HandKind) -> float:
        """The chance that they hold at least one card of a kind, 0 to 1."""
        share = self._kinds.kinds.get(kind)
        return 0.0 if share is None else self._chance(lambda traits: kind in traits.kinds, share)

    def chance_of_power(self, power: float, force: float = inf) -> float:
        """The chance that they hold a character of at least this power that can be paid.

        Args:
            power: as it is printed.
            force: Force they have to deploy it with.
        """

        def strong(traits: Traits) -> bool:
            one = traits.fighter
            return traits.character and one is not None and one.power >= power and one.cost <= force

        return self._chance(strong, self._kinds.strong(power, force))

    @property
    def power(self) -> float:
        """The power they hold, on average: of all cards of the hand that fight, as it is printed."""
        unseen = Share(self._kinds.power, self._kinds.fighters.weight)
        each = unseen.of_unseen(self._power_of(self._seen), self._size)
        power = self._power_of(self._hand)
        for size, cards, held in self._groups:
            unknown = size - cards.total()
            power += held / max(size, 1) * (self._power_of(cards) + unknown * each)
        return power

    def reach(self, force: float) -> float:
        """The power that they can bring out of their hand with this much Force, on average."""
        return min(self._kinds.power_per_force * max(force, 0.0), self.power)

    def _power_of(self, cards: Counter[BlueprintId]) -> float:
        of = self._traits.of
        return sum(
            count * one.power for card, count in cards.items() if (one := of(card).fighter) is not None
        )

    def _count(self, cards: Counter[BlueprintId], wanted: _Of) -> int:
        of = self._traits.of
        return sum(count for card, count in cards.items() if wanted(of(card)))

    def _chance(self, wanted: _Of, share: Share) -> float:
        if self._count(self._hand, wanted):
            return 1.0
        found, seen = float(self._count(self._seen, wanted)), float(self._size)
        missing = 1.0
        for size, cards, held in self._groups:
            missing *= none_of(size, self._count(cards, wanted), held)
            unknown = (size - cards.total()) / max(size, 1)
            for _ in range(held):
                # A card that turned out not to be of the kind makes the next one less likely, too.
                missing *= 1 - unknown * share.of_unseen(found, seen)
                seen += unknown
        return 1 - missing
