"""What texts do to numbers, worked out once for each card and kept."""

from collections.abc import Callable, Mapping
from functools import cache, cached_property

from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.cards import Card, CardIndex
from gemp_bot.effects.conditions import Conditions
from gemp_bot.effects.drain_needs import DrainNeeds
from gemp_bot.effects.effect import Effect, Quantity, Target
from gemp_bot.effects.effects import Effects
from gemp_bot.effects.flips import Flips, shipped_flips
from gemp_bot.effects.nouns import Nouns
from gemp_bot.effects.phrases import Phrases
from gemp_bot.effects.restrictions import Restrictions, shipped_restrictions
from gemp_bot.effects.search_targets import SearchTargets
from gemp_bot.effects.survival import Survival, shipped_survival
from gemp_bot.effects.tolls import Toll, shipped_tolls
from gemp_bot.protocol.ids import BlueprintId


class CardEffects:
    """The index of cards with their effects. Make one a process, or one a game; it only grows.

    Args:
        index: the cards; None for those of the package.

    Attributes:
        facts: what is printed on them.
        effects: the effects of a card while it is on table.
        own_costs: those of them on what it costs to deploy the card itself.
    """

    def __init__(self, index: CardIndex | None = None) -> None:
        index = CardIndex.load() if index is None else index
        self.index = index
        self.facts = index.derived(CardFactsCache)
        self._nouns = index.derived(Nouns)
        self.phrases = Phrases(self._nouns)
        self._conditions = Conditions(self.phrases)
        self._reader = Effects(self.phrases, self._conditions)
        self.effects: Callable[[Card], tuple[Effect, ...]] = cache(self._effects_of)
        self.own_costs: Callable[[Card], tuple[Effect, ...]] = cache(self._own_costs_of)

    @cached_property
    def wanted(self) -> SearchTargets:
        """What searches are for."""
        return SearchTargets(self.index, self._nouns)

    @cached_property
    def flips(self) -> Flips:
        """What objectives want held."""
        return Flips(shipped_flips(), self._nouns, self.phrases)

    @cached_property
    def drain_needs(self) -> DrainNeeds:
        """What frees Force drains."""
        return DrainNeeds(self.phrases)

    @cached_property
    def restrictions(self) -> Restrictions:
        """What texts forbid or bound."""
        return Restrictions(shipped_restrictions(), self._nouns, self.phrases, self._conditions)

    @cached_property
    def survival(self) -> Survival:
        """What takes cards off the table."""
        return Survival(shipped_survival(), self._nouns, self.phrases, self._conditions, self.facts)

    @cached_property
    def tolls(self) -> Mapping[BlueprintId, Toll]:
        """What cards cost the opponent of their owner."""
        return shipped_tolls()

    def _effects_of(self, card: Card) -> tuple[Effect, ...]:
        return self._reader.of(card, self.index.back_of(card) if card.is_back else None)

    def _own_costs_of(self, card: Card) -> tuple[Effect, ...]:
        return tuple(
            effect
            for effect in self.effects(card)
            if effect.quantity is Quantity.DEPLOY and effect.target is Target.SELF and not effect.why_not
        )
