"""Everything by which a service is watched, in one: numbers, health, systemd, the event loop, memory."""

import asyncio
import os
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import structlog

from gemp_bot.decisions import Question
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.runner import Assignment, beside
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.service.health import (
    HALL,
    MEGABYTE,
    Ceiling,
    HealthServer,
    HealthSettings,
    Progress,
    StallWatch,
    resident_bytes,
)
from gemp_bot.service.metrics import Metrics, ServiceIncident
from gemp_bot.strategy import Thought

_log = structlog.stdlib.get_logger(__name__)

_LONGEST_STATUS = 200
_MICRO = 1_000_000


class Notifier:
    """Sends datagrams to the socket that systemd names in the environment.

    A message that cannot be sent is told once in the log, and is no reason to do anything else.

    Args:
        environ: with `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`; that of the process if None.

    Attributes:
        watchdog_seconds: in which `alive` must be called; None if nobody watches.
    """

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        environ = os.environ if environ is None else environ
        self._address = _address(environ.get("NOTIFY_SOCKET", ""))
        self.watchdog_seconds = _watchdog(environ) if self._address is not None else None
        self._failed = False

    @property
    def listens(self) -> bool:
        """Whether there is anybody to tell."""
        return self._address is not None

    def ready(self) -> None:
        """The start, or a reload, is done."""
        self._send("READY=1")

    def reloading(self) -> None:
        """A new configuration is being read; `ready` ends that."""
        self._send("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def stopping(self) -> None:
        """The end has begun."""
        self._send("STOPPING=1")

    def status(self, status: str) -> None:
        """One line for `systemctl status`."""
        self._send(*_status(status))

    def alive(self) -> None:
        """Keep the watchdog quiet for `watchdog_seconds`."""
        self._send("WATCHDOG=1")

    def _send(self, *lines: str) -> None:
        if self._address is None or not lines:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.setblocking(False)
                out.sendto("\n".join(lines).encode("utf-8", "replace"), self._address)
        except OSError as fault:
            if not self._failed:
                _log.warning("systemd_not_told", why=fault.strerror or type(fault).__name__)
            self._failed = True


def _address(named: str) -> bytes | None:
    """The address of the socket: a path, or a name after `@`; None for any other kind."""
    raw = os.fsencode(named)
    if not hasattr(socket, "AF_UNIX") or raw[:1] not in (b"/", b"@"):
        return None
    return b"\0" + raw[1:] if raw[:1] == b"@" else raw


def _watchdog(environ: Mapping[str, str]) -> float | None:
    """Seconds the watchdog of this process waits; None if there is none."""
    try:
        micro = int(environ.get("WATCHDOG_USEC", "0"))
        meant = int(environ.get("WATCHDOG_PID", os.getpid()))
    except ValueError:
        return None
    return micro / _MICRO if micro > 0 and meant == os.getpid() else None


def _status(status: str) -> tuple[str, ...]:
    # A line break would begin another message.
    line = " ".join(status.split())[:_LONGEST_STATUS]
    return (f"STATUS={line}",) if line else ()


_BEAT = 0.5
"""Seconds between two looks at the event loop."""
_MEMORY_EVERY = 10.0
_STATUS_EVERY = 2.0


@dataclass(frozen=True, slots=True)
class MonitorSettings:
    """How a service is watched.

    Attributes:
        memory_mb: megabytes of memory at which no further game is begun; 0 for no limit.
        stall_seconds: after which an event loop that does not turn is told.
    """

    health: HealthSettings = field(default_factory=HealthSettings)
    memory_mb: int = 0
    stall_seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class Subject:
    """What is watched.

    Attributes:
        trouble: why it is out of reach, in one line; None if it is logged in and sees the hall, also while it
            drains.
        idle_because: why no further game can begin though the hall is in reach; None if one can.
        waits: whether it waits to be let in, so that games make no calls.
        watches_hall: whether the hall is to be looked at now.
        status: how it stands, in one line.
        draining: whether no further game is begun.
        drain: begin no further game: memory has passed its ceiling.
        leave: end now and leave the games to the next run: memory has passed it by half.
    """

    trouble: Callable[[], str | None]
    idle_because: Callable[[], str | None]
    waits: Callable[[], bool]
    watches_hall: Callable[[], bool]
    status: Callable[[], str]
    draining: Callable[[], bool]
    drain: Callable[[], None]
    leave: Callable[[], None]

    def unready(self) -> str | None:
        """Why no further game can begin now, in one line; None if one can."""
        return self.trouble() or self.idle_because()


class Monitor:
    """Watches a service.

    Make one, let the parts of the service tell it what they do, and `run` it beside them. Nothing it does
    raises into the service.

    Attributes:
        progress: what goes on.
    """

    def __init__(
        self,
        settings: MonitorSettings,
        metrics: Metrics,
        notifier: Notifier | None = None,
        *,
        used: Callable[[], int | None] = resident_bytes,
    ) -> None:
        self.settings = settings
        self.metrics = metrics
        self.notifier = notifier or Notifier()
        self.progress = Progress(lambda: asyncio.get_running_loop().time())
        self._used = used
        self._stuck = False

    # -- told by the service --------------------------------------------------------------------

    def exchange(self, exchange: Exchange) -> None:
        """A call was made: for the observer of a client."""
        self.metrics.exchange(exchange)
        self.progress.exchange(exchange)

    def decided(self, question: Question, thought: Thought) -> None:
        """A question was answered: for `GameRunner.on_thought`."""
        self.metrics.decided(question, thought)

    def game_began(self, assignment: Assignment) -> None:
        """A game has begun."""
        self.metrics.game_began(assignment)
        self.progress.game_began(assignment.game)

    def game_ended(self, assignment: Assignment, outcome: GameOutcome) -> None:
        """A game is over."""
        self.progress.game_ended(assignment.game)
        self.metrics.game_ended(assignment, outcome)

    # -- beside the service ---------------------------------------------------------------------

    async def run(self, subject: Subject) -> None:
        """Watch until cancelled. What one part of it fails at ends that part only, and is told."""
        self.metrics.follow(
            reachable=lambda: subject.trouble() is None,
            ready=lambda: subject.unready() is None,
            draining=subject.draining,
        )
        health = HealthServer(self.settings.health, metrics=self.metrics.text, trouble=subject.unready)
        parts = {"health": health.run(), "beat": self._beat(), "memory": self._watch_memory(subject)}
        if self.notifier.listens:
            parts["systemd"] = self._tell_systemd(subject)
        if self.notifier.watchdog_seconds is not None:
            parts["watchdog"] = self._keep_alive(subject, self.notifier.watchdog_seconds / 2)
        async with asyncio.TaskGroup() as group:
            for name, part in parts.items():
                group.create_task(beside(part, partial(_failed, name)), name=name)

    async def _beat(self) -> None:
        """Measure how late the loop is, and let a thread see that it turns."""
        loop = asyncio.get_running_loop()

        def stalled() -> None:
            loop.call_soon_threadsafe(self.metrics.incident, ServiceIncident.LOOP_STALLED)

        with StallWatch(self.settings.stall_seconds, on_stall=stalled) as watch:
            while True:
                due = loop.time() + _BEAT
                await asyncio.sleep(_BEAT)
                self.metrics.lag(max(loop.time() - due, 0.0))
                watch.beat()

    async def _watch_memory(self, subject: Subject) -> None:
        def drain() -> None:
            self.metrics.incident(ServiceIncident.MEMORY)
            subject.drain()

        ceiling = Ceiling(self.settings.memory_mb * MEGABYTE, drain, subject.leave, used=self._used)
        while True:
            ceiling.look()
            await asyncio.sleep(_MEMORY_EVERY)

    async def _tell_systemd(self, subject: Subject) -> None:
        """Tell that it is ready, once it is let in or waits for that, and how it stands."""
        ready, told = False, ""
        while True:
            if not ready and (subject.waits() or subject.trouble() is None):
                ready = True
                self.notifier.ready()
            status = subject.status()
            if status != told:
                told = status
                self.notifier.status(status)
            await asyncio.sleep(_STATUS_EVERY)

    async def _keep_alive(self, subject: Subject, every: float) -> None:
        """Keep systemd's watchdog quiet while everything goes on. A loop that stalls does not get here."""
        while True:
            if subject.waits():
                self.progress.renew()
            elif subject.watches_hall():
                self.progress.expect_hall()
            else:
                self.progress.over(HALL)
            self.ping()
            await asyncio.sleep(every)

    def ping(self) -> None:
        """Keep the watchdog quiet, unless something does not go on."""
        stuck = self.progress.stuck()
        if stuck is None:
            self._stuck = False
            self.notifier.alive()
        elif not self._stuck:
            self._stuck = True
            self.metrics.incident(ServiceIncident.NO_PROGRESS)
            _log.error("no_progress", why=stuck, note="the watchdog is told no more")


def _failed(part: str, fault: Exception) -> None:
    """Games go on, whoever watches them."""
    _log.error("monitor_failed", part=part, exc_info=fault)
