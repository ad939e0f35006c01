"""The words the rules are written in: kinds of cards and places, and what is known of a location."""

from enum import StrEnum

import msgspec


class CardKind(StrEnum):
    """What a card is, as far as rules tell kinds apart."""

    CHARACTER = "character"
    VEHICLE = "vehicle"
    CAPITAL_STARSHIP = "capital starship"
    STARFIGHTER = "starfighter"
    CREATURE = "creature"
    WEAPON = "weapon"
    DEVICE = "device"
    EFFECT = "effect"
    UTINNI_EFFECT = "utinni effect"
    INTERRUPT = "interrupt"
    LOCATION = "location"
    OTHER = "other"


STARSHIPS = frozenset({CardKind.CAPITAL_STARSHIP, CardKind.STARFIGHTER})
NEED_FOOTHOLD = STARSHIPS | {CardKind.CHARACTER, CardKind.VEHICLE}
"""Kinds that cannot be deployed just anywhere, and the kinds that fight in battles."""


class PlaceKind(StrEnum):
    """What a location is."""

    SITE = "site"
    SECTOR = "sector"
    SYSTEM = "system"


class LocationFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A location as it is printed and as cards have changed it.

    Attributes:
        name: something that tells it from every other location.
        kind: site, sector or system.
        system: the planet or system it belongs to; a system belongs to itself.
        interior, exterior: of a site; a docking bay may be both.
        docking_bay: whether it is a docking bay.
        asteroid, cloud: of a sector.
        holosite: a site of nothing but light.
        trench: the trench of the Death Star.
        forbidding: Dagobah and Ahch-To, where hardly anything deploys.
        shielded: below an energy shield that keeps the dark side out.
        deep_space: no system is here.
    """

    name: str
    kind: PlaceKind
    system: str = ""
    interior: bool = False
    exterior: bool = False
    docking_bay: bool = False
    asteroid: bool = False
    cloud: bool = False
    holosite: bool = False
    trench: bool = False
    forbidding: bool = False
    shielded: bool = False
    deep_space: bool = False

    @property
    def site(self) -> bool:
        """Whether it is a site."""
        return self.kind is PlaceKind.SITE

    @property
    def exterior_site(self) -> bool:
        """Whether it is a site below the sky."""
        return self.exterior and self.kind is PlaceKind.SITE
