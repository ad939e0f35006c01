"""How strong the cards of a side's decks are, while they are hidden.

The numbers are data (`deck_kinds.toml`), counted from the decks of recorded games by
`python -m tools.decks JOURNALS`.
"""

from functools import lru_cache
from math import isfinite
from typing import Final

import msgspec

from gemp_bot.errors import BotError
from gemp_bot.files.toml import read_shipped
from gemp_bot.protocol.enums import Side

VERSION: Final = 1
_SHIPPED: Final = "deck_kinds.toml"
_MAKE: Final = "count it again with python -m tools.decks JOURNALS"


class SideKinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decks of a side.

    Attributes:
        decks: how many were counted.
        power: power of a card on average, 0 for one that does not fight.
        power_per_force: power that a Force brings.
        weight: so many cards of a deck must be seen before they count as much as all decks: the more decks
            differ in how many of their cards fight, the fewer.
    """

    decks: int
    power: float
    power_per_force: float
    weight: float

    def unseen_power(self, found: float, seen: float) -> float:
        """The power of a card that was not seen, on average.

        Args:
            found: power of those cards of the deck that were seen.
            seen: how many were seen.
        """
        return (self.power * self.weight + found) / (self.weight + seen)


class DeckKinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decks of both sides. version: of the format of the file."""

    version: int
    dark: SideKinds
    light: SideKinds

    def of(self, side: Side) -> SideKinds:
        """Those of a side."""
        return self.dark if side is Side.DARK else self.light


class DeckKindsError(BotError, ValueError):
    """The table of decks cannot be used; one line says why."""


@lru_cache(maxsize=1)
def load_deck_kinds() -> DeckKinds:
    """The table that comes with the program; read once.

    Raises:
        DeckKindsError: it is missing, damaged or of another version.
    """
    found, shown = read_shipped(__package__, _SHIPPED, DeckKinds, _MAKE, DeckKindsError)
    if found.version != VERSION:
        raise DeckKindsError(f"{shown}: has version {found.version}, not {VERSION}: {_MAKE}")
    for each in (found.dark, found.light):
        if not all(map(isfinite, (each.power, each.power_per_force, each.weight))):
            raise DeckKindsError(f"{shown}: needs finite numbers: {_MAKE}")
    return found
