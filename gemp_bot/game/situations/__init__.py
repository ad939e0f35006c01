"""Conditions of actions that ask the game: limits, phases, piles, what just came about."""

from gemp_bot.game.situations import events, never, text_moves, turns, what_about
from gemp_bot.game.situations.never import reason_in
from gemp_bot.game.situations.table import EVENTS, TABLE, EventKind
from gemp_bot.game.situations.turns import PHASE_WORDS, use_key, vain_key

__all__ = [
    "EVENTS",
    "PHASE_WORDS",
    "TABLE",
    "EventKind",
    "events",
    "never",
    "reason_in",
    "text_moves",
    "turns",
    "use_key",
    "vain_key",
    "what_about",
]
