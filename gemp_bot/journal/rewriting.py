"""A journal written anew with other names for people."""

import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any

import msgspec

from gemp_bot.journal.lines import Head, JournalLine, ScorePart, VerdictLine
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.journal.reader import JournalReader
from gemp_bot.protocol.exchange import Exchange

_LEVEL = 6


@dataclass(frozen=True, slots=True)
class WordSearch:
    """The result of searching a journal for words.

    Attributes:
        any: whether the words occur at all.
        cut: whether its end is missing: its writer died, or still writes.
    """

    any: bool
    cut: bool


def mentions(path: Path, words: Iterable[str]) -> WordSearch:
    """Look for words, in upper or lower case, anywhere in a journal.

    Raises:
        JournalError: it cannot be read to its end.
    """
    wanted = [word.casefold().encode() for word in words]
    reader, found = JournalReader(path), False
    for _, text, _ in reader.texts():
        if not found:
            folded = text.lower()
            found = any(word in folded for word in wanted)
    return WordSearch(found, reader.truncated)


@dataclass(slots=True)
class JournalCopy:
    """Writes a journal anew.

    Attributes:
        path: the journal.
        names: the other names of people.
        shared: it is for others: paths and the server's address are left out, and lines that are not known.
        after_head: a line of another kind that follows the head.
    """

    path: Path
    names: Pseudonyms
    shared: bool = False
    after_head: dict[str, Any] | None = None
    _encoder: msgspec.json.Encoder = field(default_factory=msgspec.json.Encoder)

    def write(self, target: Path) -> bool:
        """Write it as a new file, or in the place of the old one; there is never half of one.

        Only its owner may read it. It is as old as the journal, and as cut.

        Returns:
            Whether anything was altered; what would be as it was is not written in its own place.

        Raises:
            JournalError: the journal cannot be read to its end.
            OSError: the file cannot be written.
        """
        for _, _, line in JournalReader(self.path).texts():  # a text may name a person who appears later
            if isinstance(line, Exchange):
                self.names.meet(line)
        before = self.path.stat()
        with NamedTemporaryFile(dir=target.parent, prefix=".", suffix=".new", delete=False) as raw:
            fresh = Path(raw.name)
            try:
                altered = self._write(
                    raw, zlib.compressobj(_LEVEL, wbits=31) if target.suffix == ".gz" else None
                )
                raw.flush()
                os.fsync(raw.fileno())
            except BaseException:
                fresh.unlink()
                raise
        if not altered and target == self.path:
            fresh.unlink()
            return False
        os.utime(fresh, ns=(before.st_atime_ns, before.st_mtime_ns))
        fresh.replace(target)
        return altered

    def _write(self, raw: IO[bytes], packing: "zlib._Compress | None") -> bool:
        reader, altered = JournalReader(self.path), False
        for number, text, line in reader.texts():
            lines = [] if line is None and self.shared else [self._renamed(text, line)]
            altered = altered or lines != [text]
            if number == 1 and self.after_head is not None:
                lines.append(self._encoder.encode(self.after_head))
            for each in lines:
                raw.write(each + b"\n" if packing is None else packing.compress(each + b"\n"))
        if packing is not None:
            raw.write(packing.flush(zlib.Z_SYNC_FLUSH if reader.truncated else zlib.Z_FINISH))
        return altered

    def _renamed(self, text: bytes, line: JournalLine | None) -> bytes:
        other: JournalLine | None = line
        if isinstance(line, Exchange):
            other = self.names.exchange(line)
        elif isinstance(line, VerdictLine):
            parts = tuple(ScorePart(self.names.prose(part.reason), part.force) for part in line.parts)
            other = msgspec.structs.replace(line, parts=parts)
        elif isinstance(line, Head) and self.shared:
            given = None if line.given is None else Path(line.given).name
            other = msgspec.structs.replace(line, given=given, server=None)
        return text if other == line else self._encoder.encode(other)
