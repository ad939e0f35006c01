"""One file per game: every exchange, what we were, and why we answered as we did (docs/journal.md)."""

from gemp_bot.journal.reader import (
    Head,
    JournalError,
    JournalLine,
    JournalReader,
    NumberedLine,
    ScorePart,
    VerdictLine,
    WeighedAnswer,
)
from gemp_bot.journal.writer import JournalWriter

__all__ = [
    "Head",
    "JournalError",
    "JournalLine",
    "JournalReader",
    "JournalWriter",
    "NumberedLine",
    "ScorePart",
    "VerdictLine",
    "WeighedAnswer",
]
