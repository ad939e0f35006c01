"""The history of games in one SQLite file (docs/history.md).

`history.History` is told of games and asked about people while they are played; `history.Keeper` tells it
what a supervisor does. Nothing is imported here: lists and counts must not load what plays games.
"""
