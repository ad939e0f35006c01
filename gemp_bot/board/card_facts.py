"""What a printed card is by the rules, worked out once for each blueprint.

Numbers and icons are taken as printed (rules 10). What a text makes of them is not part of it. Game and
judgement read this one shape; of a card that is not known it holds what is typical.
"""

from collections.abc import Iterable
from math import inf
from typing import Final

import msgspec

from gemp_bot.board.shots import Shot, shots_of
from gemp_bot.cards import Card, CardIndex, CardType, Icon, SubType, Uniqueness, known, unknown_card
from gemp_bot.cards.printed import highest
from gemp_bot.cards.texts import NO_TEXT, CardText, Term, Value, terms_in
from gemp_bot.cards.titles import folded
from gemp_bot.cards.traits import Traits, traits_of
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, base_blueprint
from gemp_bot.rules.aboard import Capacity
from gemp_bot.rules.battle import weapons_fired
from gemp_bot.rules.facts import NEED_FOOTHOLD, STARSHIPS, CardKind, LocationFacts, PlaceKind
from gemp_bot.rules.uniqueness import CardIdentity

Weapons = tuple[frozenset[CardKind], ...]
"""Of each weapon the kinds of cards it may be fired at; empty for one that is not known to be fired."""
_KINDS: Final[dict[str, CardKind]] = {
    CardType.CHARACTER: CardKind.CHARACTER,
    CardType.VEHICLE: CardKind.VEHICLE,
    CardType.CREATURE: CardKind.CREATURE,
    CardType.WEAPON: CardKind.WEAPON,
    CardType.DEVICE: CardKind.DEVICE,
    CardType.EFFECT: CardKind.EFFECT,
    CardType.INTERRUPT: CardKind.INTERRUPT,
    CardType.LOCATION: CardKind.LOCATION,
}
_AIMS: Final = {
    "character": frozenset({CardKind.CHARACTER}),
    "vehicle": frozenset({CardKind.VEHICLE}),
    "starship": STARSHIPS,
    "starfighter": frozenset({CardKind.STARFIGHTER}),
    "capital": frozenset({CardKind.CAPITAL_STARSHIP}),
    "creature": frozenset({CardKind.CREATURE}),
}
"""Of words of a selector the kinds of cards that they mean."""
_HOLOSITES: Final = frozenset({"dejarik hologameboard", "imperial holotable"})
_FORBIDDING: Final = frozenset({"Dagobah", "Ahch-To"})
_CITIES: Final = {"Cloud City": "Bespin"}
"""Planets whose sites bear another name than their system."""
TYPICAL_DESTINY: Final = 3.0
_TYPICAL_POWER: Final = 3.0
_TYPICAL_PILOT: Final = 2.0
"""Power that a pilot adds, of whom there is no definition."""
_CARRIERS: Final = (CardType.STARSHIP, CardType.VEHICLE)
_ANY_WEAPONS: Final = "may_fire_any_number_of_weapons"
_LAID: Final = frozenset({"normal", "starting"})
"""Subtypes of Effects that are laid down and stay."""
_PILOTED: Final = frozenset({"adds_power_to_piloted_by_self", "adds_power_to_driven_by_self"})
_ROOM: Final = {
    "pilots": "pilots",
    "passengers": "passengers",
    "pilots_or_passengers": "either",
    "vehicles": "vehicles",
    "starfighters": "starfighters",
    "ties": "starfighters",
}
"""Of what a definition calls room aboard what the rules call it."""
_CHOSEN_PLANET: Final = {
    Side.LIGHT: "subjugated_planet_location",
    Side.DARK: "renegade_planet_location",
}
"""What the texts of an Objective call the locations of the planet that was chosen for it."""
_NO_LIMIT: Final = 99
"""Seats of what has room for as many as one likes."""
_COPIES: Final = {
    Uniqueness.UNIQUE: 1,
    Uniqueness.RESTRICTED_2: 2,
    Uniqueness.RESTRICTED_3: 3,
}


class CardFacts(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A printed card as the rules ask about it.

    Attributes:
        card: the card itself. text: what it does. traits: what it is by its definition.
        key: its title, folded.
        kind: what it is by the rules. location: of a location what the rules ask of it.
        names, system: of a location everything it may be called, and the system it is printed with, folded.
        operative_of: of an Operative the planet it matches, folded; empty for anybody else.
        planet: a location on or of a planet. generic: a site that goes to any planet.
        chooses_planet: an Objective of which the planet is chosen as the game begins.
        space: a system or sector. bay: a docking bay.
        power, deploy: as printed, the highest of several; 0 for none.
        destiny: likewise, as its owner takes it; 0 where none is printed, None for one that its text defines.
        ability: as printed; of a starship or vehicle that of its permanent pilots.
        forfeit: as printed; None for none.
        defense: what a weapon has to exceed (rules 22; special value, armor, maneuver or ability).
        pilot, warrior, presence: icons. navigates: nav computer, or an astromech aboard. astromech: is one.
        pilot_power: power that it adds to what it pilots.
        crew: permanent pilots. crewed: has some, or needs none.
        starship, carrier: a starship; or a vehicle. enclosed: one that is closed.
        spy: deploys as an Undercover spy only: it stands on the opponent's side and fights for nobody.
        fights: a character, starship or vehicle that fights once it is deployed.
        capacity: its room. pilot_seats: seats for those who pilot or ride it.
        tie: a TIE. master: a Jedi Master or Dark Jedi Master.
        landspeed, hyperspeed: None for none.
        identity: for personas and copies.
        worn: a weapon or device. stays: an Effect that is laid on a card or beside the table, or a
            Defensive Shield. opens: a Starting Effect, which is laid down before anything else.
        shot: of a weapon that can be fired, also of a permanent one. aims: what a weapon may be fired at.
        weapons: of a weapon, also of a permanent one.
        fires: how many of its weapons it may fire in a battle.
        permanent: what its permanent weapon is called; empty for none.
        transit: of a docking bay: what it costs each side to leave.
    """

    card: Card
    text: CardText = NO_TEXT
    traits: Traits = Traits()
    key: str
    kind: CardKind
    location: LocationFacts | None = None
    names: frozenset[str] = frozenset()
    system: str = ""
    operative_of: str = ""
    planet: bool = False
    chooses_planet: bool = False
    generic: bool = False
    space: bool = False
    bay: bool = False
    power: float = 0
    ability: float = 0
    forfeit: float | None = None
    destiny: float | None = 0
    deploy: float = 0
    defense: float = 0
    pilot: bool = False
    pilot_power: float = 0
    warrior: bool = False
    presence: bool = False
    navigates: bool = False
    astromech: bool = False
    crew: int = 0
    crewed: bool = True
    starship: bool = False
    carrier: bool = False
    enclosed: bool = False
    spy: bool = False
    fights: bool = False
    capacity: Capacity = Capacity()
    pilot_seats: int = 0
    tie: bool = False
    master: bool = False
    landspeed: float | None = None
    hyperspeed: float | None = None
    identity: CardIdentity
    worn: bool = False
    stays: bool = False
    opens: bool = False
    shot: Shot | None = None
    aims: frozenset[CardKind] = frozenset()
    weapons: Weapons = ()
    fires: float = 1
    permanent: str = ""
    transit: tuple[tuple[Side, float], ...] = ()

    def fired(self, brings: Iterable[float]) -> list[float]:
        """The best of what its weapons bring, as many as it fires in a battle or uses at a Force drain."""
        best = sorted(brings, reverse=True)
        return best[: int(min(self.fires, len(best)))]

    @property
    def known(self) -> bool:
        """Whether the index knows the card."""
        return self.card.known


class CardFactsCache:
    """The facts of printed cards, each made once. `index.derived(CardFactsCache)` is that of an index.

    Args:
        index: the cards; None to know nothing of any card.
    """

    def __init__(self, index: CardIndex | None) -> None:
        self._index = index
        self._known: dict[str, CardFacts] = {}
        self._named: dict[BlueprintId | None, CardFacts] = {None: UNKNOWN}

    def of(self, card: Card) -> CardFacts:
        """The facts of a card."""
        found = self._known.get(card.blueprint_id)
        if found is None:
            text = NO_TEXT if self._index is None else self._index.texts.of(card.blueprint_id)
            found = facts_of(card, text)
            # A card of one game only is not kept: all games of a process share this, and all their seats.
            if self._index is None or self._index.get(card.blueprint_id) is not None:
                self._known[card.blueprint_id] = found
        return found

    def of_deck(self, blueprint: str, side: Side) -> CardFacts:
        """The facts of a card of a player's deck; those of a blank for what is not in the index."""
        card = None if self._index is None else self._index.get(blueprint)
        return self.of(unknown_card(blueprint, side) if card is None else card)

    def named(self, blueprint: BlueprintId | None) -> CardFacts:
        """The facts of a card by its blueprint id; typical ones of what is hidden or not in the index."""
        found = self._named.get(blueprint)
        if found is None:
            assert blueprint is not None, "of None they are there from the beginning"  # noqa: S101
            card = None if self._index is None else self._index.get(base_blueprint(blueprint))
            found = self._named[blueprint] = _typical(blueprint) if card is None else self.of(card)
        return found


def _typical(blueprint: BlueprintId) -> CardFacts:
    """Of a card that is not known."""
    facts = facts_of(Card(blueprint, "", Side.DARK))
    numbers = {"power": _TYPICAL_POWER, "ability": 2, "forfeit": 3, "deploy": 3, "destiny": TYPICAL_DESTINY}
    return msgspec.structs.replace(facts, hyperspeed=inf, **numbers)


def facts_of(card: Card, text: CardText = NO_TEXT) -> CardFacts:
    """Work out the facts of a card."""
    location = card.type == CardType.LOCATION
    carrier = card.type in _CARRIERS
    traits = traits_of(card, text)
    crew = (len(traits.crew) or card.icon(Icon.PILOT) or card.icon(Icon.PERMANENT_PILOT)) if carrier else 0
    creature = card.is_a(SubType.CREATURE_VEHICLE)
    kind = _kind_of(card)
    place = _location_of(card) if location else None
    permanent, shots = shots_of(text)
    aims = _aims_of(shots)
    armed = kind is CardKind.WEAPON or permanent or card.icon(Icon.PERMANENT_WEAPON) > 0
    crewed = not carrier or crew > 0 or creature
    capacity = _capacity_of(text, manned=crewed) if carrier else Capacity()
    spy = "deploys_undercover" in text.traits
    shot = next((each for each in shots if each.hits), None)
    return CardFacts(
        card=card,
        text=text,
        traits=traits,
        key=folded(card.title),
        kind=kind,
        location=place,
        names=place_names(card) if location else frozenset(),
        system=folded(card.system) if location else "",
        operative_of=_matched_planet(traits, text),
        planet=card.icon(Icon.PLANET) > 0,
        chooses_planet=card.type == CardType.OBJECTIVE
        and any(term.name == _CHOSEN_PLANET[card.side] for each in text.actions for term in terms_in(each)),
        generic=location and not card.system,
        space=place is not None and not place.site,
        bay=place is not None and place.docking_bay,
        power=highest(card.power),
        ability=highest(card.ability) or _crew_ability(card, traits, crew),
        forfeit=known(card.forfeit),
        destiny=card.best_destiny,
        deploy=highest(card.deploy),
        defense=_defense_of(card),
        pilot=card.type == CardType.CHARACTER and card.icon(Icon.PILOT) > 0,
        pilot_power=_pilot_power(card, text),
        warrior=card.icon(Icon.WARRIOR) > 0,
        presence=card.icon(Icon.PRESENCE) > 0,
        navigates=card.icon(Icon.NAV_COMPUTER) > 0,
        astromech=card.has("astromech droid") or card.icon(Icon.NAV_COMPUTER) > 0,
        crew=crew,
        crewed=crewed,
        starship=kind in STARSHIPS,
        carrier=carrier,
        enclosed=card.type == CardType.STARSHIP or "enclosed" in traits.keywords,
        spy=spy,
        fights=kind in NEED_FOOTHOLD and not spy,
        capacity=capacity,
        pilot_seats=capacity.pilots + capacity.either + creature,
        tie=card.model.startswith("TIE") or card.title.startswith("TIE"),
        master=card.is_a(SubType.JEDI_MASTER) or card.is_a(SubType.DARK_JEDI_MASTER),
        landspeed=known(card.landspeed),
        hyperspeed=None if card.has("no hyperdrive") else known(card.hyperspeed),
        identity=CardIdentity(
            title=card.title,
            kind=kind,
            personas=frozenset(card.personas),
            copies=_COPIES.get(card.uniqueness),
        ),
        worn=card.type in (CardType.WEAPON, CardType.DEVICE),
        stays=card.type == CardType.DEFENSIVE_SHIELD
        or (card.type == CardType.EFFECT and not _LAID.isdisjoint(traits.subtypes)),
        opens=card.type == CardType.EFFECT and "starting" in traits.subtypes,
        shot=shot,
        aims=aims,
        weapons=(frozenset() if shot is None else aims,) if armed else (),
        fires=weapons_fired(
            kind,
            warriors=card.icon(Icon.WARRIOR),
            squadron=card.is_a(SubType.SQUADRON),
            says_any=any(each.term.name == _ANY_WEAPONS for each in text.standing),
        ),
        permanent=permanent,
        transit=_transit_of(text),
    )


def _crew_ability(card: Card, traits: Traits, crew: int) -> float:
    """Ability of permanent pilots: as told; else 1 each, but none of droids, which have presence instead."""
    return sum(traits.crew) or (0.0 if traits.crew or card.icon(Icon.PRESENCE) else float(crew))


def _pilot_power(card: Card, text: CardText) -> float:
    """Power that a pilot adds to whatever he pilots."""
    if card.type != CardType.CHARACTER or not card.icon(Icon.PILOT):
        return 0.0
    if not text.traits:
        return _TYPICAL_PILOT
    told = (_least(each.term.get("amount")) for each in text.standing if each.term.name in _PILOTED)
    return max(told, default=0.0)


def _least(amount: Value) -> float:
    """What an amount is at the least, where it depends on the card."""
    if isinstance(amount, Term):
        return _least(amount.get("default_value", amount.get("default")))
    return amount if isinstance(amount, (int, float)) else 0.0


def _matched_planet(traits: Traits, text: CardText) -> str:
    """The planet that an Operative matches."""
    matched = text.traits.get("matching_system") if "operative" in traits.keywords else None
    return folded(str(matched[0])) if isinstance(matched, tuple) and matched else ""


def _kind_of(card: Card) -> CardKind:
    """What a card is by the rules."""
    if card.type == CardType.STARSHIP:
        return CardKind.CAPITAL_STARSHIP if card.is_a(SubType.CAPITAL) else CardKind.STARFIGHTER
    return _KINDS.get(card.type, CardKind.OTHER)


def _location_of(card: Card) -> LocationFacts:
    """A location as the rules ask about it; what its title tells is told by its title."""
    system = _CITIES.get(card.system, card.system)
    kind = (
        PlaceKind.SITE
        if card.is_a(SubType.SITE)
        else PlaceKind.SYSTEM
        if card.is_a(SubType.SYSTEM)
        else PlaceKind.SECTOR
    )
    name = card.title.casefold()
    return LocationFacts(
        name=card.title,
        kind=kind,
        system=system,
        interior=card.icon(Icon.INTERIOR) > 0,
        exterior=card.icon(Icon.EXTERIOR) > 0,
        docking_bay="docking bay" in name,
        asteroid="asteroid" in name,
        cloud=kind is PlaceKind.SECTOR and "cloud" in name,
        holosite=folded(card.title) in _HOLOSITES,
        trench="trench" in name and "death star" in name,
        forbidding=system in _FORBIDDING,
    )


def _defense_of(card: Card) -> float:
    """What a weapon has to exceed: a special value, else armor, maneuver or ability (rules 22)."""
    for printed in (card.defense, card.armor, card.maneuver, card.ability):
        value = known(printed)
        if value is not None:
            return value
    return 0


def _capacity_of(text: CardText, *, manned: bool) -> Capacity:
    """Room aboard (rules 21.16)."""
    room = {"pilots": 0, "passengers": 0, "either": 0, "vehicles": 0, "starfighters": 0}
    for name, ours in _ROOM.items():
        told = text.traits.get(name, ())
        seats = told if isinstance(told, tuple) else ()
        room[ours] += sum(_seats(each) for each in seats)
    if not room["pilots"] and not room["either"] and not manned:
        room["pilots"] = 1  # it needs a pilot, whether its text is read or not
    ties = "ties" in text.traits and "starfighters" not in text.traits
    return Capacity(**room, ties_only=ties)


def _seats(told: Value) -> int:
    """How many seats are told; words that stand beside the number name for whom they are."""
    return _NO_LIMIT if told == "$none" else told if isinstance(told, int) else 0


def place_names(card: Card) -> frozenset[str]:
    """What a location may be called, folded: its title, and the parts before and after the colon."""
    before, colon, after = card.title.partition(":")
    names = {folded(card.title)}
    if colon:
        names |= {folded(before), folded(after)}
    return frozenset(names)


def _aims_of(shots: tuple[Shot, ...]) -> frozenset[CardKind]:
    """The kinds of cards that a weapon may be fired at; empty where its text does not tell."""
    words = (
        str(each.get(each.name)) for shot in shots for each in terms_in(shot.targets) if each.name in _WORDS
    )
    return frozenset().union(*(_AIMS[word] for word in words if word in _AIMS))


_WORDS: Final = frozenset({"category", "type", "subtype"})


def never_fired(facts: CardFacts) -> bool:
    """Whether a card is a weapon, or has a permanent one, that the engine never fires."""
    return bool(facts.weapons) and facts.shot is None


def _transit_of(text: CardText) -> tuple[tuple[Side, float], ...]:
    """What it costs each side to leave a docking bay (rules 23.31)."""
    sides = {"light": Side.LIGHT, "dark": Side.DARK}
    found: list[tuple[Side, float]] = []
    for each in text.standing:
        amount = each.term.get("amount", 0)
        leaves = each.term.name.startswith("docking_bay_transit_from") and not each.term.get("when")
        if leaves and each.while_ in sides and isinstance(amount, (int, float)):
            found.append((sides[each.while_], amount))
    return tuple(found)


NO_CARD: Final = facts_of(Card(BlueprintId(""), "", Side.DARK))
"""Of what is no card."""
UNKNOWN: Final = _typical(BlueprintId(""))
"""Of a card that is hidden."""
