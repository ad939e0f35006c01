"""Our stdout and stderr, kept apart from what code of others prints.

A plug-in runs in this process. What it prints, at its import already, would stand within a result, and
between log lines that are JSON. So while a command runs, `sys.stdout` and `sys.stderr` lead to the log, as
far as there is little of it, and nothing that is done to them, such as closing them, is done to ours.
"""

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

from gemp_bot.terminal import brief, plain

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MOST_LINES = 100
"""Lines told of each stream of a process."""
LONGEST_LINE = 500
"""Characters told of a line."""
_NO_MORE = f"(no more than {MOST_LINES} lines are shown)"


def own(stream: TextIO) -> TextIO:
    """The stream of ours that `sys.stdout` or `sys.stderr` stands for."""
    return stream.own if isinstance(stream, _Printed) else stream


def take_streams() -> None:
    """From now on, what is printed in this process is told in the log; ours are had by `own`."""
    stdout, stderr = own(sys.stdout), own(sys.stderr)
    if stdout is not None:  # None: closed by the parent process
        sys.stdout = _Printed("stdout", stdout, stderr)
    if stderr is not None:
        sys.stderr = _Printed("stderr", stderr, stderr)


@contextlib.contextmanager
def own_streams(*, for_good: bool) -> Iterator[None]:
    """The same as long as it lasts.

    Args:
        for_good: it lasts as long as the process: also at its end others may print.
    """
    before = sys.stdout, sys.stderr
    take_streams()
    taken = sys.stdout, sys.stderr
    try:
        yield
    finally:  # whatever others have put there
        sys.stdout, sys.stderr = taken if for_good else before


class _Printed(io.TextIOWrapper):
    """What others take for stdout or stderr.

    Args:
        name: of the stream.
        own: ours.
        stderr: where lines go as long as there is no log.
    """

    def __init__(self, name: str, own: TextIO, stderr: TextIO) -> None:
        super().__init__(_Lines(name, stderr), encoding="utf-8", errors="replace", write_through=True)
        self.own = own

    def close(self) -> None:
        """Stay open: it is not only theirs."""


class _Lines(io.RawIOBase):
    """Tells lines."""

    def __init__(self, name: str, stderr: TextIO) -> None:
        from threading import RLock  # noqa: PLC0415 - this module is loaded for --help, too

        super().__init__()
        self.name = name
        self._stderr = stderr
        self._begun = b""
        self._told = 0
        self._telling = False
        self._lock = RLock()

    def writable(self) -> bool:
        """It is."""
        return True

    def fileno(self) -> int:
        """That of stderr: where other processes are to write that are given this stream."""
        return self._stderr.fileno()

    def close(self) -> None:
        """Stay open."""

    def write(self, data: "ReadableBuffer", /) -> int:
        """Take what is printed."""
        raw = bytes(data)
        with self._lock:
            if not self._telling:  # else the log itself has failed, and says so
                self._take(raw)
        return len(raw)

    def _take(self, raw: bytes) -> None:
        *lines, begun = (self._begun + raw).split(b"\n")
        self._begun = begun[: 4 * LONGEST_LINE]
        self._telling = True
        try:
            for line in lines:
                text = brief(plain(line.decode("utf-8", "replace")), LONGEST_LINE)
                if self._told > MOST_LINES:
                    return
                if text.strip():
                    self._told += 1
                    self._tell(text if self._told <= MOST_LINES else _NO_MORE)
        finally:
            self._telling = False

    def _tell(self, text: str) -> None:
        import logging  # noqa: PLC0415 - likewise

        log = logging.getLogger("gemp_bot.printed")
        if log.hasHandlers():
            told = {"stream": self.name, "text": text}
            # At any level: code that prints is meant to be seen.
            log.handle(log.makeRecord(log.name, logging.INFO, "", 0, "printed", (), None, extra=told))
        elif self._stderr is not None:
            with contextlib.suppress(OSError, ValueError):
                self._stderr.write(f"gemp-bot: printed by other code: {text}\n")
                self._stderr.flush()
