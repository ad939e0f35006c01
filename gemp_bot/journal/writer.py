"""Write a journal as the game happens."""

import gzip
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from gemp_bot.journal.lines import CutLine, Head, JournalLine, VerdictLine, writable
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.journal.retrying_file import RetryingFile
from gemp_bot.protocol.exchange import Exchange

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
