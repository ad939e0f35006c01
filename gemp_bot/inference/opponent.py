"""What is known of the opponent's cards.

A card drawn unseen from a pile that was shown whole before is one of those cards; so the hand becomes known
as well, the longer a game lasts. The chances are estimates: where several places fit, the likelier one was
taken.
"""

from collections import Counter

from gemp_bot.cards import CardIndex
from gemp_bot.inference.hidden_cards import HiddenCards, HiddenPile
from gemp_bot.protocol.ids import BlueprintId


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
