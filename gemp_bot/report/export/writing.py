"""Writing tables: a file each, that is whole or is not there."""

import csv
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import msgspec

from gemp_bot.report.export.rows import TABLES, Row, columns_of
from gemp_bot.terminal import plain

_FORMULA = ("=", "+", "-", "@")
"""With what a text begins that a spreadsheet would take for a formula."""
_NAMES: Mapping[type, str] = {table: name for name, table in TABLES.items()}


class TableFormat(StrEnum):
    """How tables are written, by the end of the file's name."""

    CSV = "csv"
    JSONL = "jsonl"


class TableWriter:
    """Writes the tables of one export into a folder; a context manager.

    Tables of the same names are replaced when all is written, and left alone if it is not.

    Args:
        folder: made if need be.
        format_: how.

    Attributes:
        counts: rows written, by table.

    Raises:
        OSError: something cannot be written.
    """

    def __init__(self, folder: Path, format_: TableFormat) -> None:
        self.counts: Counter[str] = Counter(dict.fromkeys(TABLES, 0))
        self._folder = folder
        self._format = format_
        self._stack = ExitStack()
        self._put: dict[str, Callable[[Row], object]] = {}

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        with self._stack:
            for name, table in TABLES.items():
                self._put[name] = self._opened(name, table)
            self._stack = self._stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()
        for name in TABLES:
            if kind is None:
                self._part(name).replace(self.path(name))
            else:
                self._part(name).unlink(missing_ok=True)

    def path(self, name: str) -> Path:
        """The file of a table."""
        return self._folder / f"{name}.{self._format.value}"

    def put(self, row: Row) -> None:
        """Write a row into its table."""
        name = _NAMES[type(row)]
        self._put[name](row)
        self.counts[name] += 1

    def _part(self, name: str) -> Path:
        return self._folder / f".{name}.{self._format.value}.part"

    def _opened(self, name: str, table: type[Row]) -> Callable[[Row], object]:
        if self._format is TableFormat.JSONL:
            lines = self._stack.enter_context(self._part(name).open("wb"))
            return lambda row: _line(lines, row)
        file = self._stack.enter_context(self._part(name).open("w", encoding="utf-8", newline=""))
        sheet = csv.writer(file, lineterminator="\n")
        sheet.writerow(columns_of(table))
        return lambda row: sheet.writerow([_cell(value) for value in msgspec.structs.astuple(row)])


def _line(file: IO[bytes], row: Row) -> None:
    file.write(msgspec.json.encode(row) + b"\n")


def _cell(value: object) -> object:
    """A value in a spreadsheet: nothing for None, text that is no formula, whole numbers without a point."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, str):
        text = plain(value)
        return f"'{text}" if text.startswith(_FORMULA) else text
    if isinstance(value, float):
        return f"{value:g}" if value != round(value, 4) else f"{round(value, 4):g}"
    return value
