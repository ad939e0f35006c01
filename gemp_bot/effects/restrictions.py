"""What texts forbid or bound: what a Force drain brings at the most, and which cards may not be deployed.

What the index understands of a text is read from its facts; what it does not is data (`restrictions.toml`,
docs/cards.md).
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.location import Location
from gemp_bot.cards import Card, CardType
from gemp_bot.cards.text import Action, FactKind, TextFact
from gemp_bot.effects.old_conditions import Conditions
from gemp_bot.effects.context import CardTest, EffectContext, Holds, PlaceTest, Subject, Test
from gemp_bot.effects.entries import decoded, shipped
from gemp_bot.effects.flips import counts
from gemp_bot.effects.nouns import Ids, Nouns
from gemp_bot.effects.phrases import Phrase, Phrases
from gemp_bot.errors import BotError
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

SHIPPED: Final = "restrictions.toml"


class RestrictionEntryError(BotError):
    """An entry of the file of restrictions is not understood."""


class DrainEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Locations where Force drains of the owner of a card bring no more than this.

    Attributes:
        card: the face that is up.
        places: phrases of which one must mean a location.
        most: Force; 0 where there may be no drain, or where it brings nothing.
        who: a noun for those of the owner at whose location it is so; empty for any location.
    """

    card: BlueprintId
    places: tuple[str, ...]
    most: int = 0
    who: str = ""


class _RestrictionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drain: tuple[DrainEntry, ...]


def shipped_restrictions() -> tuple[DrainEntry, ...]:
    """The entries that come with the program."""
    return read_restrictions(shipped(SHIPPED))


def read_restrictions(toml: bytes | str) -> tuple[DrainEntry, ...]:
    """Read entries.

    Raises:
        RestrictionEntryError: they are no TOML, or not of this form.
    """
    return decoded(SHIPPED, toml, _RestrictionFile, RestrictionEntryError).drain


class _DrainBound(NamedTuple):
    """Where drains bring no more than `most`: those of the owner of the text, or the other player's."""

    places: tuple[PlaceTest, ...]
    most: float
    owners: bool
    holds: Holds
    who: Ids | None = None


class _Ban(NamedTuple):
    """Cards that the owner of a text may not deploy while it holds."""

    cards: Phrase
    holds: Holds


class Destinations(NamedTuple):
    """Where the text of a card lets it be deployed, and moved as a react.

    Attributes:
        only: it goes to these locations and to no others; empty for any. never: those it does not go to.
        on: of a weapon or device the cards it goes on, and the Force that this costs.
        reacts: locations to which it may move as a react (rules 23.12).
    """

    only: tuple[PlaceTest, ...] = ()
    never: tuple[PlaceTest, ...] = ()
    on: tuple[tuple[CardTest, float], ...] = ()
    reacts: tuple[PlaceTest, ...] = ()

    @property
    def anywhere(self) -> bool:
        """Whether it is bound to no locations."""
        return not (self.only or self.never)

    def allow(self, context: EffectContext, place: Location) -> bool:
        """Whether the card of the context may be deployed to a location."""
        if self.only and not any(test(context, place) for test in self.only):
            return False
        return not any(test(context, place) for test in self.never)


class Restrictions:
    """What the texts on table forbid or bound, and those of cards that are deployed.

    Args:
        entries: what the facts of cards do not tell.
        nouns, phrases: read the words in them.
        conditions: reads the conditions of facts.

    Attributes:
        unread: entries that name places or cards of which the index knows nothing; they change nothing.
    """

    def __init__(
        self, entries: tuple[DrainEntry, ...], nouns: Nouns, phrases: Phrases, conditions: Conditions
    ) -> None:
        self._phrases, self._conditions = phrases, conditions
        self._destinations: dict[BlueprintId, Destinations] = {}
        self._stays: dict[BlueprintId, tuple[Holds, ...]] = {}
        self._told: dict[BlueprintId, list[_DrainBound]] = {}
        self._known: dict[BlueprintId, tuple[tuple[_DrainBound, ...], tuple[_Ban, ...]]] = {}
        unread: list[BlueprintId] = []
        for entry in entries:
            places = tuple(test for phrase in entry.places if (test := phrases.place(phrase)) is not None)
            who = nouns.cards(entry.who) if entry.who else None
            if len(places) < len(entry.places) or (entry.who and not who):
                unread.append(entry.card)
            else:
                bound = _DrainBound(places, entry.most, owners=True, holds=_always, who=who)
                self._told.setdefault(entry.card, []).append(bound)
        self.unread = tuple(unread)

    def known(self, card: Card) -> bool:
        """Whether anything is understood that a card forbids or bounds."""
        return any(self._of(card))

    def drains(self, board: Board, side: Side) -> dict[int, float]:
        """By column, what a Force drain of a player brings at the most."""
        found: dict[int, float] = {}
        for card, (bounds, _) in self._on(board):
            context = EffectContext(board, card, card.side)
            for bound in bounds:
                if (card.side is side) is not bound.owners or not bound.holds(context):
                    continue
                for place in board.locations:
                    here = any(test(context, place) for test in bound.places)
                    if here and (bound.who is None or counts(place, side, bound.who, control=False)):
                        found[place.column] = min(found.get(place.column, bound.most), bound.most)
        return found

    def may_deploy(self, board: Board, side: Side) -> Callable[[CardFacts], bool]:
        """Whether a player may deploy a card, as far as the texts on table are understood."""
        found = [
            (EffectContext(board, card, side), ban.cards)
            for card, (_, bans) in self._on(board) if card.side is side
            for ban in bans if ban.holds(EffectContext(board, card, side))
        ]  # fmt: skip

        def may(facts: CardFacts) -> bool:
            supposed = CardInPlay.supposed(facts, side)
            return not any(cards.test(context, supposed) for context, cards in found)

        return may

    def destinations(self, card: Card) -> Destinations:
        """Where a card may be deployed by its own text, as far as that is understood."""
        found = self._destinations.get(card.blueprint_id)
        if found is None:
            found = Destinations(
                tuple(self._places(card, FactKind.DEPLOYS_ONLY)),
                tuple(self._places(card, FactKind.MAY_NOT)),
                tuple(self._targets(card)),
                tuple(self._reacts(card)),
            )
            self._destinations[card.blueprint_id] = found
        return found

    def stays(self, card: Card) -> tuple[Holds, ...]:
        """When the text of a card keeps it from moving in any way; nothing if it never does (rules 23.2)."""
        found = self._stays.get(card.blueprint_id)
        if found is None:
            found = self._stays[card.blueprint_id] = tuple(self._moves_not(card))
        return found

    def _moves_not(self, card: Card) -> Iterator[Holds]:
        for fact in card.text:
            if fact.kind is FactKind.MAY_NOT and fact.action is Action.MOVE and not (fact.who or fact.what):
                holds = self._conditions.all(fact.conditions)
                if holds is not None and not fact.where:
                    yield holds

    def barred(self, board: Board, side: Side, facts: CardFacts) -> frozenset[int]:
        """Columns to which the text of a card of a player's hand does not let it be deployed."""
        destinations = self.destinations(facts.card)
        if destinations.anywhere:
            return frozenset()
        context = EffectContext(board, CardInPlay.supposed(facts, side), side)
        return frozenset(place.column for place in board.locations if not destinations.allow(context, place))

    def _places(self, card: Card, kind: FactKind) -> Iterator[PlaceTest]:
        for fact in card.text:
            if fact.kind is not kind or not fact.where or fact.who or fact.what or fact.conditions:
                continue
            place = self._phrases.place(fact.where)
            if place is not None and (kind is not FactKind.MAY_NOT or fact.action is Action.DEPLOY):
                yield place

    def _targets(self, card: Card) -> Iterator[tuple[CardTest, float]]:
        """On whom a weapon or device deploys (rules 21)."""
        for fact in card.text if card.type in (CardType.WEAPON, CardType.DEVICE) else ():
            if fact.kind is not FactKind.DEPLOYS_ON or fact.what or fact.who:
                continue
            phrase, holds = self._phrases.cards(fact.where), self._conditions.all(fact.conditions)
            if phrase is not None and holds is not None:
                yield _while(holds, phrase.test), fact.cost or 0

    def _reacts(self, card: Card) -> Iterator[PlaceTest]:
        """Where a card may move as a react by its own text."""
        for fact in card.text:
            if fact.kind is not FactKind.MOVES_REACT or fact.who or fact.what or fact.cost:
                continue
            place = self._phrases.place(fact.where) if fact.where else _everywhere
            holds = self._conditions.all(fact.conditions)
            if holds is not None and place is not None:
                yield _while(holds, place)

    def _on(
        self, board: Board
    ) -> Iterator[tuple[CardInPlay, tuple[tuple[_DrainBound, ...], tuple[_Ban, ...]]]]:
        for card in board.active:
            known = self._of(card.card)
            if any(known):
                yield card, known

    def _of(self, card: Card) -> tuple[tuple[_DrainBound, ...], tuple[_Ban, ...]]:
        found = self._known.get(card.blueprint_id)
        if found is None:
            bounds = [
                *self._told.get(card.blueprint_id, ()),
                *(bound for fact in card.text if (bound := self._bound(fact)) is not None),
            ]
            bans = tuple(ban for fact in card.text if (ban := self._ban(fact)) is not None)
            found = self._known[card.blueprint_id] = tuple(bounds), bans
        return found

    def _bound(self, fact: TextFact) -> _DrainBound | None:
        """What a player loses at the most to the drains of the other one."""
        if fact.kind is not FactKind.DRAIN_LIMIT or fact.limit is None or fact.who not in ("you", "opponent"):
            return None
        holds = self._conditions.all(fact.conditions)
        place = self._phrases.place(fact.where) if fact.where else _everywhere
        if holds is None or place is None:
            return None
        return _DrainBound((place,), fact.limit, owners=fact.who == "opponent", holds=holds)

    def _ban(self, fact: TextFact) -> _Ban | None:
        if fact.kind is not FactKind.MAY_NOT or fact.action is not Action.DEPLOY or fact.who != "you":
            return None
        holds, cards = self._conditions.all(fact.conditions), self._phrases.cards(fact.what)
        return None if holds is None or cards is None or fact.where else _Ban(cards, holds)


def _while(holds: Holds, test: Test[Subject]) -> Test[Subject]:
    def meant(context: EffectContext, subject: Subject) -> bool:
        return test(context, subject) and holds(context)

    return meant


def _always(_: EffectContext) -> bool:
    return True


def _everywhere(_: EffectContext, __: object) -> bool:
    return True
