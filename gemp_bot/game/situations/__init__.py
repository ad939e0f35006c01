"""Conditions of actions that ask the game: limits, phases, piles, what just came about."""

from gemp_bot.game.situations import events, turns, what_about
from gemp_bot.game.situations.table import EVENTS, TABLE, EventKind
from gemp_bot.game.situations.turns import use_key

__all__ = ["EVENTS", "TABLE", "EventKind", "events", "turns", "use_key", "what_about"]
