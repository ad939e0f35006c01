"""Accounts belong to one program at a time: two would take each other's games over.

An account is claimed by a locked file of this machine, named by a hash of server and account. The lock
goes with the process, whatever ends it.

All who lost a session together log in once; a service waits for a server that is gone, and for the end of a
ban. What does not pass is told at once.
"""

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import structlog

from gemp_bot.errors import BotError
from gemp_bot.files.runtime import can_lock, runtime_folder, try_lock
from gemp_bot.protocol.errors import BannedError, GempError, LoginError, PolicyError
from gemp_bot.protocol.settings import ServerAddress
from gemp_bot.terminal import plain

_FRESH = 1.0
"""Seconds for which a login is as good as a new one: refusals of calls that were under way come in late."""


class SharedLogIn:
    """Logs in once, however many games and watchers ask for it at the same time.

    Args:
        log_in: makes the call.
    """

    def __init__(self, log_in: Callable[[], Awaitable[object]]) -> None:
        self._log_in = log_in
        self._lock = asyncio.Lock()
        self._done_at = float("-inf")

    async def __call__(self) -> None:
        """Log in, unless somebody else just has, or is about to."""
        now = asyncio.get_running_loop().time
        asked_at = now()
        async with self._lock:
            if self._done_at >= asked_at - _FRESH:
                return
            await self._log_in()
            self._done_at = now()


class ClaimedError(BotError):
    """An account is in use; the message is one line."""


class Claims:
    """Claims accounts for as long as it is entered. Use it as a context manager.

    Args:
        server: its address.
        users: the accounts.
        folder: where the files are; None for the usual place.

    Raises:
        ClaimedError: another process uses one of them.
    """

    def __init__(self, server: str, users: tuple[str, ...], folder: Path | None = None) -> None:
        self._server = server
        self._users = users
        self._folder = folder
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        """Claim them all, or none."""
        folder = (self._folder or runtime_folder()) if can_lock() else None
        if folder is None:
            return self
        with ExitStack() as stack:
            for user in self._users:
                # Never removed: who waits for a removed file waits for nobody.
                file = os.open(
                    folder / _name(self._server, user), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
                )
                stack.callback(os.close, file)
                if not try_lock(file):
                    raise ClaimedError(
                        f"account {plain(user)} is used by another gemp-bot on this machine: "
                        "wait until it ends, or name another account"
                    )
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the accounts to others."""
        self._stack.close()


def is_claimed(server: str, user: str, folder: Path | None = None) -> bool:
    """Whether another program of this machine uses an account just now."""
    folder = (folder or runtime_folder()) if can_lock() else None
    if folder is None:
        return False
    try:
        file = os.open(folder / _name(server, user), os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return not try_lock(file)
    finally:
        os.close(file)


def _name(server: str, user: str) -> str:
    """The name of the file: the same however the address of this machine is written."""
    address = ServerAddress.parse(server)
    host = "this machine" if address.is_loopback else address.host
    told = f"{host} {address.port} {address.prefix} {user.casefold()}"
    return hashlib.sha256(told.encode()).hexdigest()[:32] + ".account"


_log = structlog.stdlib.get_logger(__name__)

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 300.0
"""Seconds between two tries while the server is out of reach."""
_BAN_PAUSE, _LONGEST_BAN_PAUSE = 60.0, 21_600.0
"""Seconds between two tries while the account is banned, where the server does not tell until when."""


class PatientLogIn:
    """Logs in, and waits for it: for a server that is gone, and for the end of a ban.

    Args:
        log_in: makes the call.
        wall: the time of day.

    Attributes:
        waits_for: what it waits for now; empty while it waits for nothing.
    """

    def __init__(
        self, log_in: Callable[[], Awaitable[object]], wall: Callable[[], datetime] | None = None
    ) -> None:
        self.waits_for = ""
        self._log_in = log_in
        self._wall = wall or (lambda: datetime.now(UTC))

    async def __call__(self) -> None:
        """Log in.

        Raises:
            LoginError: it will never work. A refused login is not tried again.
            PolicyError: our own manners forbid it.
        """
        pause = 0.0
        while True:
            try:
                await self._log_in()
            except BannedError as ban:
                if ban.for_ever:
                    raise
                pause = self._ban_pause(ban, pause)
                self._tell(ban, pause)
            except (LoginError, PolicyError):
                raise
            except GempError as fault:
                pause = min(max(2 * pause, _FIRST_PAUSE), _LONGEST_PAUSE)
                self._tell(fault, pause)
            else:
                if self.waits_for:
                    _log.info("logged_in_again")
                self.waits_for = ""
                return
            await asyncio.sleep(pause)

    def _ban_pause(self, ban: BannedError, pause: float) -> float:
        if ban.until is None:
            return min(max(2 * pause, _BAN_PAUSE), _LONGEST_BAN_PAUSE)
        return max((ban.until - self._wall()).total_seconds(), _FIRST_PAUSE)

    def _tell(self, fault: GempError, pause: float) -> None:
        """Tell once what is waited for."""
        tell = _log.debug if self.waits_for == str(fault) else _log.warning
        tell("login_waits", why=str(fault), next_try_in=round(pause))
        self.waits_for = str(fault)
