"""A polite pace towards one host."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from math import inf
from pathlib import Path

import structlog

from gemp_bot.protocol.host_budget import LONGEST_PAUSE, MINUTE, BudgetState, Demand, HostBudget, SharedBudget
from gemp_bot.protocol.settings import ClientSettings, ServerAddress

_log = structlog.stdlib.get_logger(__name__)

_OVERDUE = 20.0
"""Seconds after which a call goes before all others: presence in a room ends after 30 (PROTOCOL 3.3)."""
_PAUSE = 10.0
"""Seconds of a pause whose length the host does not tell."""
_LEAST_PAUSE = 1.0
_ANSWER_PAUSE = 15.0
"""Seconds for which answers wait once the host refused one; a decision has 300."""
_EXACT = 0.001
"""Seconds by which a call may come too early: clocks are not exact."""


class CallKind(StrEnum):
    """What a call is for; each kind but `ANSWER` has a pace of its own."""

    ANSWER = "answer"
    GAME_POLL = "game poll"
    GAME_OPEN = "game opening"
    GAME_CALL = "game call"
    HALL_POLL = "hall poll"
    HALL_CALL = "hall call"
    CHAT_POLL = "chat poll"
    CHAT_CALL = "chat call"
    OTHER = "other"


OnWait = Callable[[CallKind, float], None]
"""Told of a call that had to wait, and for how many seconds; must not raise."""


@dataclass(frozen=True, slots=True)
class _Rank:
    """How urgent a kind is.

    Attributes:
        order: the lowest goes first.
        share: of the host's minute that is open to it; so games of all processes go before halls of others.
        pause: seconds it keeps a pause at most; a game whose question waits is lost after 300.
    """

    order: int
    share: float = 1.0
    pause: float = 120.0


_GAME = _Rank(0)
_CALL = _Rank(1)
_HALL = _Rank(2, share=0.9, pause=LONGEST_PAUSE)
_CHAT = _Rank(3, share=0.8, pause=LONGEST_PAUSE)
_RANKS = {
    CallKind.GAME_POLL: _GAME,
    CallKind.GAME_OPEN: _GAME,
    CallKind.GAME_CALL: _CALL,
    CallKind.OTHER: _CALL,
    CallKind.HALL_POLL: _HALL,
    CallKind.HALL_CALL: _HALL,
    CallKind.CHAT_POLL: _CHAT,
    CallKind.CHAT_CALL: _CHAT,
}


@dataclass(slots=True, eq=False)
class _Waiting:
    kind: CallKind
    clock: float
    since: float
    go: asyncio.Event = field(default_factory=asyncio.Event)

    def before(self, now: float) -> tuple[float, float, float]:
        """What is sorted by: calls that waited too long, then by rank, then by the game's clock."""
        order = _RANKS[self.kind].order
        return (-1, self.since, order) if now - self.since >= _OVERDUE else (order, self.clock, self.since)


class Pace:
    """Holds calls back so that a host gets no more than was agreed; one for all clients of a host.

    An answer never waits for other calls, and spends none of what they may: neither a waiting poll nor a
    spent minute can cost us clock. Of the others games go first, by the least time on their clock, then
    their other calls, then the hall, then chat. Time is that of the running event loop.

    Args:
        intervals: least time between two calls of a kind; absent or zero for none.
        calls_per_minute: cap over all calls but answers; 0 for none.
        budget: takes account of the minute and of pauses; None for one of this object alone.
        on_wait: called for each call that had to wait, once it may go; None for no such function.
    """

    def __init__(
        self,
        intervals: dict[CallKind, timedelta],
        *,
        calls_per_minute: int = 0,
        budget: HostBudget | None = None,
        on_wait: OnWait | None = None,
    ) -> None:
        self._intervals = {kind: interval.total_seconds() for kind, interval in intervals.items()}
        self._cost = MINUTE / calls_per_minute if calls_per_minute > 0 else 0.0
        self._budget = budget or BudgetState()
        self._on_wait = on_wait
        self._free: dict[CallKind, float] = {}
        self._waiting: list[_Waiting] = []
        self._timer: asyncio.TimerHandle | None = None
        self._answers_from = self._told_until = -inf

    @classmethod
    def of(
        cls,
        settings: ClientSettings,
        address: ServerAddress,
        *,
        folder: Path | None = None,
        on_wait: OnWait | None = None,
    ) -> "Pace":
        """The pace of the settings; none for a server on this machine, unless they ask for it."""
        if address.is_loopback and not settings.pace_loopback:
            return cls({}, on_wait=on_wait)
        other = settings.other_interval
        return cls(
            {
                CallKind.GAME_POLL: settings.game_poll_interval,
                CallKind.HALL_POLL: settings.hall_poll_interval,
                CallKind.CHAT_POLL: settings.chat_poll_interval,
                CallKind.GAME_CALL: other,
                CallKind.HALL_CALL: other,
                CallKind.CHAT_CALL: other,
                CallKind.OTHER: other,
            },
            calls_per_minute=settings.calls_per_minute,
            budget=SharedBudget.of(address, folder),
            on_wait=on_wait,
        )

    async def turn(self, kind: CallKind, clock: float = inf) -> None:
        """Wait until a call of this kind may go; at once for an answer."""
        if kind is CallKind.ANSWER:
            await self._answer_refused()
            return
        waiting = _Waiting(kind, clock, _now())
        self._waiting.append(waiting)
        try:
            self._let_go()
            if not waiting.go.is_set():
                await waiting.go.wait()
                self._waited(kind, _now() - waiting.since)
        finally:
            if not waiting.go.is_set():
                self._waiting.remove(waiting)

    def pause(self, kind: CallKind, seconds: float | None) -> None:
        """The host refused a call because it gets too many: let none go for a while.

        Answers wait only if one of them was refused, and not for long.
        """
        seconds = _PAUSE if seconds is None else max(seconds, _LEAST_PAUSE)
        now = _now()
        self._budget.pause(now, seconds)
        if kind is CallKind.ANSWER:
            self._answers_from = max(self._answers_from, now + min(seconds, _ANSWER_PAUSE))
        tell = _log.debug if now < self._told_until else _log.warning
        tell("host_paused", call=kind.value, seconds=seconds)
        self._told_until = max(self._told_until, now + min(seconds, LONGEST_PAUSE))

    def close(self) -> None:
        """Let files go; the next use opens them again."""
        self._budget.close()

    async def _answer_refused(self) -> None:
        wait = self._answers_from - _now()
        if wait > _EXACT:
            await asyncio.sleep(wait)
            self._waited(CallKind.ANSWER, wait)

    def _waited(self, kind: CallKind, seconds: float) -> None:
        if self._on_wait is not None:
            self._on_wait(kind, seconds)

    def _let_go(self) -> None:
        """Let all go that may, the most urgent first; look again when the next may."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = _now()
        waits: dict[Demand, float] = {}
        soonest = inf
        for waiting in sorted(self._waiting, key=lambda each: each.before(now)):
            free = self._free.get(waiting.kind, -inf) - now
            if free > _EXACT:
                soonest = min(soonest, free)
                continue
            rank = _RANKS[waiting.kind]
            overdue = now - waiting.since >= _OVERDUE
            demand = Demand(self._cost, 1.0 if overdue else rank.share, rank.pause)
            if demand in waits:
                continue
            wait = waits[demand] = self._budget.ask(now, demand)
            if wait:
                soonest = min(soonest, wait)
                if not overdue:
                    soonest = min(soonest, max(waiting.since + _OVERDUE - now, _EXACT))
                continue
            del waits[demand]
            self._free[waiting.kind] = now + self._intervals.get(waiting.kind, 0.0)
            self._waiting.remove(waiting)
            waiting.go.set()
        if soonest < inf:
            self._timer = asyncio.get_running_loop().call_at(now + soonest, self._let_go)


def _now() -> float:
    return asyncio.get_running_loop().time()
