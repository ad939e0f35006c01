"""Write a journal as the game happens; what a full disk does not take is written when there is room again."""

import errno
import gzip
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
import structlog

from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.journal.reader import CutLine, Head, JournalLine, VerdictLine, writable
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId

_log = structlog.stdlib.get_logger(__name__)

MOST_WAITING = 4 * 1024 * 1024
"""Bytes kept in memory: some hours of a game."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class RetryingFile:
    """One new file that only its owner may read. What is in it is never torn: it is cut at its end at worst.

    Args:
        path: a file that must not exist yet.

    Raises:
        FileExistsError: the file is there already.
        OSError: it cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._file: int | None = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        self._waiting = bytearray()

    @property
    def waiting(self) -> int:
        """Bytes that the disk has not taken yet."""
        return len(self._waiting)

    @property
    def closed(self) -> bool:
        """Whether nothing can be written any more."""
        return self._file is None

    def write(self, data: bytes) -> int:
        """Take bytes in; `flush` writes them."""
        self._waiting += data
        return len(data)

    def flush(self) -> None:
        """Write what waits, or as much as there is room for.

        Raises:
            OSError: the disk is full and too much waits, or the file cannot be written at all.
        """
        try:
            self._write()
        except OSError as fault:
            if fault.errno not in _FULL or len(self._waiting) > MOST_WAITING:
                raise

    def close(self) -> None:
        """Write what waits and close the file.

        Raises:
            OSError: not everything could be written. The file is closed all the same.
        """
        if self._file is None:
            return
        try:
            self._write()
        finally:
            file, self._file = self._file, None
            os.close(file)

    def _write(self) -> None:
        while self._waiting:
            if self._file is None:
                raise OSError(errno.EBADF, "closed")
            del self._waiting[: os.write(self._file, self._waiting)]


_SECRET_FIELDS = frozenset({"password", "cookie", "token", "authorization"})
_LEVEL = 6
MOST_BYTES = 256 * 1024 * 1024
"""Bytes of lines, before they are compressed, of one journal; the longest game recorded has 60 million."""


class JournalWriter:
    """Appends lines to one new `.jsonl.gz` file that only its owner may read: it holds personal data.

    Each line is handed to the operating system before the call returns. So a file whose writer died can
    be read up to its last line; only the end mark is missing. (A machine that loses its power may lose
    more.) What a full disk does not take waits in memory and follows when there is room again.

    Args:
        path: a file that must not exist yet.
        pseudonyms: replaces the names of people when given.
        most_bytes: of all lines together; then one line says that it ends here, and no more are written.

    Raises:
        FileExistsError: the file is there already; nothing is overwritten.

    Attributes:
        cut: whether it ends before its game does.
    """

    def __init__(
        self, path: Path, *, pseudonyms: Pseudonyms | None = None, most_bytes: int = MOST_BYTES
    ) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = path
        self.cut = False
        self._room = most_bytes
        self._raw = RetryingFile(path)
        self._file = gzip.GzipFile(filename="", mode="wb", fileobj=self._raw, compresslevel=_LEVEL, mtime=0)
        self._pseudonyms = pseudonyms
        self._encoder = msgspec.json.Encoder()

    def head(self, head: Head) -> None:
        """Write the first line."""
        self._write(head)

    def exchange(self, exchange: Exchange) -> None:
        """Write one exchange; secret form fields are masked again, as the caller may not have done so."""
        if not _SECRET_FIELDS.isdisjoint(exchange.form):
            form = {key: "***" if key in _SECRET_FIELDS else value for key, value in exchange.form.items()}
            exchange = msgspec.structs.replace(exchange, form=form)
        if self._pseudonyms is not None:
            exchange = self._pseudonyms.exchange(exchange)
        self._write(exchange)

    def verdict(self, verdict: VerdictLine) -> None:
        """Write what was decided at one question."""
        self._write(writable(verdict))

    @property
    def waiting(self) -> int:
        """Bytes for which the disk has no room now."""
        return self._raw.waiting

    def close(self) -> None:
        """Write the end mark and close the file.

        Raises:
            OSError: not everything could be written. The file is closed all the same.
        """
        try:
            if not self._raw.closed:
                self._file.close()
        finally:
            self._raw.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, line: JournalLine) -> None:
        if self.cut:
            return
        text = self._encoder.encode(line) + b"\n"
        self._room -= len(text)
        if self._room < 0:
            self.cut = True
            text = self._encoder.encode(CutLine("the journal is as large as it may be")) + b"\n"
        self._file.write(text)
        self._file.flush()
        self._raw.flush()


Listener = Callable[[str, VerdictLine | Exchange], None]
"""Takes the id of a game and a line about it."""


class Recorder:
    """The observer of a client: keeps what concerns a game in that game's journal, passes over the rest.

    What a full disk does not take waits in memory and follows. A journal that cannot be written at all is
    given up, and so is a line that cannot: told once, and the game goes on.

    Args:
        listener: takes every line about a game as well, whether it is kept or not; it must not raise.

    Attributes:
        on_lost: told of each journal that is given up; it must not raise.
        lost: how many were so far.
    """

    def __init__(self, listener: Listener | None = None) -> None:
        self.on_lost: Callable[[], None] = lambda: None
        self.lost = 0
        self._listener = listener
        self._journals: dict[str, tuple[JournalWriter, float | None]] = {}
        self._told: dict[str, set[str]] = {}

    @property
    def waiting(self) -> int:
        """How many journals have lines for which the disk has no room now."""
        return sum(journal.waiting > 0 for journal, _ in self._journals.values())

    def attach(self, game: GameId, journal: JournalWriter) -> None:
        """Record this game from now on."""
        self._journals[game] = (journal, None)

    def detach(self, game: GameId) -> None:
        """Close the journal of a game that is over."""
        found = self._journals.pop(game, None)
        if found is not None:
            self._guard(game, found[0], found[0].close)
        self._told.pop(game, None)

    def observe(self, exchange: Exchange) -> None:
        """Take one exchange of the client."""
        parts = exchange.path.split("/")
        if len(parts) < 3 or parts[1] != "game":  # noqa: PLR2004 - "", "game" and its id
            return
        game = parts[2]
        if self._listener is not None:
            self._listener(game, exchange)
        found = self._journals.get(game)
        if found is None:
            return
        journal, began = found
        if began is None:
            began = exchange.t - exchange.ms / 1000
            self._journals[game] = (journal, began)
        shifted = msgspec.structs.replace(exchange, t=round(exchange.t - began, 3))
        self._guard(game, journal, lambda: journal.exchange(shifted))

    def verdict(self, game: GameId, line: VerdictLine) -> None:
        """Take one verdict."""
        if self._listener is not None:
            self._listener(game, line)
        found = self._journals.get(game)
        if found is not None:
            self._guard(game, found[0], lambda: found[0].verdict(line))

    def _guard(self, game: str, journal: JournalWriter, write: Callable[[], None]) -> None:
        path = str(journal.path)
        try:
            write()
        except OSError as fault:
            if self._journals.pop(game, None) is not None:
                with suppress(OSError):
                    journal.close()
            self.lost += 1
            self.on_lost()
            _log.error("journal_lost", journal=path, why=fault.strerror or type(fault).__name__)
        except Exception as fault:  # noqa: BLE001 - no record is worth the game it is of
            tell = _log.error if self._first(game, "line") else _log.debug
            tell("journal_line_lost", journal=path, why=f"{type(fault).__name__}: {fault}")
        else:
            self._tell_of(game, journal)

    def _tell_of(self, game: str, journal: JournalWriter) -> None:
        """Tell once what a reader of the log should know."""
        path = str(journal.path)
        if journal.waiting:
            if self._first(game, "waits"):
                _log.error("journal_waits", journal=path, why="no room on the disk")
        elif "waits" in self._told.get(game, ()) and self._first(game, "follows"):
            _log.warning("journal_follows", journal=path, why="there is room on the disk again")
        if journal.cut and self._first(game, "cut"):
            _log.warning("journal_cut", journal=path, why="it is as large as it may be")

    def _first(self, game: str, what: str) -> bool:
        told = self._told.setdefault(game, set())
        if what in told:
            return False
        told.add(what)
        return True
