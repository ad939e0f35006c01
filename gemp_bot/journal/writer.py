"""Write a journal as the game happens; what a full disk does not take is written when there is room again."""

import errno
import gzip
import os
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.journal.reader import CutLine, Head, JournalLine, VerdictLine, writable
from gemp_bot.protocol.exchange import Exchange

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
