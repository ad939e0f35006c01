"""What one host bears of us: calls a minute, and pauses; one for all our processes on this machine."""

import hashlib
import os
import struct
from dataclasses import astuple, dataclass
from math import isfinite
from pathlib import Path
from typing import Protocol

import structlog

from gemp_bot.files.runtime import can_lock, runtime_folder
from gemp_bot.protocol.settings import ServerAddress

_log = structlog.stdlib.get_logger(__name__)

MINUTE = 60.0
LONGEST_PAUSE = 3600.0
"""Seconds; a host that asks for more is called again after so long."""
_SOON = 0.002
"""Seconds after which a file that another process holds is tried again."""
_PATIENCE = 0.5
"""Seconds for which another process may hold the file; then each keeps its own budget until it lets go."""
_EXACT = 0.001
"""Seconds by which a call may come too early: clocks are not exact."""
_FORM = struct.Struct("<8s3d")
_MARK = b"gempcal1"


@dataclass(frozen=True, slots=True)
class Demand:
    """What a call asks for.

    Attributes:
        cost: seconds of the minute one call takes: 60 by the calls a minute; 0 where there is no cap.
        share: of the minute that is open to calls of this sort; what is left is kept for more urgent ones.
        pause: seconds of a pause that such a call keeps at most.
    """

    cost: float
    share: float = 1.0
    pause: float = LONGEST_PAUSE


class HostBudget(Protocol):
    """Takes account of calls. Times are those of the event loop, which all processes of a machine share."""

    def ask(self, now: float, demand: Demand) -> float:
        """Whether a call may go: 0.0, and it is counted; or seconds after which to ask again."""

    def pause(self, now: float, seconds: float) -> None:
        """Let no call go for so long; a longer pause that is under way stays."""

    def close(self) -> None:
        """Let files go; the next use opens them again."""


@dataclass(slots=True)
class BudgetState:
    """A budget in memory.

    Attributes:
        spent_until: when the minute will be empty of calls again.
        paused_at, paused_until: of the last pause.
    """

    spent_until: float = 0.0
    paused_at: float = 0.0
    paused_until: float = 0.0

    def ask(self, now: float, demand: Demand) -> float:
        """See `HostBudget`."""
        paused = min(self.paused_until, self.paused_at + demand.pause) - now
        if paused > _EXACT:
            return paused
        spent = max(self.spent_until, now) + demand.cost
        late = spent - now - max(demand.share * MINUTE, demand.cost) if demand.cost else 0.0
        if late > _EXACT:
            return late
        self.spent_until = spent
        return 0.0

    def pause(self, now: float, seconds: float) -> None:
        """See `HostBudget`."""
        until = now + min(seconds, LONGEST_PAUSE)
        if until > self.paused_until:
            self.paused_at, self.paused_until = now, until

    def close(self) -> None:
        """Nothing is open."""

    def plausible(self, now: float) -> bool:
        """Whether it can have been written on this machine since it was started."""
        return (
            all(isfinite(value) and value >= 0 for value in astuple(self))
            and self.spent_until <= now + 2 * MINUTE
            and self.paused_at <= now + 1
            and self.paused_until - self.paused_at <= LONGEST_PAUSE + 1
        )


class SharedBudget:
    """A budget in a small locked file. The lock is held for a read and a write, and ends with its process.

    A damaged file is begun anew. Where there is no folder or no lock, the process keeps a budget of its own.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        self._usable = can_lock()
        self._own = BudgetState()
        self._held_since: float | None = None
        self._unwritten = self._too_long = False

    @classmethod
    def of(cls, address: ServerAddress, folder: Path | None = None) -> HostBudget:
        """The budget of a host, however the address of this machine is written."""
        folder = folder or (runtime_folder() if can_lock() else None)
        if folder is None:
            return BudgetState()
        host = "this machine" if address.is_loopback else address.host
        name = hashlib.sha256(f"{host} {address.port}".encode()).hexdigest()[:32]
        return cls(folder / f"{name}.calls")

    def ask(self, now: float, demand: Demand) -> float:
        """See `HostBudget`."""
        if not self._begin(now):
            return self._own.ask(now, demand) if self._held_since is None else _SOON
        wait = self._own.ask(now, demand)
        self._end(changed=self._unwritten or not wait)
        return wait

    def pause(self, now: float, seconds: float) -> None:
        """See `HostBudget`. A file that is held just then is written by the next call that goes."""
        began = self._begin(now)
        self._own.pause(now, seconds)
        self._unwritten = not began
        if began:
            self._end(changed=True)

    def close(self) -> None:
        """Let the file go."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _begin(self, now: float) -> bool:
        """Lock the file and read it; False if that is not possible: `_held_since` says whether to wait."""
        if not self._usable:
            return False
        import fcntl  # noqa: PLC0415 - not on every system

        try:
            file = self._opened()
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._held_since = None
            self._read(os.pread(file, _FORM.size + 1, 0), now)
        except BlockingIOError:
            if self._held_since is None:
                self._held_since = now
            elif now - self._held_since > _PATIENCE:
                self._held_since = None
            return False
        except OSError as fault:
            self._give_up(fault)
            return False
        return True

    def _opened(self) -> int:
        if self._file is not None and not os.fstat(self._file).st_nlink:
            self.close()  # removed, by a cleaner of old files: others have another one
        if self._file is None:
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
            self._file = os.open(self._path, flags, 0o600)
        return self._file

    def _read(self, data: bytes, now: float) -> None:
        paused_at, paused_until = self._own.paused_at, self._own.paused_until
        found = BudgetState()
        self._too_long = len(data) > _FORM.size
        if len(data) == _FORM.size:
            mark, *values = _FORM.unpack(data)
            read = BudgetState(*values)
            if mark == _MARK and read.plausible(now):
                found = read
        if paused_until > found.paused_until:
            found.paused_at, found.paused_until = paused_at, paused_until
        self._own = found

    def _end(self, *, changed: bool) -> None:
        """Write the file if need be, and unlock it."""
        import fcntl  # noqa: PLC0415 - not on every system

        assert self._file is not None  # noqa: S101 - `_begin` opened it
        try:
            if changed:
                if self._too_long:
                    os.ftruncate(self._file, _FORM.size)
                os.pwrite(self._file, _FORM.pack(_MARK, *astuple(self._own)), 0)
                self._unwritten = False
            fcntl.flock(self._file, fcntl.LOCK_UN)
        except OSError as fault:
            self._give_up(fault)

    def _give_up(self, fault: OSError) -> None:
        self._usable = False
        self.close()
        _log.info("calls_not_shared", why=fault.strerror or type(fault).__name__)
