"""A disk that is full, for who writes by `PatientFile`."""

import errno
import os

import pytest

from gemp_bot.journal import writer


class Disk:
    """Takes so many bytes, then says that it is full; a write may be taken in part."""

    def __init__(self, patch: pytest.MonkeyPatch, room: int, error: int = errno.ENOSPC) -> None:
        self.room = room
        self._error = error
        self._write = os.write
        patch.setattr(writer.os, "write", self.write)

    def write(self, file: int, data: bytes | bytearray) -> int:
        if self.room <= 0:
            raise OSError(self._error, os.strerror(self._error))
        written = self._write(file, bytes(data[: self.room]))
        self.room -= written
        return written
