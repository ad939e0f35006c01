"""Read a journal while it is written by another process."""

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from gemp_bot.files.small_file import NotReadError, open_ordinary
from gemp_bot.journal.lines import CutLine, NumberedLine
from gemp_bot.journal.reader import GZIP_MAGIC, MAX_LINE_BYTES, JournalError, parse_line

_CHUNK = 256 * 1024


class JournalTail:
    """Gives the whole lines that were written since the last time.

    A journal is flushed after every line, compressed or not, so a line is here as soon as it was written.

    Args:
        path: the file; it must be there.

    Raises:
        JournalError: it cannot be opened.

    Attributes:
        over: it ended: by its end mark, or by a line that says so.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.over = False
        self._rest = b""
        self._number = 0
        self._stream: zlib._Decompress | None = None
        self._begun = False
        try:
            self._file: BinaryIO = open_ordinary(path, "a recorded game")
        except NotReadError as fault:
            raise JournalError(f"{path}: {fault}") from None
        except OSError as fault:
            raise JournalError(f"{path}: {fault.strerror or fault}") from None

    def new(self) -> Iterator[NumberedLine]:
        """Give the lines that are new, each with its number.

        Raises:
            JournalError: damage, or a line that is longer than any of a game.
        """
        while chunk := self._file.read(_CHUNK):
            yield from self._take(chunk)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _take(self, chunk: bytes) -> Iterator[NumberedLine]:
        self._rest += self._plain(chunk)
        if len(self._rest) > MAX_LINE_BYTES and b"\n" not in self._rest:
            raise JournalError(f"{self.path}: line {self._number + 1} is longer than any of a game")
        *lines, self._rest = self._rest.split(b"\n")
        for text in lines:
            self._number += 1
            line = parse_line(self.path, self._number, text) if text.strip() else None
            self.over |= isinstance(line, CutLine)
            if line is not None and not isinstance(line, CutLine):
                yield NumberedLine(self._number, line)

    def _plain(self, chunk: bytes) -> bytes:
        if not self._begun:
            self._begun = True
            if chunk.startswith(GZIP_MAGIC[: len(chunk)]):
                self._stream = zlib.decompressobj(wbits=31)
        if self._stream is None:
            return chunk
        found = b""
        try:
            while chunk:
                found += self._stream.decompress(chunk)
                if not self._stream.eof:
                    break
                # Files can be joined end to end: another member may follow.
                chunk = self._stream.unused_data.lstrip(b"\0")
                self.over = not chunk
                self._stream = zlib.decompressobj(wbits=31)
        except zlib.error:
            raise JournalError(f"{self.path}: compressed data is damaged after line {self._number}") from None
        return found
