"""Write a journal as the game happens."""

import gzip
import os
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from gemp_bot.journal.lines import Head, JournalLine, VerdictLine, writable
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.protocol.exchange import Exchange

_SECRET_FIELDS = frozenset({"password", "cookie", "token", "authorization"})
_LEVEL = 6


class JournalWriter:
    """Appends lines to one new `.jsonl.gz` file that only its owner may read: it holds personal data.

    Each line is handed to the operating system before the call returns. So a file whose writer died can
    be read up to its last line; only the end mark is missing. (A machine that loses its power may lose
    more.)

    Args:
        path: a file that must not exist yet.
        pseudonyms: replaces the names of people when given.

    Raises:
        FileExistsError: the file is there already; nothing is overwritten.
    """

    def __init__(self, path: Path, *, pseudonyms: Pseudonyms | None = None) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._raw = open(path, "xb", opener=_private)  # noqa: SIM115  (Path.open takes no opener)
        self._file = gzip.GzipFile(filename="", mode="wb", fileobj=self._raw, compresslevel=_LEVEL, mtime=0)
        self._pseudonyms = pseudonyms
        self._encoder = msgspec.json.Encoder()

    def head(self, head: Head) -> None:
        """Write the first line."""
        self._write(head)

    def exchange(self, exchange: Exchange) -> None:
        """Write one exchange; secret form fields are masked once more, whoever recorded it."""
        if not _SECRET_FIELDS.isdisjoint(exchange.form):
            form = {key: "***" if key in _SECRET_FIELDS else value for key, value in exchange.form.items()}
            exchange = msgspec.structs.replace(exchange, form=form)
        if self._pseudonyms is not None:
            exchange = self._pseudonyms.exchange(exchange)
        self._write(exchange)

    def verdict(self, verdict: VerdictLine) -> None:
        """Write what was decided at one question."""
        self._write(writable(verdict))

    def close(self) -> None:
        """Write the end mark and close the file."""
        if not self._raw.closed:
            self._file.close()
            self._raw.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, line: JournalLine) -> None:
        self._file.write(self._encoder.encode(line) + b"\n")
        self._file.flush()
        self._raw.flush()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
