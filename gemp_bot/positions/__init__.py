"""Positions: what must or must not be done at one question of a recorded game (docs/positions.md)."""

from gemp_bot.positions.checking import PositionCheck, check_position
from gemp_bot.positions.form import (
    ExpectedAnswer,
    PositionFileError,
    RecordedPosition,
    cut_journal,
    read_position,
    shipped_positions,
)

__all__ = [
    "ExpectedAnswer",
    "PositionCheck",
    "PositionFileError",
    "RecordedPosition",
    "check_position",
    "cut_journal",
    "read_position",
    "shipped_positions",
]
