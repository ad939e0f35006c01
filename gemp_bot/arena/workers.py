"""Processes that play games, of this machine and of a Dask cluster.

On a server a process plays several games at once in one loop (`Workers`), which `concurrent.futures` does not
offer, and a worker that dies takes only its own games with it. In the box a process plays one game after the
other (`Processes`, `Cluster`). Only plain values go to and fro. The scheduler of a cluster runs what it is
sent: only ever one of a trusted network.
"""

import asyncio
import gc
import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Self

import structlog

from gemp_bot.arena.box_game import play_one, the_box
from gemp_bot.arena.job_runner import JobRunner, LaneJob, not_begun
from gemp_bot.arena.jobs import ArenaPlan, Job
from gemp_bot.arena.participant import Login
from gemp_bot.arena.record import GameRecord, failed
from gemp_bot.arena.spec import ArenaError
from gemp_bot.streams import take_streams

_log = structlog.stdlib.get_logger(__name__)

SetUp = Callable[[], None]
"""Called first in each new process, for its logs. Must be importable there."""

_CONCEDE = "concede"
_END = "end"
_LAST_WORDS = 30.0
"""Seconds in which a worker must end when it is told so."""


class Workers:
    """A number of processes. Use it as an async context manager."""

    def __init__(self, plan: ArenaPlan, logins: tuple[Login, ...], count: int, set_up: SetUp) -> None:
        context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []
        for number in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(
                target=_work, args=(theirs, plan, logins, set_up), name=f"games {number + 1}", daemon=True
            )
            self._workers.append(_Worker(process, ours, theirs))
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Start them."""
        for worker in self._workers:
            worker.start()
            self._tasks.append(asyncio.create_task(worker.listen(self._threads)))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End them."""
        for worker in self._workers:
            worker.tell(_END)
        _, waiting = await asyncio.wait(self._tasks, timeout=_LAST_WORDS)
        for worker in self._workers:
            worker.end(kill=bool(waiting))
        await asyncio.gather(*self._tasks)
        self._threads.shutdown()

    async def play(self, assignment: LaneJob) -> GameRecord:
        """Have a game played. The same lane always goes to the same worker, which is logged in there."""
        return await self._workers[assignment.lane % len(self._workers)].play(assignment)

    def concede(self) -> None:
        """Give up all games that run."""
        for worker in self._workers:
            worker.tell(_CONCEDE)


class _Worker:
    """One process, seen from outside."""

    def __init__(self, process: BaseProcess, ours: Connection, theirs: Connection) -> None:
        self._process = process
        self._pipe = ours
        self._far_end = theirs
        self._numbers = itertools.count()
        self._games: dict[int, tuple[LaneJob, asyncio.Future[GameRecord]]] = {}
        self._gone = False

    def start(self) -> None:
        """Start the process."""
        self._process.start()
        self._far_end.close()  # else its end would never be noticed

    async def listen(self, threads: ThreadPoolExecutor) -> None:
        """Take results until the process ends."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                number, record = await loop.run_in_executor(threads, self._pipe.recv)
            except (EOFError, OSError):
                break
            _, future = self._games.pop(number)
            if not future.cancelled():
                future.set_result(record)
        self._gone = True
        for assignment, future in self._games.values():
            if not future.done():
                future.set_result(not_begun(assignment.job, "the worker process ended"))
        self._games.clear()

    async def play(self, assignment: LaneJob) -> GameRecord:
        """Have a game played; if the process is gone, that is the result."""
        future: asyncio.Future[GameRecord] = asyncio.get_running_loop().create_future()
        number = next(self._numbers)
        self._games[number] = (assignment, future)
        if not self.tell((number, assignment)):
            self._games.pop(number, None)
            return not_begun(assignment.job, "the worker process ended")
        return await future

    def tell(self, message: object) -> bool:
        """Send something; False if nobody is there."""
        if self._gone:
            return False
        try:
            self._pipe.send(message)
        except OSError:
            return False
        return True

    def end(self, *, kill: bool) -> None:
        """Make sure that the process has ended."""
        if kill and self._process.is_alive():
            _log.error("worker_killed", worker=self._process.name)
            self._process.kill()
        self._process.join(_LAST_WORDS)
        self._pipe.close()


def begin(set_up: SetUp) -> None:
    """Become a process that plays."""
    # Ctrl-C on the terminal reaches all processes; the first one tells the others what to do.
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    take_streams()
    set_up()


def _work(pipe: Connection, plan: ArenaPlan, logins: tuple[Login, ...], set_up: SetUp) -> None:
    """Be a worker."""
    begin(set_up)
    asyncio.run(_serve(pipe, plan, logins))


async def _serve(pipe: Connection, plan: ArenaPlan, logins: tuple[Login, ...]) -> None:
    """Play what is asked for, until told to end or nobody is there any more."""
    loop = asyncio.get_running_loop()
    games: set[asyncio.Task[None]] = set()

    async def play(runner: JobRunner, number: int, assignment: LaneJob) -> None:
        pipe.send((number, await runner.play(assignment)))

    async with JobRunner(plan, logins) as runner:
        while True:
            try:
                message = await loop.run_in_executor(None, pipe.recv)
            except (EOFError, OSError):
                break
            if message == _END:
                break
            if message == _CONCEDE:
                runner.concede()
                continue
            task = asyncio.create_task(play(runner, *message))
            games.add(task)
            task.add_done_callback(games.discard)
        for task in games:
            task.cancel()
        await asyncio.gather(*games, return_exceptions=True)


class Processes:
    """Plays in processes of its own. Use it as an async context manager.

    A process that dies takes the games that run with it, as errors; new processes play the rest.
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

    async def play(self, job: Job) -> GameRecord:
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
            initializer=_begin_box,
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


def _begin_box(line: Connection, set_up: SetUp) -> None:
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


_PATIENCE = 10
"""Seconds within which the scheduler must answer."""


class Cluster:
    """Plays on a cluster whose workers have this program. Use it as an async context manager.

    Args:
        address: of the scheduler, like `tcp://127.0.0.1:8786`; or a cluster in this process.

    Attributes:
        slots: how many games its workers play at once.

    Raises:
        ArenaError: Dask is not installed, nobody answers there, or there are no workers.
    """

    def __init__(self, address: Any) -> None:
        self.slots = 0
        self._address = address
        self._client: Any = None

    async def __aenter__(self) -> Self:
        """Connect."""
        try:
            dask = import_module("distributed")  # an extra; nothing else needs it
        except ImportError:
            raise ArenaError("--cluster needs the extra `dist`: pip install '.[dist]' in its tree") from None
        try:
            client = self._client = await dask.Client(
                self._address, asynchronous=True, timeout=_PATIENCE, set_as_default=False
            )
        except (OSError, ValueError) as fault:
            raise ArenaError(f"--cluster {self._address}: no scheduler answers: {fault}") from None
        self.slots = sum((await client.nthreads()).values())
        if not self.slots:
            await client.close()
            raise ArenaError(f"--cluster {self._address}: the scheduler has no workers: start `dask worker`")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave; what still runs there is given up."""
        if self._client is not None:
            await self._client.close()

    async def play(self, job: Job) -> GameRecord:
        """Play one game, wherever there is room; a worker that dies is no result of a strategy."""
        future = self._client.submit(play_one, job, key=f"gemp-bot-{job.id}", retries=1, pure=False)
        try:
            record: GameRecord = await future
        except Exception as fault:  # noqa: BLE001 - whatever a cluster does is the record of one game
            return failed(job, f"{type(fault).__name__}: {fault}".splitlines()[0])
        return record
