"""The table as one player may know it: events in, plain facts out. It never guesses."""

from gemp_bot.state.table import Mark, Player, Table, TableColumn, differences
from gemp_bot.state.table_data import Attack, Duel, Sabacc, TableBattle, TableCard, TurnRecord

__all__ = [
    "Attack",
    "Duel",
    "Mark",
    "Player",
    "Sabacc",
    "Table",
    "TableBattle",
    "TableCard",
    "TableColumn",
    "TurnRecord",
    "differences",
]
