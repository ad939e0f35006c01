"""The table as one player may know it: events in, plain facts out. It never guesses."""

from gemp_bot.state.compare import differences
from gemp_bot.state.table import Mark, Player, Table, TableColumn
from gemp_bot.state.table_data import Attack, Battle, Duel, Sabacc, TableCard, TurnRecord

__all__ = [
    "Attack",
    "Battle",
    "Duel",
    "Mark",
    "Player",
    "Sabacc",
    "Table",
    "TableCard",
    "TableColumn",
    "TurnRecord",
    "differences",
]
