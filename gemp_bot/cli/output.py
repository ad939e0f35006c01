"""What is printed: results to stdout, everything else to stderr; server text without its escapes."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

from gemp_bot.terminal import plain, wants_colors

_GAP = "  "


class Output:
    """Where a command writes.

    Args:
        as_json: print one JSON object at the end and nothing else on stdout.
        stdout, stderr: instead of those of the process.
    """

    def __init__(
        self, *, as_json: bool = False, stdout: TextIO | None = None, stderr: TextIO | None = None
    ) -> None:
        self.as_json = as_json
        self._stdout = stdout or sys.stdout
        self._stderr = stderr or sys.stderr

    def line(self, text: str = "") -> None:
        """Print a line of the result; nothing when the result is JSON."""
        if not self.as_json:
            self._put(plain(text))

    def note(self, text: str) -> None:
        """Tell something that is no result, on stderr."""
        self._stderr.write(plain(text) + "\n")

    def json(self, value: Mapping[str, object]) -> None:
        """Print the result as one line of JSON, if that was asked for."""
        if self.as_json:
            self._put(json.dumps(value))  # ASCII only, so no control character gets through

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table: with rich on a terminal, as aligned columns elsewhere."""
        if self.as_json:
            return
        cells = [[plain(cell) for cell in row] for row in rows]
        if wants_colors(self._stdout):
            self._rich_table(columns, cells)
            return
        widths = [max(len(row[i]) for row in [list(columns), *cells]) for i in range(len(columns))]
        for row in [[column.upper() for column in columns], *cells]:
            padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            self._put(_GAP.join(padded).rstrip())

    def _rich_table(self, columns: Sequence[str], cells: Sequence[Sequence[str]]) -> None:
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for column in columns:
            table.add_column(column)
        for row in cells:
            table.add_row(*(Text(cell) for cell in row))  # Text: the server's brackets are no markup
        Console(file=self._stdout).print(table)

    def _put(self, text: str) -> None:
        """Write a line, also to a terminal whose encoding lacks some of it."""
        encoding = getattr(self._stdout, "encoding", None) or "utf-8"
        self._stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")


def print_json(value: Mapping[str, object]) -> None:
    """Print the result of a command as one line of JSON on stdout."""
    Output(as_json=True).json(value)
