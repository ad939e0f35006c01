"""What the engine needs of a printed card, worked out once for each blueprint.

Numbers and icons are taken as printed (rules 10). Of a game text only what the index has as structured facts,
and of these only those whose conditions can be told from the table; a fact that is not understood is left
out, whether it helps or hurts its player.
"""

from typing import Final

import msgspec

from gemp_bot.cards import Card, CardIndex, CardType, Icon, SubType, Uniqueness, known, unknown_card
from gemp_bot.cards.text import Action, FactKind, Shot, TextFact
from gemp_bot.effects import CardEffects
from gemp_bot.effects.conditions import Conditions
from gemp_bot.effects.context import Holds, PlaceTest
from gemp_bot.effects.phrases import Phrase
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.battle_damage import IMMUNE
from gemp_bot.rules.capacity import Capacity
from gemp_bot.rules.facts import CardKind, LocationFacts
from gemp_bot.rules.uniqueness import Identity
from gemp_bot.sandbox.engine.printed import (
    capacity_of,
    defense_of,
    kind_of,
    location_of,
    permanent_weapon,
    shot_of,
    transit_of,
)

_COPIES: Final = {
    Uniqueness.UNIQUE: 1,
    Uniqueness.RESTRICTED_2: 2,
    Uniqueness.RESTRICTED_3: 3,
}


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


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A number a text gives its own card while a condition holds."""

    amount: float
    holds: Holds


class CardProfile(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A printed card as the engine plays it.

    Attributes:
        kind: what it is by the rules. location: of a location what the rules ask of it.
        planet: a location on or of a planet. generic: a site that goes to any planet.
        power, ability, forfeit, destiny: as printed; 0 for none, forfeit None for none.
        deploy: its cost; None if it cannot be deployed.
        defense: what a weapon has to exceed (rules 22; special value, armor, maneuver or ability).
        pilot, warrior, presence: icons. navigates: nav computer, or an astromech aboard. astromech: is one.
        crew: permanent pilots. crew_ability: theirs.
        carrier: a starship or vehicle. enclosed: one that is closed. creature: a vehicle that needs no pilot.
        capacity: its room. tie: a TIE. master: a Jedi Master or Dark Jedi Master.
        landspeed, hyperspeed: None for none.
        identity: for personas and copies.
        playable: it can be deployed at all; the others are blanks in the deck.
        goes_on: of a weapon or device: on whom. goes_to: the only places it deploys to. never_to: those it
            does not. costs: what changes its cost by place. reacts: where it may move as a react.
        shot: of a weapon that can be fired, also of a permanent one.
        permanent: what its permanent weapon is called; empty for none.
        added, if_unable: battle destinies. immune: immunity to attrition below so much.
        transit: of a docking bay: what it costs each side to leave.
    """

    kind: CardKind
    location: LocationFacts | None = None
    planet: bool = False
    generic: bool = False
    power: float = 0
    ability: float = 0
    forfeit: float | None = None
    destiny: float = 0
    deploy: float | None = None
    defense: float = 0
    pilot: bool = False
    warrior: bool = False
    presence: bool = False
    navigates: bool = False
    astromech: bool = False
    crew: int = 0
    crew_ability: float = 0
    carrier: bool = False
    enclosed: bool = False
    creature: bool = False
    capacity: Capacity = Capacity()
    tie: bool = False
    master: bool = False
    landspeed: float | None = None
    hyperspeed: float | None = None
    identity: Identity
    playable: bool = False
    goes_on: tuple[Placing, ...] = ()
    goes_to: tuple[PlaceTest, ...] = ()
    never_to: tuple[PlaceTest, ...] = ()
    costs: tuple[Placing, ...] = ()
    reacts: tuple[Placing, ...] = ()
    shot: Shot | None = None
    permanent: str = ""
    added: tuple[Standing, ...] = ()
    if_unable: tuple[Standing, ...] = ()
    immune: tuple[Standing, ...] = ()
    transit: tuple[tuple[Side, float], ...] = ()


class CardProfiles:
    """The sheets of all cards, each made once. Make one a process, or one a game; it only grows.

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
        """The sheet of a card."""
        found = self._known.get(card.blueprint_id)
        if found is None:
            found = self._known[card.blueprint_id] = self._make(card)
        return found

    # -- making one -----------------------------------------------------------------------------

    def _make(self, card: Card) -> CardProfile:
        carrier = card.type in (CardType.STARSHIP, CardType.VEHICLE)
        crew = (card.icon(Icon.PILOT) or card.icon(Icon.PERMANENT_PILOT)) if carrier else 0
        told = sum(fact.amount or 0 for fact in card.text if fact.kind is FactKind.PERMANENT_PILOT)
        creature = card.is_a(SubType.CREATURE_VEHICLE)
        goes_on = tuple(self._targets(card))
        kind = kind_of(card)
        deploy = known(card.deploy)
        if card.type in (CardType.WEAPON, CardType.DEVICE):
            playable = bool(goes_on)
        else:
            playable = card.type == CardType.LOCATION or (
                kind
                in (CardKind.CHARACTER, CardKind.VEHICLE, CardKind.CAPITAL_STARSHIP, CardKind.STARFIGHTER)
                and deploy is not None
            )
        destinies = card.destinies
        return CardProfile(
            kind=kind,
            location=location_of(card) if card.type == CardType.LOCATION else None,
            planet=card.icon(Icon.PLANET) > 0,
            generic=card.type == CardType.LOCATION and not card.system,
            power=known(card.power) or 0,
            ability=known(card.ability) or 0,
            forfeit=known(card.forfeit),
            destiny=destinies[0] if destinies else 0,
            deploy=deploy,
            defense=defense_of(card),
            pilot=card.type == CardType.CHARACTER and card.icon(Icon.PILOT) > 0,
            warrior=card.icon(Icon.WARRIOR) > 0,
            presence=card.icon(Icon.PRESENCE) > 0,
            navigates=card.icon(Icon.NAV_COMPUTER) > 0,
            astromech=card.has("astromech droid") or card.icon(Icon.NAV_COMPUTER) > 0,
            crew=crew,
            crew_ability=told or float(crew),
            carrier=carrier,
            enclosed=card.type == CardType.STARSHIP or card.has("enclosed"),
            creature=creature,
            capacity=capacity_of(card, crew, creature=creature) if carrier else Capacity(),
            tie=card.model.startswith("TIE") or card.title.startswith("TIE"),
            master=card.is_a(SubType.JEDI_MASTER) or card.is_a(SubType.DARK_JEDI_MASTER),
            landspeed=known(card.landspeed),
            hyperspeed=None if card.has("no hyperdrive") else known(card.hyperspeed),
            identity=Identity(
                title=card.title,
                kind=kind,
                personas=frozenset(card.personas),
                copies=_COPIES.get(card.uniqueness),
            ),
            playable=playable,
            goes_on=goes_on,
            goes_to=tuple(self._places(card, FactKind.DEPLOYS_ONLY)),
            never_to=tuple(self._places(card, FactKind.MAY_NOT)),
            costs=tuple(self._costs(card)),
            reacts=tuple(self._reacts(card)),
            shot=shot_of(card),
            permanent=permanent_weapon(card),
            added=self._standing(card, FactKind.BATTLE_DESTINY_ADDED),
            if_unable=self._standing(card, FactKind.BATTLE_DESTINY_IF_UNABLE),
            immune=self._standing(card, FactKind.IMMUNE_TO_ATTRITION),
            transit=transit_of(card),
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

    def _places(self, card: Card, kind: FactKind) -> list[PlaceTest]:
        found = []
        for fact in card.text:
            wanted = kind is not FactKind.MAY_NOT or fact.action is Action.DEPLOY
            if fact.kind is kind and wanted and fact.where and not (fact.who or fact.what or fact.conditions):
                place = self.lore.phrases.place(fact.where)
                if place is not None:
                    found.append(place)
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

    def _standing(self, card: Card, kind: FactKind) -> tuple[Standing, ...]:
        found = []
        for fact in card.text:
            if fact.kind is not kind or fact.who or fact.each or fact.cost or fact.loss:
                continue
            holds = self._conditions.all(fact.conditions)
            if holds is not None:
                found.append(Standing(_amount(fact), holds))
        return tuple(found)


def _amount(fact: TextFact) -> float:
    if fact.kind is FactKind.IMMUNE_TO_ATTRITION:
        return IMMUNE if fact.limit is None else fact.limit
    return 1 if fact.amount is None else fact.amount
