"""What texts do to numbers, worked out once for each card and kept."""

from gemp_bot.board.notes import Notes
from gemp_bot.cards import Card, CardIndex
from gemp_bot.effects.conditions import Conditions
from gemp_bot.effects.effect import Effect
from gemp_bot.effects.effects import Effects
from gemp_bot.effects.nouns import Nouns
from gemp_bot.effects.phrases import Phrases
from gemp_bot.effects.search_targets import SearchTargets


class CardEffects:
    """The index of cards with their effects. Make one a process, or one a game; it only grows.

    Args:
        index: the cards.
    """

    def __init__(self, index: CardIndex) -> None:
        self.index = index
        self.notes = Notes()
        self._nouns = Nouns(index)
        self._wanted: SearchTargets | None = None
        self.phrases = Phrases(self._nouns)
        self._effects = Effects(self.phrases, Conditions(self.phrases))
        self._known: dict[str, tuple[Effect, ...]] = {}

    @property
    def wanted(self) -> SearchTargets:
        """What searches are for; made when it is first asked for."""
        if self._wanted is None:
            self._wanted = SearchTargets(self.index, self._nouns)
        return self._wanted

    def effects(self, card: Card) -> tuple[Effect, ...]:
        """The effects of a card while it is on table."""
        found = self._known.get(card.blueprint_id)
        if found is None:
            other = self.index.back_of(card) if card.is_back else None
            found = self._known[card.blueprint_id] = self._effects.of(card, other)
        return found
