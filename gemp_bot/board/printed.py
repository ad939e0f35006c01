"""Printed facts of a card in the words of the rules: what it is, its room, its defense, its shot."""

from itertools import pairwise
from typing import Final

from gemp_bot.cards import Card, CardType, Icon, SubType, known
from gemp_bot.cards.text import FactKind, Mode, Result, Shot, TextFact
from gemp_bot.cards.titles import folded
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.capacity import Capacity
from gemp_bot.rules.facts import STARSHIPS, CardKind, LocationFacts, PlaceKind

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
_SUPPORTED_HITS: Final = frozenset({Result.HIT, Result.FORFEIT_ZERO, Result.NO_ATTRITION})
_AIMS: Final = {
    "character": frozenset({CardKind.CHARACTER}),
    "vehicle": frozenset({CardKind.VEHICLE}),
    "starship": STARSHIPS,
    "starfighter": frozenset({CardKind.STARFIGHTER}),
    "creature": frozenset({CardKind.CREATURE}),
}
_FORBIDDING: Final = frozenset({"Dagobah", "Ahch-To"})
_CITIES: Final = {"Cloud City": "Bespin"}
"""Planets whose sites bear another name than their system."""
_PILOTS: Final = "pilots"


def kind_of(card: Card) -> CardKind:
    """What a card is by the rules."""
    if card.type == CardType.STARSHIP:
        return CardKind.CAPITAL_STARSHIP if card.is_a(SubType.CAPITAL) else CardKind.STARFIGHTER
    return _KINDS.get(card.type, CardKind.OTHER)


def location_of(card: Card) -> LocationFacts:
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
        holosite="holo" in name and kind is PlaceKind.SITE,
        trench="trench" in name and "death star" in name,
        forbidding=system in _FORBIDDING,
    )


def defense_of(card: Card) -> float:
    """What a weapon has to exceed: a special value, else armor, maneuver or ability (rules 22)."""
    for printed in (card.defense, card.armor, card.maneuver, card.ability):
        value = known(printed)
        if value is not None:
            return value
    return 0


def capacity_of(card: Card, crew: int, *, creature: bool) -> Capacity:
    """Room aboard (rules 21.16)."""
    room = {"pilots": 0, "passengers": 0, "either": 0, "vehicles": 0, "starfighters": 0}
    for fact in card.text:
        if fact.kind is FactKind.CAPACITY and not fact.conditions:
            name = {"pilots or passengers": "either", "TIEs": "starfighters"}.get(fact.what, fact.what)
            if name in room:
                room[name] += int(fact.amount or 0)
    if not room["pilots"] and not room["either"] and not crew and not creature:
        room["pilots"] = 1  # who has no pilot of its own has a seat for one, whether its text is read or not
    return Capacity(**room)


def permanent_pilots(card: Card) -> int:
    """How many permanent pilots a starship or vehicle has."""
    return card.icon(Icon.PILOT) or card.icon(Icon.PERMANENT_PILOT)


def pilot_seats(card: Card, crew: int) -> int:
    """Seats for pilots, as the text tells them."""
    seats = sum(
        fact.amount or 0
        for fact in card.text
        if fact.kind is FactKind.CAPACITY and fact.what.startswith(_PILOTS)
    )
    # Who has no pilot of its own must have a seat for one, whether its text is understood or not.
    return int(seats) or (0 if crew else 1)


def place_names(card: Card) -> frozenset[str]:
    """What a location may be called, folded: its title, and the parts before and after the colon."""
    before, colon, after = card.title.partition(":")
    names = {folded(card.title)}
    if colon:
        names |= {folded(before), folded(after)}
    return frozenset(names)


def shot_of(card: Card) -> Shot | None:
    """The first way to fire a weapon whose target, cost and effects are all understood.

    Of a weapon card its own, of any other card that of its permanent weapon.
    """
    facts = card.text if card.type == CardType.WEAPON else _permanent_fire(card)
    for fact in facts:
        shot = fact.shot
        if fact.kind is not FactKind.WEAPON_FIRE or shot is None or fact.conditions:
            continue
        plain = shot.cost is not None and shot.draws > 0 and shot.op == ">"
        results = {effect.result for effect in shot.effects}
        if plain and Result.HIT in results and results <= _SUPPORTED_HITS:
            return shot
    return None


def aims_of(card: Card) -> frozenset[CardKind]:
    """The kinds of cards that a weapon may be fired at; empty where its text does not tell.

    Of a weapon whose shot is not understood what its text names as targets.
    """
    shot = shot_of(card)
    if shot is not None:
        told = [shot.targets]
    else:
        told = [fact.what if fact.shot is None else fact.shot.targets for fact in card.text if _aims(fact)]
    words = " ".join(told).replace(",", " ").split()
    return frozenset().union(*(_AIMS[word] for word in words if word in _AIMS))


def _aims(fact: TextFact) -> bool:
    return fact.kind in {FactKind.WEAPON_FIRE, FactKind.TARGETS}


def permanent_weapon(card: Card) -> str:
    """What the permanent weapon of a card is called; empty for a card without one."""
    return next((fact.what for fact in card.text if fact.kind is FactKind.PERMANENT_WEAPON), "")


def never_fired(card: Card) -> bool:
    """Whether a card is a weapon, or has a permanent one, that the engine never fires."""
    return is_armed(card) and shot_of(card) is None


def is_armed(card: Card) -> bool:
    """Whether a card is a weapon, or has a permanent one."""
    armed = card.type == CardType.WEAPON or card.icon(Icon.PERMANENT_WEAPON) or permanent_weapon(card)
    return bool(armed)


def _permanent_fire(card: Card) -> list[TextFact]:
    """How permanent weapons fire: the fact that follows each of them."""
    return [fact for before, fact in pairwise(card.text) if before.kind is FactKind.PERMANENT_WEAPON]


def transit_of(card: Card) -> tuple[tuple[Side, float], ...]:
    """What it costs each side to leave a docking bay (rules 23.31)."""
    modes = {Mode.LIGHT_SIDE: Side.LIGHT, Mode.DARK_SIDE: Side.DARK}
    return tuple(
        (modes[fact.mode], fact.amount or 0)
        for fact in card.text
        if fact.kind is FactKind.TRANSIT_COST and fact.mode in modes and not fact.conditions
    )
