"""Where results are kept: one line a game in a file, and for a measurement a folder around it."""

import contextlib
import json
import os
import re
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, NamedTuple, Self

import msgspec

from gemp_bot.arena.jobs import Pair
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.spec import ArenaError, TakenError
from gemp_bot.files.digests import SHORT
from gemp_bot.files.runtime import try_lock
from gemp_bot.strategy import Identity
from gemp_bot.strategy.identity import differences

RESULTS = "results.jsonl"
JOURNALS = "journals"
MEASUREMENT = "measurement.json"
_BEGIN = b'{"job":"'
"""Of every line."""


class GameRecords:
    """Records of games, on the disk as soon as they are told. Use it as a context manager.

    Args:
        file: made if it is missing; one run at a time may use it. None: nothing is kept.
        what: what is in use where another run uses it.

    Attributes:
        records: the newest of each job, in the order they were written.

    Raises:
        ArenaError: one line: the file is in use, cannot be written, or holds something else.
    """

    def __init__(self, file: Path | None, what: str = "this file") -> None:
        self.records: dict[str, GameRecord] = {}
        self._file = file
        self._what = what
        self._stack = ExitStack()
        self._stream: IO[bytes] | None = None

    def __enter__(self) -> Self:
        """Take the file and read what is there."""
        file = self._file
        if file is None:
            return self
        with ExitStack() as stack:
            try:
                if file.exists() and not file.is_file():  # a pipe would have us wait for its reader
                    raise ArenaError(f"{file}: cannot be written: results need an ordinary file")
                stream = stack.enter_context(file.open("ab"))
            except OSError as fault:
                raise ArenaError(f"{file}: cannot be written: {fault.strerror}") from None
            if not try_lock(stream):
                raise TakenError(f"{file}: another run uses {self._what}", now=True)
            self.records, rest = _read(file)
            if rest.whole:
                stream.write(b"\n")
            else:  # for the next line to begin well
                stream.truncate(rest.begins)
            self._stream = stream
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file and leave it to others."""
        self._stack.close()

    def add(self, record: GameRecord) -> None:
        """Keep a record, also through a power cut."""
        _take(self.records, record)
        if self._stream is not None:
            write_record(self._stream, record)


class MeasurementFolder(GameRecords):
    """The folder of a measurement: records, journals, and what they belong to.

    Args:
        folder: made if it is missing; one run at a time may use it.
        reading: only read what is there, also while a run uses it: nothing is made, changed or waited for.
    """

    def __init__(self, folder: Path, *, reading: bool = False) -> None:
        super().__init__(folder / RESULTS, "this folder")
        self.folder = folder
        self._reading = reading
        self.file = folder / RESULTS
        self.journals = folder / JOURNALS
        self._made: list[Path] = []

    def __enter__(self) -> Self:
        """Take the folder and read what is there."""
        if self._reading:
            self.records = read_results(self.file)
            return self
        self._made = [path for path in (self.folder, *self.folder.parents) if not path.exists()]
        self.journals.mkdir(mode=0o700, parents=True, exist_ok=True)
        return super().__enter__()

    def __exit__(self, *_: object) -> None:
        """Leave the folder to others. One that a failed start made goes again."""
        if self._made and not self.records and not (self.folder / MEASUREMENT).exists():
            self._leave_nothing()
        super().__exit__()

    def _leave_nothing(self) -> None:
        """Remove the folders that were made, as far as nothing is in them."""
        with contextlib.suppress(OSError):
            self.journals.rmdir()
            self.file.unlink()
            for path in self._made:
                path.rmdir()


def write_record(stream: IO[bytes], record: GameRecord) -> None:
    """Add a line that stands on the disk when this returns."""
    stream.write(msgspec.json.encode(record) + b"\n")
    stream.flush()
    os.fsync(stream.fileno())


def read_results(file: Path) -> dict[str, GameRecord]:
    """The newest record of each job, without a line that a kill has cut, or that is being written.

    Raises:
        ArenaError: a line is no record.
    """
    return _read(file)[0]


class _Rest(NamedTuple):
    """What follows the last newline.

    Attributes:
        begins: after so many bytes.
        whole: it is a record that lacks its newline only.
    """

    begins: int
    whole: bool


def _read(file: Path) -> tuple[dict[str, GameRecord], _Rest]:
    """The newest record of each job, and what follows the last newline."""
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        return {}, _Rest(0, whole=False)
    found: dict[str, GameRecord] = {}
    *lines, rest = raw.split(b"\n")
    for number, line in enumerate(lines, start=1):
        _take(found, _record(file, number, line))
    whole = False
    try:
        if rest:
            _take(found, _record(file, len(lines) + 1, rest))
            whole = True
    except ArenaError:
        # Only what we have begun to write is ours to cut.
        if not found and not rest.startswith(_BEGIN[: len(rest)]):
            raise
    return found, _Rest(len(raw) - len(rest), whole)


def _record(file: Path, number: int, line: bytes) -> GameRecord:
    try:
        return msgspec.json.decode(line, type=GameRecord)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise ArenaError(f"{file}: line {number}: no result of a game: {fault}") from None


def _take(found: dict[str, GameRecord], record: GameRecord) -> None:
    """Put a record behind all others, in the place of an earlier one of its job."""
    found.pop(record.job, None)
    found[record.job] = record


class Measurement(msgspec.Struct, frozen=True):
    """What a folder of results belongs to.

    Attributes:
        spec: everything that matters about the spec, as plain values.
        pairs: the decks it led to.
        players: the identities of the player and of each opponent; None for an AI of the server.
    """

    spec: dict[str, Any]
    pairs: tuple[Pair, ...]
    players: tuple[Identity | None, ...] | None = None
    version: str = ""

    def check_spec(self, folder: Path, spec: dict[str, Any]) -> None:
        """Refuse another spec.

        Raises:
            ArenaError: one line that names the first difference.
        """
        difference = _difference(self.spec, json.loads(json.dumps(spec)), "")
        if difference is not None:
            raise TakenError(f"{folder}: holds another measurement: {difference}")

    def check_players(self, folder: Path, players: Sequence[Identity | None]) -> None:
        """Refuse other players.

        Raises:
            ArenaError: one line that names all differences, and how to go on.
        """
        if self.players is None:
            raise TakenError(f"{folder}: {NO_DIGESTS}")
        changes = differences(self.players, players)
        if changes:
            raise TakenError(f"{folder}: {other_players(changes)}", or_else=self._as_it_was(players))

    def _as_it_was(self, players: Sequence[Identity | None]) -> str:
        """How the program that began it can play on, where it is a revision that can be named."""
        ours = _REVISION.search(self.version)
        if ours is None or self.players is None:
            return ""
        both = zip(self.players, players, strict=True)
        other = [
            was is not None
            and now is not None
            and was.program[:SHORT] == ours["code"]
            and was.program != now.program
            and was.parts == now.parts
            for was, now in both
        ]
        tables = [name for name, found in (("[player]", other[0]), ("[[opponent]]", any(other[1:]))) if found]
        if not tables:
            return ""
        return f', or have it play as it was: revision = "{ours["revision"]}" in {" and ".join(tables)}'


NO_DIGESTS = "an earlier version noted no digests of who played its games"
_REVISION = re.compile(r"\(revision (?P<revision>\w+)\), code (?P<code>\w+)$")
"""Of `version_line` and the digest, without `modified`: such a program can be had again."""


def other_players(changes: Iterable[str]) -> str:
    """What is said where results of others would be mixed with ours."""
    return f"holds games of other players than today's: {'; '.join(changes)}"


def stored(folder: Path) -> Measurement | None:
    """The measurement in a folder; None if there is none yet.

    Raises:
        ArenaError: it cannot be read.
    """
    file = folder / MEASUREMENT
    try:
        return msgspec.json.decode(file.read_bytes(), type=Measurement)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as fault:
        raise ArenaError(f"{file}: cannot be read: {fault}") from None


def store(folder: Path, measurement: Measurement) -> None:
    """Note what the results in a folder belong to."""
    file = folder / MEASUREMENT
    temporary = file.with_suffix(".new")
    temporary.write_bytes(msgspec.json.format(msgspec.json.encode(measurement), indent=1) + b"\n")
    temporary.replace(file)


def _difference(before: object, now: object, place: str) -> str | None:
    """The first difference in words; None without one."""
    parts: list[tuple[object, object, str]] = []
    if isinstance(before, dict) and isinstance(now, dict):
        keys = [*now, *(key for key in before if key not in now)]
        parts = [(before.get(key), now.get(key), f"{place}.{key}" if place else key) for key in keys]
    elif isinstance(before, list) and isinstance(now, list):
        if len(before) != len(now):
            return f"{place} had {len(before)} entries, now {len(now)}"
        both = zip(before, now, strict=True)
        parts = [(old, new, f"{place}[{number}]") for number, (old, new) in enumerate(both, start=1)]
    elif before != now:
        return f"{place} was {_shown(before)}, now {_shown(now)}"
    return next((found for part in parts if (found := _difference(*part)) is not None), None)


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:60] + "..."  # noqa: PLR2004
