"""The file: opened, checked, brought up to date, and cleared of what is too old.

The tables are made by numbered steps: a file holds as `user_version` how many of them it has had. A step that
was ever released is never changed. A change of the tables is a further step.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from gemp_bot.errors import BotError
from gemp_bot.journal.pseudonyms import KeyFileError, PersonKey

Connection = sqlite3.Connection


class HistoryError(BotError):
    """The history cannot be used; the message is one line that names the file and what would be right."""


_FIRST = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    account TEXT NOT NULL,
    server TEXT NOT NULL,
    game TEXT NOT NULL,
    begun REAL NOT NULL,
    ended REAL,
    format TEXT,
    entry TEXT,
    side TEXT,
    deck TEXT,
    deck_digest TEXT,
    opponent_deck TEXT,
    opponent_deck_digest TEXT,
    strategy TEXT,
    strategy_digest TEXT,
    program_digest TEXT,
    version TEXT,
    opponent TEXT,
    person TEXT,
    opponent_kind TEXT,
    result TEXT,
    reason TEXT,
    fault TEXT,
    life INTEGER,
    opponent_life INTEGER,
    turns INTEGER,
    decisions INTEGER,
    choices INTEGER,
    fallbacks INTEGER,
    resyncs INTEGER,
    seconds REAL,
    think_p50 REAL,
    think_p99 REAL,
    journal TEXT,
    UNIQUE (server, game, account)
);
CREATE INDEX games_begun ON games (begun);
CREATE INDEX games_person ON games (person, begun);
CREATE TABLE incidents (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    game INTEGER REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    what TEXT NOT NULL,
    journal TEXT
);
CREATE TABLE chat (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    person TEXT NOT NULL,
    command TEXT NOT NULL
);
CREATE TABLE people (
    digest TEXT PRIMARY KEY,
    refuses INTEGER NOT NULL DEFAULT 0,
    forgotten INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID
"""
# `opponent` is the name, and NULL for who must not be named; `person` names everybody by `PersonKey`.

_ADOPTED = "ALTER TABLE games ADD COLUMN adopted INTEGER"
_UNREAD = "DROP TABLE incidents; DROP TABLE chat"  # nothing ever read them

MIGRATIONS: tuple[str, ...] = (_FIRST, _ADOPTED, _UNREAD)


_DAY = 86_400.0
_JOURNALS = "*.jsonl.gz"


@dataclass(frozen=True, slots=True)
class Keep:
    """Days after which something is removed; 0 for never.

    Attributes:
        games: days after the end of a game.
        journals: days after the last line of a journal.
    """

    games: float = 0.0
    journals: float = 0.0


def prune_games(database: Connection, keep: Keep, now: float) -> int:
    """Remove what is too old; tell how many games. Games that run stay, and so do refusals.

    Raises:
        sqlite3.Error: it cannot be written.
    """
    if not keep.games:
        return 0
    before = now - keep.games * _DAY
    with transaction(database):
        return database.execute(
            "DELETE FROM games WHERE result IS NOT NULL AND coalesce(ended, begun) < ?", (before,)
        ).rowcount


def prune_journals(folder: Path, keep: Keep, now: float) -> int:
    """Remove the journals of a folder that are too old; tell how many.

    Raises:
        OSError: one cannot be removed.
    """
    if not keep.journals:
        return 0
    before = now - keep.journals * _DAY
    old = [path for path in folder.glob(_JOURNALS) if path.stat().st_mtime < before]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


_OURS = 0x47454D50
"""SQLite's `application_id` of such a file."""
PATIENCE = 5.0
"""Seconds to wait for another process that writes."""


@contextmanager
def transaction(database: Connection) -> Iterator[None]:
    """Write all that is executed meanwhile, or nothing of it; other writers wait from the beginning."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def key_file(path: Path) -> Path:
    """Where the key of a history is: beside it."""
    return path.with_name(path.name + ".key")


def read_key(path: Path) -> PersonKey:
    """The key of the people of a history; made if there is none.

    Raises:
        HistoryError: it can be neither read nor made.
    """
    try:
        return PersonKey.of(key_file(path))
    except KeyFileError as fault:
        raise HistoryError(str(fault)) from None


def open_database(
    path: Path,
    key: PersonKey,
    *,
    patience: float = PATIENCE,
    migrations: Sequence[str] = MIGRATIONS,
) -> Connection:
    """Open a history, made if it is missing and readable by its owner only.

    Raises:
        HistoryError: a newer version, a file of something else, or of another key.
        sqlite3.Error: it is locked, damaged, or cannot be written.
        OSError: it cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    database = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    try:
        database.row_factory = sqlite3.Row
        version = _checked_version(database, path, len(migrations))
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA foreign_keys = ON")
        # What is deleted is overwritten: names must not be found in free pages, nor in files of their own.
        database.execute("PRAGMA secure_delete = ON")
        database.execute("PRAGMA temp_store = MEMORY")
        if version < len(migrations):
            _migrate(database, path, migrations)
        _check_key(database, path, key)
    except BaseException:
        database.close()
        raise
    return database


def check_history(path: Path) -> None:
    """Make sure that a history can be used, without changing anything; one that is still to be made can be.

    Raises:
        HistoryError: as of `open_database`, or it cannot be read.
    """
    if not path.exists():
        return
    if not key_file(path).exists():
        raise HistoryError(f"{key_file(path)}: missing: this history cannot be used without it: restore it")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            database.row_factory = sqlite3.Row
            if _checked_version(database, path, len(MIGRATIONS)):
                _check_key(database, path, read_key(path), kept=True)
    except sqlite3.Error as fault:
        raise history_error(fault, path) from None


def history_error(fault: BaseException, path: Path) -> HistoryError:
    """One line about what SQLite or the system says of a history."""
    if isinstance(fault, OSError):
        return HistoryError(f"{path}: {fault.strerror or type(fault).__name__}")
    return HistoryError(f"{path}: {fault}")


def _checked_version(database: Connection, path: Path, newest: int) -> int:
    """How many steps a file has had."""
    version = int(database.execute("PRAGMA user_version").fetchone()[0])
    ours = database.execute("PRAGMA application_id").fetchone()[0] == _OURS
    if not ours and (version or database.execute("SELECT 1 FROM sqlite_master").fetchone()):
        raise HistoryError(f"{path}: a database of another program, expected a history of gemp-bot")
    if version > newest:
        raise HistoryError(
            f"{path}: a history of version {version}, and this program knows {newest} at most: "
            "a newer gemp-bot wrote it, and one can read it"
        )
    return version


def _migrate(database: Connection, path: Path, migrations: Sequence[str]) -> None:
    with transaction(database):
        # Looked at again: another process may have been quicker.
        for step in migrations[_checked_version(database, path, len(migrations)) :]:
            for statement in step.split(";"):
                database.execute(statement)
        database.execute(f"PRAGMA application_id = {_OURS}")
        database.execute(f"PRAGMA user_version = {len(migrations)}")


def _check_key(database: Connection, path: Path, key: PersonKey, *, kept: bool = False) -> None:
    """Refuse another key: nobody who refused us would be known any more."""
    found = database.execute("SELECT value FROM about WHERE name = 'key'").fetchone()
    if found is None:
        if kept:
            return
        database.execute("INSERT OR IGNORE INTO about VALUES ('key', ?)", (key.check,))
    elif found[0] != key.check:
        raise HistoryError(f"{key_file(path)}: not the key this history was written with: restore it")
