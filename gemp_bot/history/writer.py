"""Writing a history, in batches from a thread of its own, so that nobody waits; and forgetting a person."""

import json
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
import structlog

from gemp_bot.history.database import Connection, HistoryError, history_error, transaction
from gemp_bot.history.records import FIELDS, UNKNOWN, HistoryRecord
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import journals_in
from gemp_bot.journal.pseudonyms import JournalCopy, PersonKey, Pseudonyms, mentions

Value = str | float | int | None


class Write(NamedTuple):
    """One statement."""

    sql: str
    values: Mapping[str, Value]


_KEY = ("server", "game", "account")
_COLUMNS = (*FIELDS, "person")
_KEPT = [name for name in _COLUMNS if name not in (*_KEY, "begun", "ended", "result", "opponent")]
_INSERT = f"INSERT INTO games ({', '.join(_COLUMNS)}) VALUES ({', '.join(':' + name for name in _COLUMNS)})"  # noqa: S608 - names of our own
# What is told later does not undo what was known before; only whether the game runs always holds anew. Who
# was forgotten meanwhile is not named again.
_SET = ", ".join(f"{name} = coalesce(excluded.{name}, {name})" for name in _KEPT)
_PUT = (
    f"{_INSERT} ON CONFLICT (server, game, account) DO UPDATE SET {_SET}, "
    "begun = min(begun, excluded.begun), ended = excluded.ended, result = excluded.result, "
    "opponent = CASE WHEN excluded.person IS NULL OR (person IS NOT NULL AND opponent IS NULL) "
    "THEN opponent ELSE excluded.opponent END"
)
_REFUSES = (
    "INSERT INTO people (digest, refuses) VALUES (:digest, 1) ON CONFLICT (digest) DO UPDATE SET refuses = 1"
)
_FORGOTTEN = (
    "INSERT INTO people (digest, forgotten) VALUES (:digest, 1) "
    "ON CONFLICT (digest) DO UPDATE SET forgotten = 1"
)
_SETTLE = (
    "UPDATE games SET result = :result, ended = :now "
    "WHERE result IS NULL AND begun < :now AND server = :server AND account = :account "
    "AND game NOT IN (SELECT value FROM json_each(:running))"
)


def put_game(record: HistoryRecord, person: str | None) -> Write:
    """Insert a game, or add to it what is new."""
    return Write(_PUT, {**msgspec.structs.asdict(record), "person": person})


def put_refusal(digest: str) -> Write:
    """Note that a person refuses us."""
    return Write(_REFUSES, {"digest": digest})


def put_forgotten(digest: str) -> Write:
    """Note that a person is not to be named."""
    return Write(_FORGOTTEN, {"digest": digest})


def settle(server: str, account: str, running: Collection[str], now: float) -> Write:
    """End the games that ended unseen: all that had begun by then but those that run."""
    values: dict[str, Value] = {"server": server, "account": account, "result": UNKNOWN, "now": now}
    return Write(_SETTLE, {**values, "running": json.dumps(sorted(running))})


_log = structlog.stdlib.get_logger(__name__)

MOST_PENDING = 10_000
"""Writes that are held while nothing can be written; a game makes about three."""
_UNWRITABLE = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    ValueError,
    OverflowError,
)
_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 60.0
_IDLE = 30.0
"""Seconds after which the file is looked at though there is nothing to write: others write, too."""


class Writer:
    """Takes writes and carries them out in their order, all that wait in one transaction.

    While the file is locked, damaged or cannot be written they are kept, and tried again with growing
    pauses. That is told in the log, once until it works again.

    Args:
        connect: opens it.
        on_open: called in the thread with each new connection.
        on_idle: called in the thread after each batch and now and then, while the file is in order.
    """

    def __init__(
        self,
        path: Path,
        connect: Callable[[], Connection],
        *,
        on_open: Callable[[Connection], None],
        on_idle: Callable[[Connection], None],
        database: Connection | None = None,
    ) -> None:
        self._path = path
        self._connect, self._on_open, self._on_idle = connect, on_open, on_idle
        self._database = database
        self._pending: deque[Write] = deque()
        self._changed = threading.Condition()
        self._closing = self._looked = False
        self._tries = 0
        self._dropped = 0
        self._trouble: str | None = None
        self._pause = 0.0
        self._thread = threading.Thread(target=self._run, name="history", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    @property
    def pending(self) -> int:
        """Writes that wait."""
        return len(self._pending)

    @property
    def trouble(self) -> str:
        """Why nothing can be written, in one line; empty while it can."""
        return self._trouble or ""

    def put(self, *writes: Write) -> None:
        """Have something written."""
        with self._changed:
            self._pending.extend(writes)
            while len(self._pending) > MOST_PENDING:
                self._pending.popleft()
                self._dropped += 1
            self._changed.notify_all()

    def flush(self, seconds: float) -> bool:
        """Wait until everything is written, or a further try has failed.

        Returns:
            Whether it is.
        """
        with self._changed:
            self._pause = 0.0
            self._changed.notify_all()
            tries = self._tries
            self._changed.wait_for(lambda: not self._pending or self._tries > tries, seconds)
            return not self._pending

    def close(self, seconds: float) -> bool:
        """Write what waits, and end; give up after so many seconds. Whether everything was written."""
        done = self.flush(seconds)
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(seconds)
        if not done:
            _log.error("history_lost", records=self.pending, why=self._trouble or "it took too long")
        return done

    def tell(self, fault: BaseException) -> None:
        """Log what is wrong, once until it is right again."""
        why = str(fault) if isinstance(fault, HistoryError) else str(history_error(fault, self._path))
        if self._trouble is None:
            _log.error("history_not_written", why=why, note="the games go on; it is tried again")
        self._trouble = why

    # -- in the thread --------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._closing:
                    self._changed.wait_for(self._due, self._pause or _IDLE)
                self._looked = True
                batch = list(self._pending)
                closing = self._closing
            done = self._write(batch)
            with self._changed:
                if done:
                    for write in batch:
                        if self._pending and self._pending[0] is write:  # else it was dropped meanwhile
                            self._pending.popleft()
                    self._pause = 0.0
                else:
                    self._tries += 1
                    self._pause = min(max(_FIRST_PAUSE, self._pause * 2), _LONGEST_PAUSE)
                self._changed.notify_all()
            if closing:
                break
        if self._database is not None:
            self._database.close()

    def _due(self) -> bool:
        return self._closing or not self._looked or (bool(self._pending) and not self._pause)

    def _write(self, batch: list[Write]) -> bool:
        """Carry a batch out, all of it or nothing."""
        try:
            if self._database is None:
                self._database = self._connect()
                self._on_open(self._database)
            # Pages kept in memory would hide that somebody overwrote the file.
            self._database.execute("PRAGMA shrink_memory")
            self._transact(self._database, batch)
        except Exception as fault:  # noqa: BLE001 - whatever it is, the thread goes on
            self._failed(fault)
            return False
        try:
            self._on_idle(self._database)
        except Exception as fault:  # noqa: BLE001 - see above
            self._failed(fault)
        else:
            self._recover()
        return True

    def _failed(self, fault: Exception) -> None:
        self.tell(fault)
        if self._database is not None and "locked" not in str(fault):
            self._database.close()  # the file may be another one when it is opened again
            self._database = None

    @staticmethod
    def _transact(database: Connection, batch: list[Write]) -> None:
        if not batch:
            return
        with transaction(database):
            for write in batch:
                try:
                    database.execute(write.sql, write.values)
                except _UNWRITABLE as fault:  # this one never can be; the others are not to wait for it
                    _log.error("history_record_lost", why=f"{type(fault).__name__}: {fault}")

    def _recover(self) -> None:
        if self._trouble is None:
            return
        self._trouble = None
        _log.warning("history_written_again", dropped=self._dropped)
        self._dropped = 0


_STILL_WRITTEN = 600.0
"""Seconds since the last line of a journal without an end, after which its writer is taken for dead."""
_TEXTS = ("fault", "entry")
"""Columns of games with free text."""


class Forgotten(msgspec.Struct):
    """What was rewritten.

    Attributes:
        games: rows of the history.
        journals: files.
        left: a line about each file that may still name the person, and why (exit code 1).
    """

    games: int = 0
    journals: int = 0
    left: list[str] = []


def forget(
    database: Connection,
    key: PersonKey,
    player: str,
    folder: Path | None,
    *,
    now: Callable[[], float] = time.time,
) -> Forgotten:
    """Replace the name of a person by a pseudonym, for good; a refusal stays.

    Names of decks and titles of cards stay as they are: they may hold the same word. Case does not count.

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
    for column in _TEXTS:
        rows = database.execute(f"SELECT id, {column} FROM games WHERE {column} IS NOT NULL").fetchall()  # noqa: S608
        for row in rows:
            other = names.prose(row[1])
            if other != row[1]:
                database.execute(f"UPDATE games SET {column} = ? WHERE id = ?", (other, row[0]))  # noqa: S608


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
