"""Understanding: a typed decision becomes a `Question` without illegal answers (architecture, rules 3, 5).

`ask()` makes the question, `Catalogue` reads the server's English, `Question` makes the `Answer`.
"""

from gemp_bot.decisions.ask import ask
from gemp_bot.decisions.catalogue import ActionReading, Catalogue, CatalogueError, PromptReading
from gemp_bot.decisions.kinds import ActionKind, PlayedAs, PromptKind, ResponseTrigger, ResultKind
from gemp_bot.decisions.question import Answer, IllegalAnswerError, Option, Question

__all__ = [
    "ActionKind",
    "ActionReading",
    "Answer",
    "Catalogue",
    "CatalogueError",
    "IllegalAnswerError",
    "Option",
    "PlayedAs",
    "PromptKind",
    "PromptReading",
    "Question",
    "ResponseTrigger",
    "ResultKind",
    "ask",
]
