"""A file to append to that keeps what a full disk does not take, and writes it when there is room again."""

import errno
import os
from pathlib import Path

MOST_WAITING = 4 * 1024 * 1024
"""Bytes kept in memory: some hours of a game."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class RetryingFile:
    """One new file that only its owner may read. What is in it is never torn: it is cut at its end at worst.

    Args:
        path: a file that must not exist yet.

    Raises:
        FileExistsError: the file is there already.
        OSError: it cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._file: int | None = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        self._waiting = bytearray()

    @property
    def waiting(self) -> int:
        """Bytes that the disk has not taken yet."""
        return len(self._waiting)

    @property
    def closed(self) -> bool:
        """Whether nothing can be written any more."""
        return self._file is None

    def write(self, data: bytes) -> int:
        """Take bytes in; `flush` writes them."""
        self._waiting += data
        return len(data)

    def flush(self) -> None:
        """Write what waits, or as much as there is room for.

        Raises:
            OSError: the disk is full and too much waits, or the file cannot be written at all.
        """
        try:
            self._write()
        except OSError as fault:
            if fault.errno not in _FULL or len(self._waiting) > MOST_WAITING:
                raise

    def close(self) -> None:
        """Write what waits and close the file.

        Raises:
            OSError: not everything could be written. The file is closed all the same.
        """
        if self._file is None:
            return
        try:
            self._write()
        finally:
            file, self._file = self._file, None
            os.close(file)

    def _write(self) -> None:
        while self._waiting:
            if self._file is None:
                raise OSError(errno.EBADF, "closed")
            del self._waiting[: os.write(self._file, self._waiting)]
