"""A history with games in it, and ways to disturb it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gemp_bot.history.history import History, HistorySettings
from gemp_bot.history.records import HistoryRecord, kind_of

SERVER = "http://127.0.0.1:17001/gemp-swccg-server"
ACCOUNT = "thebot"
NOON = 1_750_000_000.0
HOUR = 3600.0


def game(number: int = 1, opponent: str | None = "alice", **more: object) -> HistoryRecord:
    values = {"begun": NOON + number, "deck": "Mine", "strategy": "strong", "format": "open"} | more
    return HistoryRecord(
        account=ACCOUNT,
        server=SERVER,
        game=f"game-{number}",
        opponent=opponent,
        opponent_kind=kind_of(opponent),
        **values,  # type: ignore[arg-type]
    )


@contextmanager
def history(
    file: Path, wall: Callable[[], float] = lambda: NOON + HOUR, **settings: object
) -> Iterator[History]:
    made = History(HistorySettings(file, **settings), ACCOUNT, SERVER, wall=wall)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        made.close()


def rows(
    file: Path, sql: str = "SELECT game, opponent, result FROM games ORDER BY id"
) -> list[tuple[object, ...]]:
    database = sqlite3.connect(file)
    try:
        return database.execute(sql).fetchall()
    finally:
        database.close()
