"""Read a journal while it is written by another process."""

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from gemp_bot.files.small_file import NotReadError, open_ordinary
from gemp_bot.journal.lines import CutLine, NumberedLine
from gemp_bot.journal.reader import CHUNK, MAX_LINE_BYTES, JournalError, LineCutter, Unpacker, parse_line


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
        self._unpacker, self._cutter = Unpacker(), LineCutter()
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
        while chunk := self._file.read(CHUNK):
            yield from self._take(chunk)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _take(self, chunk: bytes) -> Iterator[NumberedLine]:
        for piece in self._pieces(chunk):
            before = self._cutter.count
            lines = self._cutter.take(piece)
            if self._cutter.open > MAX_LINE_BYTES:
                raise JournalError(f"{self.path}: line {self._cutter.count + 1} is longer than any of a game")
            for number, text in enumerate(lines, start=before + 1):
                line = parse_line(self.path, number, text) if text.strip() else None
                self.over |= isinstance(line, CutLine)
                if line is not None and not isinstance(line, CutLine):
                    yield NumberedLine(number, line)

    def _pieces(self, chunk: bytes) -> Iterator[bytes]:
        try:
            yield from self._unpacker.take(chunk)
        except zlib.error:
            lines = self._cutter.count
            raise JournalError(f"{self.path}: compressed data is damaged after line {lines}") from None
        self.over |= self._unpacker.ended
