"""What is printed: results to stdout, everything else to stderr; server text without its escapes."""

import contextlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TextIO

from gemp_bot.cli.exits import CommandError
from gemp_bot.streams import own
from gemp_bot.terminal import brief, plain, wants_colors

_GAP = "  "
_LONGEST_NOTE = 2000
_WIDEST_CELL = 200


class Output:
    """Where a command writes.

    Args:
        as_json: print one JSON object at the end and nothing else on stdout.
        stdout, stderr: instead of those of the process.

    Attributes:
        stdout, stderr: of those, whatever code of others does to `sys.stdout` and `sys.stderr`.
        colors: whether stdout gets colours.
        as_log: all is told in lines of the log, as a service does; else only where these are JSON.

    Raises:
        CommandError: stdout is closed.
    """

    def __init__(
        self, *, as_json: bool = False, stdout: TextIO | None = None, stderr: TextIO | None = None
    ) -> None:
        self.as_json = as_json
        self.as_log = False
        self.stdout = stdout or own(sys.stdout)
        if self.stdout is None:  # closed by whoever started us
            raise CommandError("stdout is closed: there is no place for the result")
        self.stderr = stderr or own(sys.stderr)
        self.colors = wants_colors(self.stdout)

    def line(self, text: str = "") -> None:
        """Print a line of the result; nothing when the result is JSON."""
        if not self.as_json:
            self._put(plain(text))

    def note(self, text: str) -> None:
        """Tell something that is no result, on stderr."""
        if self.as_log or self.json_logs:
            self._log("note", text, {"text": text.removeprefix("gemp-bot: ")})
            return
        _hide_live_line()
        with contextlib.suppress(OSError):  # nobody is left to tell
            self.stderr.write(_printable(brief(plain(text), _LONGEST_NOTE), self.stderr) + "\n")

    def event(self, name: str, text: str, fields: Mapping[str, object], *, result: bool = False) -> None:
        """Tell what has happened: as text, or as one more log line.

        Args:
            name: of the event in a log of JSON lines.
            text: for a person.
            fields: of the event in such a log.
            result: whether the text is a part of the result.
        """
        if self.as_log or self.json_logs:
            self._log(name, text, fields)
        elif result:
            for line in text.splitlines():
                self.line(line)
        else:
            self.note(text)

    @property
    def json_logs(self) -> bool:
        """Whether every line on stderr is to be JSON."""
        from gemp_bot.logs import style_in_use

        return style_in_use() == "json"

    def _log(self, name: str, text: str, fields: Mapping[str, object]) -> None:
        import structlog

        log = structlog.stdlib.get_logger("gemp_bot")
        if self.json_logs:
            log.info(name, **fields)
        else:
            log.info(", ".join(line.strip() for line in text.removeprefix("gemp-bot: ").splitlines()))

    def json(self, value: object) -> None:
        """Print the result, a struct, as one line of JSON, if that was asked for."""
        if self.as_json:
            from msgspec import to_builtins

            self._put(json.dumps(to_builtins(value)))  # ASCII only, so no control character gets through

    def flush(self) -> None:
        """Let what is printed so far be read: what follows may take long."""
        with writing_stdout():
            self.stdout.flush()

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table: with rich on a terminal, as aligned columns elsewhere."""
        if self.as_json:
            return
        cells = [[brief(plain(cell), _WIDEST_CELL) for cell in row] for row in rows]
        if self.colors:
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
        console = Console(file=self.stdout, force_terminal=True)
        with console.capture() as shown:  # rich would end the program when whoever reads us has left
            console.print(table)
        with writing_stdout():
            self.stdout.write(shown.get())

    def _put(self, text: str) -> None:
        """Write a line of the result."""
        _hide_live_line()
        with writing_stdout():
            self.stdout.write(_printable(text, self.stdout) + "\n")


def or_unknown(value: object) -> str:
    """A value for a person; `?` for one that is not known."""
    return "?" if value is None else str(value)


def span(seconds: float) -> str:
    """A time in words."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _hide_live_line() -> None:
    logs = sys.modules.get("gemp_bot.logs")  # not loaded where no line can be shown
    if logs is not None:
        logs.hide_live_line()


@contextlib.contextmanager
def writing_stdout() -> Iterator[None]:
    """Make one line of the fault of a full disk; a reader that has left is another matter.

    Raises:
        BrokenPipeError: the reader has left.
        CommandError: stdout cannot be written.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise CommandError(f"stdout cannot be written: {fault.strerror or fault}") from None


def _printable(text: str, stream: TextIO) -> str:
    """The text as a stream can take it, also one whose encoding lacks some of it."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)
