"""What is known of the opponent's cards, and what their hand can bring.

A card drawn unseen from a pile that was shown whole before is one of those cards; so the hand becomes known
as well, the longer a game lasts. The chances are estimates: where several places fit, the likelier one was
taken.
"""

from collections import Counter

from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.inference.deck_kinds import SideKinds
from gemp_bot.inference.hidden_cards import HiddenCards, HiddenPile
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.rules.facts import NEED_FOOTHOLD


def none_of(size: int, wanted: int, drawn: int) -> float:
    """The probability that of so many cards drawn none is one of the wanted ones."""
    chance = 1.0
    for each in range(drawn):
        if size - each <= 0:
            break
        chance *= max(0, size - wanted - each) / (size - each)
    return chance


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

    @property
    def power(self) -> float:
        """The power they hold, on average: of all cards of the hand that fight, as it is printed."""
        each = self._kinds.unseen_power(self._power_of(self._seen), self._size)
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
