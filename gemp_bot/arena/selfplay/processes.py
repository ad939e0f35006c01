"""Processes of this machine that play, one game at a time each."""

import asyncio
import gc
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Self

from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.selfplay.jobs import BoxJob
from gemp_bot.arena.selfplay.playing import failed, play_one
from gemp_bot.arena.selfplay.seats import the_box
from gemp_bot.arena.workers import SetUp, begin


class Processes:
    """Plays in processes of its own. Use it as an async context manager.

    A process that dies takes the games that run with it, as errors; new processes play the rest.

    Args:
        count: how many.
        set_up: called first in each.

    Attributes:
        slots: the same.
    """

    def __init__(self, count: int, set_up: SetUp) -> None:
        self.slots = count
        self._set_up = set_up
        self._pool: ProcessPoolExecutor | None = None
        self._line: Connection | None = None

    async def __aenter__(self) -> Self:
        """Nothing is started before it is needed."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all processes at once; a game that still runs is given up."""
        self._end()

    async def play(self, job: BoxJob) -> GameRecord:
        """Play one game."""
        pool = self._pool or self._start()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, play_one, job)
        except BrokenProcessPool:
            if self._pool is pool:
                self._end()
            return failed(job, "the process that played it ended")

    def _start(self) -> ProcessPoolExecutor:
        theirs, self._line = multiprocessing.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            self.slots,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(theirs, self._set_up),
        )
        return self._pool

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        line, self._line = self._line, None
        if line is not None:
            line.close()
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin(line: Connection, set_up: SetUp) -> None:
    """Become a process that plays, and is gone when the first one is."""
    begin(set_up)
    the_box()
    gc.freeze()  # the cards stay to the end: the collector need not look at them again and again
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    """Wait until nobody is at the other end, whatever became of him."""
    try:
        line.recv()
    except (EOFError, OSError):
        os._exit(0)
