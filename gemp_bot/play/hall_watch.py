"""The hall, watched: tables, queues and games of an account, kept up to date by long polls (PROTOCOL 3.2)."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, TypeVar

import structlog

from gemp_bot.play.trouble import GIVE_WAY_MEMORY, GIVE_WAY_PAUSES
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.errors import (
    ChannelError,
    ChannelTakenOverError,
    GempError,
    ServerFaultError,
    SessionGoneError,
    TooManyCallsError,
    UnreachableError,
    WireError,
)
from gemp_bot.protocol.hall import Hall, QueueRow, RowAction, TableRow, TournamentRow
from gemp_bot.protocol.ids import GameId, TableId

Found = TypeVar("Found")
Row = TypeVar("Row", TableRow, QueueRow, TournamentRow)

_log = structlog.stdlib.get_logger(__name__)

DOUBTFUL = (UnreachableError, ServerFaultError, WireError)
"""After these it is unknown whether a call was heard."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
"""Seconds after a look at a hall that is out of reach; they double."""
_BREAK = 0.1
"""Seconds between two polls, as the server's own web page makes them."""


class HallWatch:
    """What this account sees of the hall. One for each client: a server allows one hall channel a player.

    Args:
        client: logged in.
        log_in: logs it in again after its session was lost; None to raise then.
        patience: seconds for which the hall may be out of reach; None for ever.
        on_change: called whenever something was told.

    Attributes:
        tables, queues, tournaments: the rows by id.
        formats: names of the formats by code.
        running: games of ours that the hall told of since it was opened last.
        private_games: whether private tables can be made.
        opened: whether the hall was seen at all.
        openings: how often it was seen whole.
        since: when the hall went out of reach; None while it is there.
    """

    def __init__(
        self,
        client: GempClient,
        log_in: Callable[[], Awaitable[object]] | None = None,
        *,
        patience: float | None = 190.0,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.tables: dict[TableId, TableRow] = {}
        self.queues: dict[str, QueueRow] = {}
        self.tournaments: dict[str, TournamentRow] = {}
        self.formats: dict[str, str] = {}
        self.running: set[GameId] = set()
        self.private_games = False
        self.opened = False
        self.openings = 0
        self.since: float | None = None
        self._client = client
        self._log_in = log_in
        self._patience = patience
        self._on_change = on_change
        self._hall: Hall | None = None
        self._must_log_in = False
        self._doubts = 0
        self._taken: list[float] = []
        self._news = asyncio.Event()
        self._wanted = asyncio.Event()
        self._wanted.set()

    # -- looking --------------------------------------------------------------------------------

    async def open(self) -> None:
        """Take everything in, once; for who does not `run`.

        Raises:
            GempError: as in `run`.
        """
        self._hall = None
        await self._look()

    async def run(self) -> None:
        """Watch for ever, while it is wanted.

        Raises:
            GempError: the hall is out of reach for longer than the patience, or we are not let in.
        """
        while True:
            await self._wanted.wait()
            await self._look()
            # A server that answers at once is not asked without a break.
            await asyncio.sleep(_BREAK)

    def rest(self) -> None:
        """Look no more: the hall is not needed while all seats are taken."""
        self._wanted.clear()

    def resume(self) -> None:
        """Look again."""
        self._wanted.set()

    @property
    def wanted(self) -> bool:
        """Whether `run` looks, or tries to."""
        return self._wanted.is_set()

    def doubt(self) -> None:
        """Whether what we know is true is unknown: open the hall anew."""
        self._hall = None
        self._doubts += 1

    async def renew(self) -> None:
        """Log in again and open the hall anew, by `run`; return once that is done."""
        self._must_log_in = True
        self.doubt()
        while self._must_log_in or self._hall is None:
            await self._news.wait()

    async def until(self, look: Callable[[], Found | None], end: float) -> Found | None:
        """Wait until something is there, by what `run` takes in.

        Returns:
            It, or None if it was not there by then (in the time of the event loop).
        """
        while True:
            found = look()
            if found is not None:
                return found
            news = self._news
            try:
                async with asyncio.timeout_at(end):
                    await news.wait()
            except TimeoutError:
                return look()

    # -- what is there --------------------------------------------------------------------------

    def ours(self) -> tuple[TableRow, ...]:
        """The tables where we sit."""
        return tuple(row for row in self.tables.values() if row.playing)

    # -- one look -------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Take in what is new; after any doubt everything anew."""
        for pause in _pauses():
            try:
                if self._must_log_in and self._log_in is not None:
                    await self._log_in()
                self._must_log_in = False
                await self._take_in()
            except (ChannelError, SessionGoneError, TooManyCallsError, *DOUBTFUL) as fault:
                await self._doubtful(fault, pause)
            else:
                if self.since is not None and pause > 2 * _FIRST_PAUSE:
                    _log.warning("hall_is_back", after=round(self._now() - self.since))
                self.since, self.opened = None, True
                self._tell()
                return

    async def _doubtful(self, fault: GempError, pause: float) -> None:
        """Wait before the next try, told once; the first one comes at once: mostly the channel expired."""
        if isinstance(fault, SessionGoneError):
            if self._log_in is None:
                raise fault
            self._must_log_in = True
        self._hall = None
        if self.since is None:
            self.since = self._now()
        if isinstance(fault, ChannelTakenOverError):
            pause = self._give_way()
        first = pause == _FIRST_PAUSE
        tell = _log.info if first else _log.warning if pause == 2 * _FIRST_PAUSE else _log.debug
        tell("hall_doubtful", why=str(fault), next_try_in=0 if first else pause)
        if self._patience is not None and self._now() - self.since > self._patience:
            raise fault
        if not first:
            await asyncio.sleep(pause)

    def _give_way(self) -> float:
        """Seconds to wait for another client of our account in the hall; the first try comes at once."""
        now = self._now()
        self._taken = [*(at for at in self._taken if now - at < GIVE_WAY_MEMORY), now]
        return (_FIRST_PAUSE, *GIVE_WAY_PAUSES)[min(len(self._taken) - 1, len(GIVE_WAY_PAUSES))]

    async def _take_in(self) -> None:
        doubts = self._doubts
        if self._hall is None:
            hall = await self._client.hall.open()
            self.openings += 1
            for known in (self.tables, self.queues, self.tournaments):
                known.clear()
            self.running.clear()
            self.formats = {row.code: row.name for row in hall.formats}
        else:
            hall = await self._client.hall.poll(self._hall.channel)
        # A poll that was parked before the doubt arose says nothing about it.
        self._hall = hall if self._doubts == doubts else None
        self.private_games = hall.private_games
        _update(self.tables, hall.tables)
        _update(self.queues, hall.queues)
        _update(self.tournaments, hall.tournaments)
        self.running.update(hall.new_games)

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
        self._on_change()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _update(known: dict[Any, Row], rows: Iterable[Row]) -> None:
    for row in rows:
        if row.action is RowAction.REMOVE:
            known.pop(row.id, None)
        else:
            known[row.id] = row


def _pauses() -> Iterator[float]:
    """Seconds to wait after each try, without an end."""
    pause = _FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, _LONGEST_PAUSE)
