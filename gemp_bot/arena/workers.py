"""Processes that play games, several at once in each.

`concurrent.futures` gives a process one call after the other; ours plays several games at once in one
loop, and a worker that dies takes only its own games with it. Only plain values go to and fro.
"""

import asyncio
import itertools
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Self

import structlog

from gemp_bot.arena.job_runner import JobRunner, LaneJob, failed
from gemp_bot.arena.jobs import ArenaPlan
from gemp_bot.arena.participant import Login
from gemp_bot.arena.record import GameRecord
from gemp_bot.streams import take_streams

_log = structlog.stdlib.get_logger(__name__)

SetUp = Callable[[], None]
"""Called first in each new process, for its logs. Must be importable there."""

_CONCEDE = "concede"
_END = "end"
_LAST_WORDS = 30.0
"""Seconds in which a worker must end when it is told so."""


class Workers:
    """A number of processes. Use it as an async context manager.

    Args:
        plan: what all games share.
        logins: the accounts.
        count: how many processes.
        set_up: called first in each.
    """

    def __init__(self, plan: ArenaPlan, logins: tuple[Login, ...], count: int, set_up: SetUp) -> None:
        self._plan = plan
        context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []
        for number in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(
                target=_work, args=(theirs, plan, logins, set_up), name=f"games {number + 1}", daemon=True
            )
            self._workers.append(_Worker(plan, process, ours, theirs))
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

    def __init__(self, plan: ArenaPlan, process: BaseProcess, ours: Connection, theirs: Connection) -> None:
        self._plan = plan
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
                future.set_result(failed(self._plan, assignment, "the worker process ended"))
        self._games.clear()

    async def play(self, assignment: LaneJob) -> GameRecord:
        """Have a game played; if the process is gone, that is the result."""
        future: asyncio.Future[GameRecord] = asyncio.get_running_loop().create_future()
        number = next(self._numbers)
        self._games[number] = (assignment, future)
        if not self.tell((number, assignment)):
            self._games.pop(number, None)
            return failed(self._plan, assignment, "the worker process ended")
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
