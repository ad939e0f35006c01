"""Jobs to records: several games at once, one at a time in each lane."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.arena.results import Records

FAILURES = 6
"""So many games in a row that could not be played mean that none can."""

JobT = TypeVar("JobT")

Lane = Callable[[JobT], Awaitable[GameRecord]]
"""Plays one game; what goes wrong is the record of an error."""


@dataclass(slots=True)
class Run(Generic[JobT]):
    """Plays jobs.

    Attributes:
        jobs: what is still to be played, in order.
        results: takes the records.
        enough: asked at the beginning and after each game whether to stop early.
        on_record: told of each game.
        give_up: makes the games that run end soon; None where they can be left as they are.
        trouble: why it ended before its time, if it did.
    """

    jobs: Sequence[JobT]
    results: Records
    enough: Callable[[], bool] = lambda: False
    on_record: Callable[[GameRecord], None] = lambda _: None
    give_up: Callable[[], None] | None = None
    trouble: str | None = None
    _stopping: bool = field(default=False, init=False)
    _abandoned: bool = field(default=False, init=False)
    _failures: int = field(default=0, init=False)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list, init=False)

    def stop(self) -> None:
        """Begin no further game; those that run are played to their end."""
        self._stopping = True

    def abandon(self) -> None:
        """Stop, and give up the games that run: they get no result."""
        self.stop()
        self._abandoned = True
        if self.give_up is not None:
            self.give_up()
            return
        for task in self._tasks:
            task.cancel()

    async def run(self, lanes: Sequence[Lane[JobT]]) -> None:
        """Play all jobs, or as many as it takes."""
        if self.enough():
            return
        waiting = deque(self.jobs)
        self._tasks = [asyncio.create_task(self._play(waiting, lane)) for lane in lanes[: len(waiting)]]
        for fault in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(fault, Exception):
                raise fault

    async def _play(self, waiting: deque[JobT], lane: Lane[JobT]) -> None:
        while waiting and not self._stopping:
            try:
                record = await lane(waiting.popleft())
                if self._abandoned:
                    return
                self.results.add(record)
                self.on_record(record)
            except Exception:  # whatever it is, like a full disk: what would be played could not be kept
                self.stop()
                raise
            self._watch(record)
            if self.enough():
                self.stop()

    def _watch(self, record: GameRecord) -> None:
        self._failures = self._failures + 1 if record.outcome is ArenaOutcome.ERROR else 0
        if self._failures >= FAILURES:
            self.stop()
            self.trouble = f"{self._failures} games in a row could not be played: {record.fault}"
