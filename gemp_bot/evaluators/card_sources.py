"""What is known of cards: printed facts, what their texts do, and where they can be."""

from typing import Self

import msgspec

from gemp_bot.board.card_facts import TYPICAL_DESTINY, CardFactsCache
from gemp_bot.cards import Card
from gemp_bot.cards.deck import DeckList
from gemp_bot.cards.index import CardIndex
from gemp_bot.effects import CardEffects
from gemp_bot.inference import CardKnowledge, DestinyOdds
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.valuation.weights import Capabilities


class CardSources(msgspec.Struct, frozen=True, eq=False):
    """The sources of card facts that a player may use.

    Attributes:
        facts: printed facts.
        index: the cards; None for a player that does not look at them.
        effects: what texts do; None for a player that does not look at them.
        knowledge: where cards can be; None for a player that does not look at cards.
    """

    facts: CardFactsCache
    index: CardIndex | None = None
    effects: CardEffects | None = None
    knowledge: CardKnowledge | None = None

    @classmethod
    def allowed(cls, capabilities: Capabilities, index: CardIndex, deck: DeckList | None = None) -> Self:
        """What a player with these capabilities may use.

        Args:
            capabilities: what the player looks at.
            index: facts of the cards.
            deck: our own deck; None if it is not known.
        """
        if not capabilities.card_facts:
            return cls(CardFactsCache(None))
        effects = CardEffects(index) if capabilities.game_texts else None
        return cls(index.derived(CardFactsCache), index, effects, CardKnowledge(index, deck))

    def printed(self, face: BlueprintId | None) -> Card | None:
        """The printed facts of a card; None if it is hidden, not in the index, or not looked at."""
        return None if face is None or self.index is None else self.index.get(face)

    def destiny_odds(self, draws: int | None = None, *, own: bool = True) -> DestinyOdds | None:
        """What so many destiny draws can bring, or any number; None if nothing is known of the deck."""
        if self.knowledge is None:
            return None
        return self.knowledge.reserve_odds(draws) if own else self.knowledge.opponent_odds(draws)

    def mean_destiny(self, *, own: bool = True) -> float:
        """The mean of the next draw, ours or the opponent's; of a usual deck if nothing is known."""
        mean = None if self.knowledge is None else self.knowledge.mean_destiny(own=own)
        return TYPICAL_DESTINY if mean is None else mean

    def their_reach(self, force: float) -> float | None:
        """The power the opponent can bring out of the hand with this much Force; None if nothing is known."""
        cards = None if self.knowledge is None else self.knowledge.their_cards
        return None if cards is None else cards.reach(force)
