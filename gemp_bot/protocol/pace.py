"""A polite pace towards one host."""

from datetime import timedelta
from enum import StrEnum

from aiolimiter import AsyncLimiter

from gemp_bot.protocol.settings import ClientSettings

_MINUTE = 60.0


class CallKind(StrEnum):
    """What a call is for; each kind but `ANSWER` has a pace of its own."""

    ANSWER = "answer"
    GAME_POLL = "game poll"
    HALL_POLL = "hall poll"
    CHAT_POLL = "chat poll"
    OTHER = "other"


class Pace:
    """Holds calls back so that a host gets no more than was agreed.

    An answer never waits: it passes no limiter and takes no lock, so neither a waiting poll nor a spent
    minute can cost us clock. Time is that of the running event loop.

    Args:
        intervals: least time between two calls of a kind; absent or zero for none.
        calls_per_minute: cap over all calls but answers; 0 for none.
    """

    def __init__(self, intervals: dict[CallKind, timedelta], *, calls_per_minute: int = 0) -> None:
        # AsyncLimiter(n, t) lets n calls go at once: a limiter of one call an interval spaces them.
        self._spacing = {
            kind: AsyncLimiter(1, interval.total_seconds())
            for kind, interval in intervals.items()
            if interval > timedelta() and kind is not CallKind.ANSWER
        }
        self._minute = AsyncLimiter(calls_per_minute, _MINUTE) if calls_per_minute > 0 else None

    @classmethod
    def of(cls, settings: ClientSettings, *, loopback: bool) -> "Pace":
        """The pace of the settings; none for a server on this machine, unless they ask for it."""
        if loopback and not settings.pace_loopback:
            return cls({})
        return cls(
            {
                CallKind.GAME_POLL: settings.game_poll_interval,
                CallKind.HALL_POLL: settings.hall_poll_interval,
                CallKind.CHAT_POLL: settings.chat_poll_interval,
                CallKind.OTHER: settings.other_interval,
            },
            calls_per_minute=settings.calls_per_minute,
        )

    async def turn(self, kind: CallKind) -> None:
        """Wait until a call of this kind may go; at once for an answer."""
        if kind is CallKind.ANSWER:
            return
        spacing = self._spacing.get(kind)
        if spacing is not None:
            await spacing.acquire()
        if self._minute is not None:
            await self._minute.acquire()
