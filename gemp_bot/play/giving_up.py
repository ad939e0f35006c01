"""Giving a game up: by a cancellation the opponent agrees to, or by conceding."""

import asyncio
from collections.abc import Callable

from gemp_bot.errors import BotError
from gemp_bot.play.outcome import Result
from gemp_bot.play.settings import OnStuck
from gemp_bot.protocol.game_channel import GameChannel

_CANCEL_PATIENCE = 30.0
"""Seconds an opponent has to agree to a cancellation before a stuck game is conceded."""
_CONCEDE_PATIENCE = 60.0
"""Seconds a server has to end a game that we conceded, before we leave it."""


class GivenUpError(BotError):
    """This game cannot be played on."""

    def __init__(self, message: str, result: Result = Result.UNFINISHED) -> None:
        super().__init__(message)
        self.result = result


class GivingUp:
    """Whether a game is given up, and how.

    Args:
        now: seconds, monotonic.

    Attributes:
        how: how it is given up; None while it is played.
        asked: set once we were told to concede: nothing is waited for any more.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.how: OnStuck | None = None
        self.asked = asyncio.Event()
        self._now = now
        self._since: float | None = None
        self._conceded_at: float | None = None

    def begin(self, how: OnStuck) -> None:
        """Give it up at the next opportunity."""
        self.how, self._since = how, None

    def concede(self) -> None:
        """Concede at the next opportunity; nothing is waited for any more."""
        self.begin(OnStuck.CONCEDE)
        self.asked.set()

    async def proceed(self, channel: GameChannel) -> None:
        """Cancel or concede, if that was not done; concede if a cancellation comes to nothing.

        Raises:
            GivenUpError: the server does not end it.
        """
        if self._since is None:
            # Both may be asked twice: whether a call that failed was heard is unknown.
            await (channel.cancel() if self.how is OnStuck.CANCEL else channel.concede())
            self._since = self._now()
            if self.how is OnStuck.CONCEDE and self._conceded_at is None:
                self._conceded_at = self._since
        elif self.how is OnStuck.CANCEL and self._now() - self._since > _CANCEL_PATIENCE:
            self.begin(OnStuck.CONCEDE)
        if self._conceded_at is not None and self._now() - self._conceded_at > _CONCEDE_PATIENCE:
            raise GivenUpError(f"conceded, but the server did not end it within {_CONCEDE_PATIENCE:g} s")
