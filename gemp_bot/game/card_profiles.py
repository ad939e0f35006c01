"""What the text of a card says that the engine plays, worked out once for each blueprint.

Only what the index has as structured facts, and of these only those whose conditions can be told from the
table; a fact that is not understood is left out, whether it helps or hurts its player.
"""

import msgspec

from gemp_bot.cards import Card, CardIndex, unknown_card
from gemp_bot.cards.text import FactKind, TextFact
from gemp_bot.effects import CardEffects
from gemp_bot.effects.conditions import Conditions
from gemp_bot.effects.context import Holds, PlaceTest
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.battle_damage import IMMUNE


class Placing(msgspec.Struct, frozen=True, gc=False):
    """A place a text names, with what goes with it.

    Attributes:
        place: where; None for anywhere.
        holds: when; None for always.
        amount: what it costs, or by how much it changes the cost.
        free: it is free.
    """

    place: PlaceTest | None = None
    holds: Holds | None = None
    amount: float = 0
    free: bool = False


class ConditionalNumber(msgspec.Struct, frozen=True, gc=False):
    """A number a text gives its own card while a condition holds."""

    amount: float
    holds: Holds


class CardProfile(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the text of a card says that the engine plays, besides what it does to numbers.

    Attributes:
        costs: what changes its cost by place.
        added, if_unable: battle destinies. immune: immunity to attrition below so much.
    """

    costs: tuple[Placing, ...] = ()
    added: tuple[ConditionalNumber, ...] = ()
    if_unable: tuple[ConditionalNumber, ...] = ()
    immune: tuple[ConditionalNumber, ...] = ()


class CardProfiles:
    """What the texts of all cards say, each made once. Make one a process, or one a game; it only grows.

    Args:
        index: the cards; None for the one of the package.
        lore: what texts do to numbers; made of the index if left out.
    """

    def __init__(self, index: CardIndex | None = None, lore: CardEffects | None = None) -> None:
        self.index = index if index is not None else CardIndex.load()
        self.lore = lore if lore is not None else CardEffects(self.index)
        self._conditions = Conditions(self.lore.phrases)
        self._known: dict[str, CardProfile] = {}

    def face(self, blueprint_id: str, side: Side) -> Card:
        """The printed card of an id; one without any number for an id that is not in the index."""
        return self.index.get(blueprint_id) or unknown_card(blueprint_id, side)

    def of(self, card: Card) -> CardProfile:
        """What the text of a card says."""
        found = self._known.get(card.blueprint_id)
        if found is None:
            found = self._known[card.blueprint_id] = self._make(card)
        return found

    # -- making one -----------------------------------------------------------------------------

    def _make(self, card: Card) -> CardProfile:
        return CardProfile(
            costs=tuple(self._costs(card)),
            added=self._conditional(card, FactKind.BATTLE_DESTINY_ADDED),
            if_unable=self._conditional(card, FactKind.BATTLE_DESTINY_IF_UNABLE),
            immune=self._conditional(card, FactKind.IMMUNE_TO_ATTRITION),
        )

    def _costs(self, card: Card) -> list[Placing]:
        found = []
        for fact in card.text:
            if fact.kind not in (FactKind.DEPLOY_COST, FactKind.DEPLOYS_FREE) or fact.who or fact.each:
                continue
            place = self.lore.phrases.place(fact.where) if fact.where else None
            holds = self._conditions.all(fact.conditions)
            if (fact.where and place is None) or holds is None:
                continue
            free = fact.kind is FactKind.DEPLOYS_FREE
            found.append(Placing(place=place, holds=holds, amount=fact.amount or 0, free=free))
        return found

    def _conditional(self, card: Card, kind: FactKind) -> tuple[ConditionalNumber, ...]:
        found = []
        for fact in card.text:
            if fact.kind is not kind or fact.who or fact.each or fact.cost or fact.loss:
                continue
            holds = self._conditions.all(fact.conditions)
            if holds is not None:
                found.append(ConditionalNumber(_amount(fact), holds))
        return tuple(found)


def _amount(fact: TextFact) -> float:
    if fact.kind is FactKind.IMMUNE_TO_ATTRITION:
        return IMMUNE if fact.limit is None else fact.limit
    return 1 if fact.amount is None else fact.amount
