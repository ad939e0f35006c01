"""What the opponent may hold: how likely a card of a kind is in the hand, and which power can come of it.

Made of what a player may know: the cards that were seen this game and where they can be now, the size of the
hand, and what decks of that side are made of. An unseen card is of a kind as often as in those decks, and the
more so the more of them were seen in this one.
"""

from collections import Counter
from collections.abc import Callable
from math import inf

from gemp_bot.board.card_facts import CardFacts, CardFactsCache
from gemp_bot.inference.deck_kinds import HandKind, KindShare, SideKinds, is_of_kind
from gemp_bot.inference.hidden_cards import HiddenCards, HiddenPile
from gemp_bot.inference.opponent import none_of
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind

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

    def chance_of_power(self, power: float, force: float = inf) -> float:
        """The chance that they hold a character of at least this power that can be paid.

        Args:
            power: as it is printed.
            force: Force they have to deploy it with.
        """

        def strong(facts: CardFacts) -> bool:
            return facts.kind is CardKind.CHARACTER and facts.power >= power and facts.deploy <= force

        return self._chance(strong, self._kinds.strong(power, force))

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
