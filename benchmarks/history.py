"""Counting 10,000 games by everything they can be counted by, against reading the same rows and no more."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import Row
from gemp_bot.history.database import open_database, read_key
from gemp_bot.history.history import History, HistorySettings
from gemp_bot.history.records import GameFilter, Grouping, HistoryRecord, count_games

GAMES = 10_000
ROUNDS = 9
BAR = 2.0
_RESULTS = ("win", "loss", "win", "loss", "win", "cancelled", "unfinished")


def fill(file: Path) -> None:
    history = History(HistorySettings(file), "bot", "http://here")
    for number in range(GAMES):
        history.end(
            HistoryRecord(
                account="bot",
                server="http://here",
                game=f"game-{number}",
                begun=1.7e9 + number * 3600,
                ended=1.7e9 + number * 3600 + 1800,
                format=("open", "legacy")[number % 2],
                deck=f"deck {number % 12}",
                deck_digest=f"{number % 12:064x}",
                opponent_deck=f"deck {number % 7}",
                opponent_deck_digest=f"{number % 7:064x}",
                strategy="strong",
                strategy_digest=f"{number // 1000:064x}",
                program_digest=f"{number // 500:064x}",
                opponent=f"p{number % 400}",
                result=_RESULTS[number % len(_RESULTS)],
                journal=f"20250101T000000000-game-{number}.jsonl.gz",
            )
        )
        if number % 5000 == 0:
            history.flush(60)
    if not history.close(60):
        raise SystemExit("the history could not be written")


def ratio(file: Path) -> float:
    """All six groupings together, against the rows read six times."""
    key = read_key(file)
    database = open_database(file, key)
    ours, reference = [], []
    for _ in range(ROUNDS):
        began = perf_counter()
        for by in Grouping:
            count_games(database, key, by, GameFilter())
        ours.append(perf_counter() - began)
        began = perf_counter()
        for _ in Grouping:
            bare(database)
        reference.append(perf_counter() - began)
    database.close()
    return min(ours) / min(reference)


def bare(database: sqlite3.Connection) -> None:
    sql = "SELECT deck, opponent_deck, strategy, person, format, begun, result FROM games"
    for _ in database.execute(sql):
        pass


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games.db"
        fill(file)
        yield Row("history: count 10,000 games, by everything", ratio(file), "times reading the rows", BAR)
