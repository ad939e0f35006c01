"""What is printed on a card, as facts. No game text, lore, rulings or pictures stand here."""

from typing import Final

import msgspec

from gemp_bot.cards.kinds import CardType, Icon, SubType, Uniqueness
from gemp_bot.cards.printed import Printed, options
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

BACK: Final = "_BACK"
"""What the id of the back of a double-sided card ends with (PROTOCOL 6.3)."""


class Card(msgspec.Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """A card, or one side of a double-sided one.

    Words that may come new with a set (type, subtypes, icons) are plain texts; those of
    `CardType`, `SubType` and `Icon` compare equal to them. A number is None where none is printed.

    Attributes:
        blueprint_id: as on the wire, without foil and alternate-image marks.
        title: without dots, `(V)` and what only tells printings apart; of this side of the card.
        virtual: a virtual card, whose title is that of the card it is played as.
        model: what follows the subtype: `X-Wing` of a starfighter, `#2` of a Jedi Test, a creature's kind.
        set: code of the set; its name is in `CardIndex.sets`.
        personas: the personas it counts as, if it is a unique one.
        nicknames: short forms players use.
        destiny: one number, or an `Odd` with two.
        defense: special defense value of a creature or a character.
        icons: each with how often it is printed.
        force_dark: Force icons on the dark side of a location.
        characteristics: in lower case but for names: `leader`, `ISB agent`, `Jedi Knight`, `astromech droid`.
        matching: ids of its matching pilot, starship, vehicle or weapon, as far as they are known.
        pulls: ids of the cards it may fetch from a pile, as far as they are named.
        pulled_by: ids of the cards that may fetch it.
        pre_errata: only a printing before errata is known.
        by_definition: known by its definition only, not by card data.
    """

    blueprint_id: BlueprintId
    title: str
    side: Side
    type: str = CardType.UNKNOWN
    virtual: bool = False
    subtypes: tuple[str, ...] = ()
    model: str = ""
    uniqueness: Uniqueness = Uniqueness.UNRESTRICTED
    set: str = ""
    rarity: str = ""
    personas: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    destiny: Printed = None
    power: Printed = None
    ability: Printed = None
    deploy: Printed = None
    forfeit: Printed = None
    maneuver: Printed = None
    armor: Printed = None
    hyperspeed: Printed = None
    landspeed: Printed = None
    parsec: Printed = None
    ferocity: Printed = None
    defense: Printed = None
    politics: Printed = None
    force_dark: int | None = None
    force_light: int | None = None
    icons: tuple[tuple[str, int], ...] = ()
    characteristics: tuple[str, ...] = ()
    matching: tuple[BlueprintId, ...] = ()
    pulls: tuple[BlueprintId, ...] = ()
    pulled_by: tuple[BlueprintId, ...] = ()
    pre_errata: bool = False
    double_sided: bool = False
    by_definition: bool = False

    def __repr__(self) -> str:
        return f"<Card {self.blueprint_id} {self.name}>"

    @property
    def known(self) -> bool:
        """Whether the index knows it; of an unknown card every number is unknown, too."""
        return self.type != CardType.UNKNOWN

    @property
    def unique(self) -> bool:
        """Whether only one of it may be in play."""
        return self.uniqueness is Uniqueness.UNIQUE

    @property
    def name(self) -> str:
        """As the server shows it: with its dots and `(V)`."""
        return f"{self.uniqueness.dots}{self.title}{' (V)' if self.virtual else ''}"

    @property
    def is_back(self) -> bool:
        """Whether this is the back of a double-sided card."""
        return self.blueprint_id.endswith(BACK)

    @property
    def system(self) -> str:
        """Of a location its system, `Tatooine` of `Tatooine: Cantina`; empty for one that goes anywhere."""
        if self.type != CardType.LOCATION:
            return ""
        place, colon, _ = self.title.partition(":")
        return place if colon or SubType.SYSTEM in self.subtypes else ""

    @property
    def best_destiny(self) -> float | None:
        """The printed destiny, the higher of two; 0 for none, None if it is no number."""
        return max(self.destinies, default=0.0 if self.destiny is None else None)

    @property
    def destinies(self) -> tuple[float, ...]:
        """Every destiny number it may have: two of `2 or 5`; none of `*`."""
        return options(self.destiny)

    def icon(self, icon: Icon | str) -> int:
        """How often an icon is printed on it."""
        return next((count for name, count in self.icons if name == icon), 0)

    def is_a(self, subtype: SubType | str) -> bool:
        """Whether it is of a subtype."""
        return subtype in self.subtypes

    def has(self, characteristic: str) -> bool:
        """Whether it has a characteristic, in any case of letters."""
        wanted = characteristic.casefold()
        return any(one.casefold() == wanted for one in self.characteristics)

    def force_icons(self, side: Side) -> int:
        """Of a location: Force icons on one side of it."""
        return (self.force_dark if side is Side.DARK else self.force_light) or 0


def unknown_card(blueprint_id: str, side: Side = Side.DARK, title: str = "") -> Card:
    """A card the index does not know, so that a game with it can be played: no number of it is known."""
    return Card(BlueprintId(blueprint_id), title or f"[unknown card {blueprint_id}]", side)


class CardSet(msgspec.Struct, frozen=True, array_like=True):
    """A set of cards.

    Attributes:
        code: as the cards name it: `1`, `200d`, `1006` (one of the legacy sets).
        released: the day, ISO 8601; empty for none.
    """

    code: str
    name: str
    short: str
    legacy: bool
    released: str


class Made(msgspec.Struct, frozen=True):
    """How an index was made: what `gemp-bot cards stats` tells of it.

    Attributes:
        source: a digest of the card data it was made of. definitions: of the definitions; empty for none.
        printings: cards in the files, every printing.
        repeated_ids: blueprint ids with more than one printing.
        alternates: printings left out as the same card with another picture.
        pre_errata: printings left out as older than errata.
        legacy: legacy cards in the files; none of them has an id there.
        legacy_matched: those that have one by the title of a definition.
        differences: printed numbers that are others in the definition.
        unreadable: definitions that could not be read.
    """

    source: str
    printings: int
    repeated_ids: int
    alternates: int
    pre_errata: int
    legacy: int
    legacy_matched: int
    definitions: str = ""
    differences: int = 0
    unreadable: int = 0
