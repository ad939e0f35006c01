"""Logging in for weeks: what passes is waited out, what does not is told at once."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import structlog

from gemp_bot.protocol.errors import BannedError, GempError, LoginError, PolicyError

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
