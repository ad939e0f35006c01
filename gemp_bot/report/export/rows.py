"""The rows of the tables; their fields are the columns, told in docs/export.md.

A value that is not known from the seat of the recording is None. Sides are `DARK` and `LIGHT`.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from gemp_bot.protocol.enums import Side


class GameRow(msgspec.Struct, frozen=True):
    """A game."""

    game: int
    file: str
    game_id: str
    me: Side | None
    dark: str
    light: str
    bot: str
    strategy: str
    deck: str
    seed: int | None
    winner: Side | None
    reason: str
    turns: int
    dark_life: int | None
    light_life: int | None
    battles: int
    questions: int
    choices: int
    seconds: float


class TurnRow(msgspec.Struct):
    """A turn of a player: both sides as it began, and what came about in it."""

    game: int
    turn: int
    own_turn: int
    side: Side | None
    dark_life: int | None = None
    light_life: int | None = None
    dark_reserve: int | None = None
    light_reserve: int | None = None
    dark_force: int | None = None
    light_force: int | None = None
    dark_used: int | None = None
    light_used: int | None = None
    dark_hand: int | None = None
    light_hand: int | None = None
    dark_generation: float | None = None
    light_generation: float | None = None
    activated: int = 0
    drains: int = 0
    drained: int = 0
    deployed: int = 0
    deploy_force: int = 0
    moved: int = 0
    battles: int = 0
    drew: int = 0
    dark_lost: int = 0
    light_lost: int = 0
    dark_retrieved: int = 0
    light_retrieved: int = 0


class BattleRow(msgspec.Struct, frozen=True):
    """A battle that is over: what was expected of it, and what it came to."""

    game: int
    turn: int
    battle: int
    location: str
    began: Side | None
    forecast: float | None
    forecast_why: str
    winner: Side | None
    dark_cards: int
    light_cards: int
    dark_power: float | None
    light_power: float | None
    dark_destinies: int
    light_destinies: int
    dark_destiny: float
    light_destiny: float
    dark_total: float | None
    light_total: float | None
    dark_damage: float
    light_damage: float
    dark_attrition: float
    light_attrition: float
    dark_lost: int
    light_lost: int
    dark_forfeited: int
    light_forfeited: int
    dark_fallen: int
    light_fallen: int


class CardRow(msgspec.Struct, frozen=True):
    """Something that a card did, or that was done with it; of cards that were shown."""

    game: int
    turn: int
    turn_side: Side | None
    phase: str
    what: str
    side: Side | None
    card: str
    blueprint: str
    location: str
    source: str
    goal: str
    force: float | None
    value: float | None


Row = GameRow | TurnRow | BattleRow | CardRow

TABLES: Mapping[str, type[Row]] = MappingProxyType(
    {"games": GameRow, "turns": TurnRow, "battles": BattleRow, "cards": CardRow}
)
"""The tables by name."""


def columns_of(table: type[Row]) -> tuple[str, ...]:
    """The columns of a table, in order."""
    return table.__struct_fields__
