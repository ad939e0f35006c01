"""Accounts belong to one program at a time: two would take each other's games over.

An account is claimed by a locked file of this machine, named by a hash of server and account. The lock
goes with the process, whatever ends it.
"""

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from gemp_bot.errors import BotError
from gemp_bot.files.runtime import can_lock, runtime_folder, try_lock
from gemp_bot.protocol.address import ServerAddress
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
    """Whether another program of this machine uses an account just now.

    Args:
        server: its address.
        user: the account.
        folder: where the files are; None for the usual place.
    """
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
