"""The patterns, one idea a file. They are tried in this order; the first that fits decides."""

from typing import Final

from gemp_bot.cards.compiler.pattern import Rule
from gemp_bot.cards.compiler.patterns import (
    battle,
    cancel,
    crew,
    deploy,
    destiny,
    drain,
    force,
    immunity,
    move,
    permission,
    piles,
    state,
    stats,
)
from gemp_bot.cards.text import FactKind

PATTERNS: Final[tuple[Rule[FactKind], ...]] = (
    *immunity.RULES,
    *crew.RULES,
    *destiny.RULES,
    *battle.RULES,
    *drain.RULES,
    *force.RULES,
    *stats.RULES,
    *deploy.RULES,
    *move.RULES,
    *permission.RULES,
    *cancel.RULES,
    *piles.RULES,
    *state.RULES,
)
