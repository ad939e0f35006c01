"""What cards of a player cost the other one: data, where their facts do not tell (docs/cards.md, "Tolls")."""

from collections.abc import Mapping
from typing import Final

import msgspec

from gemp_bot.effects.entries import decoded, shipped
from gemp_bot.errors import BotError
from gemp_bot.protocol.ids import BlueprintId

SHIPPED: Final = "tolls.toml"


class TollEntryError(BotError):
    """The file of tolls is not understood."""


class Toll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card costs the opponent of its owner, in Force.

    Attributes:
        card: the card.
        turn: lost each turn while it is on table.
        battle: used for a battle that the opponent begins, or it is canceled.
    """

    card: BlueprintId
    turn: float = 0
    battle: float = 0


class _TollFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    toll: tuple[Toll, ...]


def shipped_tolls() -> Mapping[BlueprintId, Toll]:
    """The entries that come with the program, by card."""
    return read_tolls(shipped(SHIPPED))


def read_tolls(toml: bytes) -> Mapping[BlueprintId, Toll]:
    """Read entries.

    Raises:
        TollEntryError: the text is no TOML, or it does not hold together.
    """
    return {entry.card: entry for entry in decoded(SHIPPED, toml, _TollFile, TollEntryError).toll}
