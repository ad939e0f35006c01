"""The folder of a measurement: what was asked for, and one line a game."""

import contextlib
import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Self

import msgspec

from gemp_bot.arena.errors import ArenaError
from gemp_bot.arena.jobs import Pair
from gemp_bot.arena.locking import lock
from gemp_bot.arena.record import GameRecord

RESULTS = "results.jsonl"
JOURNALS = "journals"
MEASUREMENT = "measurement.json"
_LOCK = ".lock"


class Results:
    """Records of games, on the disk as soon as they are told. Use it as a context manager.

    Args:
        folder: made if it is missing; one run at a time may use it.

    Attributes:
        records: the newest of each job, in the order they were written.

    Raises:
        ArenaError: one line: the folder is in use, or holds something else.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / RESULTS
        self.journals = folder / JOURNALS
        self.records: dict[str, GameRecord] = {}
        self._stack = ExitStack()
        self._stream: IO[bytes] | None = None
        self._made: list[Path] = []

    def __enter__(self) -> Self:
        """Take the folder and read what is there."""
        self._made = [path for path in (self.folder, *self.folder.parents) if not path.exists()]
        self.journals.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            file = stack.enter_context((self.folder / _LOCK).open("wb"))
            lock(file, f"{self.folder}: another run uses this folder: wait, or use another --out")
            self.records = read_results(self.file)
            self._stream = stack.enter_context(self.file.open("ab"))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file and leave the folder to others. One that a failed start made goes again."""
        if self._made and not self.records and not (self.folder / MEASUREMENT).exists():
            self._leave_nothing()
        self._stack.close()

    def _leave_nothing(self) -> None:
        """Remove the folders that were made, as far as nothing is in them."""
        with contextlib.suppress(OSError):
            self.journals.rmdir()
            self.file.unlink()
            (self.folder / _LOCK).unlink()
            for path in self._made:
                path.rmdir()

    def add(self, record: GameRecord) -> None:
        """Keep a record, also through a power cut."""
        if self._stream is None:
            raise RuntimeError("not entered")
        self.records.pop(record.job, None)
        self.records[record.job] = record
        write_record(self._stream, record)


def write_record(stream: IO[bytes], record: GameRecord) -> None:
    """Add a line that stands on the disk when this returns."""
    stream.write(msgspec.json.encode(record) + b"\n")
    stream.flush()
    os.fsync(stream.fileno())


def read_results(file: Path) -> dict[str, GameRecord]:
    """The newest record of each job. A line cut by a kill is cut off, for the next one to begin well.

    Raises:
        ArenaError: a line is no record.
    """
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        return {}
    whole, _, cut = raw.rpartition(b"\n")
    if cut:
        os.truncate(file, len(raw) - len(cut))
    found: dict[str, GameRecord] = {}
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            record = msgspec.json.decode(line, type=GameRecord)
        except msgspec.DecodeError as fault:
            raise ArenaError(f"{file}: line {number}: no result of a game: {fault}") from None
        found.pop(record.job, None)
        found[record.job] = record
    return found


class Measurement(msgspec.Struct, frozen=True):
    """What a folder of results belongs to.

    Attributes:
        spec: everything that matters about the spec, as plain values.
        pairs: the decks it led to.
    """

    spec: dict[str, Any]
    pairs: tuple[Pair, ...]


def stored_pairs(folder: Path, spec: dict[str, Any]) -> tuple[Pair, ...] | None:
    """The decks of the measurement in a folder; None if there is none yet.

    Args:
        folder: of the measurement.
        spec: everything that matters about the spec.

    Raises:
        ArenaError: it holds another measurement; the line names the difference.
    """
    file = folder / MEASUREMENT
    try:
        before = msgspec.json.decode(file.read_bytes(), type=Measurement)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as fault:
        raise ArenaError(f"{file}: cannot be read: {fault}") from None
    difference = _difference(before.spec, json.loads(json.dumps(spec)), "")
    if difference is not None:
        raise ArenaError(f"{folder}: holds another measurement: {difference}: use another --out")
    return before.pairs


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
