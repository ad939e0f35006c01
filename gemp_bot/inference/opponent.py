"""What is known of the opponent's cards, and what their hand can bring.

A card drawn unseen from a pile that was shown whole before is one of those cards; so the hand becomes known
as well, the longer a game lasts. The chances are estimates: where several places fit, the likelier one was
taken.
"""

from collections import Counter
from collections.abc import Callable

from gemp_bot.board.card_facts import CardFacts, CardFactsCache
from gemp_bot.cards import CardIndex
from gemp_bot.inference.deck_kinds import HandKind, KindShare, SideKinds, is_of_kind
from gemp_bot.inference.hidden_cards import HiddenCards, HiddenPile
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.rules.facts import NEED_FOOTHOLD


class OpponentKnowledge:
    """The opponent's cards, as far as they were seen. Made anew at each question; only reads.

    Args:
        index: facts of the cards.
        ledger: the opponent's hidden cards.
        shown: those shown now, outside of piles.
        named: those the log named, and no more was seen of.
    """

    __slots__ = ("_index", "_ledger", "_named", "_shown")

    def __init__(
        self,
        index: CardIndex,
        ledger: HiddenCards,
        shown: Counter[BlueprintId],
        named: frozenset[BlueprintId],
    ) -> None:
        self._index = index
        self._ledger = ledger
        self._shown = shown
        self._named = named

    @property
    def cards(self) -> Counter[BlueprintId]:
        """The cards that were seen, wherever they are now, with the least number of copies.

        A card counts twice if two copies were known to be in different places at one time.
        """
        return self._shown + self._ledger.cards()

    @property
    def named(self) -> frozenset[BlueprintId]:
        """Cards of the opponent's side that the game log named; a player may have named one as a guess."""
        return self._named

    @property
    def personas(self) -> frozenset[str]:
        """The personas among the cards that were seen."""
        found = (self._index.get(card) for card in self.cards)
        return frozenset(persona for card in found if card is not None for persona in card.personas)

    @property
    def hand(self) -> Counter[BlueprintId]:
        """Cards that are in the hand for certain: they were taken into hand visibly, or shown."""
        known = self._ledger.known(HiddenPile.HAND)
        for group in self._ledger.groups(HiddenPile.HAND):
            # All cards of a group whose every place is in the hand.
            if self._count(group, HiddenPile.HAND) == group.size:
                known.update(group.cards)
        return known

    def chance(self, card: BlueprintId, pile: HiddenPile) -> float:
        """The probability that a copy is in a pile; 0 for a card that was never seen."""
        if card in self._ledger.known(pile):
            return 1.0
        missing = 1.0
        for group in self._ledger.groups(pile):
            missing *= none_of(group.size, group.cards.get(card, 0), self._count(group, pile))
        return 1 - missing

    @property
    def lost(self) -> Counter[BlueprintId]:
        """The Lost Pile, as far as it was seen."""
        return self._ledger.known(HiddenPile.LOST)

    def _count(self, group: object, pile: HiddenPile) -> int:
        return sum(slot is group for slot in self._ledger.piles[pile])


def none_of(size: int, wanted: int, drawn: int) -> float:
    """The probability that of so many cards drawn none is one of the wanted ones."""
    chance = 1.0
    for each in range(drawn):
        if size - each <= 0:
            break
        chance *= max(0, size - wanted - each) / (size - each)
    return chance


_Of = Callable[[CardFacts], bool]


def usual_reach(kinds: SideKinds, force: float, hand: float) -> float:
    """The power that a side of which nothing was seen can bring out of its hand with this much Force."""
    return min(kinds.power_per_force * max(force, 0.0), kinds.power * hand)


class TheirCards:
    """The opponent's hand, as far as it can be told. Made anew at each question; only reads.

    Args:
        facts: what is printed on cards.
        kinds: what decks of their side are made of.
        ledger: the opponent's hidden cards.
        seen: all cards of the opponent that were seen this game, wherever they are now.
    """

    __slots__ = ("_facts", "_groups", "_hand", "_kinds", "_seen", "_size")

    def __init__(
        self, facts: CardFactsCache, kinds: SideKinds, ledger: HiddenCards, seen: Counter[BlueprintId]
    ) -> None:
        self._facts = facts
        self._kinds = kinds
        self._seen = seen
        self._size = seen.total()
        self._hand = ledger.known(HiddenPile.HAND)
        slots = ledger.piles[HiddenPile.HAND]
        self._groups = [
            (group.size, group.cards, sum(slot is group for slot in slots))
            for group in ledger.groups(HiddenPile.HAND)
        ]

    def chance(self, kind: HandKind) -> float:
        """The chance that they hold at least one card of a kind, 0 to 1."""
        share = self._kinds.kinds.get(kind)
        return 0.0 if share is None else self._chance(lambda facts: is_of_kind(facts, kind), share)

    @property
    def power(self) -> float:
        """The power they hold, on average: of all cards of the hand that fight, as it is printed."""
        unseen = KindShare(self._kinds.power, self._kinds.fighters.weight)
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
        found = ((self._facts.named(card), count) for card, count in cards.items())
        return sum(count * facts.power for facts, count in found if facts.kind in NEED_FOOTHOLD)

    def _count(self, cards: Counter[BlueprintId], wanted: _Of) -> int:
        return sum(count for card, count in cards.items() if wanted(self._facts.named(card)))

    def _chance(self, wanted: _Of, share: KindShare) -> float:
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
