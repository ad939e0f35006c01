"""Game texts as structured facts: what a clause says, or that it is not understood. Never a guess.

A text is cut into sections (`clauses`), its weapon fire is taken out (`shots`), and each remaining clause is
read (`reader`) with the patterns of `patterns/` and the circumstances of `conditions`.
"""

from gemp_bot.cards.text.distill import Distiller, distill
from gemp_bot.cards.text.facts import (
    Action,
    Condition,
    ConditionKind,
    Distilled,
    Effect,
    FactKind,
    Mode,
    Pile,
    Result,
    Share,
    Shot,
    Stat,
    TextFact,
)

__all__ = [
    "Action",
    "Condition",
    "ConditionKind",
    "Distilled",
    "Distiller",
    "Effect",
    "FactKind",
    "Mode",
    "Pile",
    "Result",
    "Share",
    "Shot",
    "Stat",
    "TextFact",
    "distill",
]
