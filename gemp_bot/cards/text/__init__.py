"""Game texts as structured facts: what a clause says, or that it is not understood. Never a guess.

A text is cut into sections (`clauses`), its weapon fire is taken out (`shots`), and each remaining clause is
read (`reader`) with the patterns of `patterns/` and the circumstances of `conditions`. `distill.distill` does
all of it; it is not loaded here, so that whoever only reads facts does not load the patterns.
"""

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
    "Effect",
    "FactKind",
    "Mode",
    "Pile",
    "Result",
    "Share",
    "Shot",
    "Stat",
    "TextFact",
]
