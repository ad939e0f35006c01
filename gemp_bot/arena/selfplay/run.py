"""Jobs to records: whoever has hands plays them, in this machine or in many."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from gemp_bot.arena.record import GameRecord, Outcome
from gemp_bot.arena.selfplay.jobs import BoxJob
from gemp_bot.arena.selfplay.ledger import Ledger

_FAILURES = 6
"""So many games in a row that could not be played mean that none can."""


class Hands(Protocol):
    """Those who play: processes of this machine, or a cluster.

    Attributes:
        slots: how many games they play at once.
    """

    slots: int

    async def play(self, job: BoxJob) -> GameRecord:
        """Play one game; what goes wrong is the record of an error."""


def open_jobs(jobs: Iterable[BoxJob], ledger: Ledger) -> list[BoxJob]:
    """The jobs that have no result yet; an error is none."""
    records = ledger.records
    return [job for job in jobs if job.id not in records or records[job.id].outcome is Outcome.ERROR]


@dataclass(slots=True)
class SelfPlay:
    """Plays jobs.

    Attributes:
        jobs: what is still to be played.
        ledger: takes the records.
        hands: play them.
        on_record: told of each game.
        trouble: why it ended before its time, if it did.
    """

    jobs: list[BoxJob]
    ledger: Ledger
    hands: Hands
    on_record: Callable[[GameRecord], None] = lambda _: None
    trouble: str | None = None
    _stopping: bool = field(default=False, init=False)
    _failures: int = field(default=0, init=False)
    _lanes: list[asyncio.Task[None]] = field(default_factory=list, init=False)

    def stop(self) -> None:
        """Begin no further game; those that run are played to their end."""
        self._stopping = True

    def abandon(self) -> None:
        """Stop, and give up the games that run: they get no result."""
        self.stop()
        for lane in self._lanes:
            lane.cancel()

    async def run(self) -> None:
        """Play all jobs, or as many as it takes."""
        waiting = deque(self.jobs)
        for _ in range(min(self.hands.slots, len(waiting))):
            self._lanes.append(asyncio.create_task(self._lane(waiting)))
        found = await asyncio.gather(*self._lanes, return_exceptions=True)
        for fault in found:
            if isinstance(fault, Exception):
                raise fault

    async def _lane(self, waiting: deque[BoxJob]) -> None:
        while waiting and not self._stopping:
            record = await self.hands.play(waiting.popleft())
            self.ledger.add(record)
            self.on_record(record)
            self._failures = self._failures + 1 if record.outcome is Outcome.ERROR else 0
            if self._failures >= _FAILURES:
                self.stop()
                self.trouble = f"{self._failures} games in a row could not be played: {record.fault}"
