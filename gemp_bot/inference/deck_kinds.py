"""What the decks of a side are made of, by kinds of cards that matter while they are hidden.

The numbers are data (`deck_kinds.toml`), counted from the decks of recorded games by
`python -m tools.decks JOURNALS`.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from math import isfinite
from typing import Final

import msgspec

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.errors import BotError
from gemp_bot.files.toml import read_shipped
from gemp_bot.protocol.enums import Side

VERSION: Final = 1
_SHIPPED: Final = "deck_kinds.toml"
_MAKE: Final = "count it again with python -m tools.decks JOURNALS"


class HandKind(StrEnum):
    """A kind of card that answers what we do."""

    SENSE = "sense"
    """Cancels an Interrupt."""
    ALTER = "alter"
    """Cancels an Effect."""
    BARRIER = "barrier"
    """Keeps a card that was just deployed out of battle."""
    REACT = "react"
    """Comes to a battle or to a Force drain in our turn."""


_TITLES: Final[Mapping[str, HandKind]] = {
    "Sense": HandKind.SENSE,
    "Sense & Recoil In Fear": HandKind.SENSE,
    "Sense & Uncertain Is The Future": HandKind.SENSE,
    "Alter": HandKind.ALTER,
    "Alter & Friendly Fire": HandKind.ALTER,
    "Alter & Collateral Damage": HandKind.ALTER,
    "Rebel Barrier": HandKind.BARRIER,
    "Imperial Barrier": HandKind.BARRIER,
}


def is_of_kind(facts: CardFacts, kind: HandKind) -> bool:
    """Whether a card is of a kind."""
    return facts.reacts if kind is HandKind.REACT else _TITLES.get(facts.card.title) is kind


class KindShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much of a deck is of a kind.

    Attributes:
        share: of its cards, on average over the decks.
        weight: so many cards of a deck must be seen before they count as much as all decks: the more decks
            differ, the fewer.
    """

    share: float
    weight: float

    def of_unseen(self, found: float, seen: float) -> float:
        """The chance that a card that was not seen is of the kind.

        Args:
            found: cards of the kind among those of the deck that were seen.
            seen: how many were seen.
        """
        return (self.share * self.weight + found) / (self.weight + seen)


class SideKinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decks of a side.

    Attributes:
        decks: how many were counted.
        kinds: by kind of card.
        fighters: all that fight.
        power: power of a card on average, 0 for one that does not fight.
        power_per_force: power that a Force brings.
    """

    decks: int
    kinds: Mapping[HandKind, KindShare]
    fighters: KindShare
    power: float
    power_per_force: float


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
        if not all(map(isfinite, (each.power, each.power_per_force, each.fighters.weight))):
            raise DeckKindsError(f"{shown}: needs finite numbers: {_MAKE}")
    return found
