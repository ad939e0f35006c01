"""What a printed card is by the rules, worked out once for each blueprint.

Numbers and icons are taken as printed (rules 10). What a text makes of them is not part of it.
"""

from typing import Final

import msgspec

from gemp_bot.board.printed import (
    aims_of,
    capacity_of,
    defense_of,
    kind_of,
    location_of,
    permanent_pilots,
    permanent_weapon,
    pilot_seats,
    place_names,
    shot_of,
    transit_of,
)
from gemp_bot.cards import Card, CardType, Icon, SubType, Uniqueness, known
from gemp_bot.cards.text import FactKind, Shot
from gemp_bot.cards.titles import folded
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.capacity import Capacity
from gemp_bot.rules.facts import CardKind, LocationFacts
from gemp_bot.rules.uniqueness import Identity

_CARRIERS: Final = (CardType.STARSHIP, CardType.VEHICLE)
_COPIES: Final = {
    Uniqueness.UNIQUE: 1,
    Uniqueness.RESTRICTED_2: 2,
    Uniqueness.RESTRICTED_3: 3,
}


class CardFacts(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A printed card as the rules ask about it.

    Attributes:
        card: the card itself.
        key: its title, folded.
        kind: what it is by the rules. location: of a location what the rules ask of it.
        names, system: of a location everything it may be called, and the system it is printed with, folded.
        planet: a location on or of a planet. generic: a site that goes to any planet.
        power, ability, forfeit, destiny: as printed; 0 for none, forfeit None for none.
        deploy: its cost; None if it cannot be deployed.
        defense: what a weapon has to exceed (rules 22; special value, armor, maneuver or ability).
        pilot, warrior, presence: icons. navigates: nav computer, or an astromech aboard. astromech: is one.
        crew: permanent pilots. crew_ability: theirs.
        carrier: a starship or vehicle. enclosed: one that is closed. creature: a vehicle that needs no pilot.
        capacity: its room. pilot_seats: seats for pilots, as its text tells them.
        tie: a TIE. master: a Jedi Master or Dark Jedi Master.
        landspeed, hyperspeed: None for none.
        identity: for personas and copies.
        worn: a weapon or device.
        shot: of a weapon that can be fired, also of a permanent one. aims: what a weapon may be fired at.
        permanent: what its permanent weapon is called; empty for none.
        transit: of a docking bay: what it costs each side to leave.
    """

    card: Card
    key: str
    kind: CardKind
    location: LocationFacts | None = None
    names: frozenset[str] = frozenset()
    system: str = ""
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
    pilot_seats: int = 0
    tie: bool = False
    master: bool = False
    landspeed: float | None = None
    hyperspeed: float | None = None
    identity: Identity
    worn: bool = False
    shot: Shot | None = None
    aims: frozenset[CardKind] = frozenset()
    permanent: str = ""
    transit: tuple[tuple[Side, float], ...] = ()


class CardFactsCache:
    """The facts of printed cards, each made once. Make one a process, or one a game; it only grows."""

    def __init__(self) -> None:
        self._known: dict[str, CardFacts] = {}

    def of(self, card: Card) -> CardFacts:
        """The facts of a card."""
        found = self._known.get(card.blueprint_id)
        if found is None:
            found = self._known[card.blueprint_id] = _facts(card)
        return found


def _facts(card: Card) -> CardFacts:
    location = card.type == CardType.LOCATION
    carrier = card.type in _CARRIERS
    crew = permanent_pilots(card) if carrier else 0
    told = sum(fact.amount or 0 for fact in card.text if fact.kind is FactKind.PERMANENT_PILOT)
    creature = card.is_a(SubType.CREATURE_VEHICLE)
    kind = kind_of(card)
    destinies = card.destinies
    return CardFacts(
        card=card,
        key=folded(card.title),
        kind=kind,
        location=location_of(card) if location else None,
        names=place_names(card) if location else frozenset(),
        system=folded(card.system) if location else "",
        planet=card.icon(Icon.PLANET) > 0,
        generic=location and not card.system,
        power=known(card.power) or 0,
        ability=known(card.ability) or 0,
        forfeit=known(card.forfeit),
        destiny=destinies[0] if destinies else 0,
        deploy=known(card.deploy),
        defense=defense_of(card),
        pilot=card.type == CardType.CHARACTER and card.icon(Icon.PILOT) > 0,
        warrior=card.icon(Icon.WARRIOR) > 0,
        presence=card.icon(Icon.PRESENCE) > 0,
        navigates=card.icon(Icon.NAV_COMPUTER) > 0,
        astromech=card.has("astromech droid") or card.icon(Icon.NAV_COMPUTER) > 0,
        crew=crew,
        crew_ability=(told or float(crew)) if carrier else 0.0,
        carrier=carrier,
        enclosed=card.type == CardType.STARSHIP or card.has("enclosed"),
        creature=creature,
        capacity=capacity_of(card, crew, creature=creature) if carrier else Capacity(),
        pilot_seats=pilot_seats(card, crew) if carrier else 0,
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
        worn=card.type in (CardType.WEAPON, CardType.DEVICE),
        shot=shot_of(card),
        aims=aims_of(card),
        permanent=permanent_weapon(card),
        transit=transit_of(card),
    )
