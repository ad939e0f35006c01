"""What texts do to numbers, worked out once for each card and kept."""

from gemp_bot.cards import Card, CardIndex
from gemp_bot.reckoning.conditions import Conditions
from gemp_bot.reckoning.effect import Effect
from gemp_bot.reckoning.effects import Effects
from gemp_bot.reckoning.phrases import Phrases
from gemp_bot.reckoning.scene import Notes
from gemp_bot.reckoning.wanted import Wanted
from gemp_bot.reckoning.words import Words


class Lore:
    """The index of cards with their effects. Make one a process, or one a game; it only grows.

    Args:
        index: the cards.
    """

    def __init__(self, index: CardIndex) -> None:
        self.index = index
        self.notes = Notes()
        self._words = Words(index)
        self._wanted: Wanted | None = None
        self.phrases = Phrases(self._words)
        self._effects = Effects(self.phrases, Conditions(self.phrases))
        self._known: dict[str, tuple[Effect, ...]] = {}

    @property
    def wanted(self) -> Wanted:
        """What searches are for; made when it is first asked for."""
        if self._wanted is None:
            self._wanted = Wanted(self.index, self._words)
        return self._wanted

    def effects(self, card: Card) -> tuple[Effect, ...]:
        """The effects of a card while it is on table."""
        found = self._known.get(card.blueprint_id)
        if found is None:
            other = self.index.back_of(card) if card.is_back else None
            found = self._known[card.blueprint_id] = self._effects.of(card, other)
        return found
