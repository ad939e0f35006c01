"""What the text of a card says that the engine plays, worked out once for each blueprint.

Only what the index has as structured facts, and of these only those whose conditions can be told from the
table; a fact that is not understood is left out, whether it helps or hurts its player.
"""

import msgspec

from gemp_bot.board.card import FIGHTERS
from gemp_bot.cards import Card, CardIndex, CardType, known, unknown_card
from gemp_bot.cards.text import FactKind, TextFact
from gemp_bot.effects import CardEffects
from gemp_bot.effects.conditions import Conditions
from gemp_bot.effects.context import Holds, PlaceTest
from gemp_bot.effects.phrases import Phrase
from gemp_bot.effects.restrictions import Destinations
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.battle_damage import IMMUNE


class Placing(msgspec.Struct, frozen=True, gc=False):
    """A place or target a text names, with what goes with it.

    Attributes:
        place: where; None for anywhere.
        target: on which card; None if it is no card.
        holds: when; None for always.
        amount: what it costs, or by how much it changes the cost.
        free: it is free.
    """

    place: PlaceTest | None = None
    target: Phrase | None = None
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
        playable: it can be deployed at all; the others are blanks in the deck.
        goes_on: of a weapon or device: on whom. destinations: where it may be deployed.
        costs: what changes its cost by place. reacts: where it may move as a react.
        added, if_unable: battle destinies. immune: immunity to attrition below so much.
    """

    playable: bool = False
    goes_on: tuple[Placing, ...] = ()
    destinations: Destinations = Destinations()
    costs: tuple[Placing, ...] = ()
    reacts: tuple[Placing, ...] = ()
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
        goes_on = tuple(self._targets(card))
        return CardProfile(
            playable=_playable(card, goes_on),
            goes_on=goes_on,
            destinations=self.lore.restrictions.destinations(card),
            costs=tuple(self._costs(card)),
            reacts=tuple(self._reacts(card)),
            added=self._conditional(card, FactKind.BATTLE_DESTINY_ADDED),
            if_unable=self._conditional(card, FactKind.BATTLE_DESTINY_IF_UNABLE),
            immune=self._conditional(card, FactKind.IMMUNE_TO_ATTRITION),
        )

    def _targets(self, card: Card) -> list[Placing]:
        """On whom a weapon or device deploys (rules 21)."""
        if card.type not in (CardType.WEAPON, CardType.DEVICE):
            return []
        found = []
        for fact in card.text:
            if fact.kind is not FactKind.DEPLOYS_ON or fact.what or fact.who:
                continue
            phrase = self.lore.phrases.cards(fact.where)
            holds = self._conditions.all(fact.conditions)
            if phrase is not None and holds is not None:
                found.append(Placing(target=phrase, holds=holds, amount=fact.cost or 0))
        return found

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

    def _reacts(self, card: Card) -> list[Placing]:
        """Where a card may move as a react by its own text."""
        found = []
        for fact in card.text:
            if fact.kind is not FactKind.MOVES_REACT or fact.who or fact.what or fact.cost:
                continue
            place = self.lore.phrases.place(fact.where) if fact.where else None
            holds = self._conditions.all(fact.conditions)
            if holds is not None and (place is not None or not fact.where):
                found.append(Placing(place=place, holds=holds))
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


def _playable(card: Card, goes_on: tuple[Placing, ...]) -> bool:
    if card.type in (CardType.WEAPON, CardType.DEVICE):
        return bool(goes_on)
    return card.type == CardType.LOCATION or (card.type in FIGHTERS and known(card.deploy) is not None)


def _amount(fact: TextFact) -> float:
    if fact.kind is FactKind.IMMUNE_TO_ATTRITION:
        return IMMUNE if fact.limit is None else fact.limit
    return 1 if fact.amount is None else fact.amount
