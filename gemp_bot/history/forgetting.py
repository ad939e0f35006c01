"""Forgetting a person: in the history and in the journals."""

import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from gemp_bot.history.database import Connection, transaction
from gemp_bot.history.importing import journals_in
from gemp_bot.history.writer import put_forgotten
from gemp_bot.journal import JournalError
from gemp_bot.journal.pseudonyms import JournalCopy, PersonKey, Pseudonyms, mentions

_STILL_WRITTEN = 600.0
"""Seconds since the last line of a journal without an end, after which its writer is taken for dead."""
_TEXTS = (("games", "fault"), ("games", "entry"), ("incidents", "what"))
"""Columns of free text."""


@dataclass(slots=True)
class Forgotten:
    """What was changed.

    Attributes:
        games: rows of games.
        journals: files that were written anew.
        left: one line about each file in which the person may still be named, and why.
    """

    games: int = 0
    journals: int = 0
    left: list[str] = field(default_factory=list)


def forget(
    database: Connection,
    key: PersonKey,
    player: str,
    folder: Path | None,
    *,
    now: Callable[[], float] = time.time,
) -> Forgotten:
    """Replace the name of a person by a pseudonym, for good; a refusal stays.

    Names of decks and titles of cards stay as they are: they may hold the same word.

    Args:
        database: the history.
        key: of its people.
        player: who is to be forgotten; upper and lower case do not count.
        folder: whose journals are written anew; None for none.
        now: seconds since 1970.

    Raises:
        sqlite3.Error: the history cannot be written.
    """
    done = Forgotten()
    person = key.pseudonym(player)
    with transaction(database):
        rows = database.execute(
            "SELECT DISTINCT opponent FROM games WHERE person = ? AND opponent IS NOT NULL", (person,)
        )
        names = {player, *(row[0] for row in rows)}
        done.games = database.execute(
            "UPDATE games SET opponent = NULL WHERE person = ? AND opponent IS NOT NULL", (person,)
        ).rowcount
        for name in names:
            database.execute("UPDATE chat SET person = ? WHERE person = ? COLLATE NOCASE", (person, name))
        _rename_texts(database, _names(names, person))
        database.execute(*put_forgotten(key.digest(player)))
    _wipe(database, done)
    if folder is not None:
        for path in journals_in(folder):
            _forget_in(path, names, person, now(), done)
    return done


def _names(names: Iterable[str], person: str) -> Pseudonyms:
    folded = {name.casefold() for name in names}
    found = Pseudonyms(lambda name: person if name.casefold() in folded else None)
    for name in names:
        found.learn(name)
    return found


def _rename_texts(database: Connection, names: Pseudonyms) -> None:
    for table, column in _TEXTS:
        rows = database.execute(f"SELECT id, {column} FROM {table} WHERE {column} IS NOT NULL").fetchall()  # noqa: S608
        for row in rows:
            other = names.prose(row[1])
            if other != row[1]:
                database.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (other, row[0]))  # noqa: S608


def _wipe(database: Connection, done: Forgotten) -> None:
    """Leave nothing of what was replaced, neither in free pages nor in the write-ahead log."""
    try:
        database.execute("VACUUM")
        busy = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.OperationalError:
        busy = 1
    if busy:
        done.left.append("the history is in use by another program: run this again to wipe old pages of it")


def _forget_in(path: Path, names: set[str], person: str, now: float, done: Forgotten) -> None:
    try:
        found = mentions(path, names)
        if not found.any:
            return
        if found.cut and now - path.stat().st_mtime < _STILL_WRITTEN:
            done.left.append(f"{path}: still being written: run this again when the game is over")
            return
        done.journals += JournalCopy(path, _names(names, person)).write(path)
    except (JournalError, OSError) as fault:
        done.left.append(
            str(fault) if isinstance(fault, JournalError) else f"{path}: {fault.strerror or fault}"
        )
