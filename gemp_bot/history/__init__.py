"""The history of games in one SQLite file (docs/history.md)."""

from gemp_bot.history.errors import HistoryError
from gemp_bot.history.history import History, HistorySettings
from gemp_bot.history.keeper import Keeper
from gemp_bot.history.pruning import Keep
from gemp_bot.history.records import GameRecord, OpponentKind, Whence, record_of
from gemp_bot.history.summary import Score

__all__ = [
    "GameRecord",
    "History",
    "HistoryError",
    "HistorySettings",
    "Keep",
    "Keeper",
    "OpponentKind",
    "Score",
    "Whence",
    "record_of",
]
