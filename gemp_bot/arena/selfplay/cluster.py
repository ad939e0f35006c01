"""A Dask cluster that plays. Its scheduler runs what it is sent: only ever one of a trusted network."""

from importlib import import_module
from types import TracebackType
from typing import Any, Self

from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.selfplay.jobs import BoxJob
from gemp_bot.arena.selfplay.playing import failed, play_one
from gemp_bot.arena.spec import ArenaError

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

    async def play(self, job: BoxJob) -> GameRecord:
        """Play one game, wherever there is room; a worker that dies is no result of a strategy."""
        future = self._client.submit(play_one, job, key=f"gemp-bot-{job.id}", retries=1, pure=False)
        try:
            record: GameRecord = await future
        except Exception as fault:  # noqa: BLE001 - whatever a cluster does is the record of one game
            return failed(job, f"{type(fault).__name__}: {fault}".splitlines()[0])
        return record
