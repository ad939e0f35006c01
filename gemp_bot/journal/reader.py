"""The lines of a journal, and reading them: also of one that is being written or was cut off.

Exchanges are as in any recording; some lines are our own. A cut file is told from a damaged one.
"""

import zlib
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from gemp_bot.errors import BotError
from gemp_bot.files.small_file import NotReadError, open_ordinary
from gemp_bot.protocol.exchange import Exchange

FORMAT_VERSION = 1
"""Version of the kinds of line of our own; exchanges have had one form from the start."""


class Head(msgspec.Struct, frozen=True, tag_field="kind", tag="head", omit_defaults=True):
    """The first line: with what the game was played, so that it can be re-decided exactly.

    Attributes:
        version: `format` on the line, see FORMAT_VERSION.
        bot: version of gemp-bot, with the revision where known.
        strategy: its name.
        given: the strategy as it was asked for: its name, or the path of its file.
        strategy_digest: of the strategy's file with its parents, or of the plug-in's package; that of the
            program for a strategy that is code of it.
        program_digest: of gemp-bot's own code and data.
        deck_digest, opponent_deck_digest: of the texts of the decks, where they are known.
        seed: of the strategy's own generator; None if it uses none.
        budget: units of work a question may take; None for no limit.
        deck: the text of our own deck, `id,id|id` (PROTOCOL 8.1); None if it could not be read.
        deck_name: its name.
        deck_start: the starting location its owner wishes for, its card id; None for no wish.
        server: the server's address, without any credential.
        previous: file name of the journal this one continues.
    """

    bot: str
    strategy: str
    version: int = msgspec.field(name="format")
    seed: int | None = None
    budget: int | None = None
    deck: str | None = None
    deck_name: str | None = None
    deck_start: str | None = None
    server: str | None = None
    game: str | None = None
    previous: str | None = None
    given: str | None = None
    strategy_digest: str | None = None
    program_digest: str | None = None
    deck_digest: str | None = None
    opponent_deck_digest: str | None = None


class ScorePart(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of a score, in Force, with its reason."""

    reason: str
    force: float = 0.0


class WeighedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer that was weighed and not given."""

    answer: str
    score: float | None = None


class VerdictLine(msgspec.Struct, frozen=True, tag_field="kind", tag="verdict", omit_defaults=True):
    """What was decided at one question, and why.

    Attributes:
        n: number of the question in this file, from 1.
        answer: the decision value as sent; the empty text passes.
        parts: the parts of the score of the answer.
        alternatives: other answers with their scores, the best first.
        fallback: which way out was taken, None if the strategy itself answered.
        work: units of work done.
        ms: time taken, in milliseconds.
    """

    n: int
    answer: str
    parts: tuple[ScorePart, ...] = ()
    alternatives: tuple[WeighedAnswer, ...] = ()
    fallback: str | None = None
    work: int = 0
    ms: float = 0.0


class CutLine(msgspec.Struct, frozen=True, tag_field="kind", tag="cut", omit_defaults=True):
    """The last line of a journal that was not written to the end of its game; read like a cut file.

    Attributes:
        why: one line.
    """

    why: str


def writable(line: VerdictLine) -> VerdictLine:
    """The line as it can be written and read again: no lone surrogates, and no number that is none."""
    return msgspec.structs.replace(
        line,
        parts=tuple(
            ScorePart(_encodable(part.reason), part.force if isfinite(part.force) else 0.0)
            for part in line.parts
        ),
        alternatives=tuple(
            WeighedAnswer(each.answer, each.score if each.score is None or isfinite(each.score) else None)
            for each in line.alternatives
        ),
    )


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


JournalLine = Exchange | Head | VerdictLine | CutLine


class NumberedLine(NamedTuple):
    """A line with its number in the file, from 1."""

    number: int
    line: JournalLine


CHUNK = 256 * 1024
"""Bytes that are read, or unpacked, at once."""
GZIP_MAGIC = b"\x1f\x8b"
MAX_LINE_BYTES = 64 * 1024 * 1024
"""Cap of one line, decompressed: four times what a client reads of one answer by default. What GEMP sends
is far below either (`protocol.xml.MAX_ANSWER_BYTES`)."""
MOST_LINES = 1_000_000
"""Lines of one file: a long game has some 4,000."""
MAX_BYTES = 1024 * 1024 * 1024
"""Bytes of one file, decompressed: the longest game recorded has 60 million."""


_UNDECODABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class JournalError(BotError):
    """The file cannot be read as a journal; the message is one line that names file and place."""


class _Kind(msgspec.Struct):
    kind: str | None = None


class JournalReader:
    """Iterate over the lines of one journal.

    Lines of a kind we do not know are passed over, so that later versions can add some. A journal of a higher
    `format` than ours is refused: its lines may mean something else.

    Attributes:
        path: the file.
        truncated: after iterating: the file is cut at its end, or its writer stopped before the end of the
            game. All whole lines before were given.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.truncated = False

    def __iter__(self) -> Iterator[NumberedLine]:
        """Give every line with its number.

        Raises:
            JournalError: no such file, a directory, no journal at all, one of a format that is not known,
                damage before the end, or more than any game has.
        """
        for number, _, line in self.texts():
            if line is not None and not isinstance(line, CutLine):
                yield NumberedLine(number, line)

    def texts(self) -> Iterator[tuple[int, bytes, JournalLine | None]]:
        """Give every line with its number, unchanged; the parsed line is None if its kind is not known.

        Raises:
            JournalError: see above.
        """
        number, known = 0, False
        for number, (text, whole) in enumerate(self._lines(), start=1):
            if not whole and not _is_json(text):
                self.truncated = True
                return
            if not text.strip():
                continue
            line = parse_line(self.path, number, text)
            self.truncated |= isinstance(line, CutLine)
            known |= line is not None
            yield number, text, line
        if known or self.truncated:
            return
        if number == 0:
            raise JournalError(f"{self.path}: empty file, expected a recorded game (.jsonl or .jsonl.gz)")
        raise JournalError(f"{self.path}: no recorded game: none of its lines is one of a journal")

    def _lines(self) -> Iterator[tuple[bytes, bool]]:
        """Give each line and whether it ends with a newline."""
        unpacker, cutter = Unpacker(), LineCutter()
        size = 0
        try:
            with open_ordinary(self.path, "a recorded game") as file:
                while packed := file.read(CHUNK):
                    for piece in unpacker.take(packed):
                        size += len(piece)
                        lines = cutter.take(piece)
                        self._check_bounds(cutter, size)
                        for line in lines:
                            yield line, True
            self.truncated |= unpacker.within
        except zlib.error:
            raise JournalError(f"{self.path}: compressed data is damaged after line {cutter.count}") from None
        except NotReadError as fault:
            raise JournalError(f"{self.path}: {fault}") from None
        except IsADirectoryError:
            raise JournalError(f"{self.path}: a directory, expected a recorded game") from None
        except OSError as fault:
            raise JournalError(f"{self.path}: {fault.strerror or fault}") from None
        if rest := cutter.rest():
            yield rest, False

    def _check_bounds(self, cutter: "LineCutter", size: int) -> None:
        too_much = None
        if cutter.open > MAX_LINE_BYTES:
            too_much = f"line {cutter.count + 1} is longer than {MAX_LINE_BYTES:,} bytes"
        elif size > MAX_BYTES:
            too_much = f"holds more than {MAX_BYTES:,} bytes"
        elif cutter.count > MOST_LINES:
            too_much = f"has more than {MOST_LINES:,} lines"
        if too_much is not None:
            raise JournalError(f"{self.path}: {too_much}: no recorded game does")


class Unpacker:
    """Unpacks a gzip file that comes in chunks, a bounded piece at a time; others stay as they are.

    Attributes:
        ended: a compressed file has come to its end mark. Another one may follow: files can be joined end to
            end, with any number of zeros between.
    """

    def __init__(self) -> None:
        self.ended = False
        self._is_packed: bool | None = None
        self._stream: zlib._Decompress | None = None

    @property
    def within(self) -> bool:
        """Whether a compressed file has begun and not come to its end mark."""
        return self._stream is not None

    def take(self, chunk: bytes) -> Iterator[bytes]:
        """Give what a chunk holds, as far as it is asked for.

        Raises:
            zlib.error: damage.
        """
        if self._is_packed is None:
            self._is_packed = chunk.startswith(GZIP_MAGIC[: len(chunk)])
        if not self._is_packed:
            yield chunk
            return
        more = False
        while chunk or more:
            if self._stream is None:
                chunk = chunk.lstrip(b"\0")
                if not chunk:
                    return
                self._stream = zlib.decompressobj(wbits=31)
            piece = self._stream.decompress(chunk, CHUNK)
            more = len(piece) == CHUNK
            chunk = self._stream.unconsumed_tail
            self.ended = self._stream.eof
            if self.ended:
                chunk, more, self._stream = self._stream.unused_data, False, None
            yield piece


class LineCutter:
    """Cuts into lines what comes in pieces; each byte is looked at once, however long a line is.

    Attributes:
        count: lines so far that ended.
        open: bytes of the line that has not ended.
    """

    def __init__(self) -> None:
        self.count = 0
        self.open = 0
        self._pieces: list[bytes] = []

    def take(self, piece: bytes) -> list[bytes]:
        """Give the lines that end in a piece, without their newlines."""
        *lines, last = piece.split(b"\n")
        if lines:
            lines[0] = self.rest() + lines[0]
            self._pieces, self.open = [], 0
        self._pieces.append(last)
        self.open += len(last)
        self.count += len(lines)
        return lines

    def rest(self) -> bytes:
        """The line that has not ended."""
        return b"".join(self._pieces)


def _is_json(text: bytes) -> bool:
    """Whether a last line without newline is whole all the same."""
    try:
        msgspec.json.decode(text)
    except _UNDECODABLE:
        return False
    return True


def parse_line(path: Path, number: int, text: bytes) -> JournalLine | None:
    """What a line of a journal says; None if it is of a kind that is not known.

    Raises:
        JournalError: it is damaged, the file is no journal, or the journal is of a format that is not known.
    """
    try:
        kind = msgspec.json.decode(text, type=_Kind).kind
        if kind is None:
            return msgspec.json.decode(text, type=Exchange)
        if kind == "head":
            return _known(path, number, msgspec.json.decode(text, type=Head))
        if kind == "verdict":
            return msgspec.json.decode(text, type=VerdictLine)
        if kind == "cut":
            return msgspec.json.decode(text, type=CutLine)
    except _UNDECODABLE as fault:
        why = "nested too deeply" if isinstance(fault, RecursionError) else str(fault)
        if number == 1:
            raise JournalError(f"{path}: no recorded game: its first line is not of one ({why})") from None
        raise JournalError(f"{path}: line {number} is damaged: {why}") from None
    return None


def _known(path: Path, number: int, head: Head) -> Head:
    if not 1 <= head.version <= FORMAT_VERSION:
        raise JournalError(
            f"{path}: line {number}: a journal of format {head.version}, and this program knows "
            f"{FORMAT_VERSION} at most: a newer gemp-bot wrote it, and one can read it"
        )
    return head


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


def journal_head(path: Path) -> Head | None:
    """With what the game of a journal was played; None if it does not say so.

    Raises:
        JournalError: its beginning cannot be read.
    """
    first = next(iter(JournalReader(path)), None)
    return first.line if first is not None and isinstance(first.line, Head) else None
