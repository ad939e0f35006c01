"""Files that people write are small and ordinary: any other is refused before it is read."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

LARGEST = 256 * 1024
"""Bytes of a file that a person writes by hand; the largest that comes with the program has 6 KiB."""


class NotReadError(Exception):
    """A file was not read; the message says why, without the name of the file.

    Attributes:
        missing: there is no such file.
    """

    def __init__(self, why: str, *, missing: bool = False) -> None:
        super().__init__(why)
        self.missing = missing


def read_small(path: Path, what: str) -> bytes:
    """Read a file whole.

    Args:
        path: the file; an ordinary one.
        what: it should be, with its article: `a TOML file`.

    Raises:
        NotReadError: there is none, it is no ordinary file, larger than `LARGEST`, or cannot be read.
    """
    try:
        with open_ordinary(path, what) as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise NotReadError("no such file", missing=True) from None
    except IsADirectoryError:
        raise NotReadError(f"is a directory, not {what}") from None
    except OSError as fault:
        raise NotReadError(f"cannot be read: {fault.strerror or type(fault).__name__}") from None
    except ValueError as fault:  # a name with a NUL
        raise NotReadError(f"cannot be read: {fault}") from None
    if len(content) > LARGEST:
        raise NotReadError(f"has more than {LARGEST // 1024} KiB, which is too large for {what}")
    return content


def open_ordinary(path: Path, what: str) -> BinaryIO:
    """Open a file to read it.

    Args:
        path: the file. A pipe would block until something is written into it, and a device may have no
            end, so it must be an ordinary one.
        what: it should be, with its article.

    Raises:
        NotReadError: it is no ordinary file.
        OSError: it cannot be opened. IsADirectoryError: it is a directory.
        ValueError: this is no name of a file.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise NotReadError(f"is no ordinary file: it must be {what}")
    return open(handle, "rb")  # noqa: PTH123 - it is open already
