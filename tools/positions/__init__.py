"""Positions: what must or must not be done at one question of a recorded game (docs/positions.md)."""
