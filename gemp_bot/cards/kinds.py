"""The words of the cards: types, subtypes, icons, uniqueness. Closed lists of what is known.

A card may bear a word that stands in none of these lists (a new set brings new icons); it is kept as it
is, and the builder reports it. Every list is of `StrEnum`, so a kept word compares like a known one.
"""

from enum import StrEnum


class CardType(StrEnum):
    """What a card is."""

    ADMIRALS_ORDER = "Admiral's Order"
    CHARACTER = "Character"
    CREATURE = "Creature"
    DEFENSIVE_SHIELD = "Defensive Shield"
    DEVICE = "Device"
    EFFECT = "Effect"
    EPIC_EVENT = "Epic Event"
    GAME_AID = "Game Aid"
    INTERRUPT = "Interrupt"
    JEDI_TEST = "Jedi Test"
    LOCATION = "Location"
    MISSION = "Mission"
    OBJECTIVE = "Objective"
    PODRACER = "Podracer"
    STARSHIP = "Starship"
    VEHICLE = "Vehicle"
    WEAPON = "Weapon"
    UNKNOWN = ""


class SubType(StrEnum):
    """What kind of its type a card is; a card may be of several (`Alien/Imperial`, `Used Or Lost`)."""

    # Characters.
    ALIEN = "Alien"
    DARK_JEDI_MASTER = "Dark Jedi Master"
    DROID = "Droid"
    FIRST_ORDER = "First Order"
    IMPERIAL = "Imperial"
    JEDI_MASTER = "Jedi Master"
    NEW_REPUBLIC = "New Republic"
    REBEL = "Rebel"
    REPUBLIC = "Republic"
    RESISTANCE = "Resistance"
    SITH = "Sith"
    # Interrupts and Effects.
    USED = "Used"
    LOST = "Lost"
    STARTING = "Starting"
    IMMEDIATE = "Immediate"
    MOBILE = "Mobile"
    POLITICAL = "Political"
    UTINNI = "Utinni"
    # Locations.
    SITE = "Site"
    SECTOR = "Sector"
    SYSTEM = "System"
    # Starships.
    CAPITAL = "Capital"
    SQUADRON = "Squadron"
    STARFIGHTER = "Starfighter"
    # Vehicles.
    COMBAT = "Combat"
    CREATURE_VEHICLE = "Creature Vehicle"
    SHUTTLE = "Shuttle"
    TRANSPORT = "Transport"
    # Weapons.
    ARTILLERY = "Artillery"
    AUTOMATED = "Automated"
    CHARACTER_WEAPON = "Character Weapon"
    CREATURE_WEAPON = "Creature Weapon"
    DEATH_STAR = "Death Star"
    DEATH_STAR_II = "Death Star II"
    STARSHIP_WEAPON = "Starship Weapon"
    VEHICLE_WEAPON = "Vehicle Weapon"
    # Epic and quest cards.
    CRITICAL = "Critical"


class Uniqueness(StrEnum):
    """How many of a card may be in play, by the dots before its title."""

    UNRESTRICTED = ""
    UNIQUE = "*"
    RESTRICTED_2 = "**"
    RESTRICTED_3 = "***"
    ONE_A_SYSTEM = "<>"
    THREE_A_SYSTEM = "<><><>"

    @property
    def dots(self) -> str:
        """As it is printed before the title: `•`, `◇`."""
        return self.value.replace("<>", "◇").replace("*", "•")


class Icon(StrEnum):
    """The icons that mean something in play; those of the sets are told by the set."""

    # Crew, equipment.
    PILOT = "Pilot"
    WARRIOR = "Warrior"
    PERMANENT_PILOT = "Permanent Pilot"
    PERMANENT_WEAPON = "Permanent Weapon"
    NAV_COMPUTER = "Nav Computer"
    SCOMP_LINK = "Scomp Link"
    PRESENCE = "Presence"
    # Whose.
    CLONE_ARMY = "Clone Army"
    FIRST_ORDER = "First Order"
    INDEPENDENT = "Independent"
    REPUBLIC = "Republic"
    RESISTANCE = "Resistance"
    SCOUNDREL = "Scoundrel"
    SEPARATIST = "Separatist"
    SIDIOUS = "Sidious"
    SKYWALKER = "Skywalker"
    TRADE_FEDERATION = "Trade Federation"
    VADER = "Vader"
    # Places.
    CAVE = "Cave"
    EXTERIOR = "Exterior"
    INTERIOR = "Interior"
    MOBILE = "Mobile"
    PLANET = "Planet"
    SPACE = "Space"
    STARSHIP_SITE = "Starship"
    UNDERGROUND = "Underground"
    UNDERWATER = "Underwater"
    VEHICLE_SITE = "Vehicle Site"
    # Marks with a rule of their own.
    DEFENSIVE_SHIELD = "Defensive Shield"
    EPISODE_I = "Episode I"
    EPISODE_VII = "Episode VII"
    GRABBER = "Grabber"
    MAINTENANCE = "Maintenance"
    PERSONAL_FORCE = "Personal Force"
    SELECTIVE_CREATURE = "Selective Creature"
    SETUP = "Setup"
    # Where a card is from.
    A_NEW_HOPE = "A New Hope"
    CLOUD_CITY = "Cloud City"
    CORUSCANT = "Coruscant"
    DAGOBAH = "Dagobah"
    DEATH_STAR_II = "Death Star II"
    ENDOR = "Endor"
    HOTH = "Hoth"
    JABBAS_PALACE = "Jabba's Palace"
    PREMIUM = "Premium"
    REFLECTIONS_2 = "Reflections 2"
    REFLECTIONS_3 = "Reflections 3"
    SPECIAL_EDITION = "Special Edition"
    TATOOINE = "Tatooine"
    THEED_PALACE = "Theed Palace"
