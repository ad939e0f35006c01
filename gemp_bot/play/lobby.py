"""From the hall to games: the hall tells ids only by and by, never in the answer to a call (PROTOCOL 3.2)."""

import asyncio
import contextlib
import math
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

import structlog

from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill, TableStatus
from gemp_bot.protocol.errors import (
    ChannelError,
    GempError,
    HallRefusedError,
    ServerFaultError,
    SessionGoneError,
    UnreachableError,
    WireError,
)
from gemp_bot.protocol.hall import Hall, RowAction, TableRow
from gemp_bot.protocol.ids import GameId, PlayerName, TableId
from gemp_bot.protocol.wording import HallRefusal

Found = TypeVar("Found")

_log = structlog.stdlib.get_logger(__name__)

_DOUBTFUL = (UnreachableError, ServerFaultError, WireError)
"""After these it is unknown whether a call was heard."""
_ATTEMPTS = 3
"""So often a table is asked for when nobody knows whether the server heard it."""
_HEARD = 5.0
"""Seconds after which a table that is not in the hall was not made."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
"""Seconds after a look at a hall that is out of reach, or a table of which nothing came: they double."""
_GAME_APPEARS = 120.0
"""Seconds within which a table with two players must show its game: a server AI may think meanwhile."""
_PASSING = frozenset({HallRefusal.NOT_OPERATIONAL, HallRefusal.SHUTDOWN, HallRefusal.TOO_MANY_TABLES})
"""Refusals that do not last: an admin, or another game that ends, lifts them."""
_CLOSING = "no further game is wanted"


class NoGameError(Exception):
    """No game came about; the message is one line that says why."""


class _TableLostError(NoGameError):
    """Nothing came of the table: the server was restarted, or an admin cleared the hall."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The game that is wanted.

    Attributes:
        format_code, deck, library: what we play; see `HallCalls.create_table`.
        skill: the server AI to play against; None for a person.
        opponent_deck, opponent_own: the AI's deck.
        join: the player whose table to join; None to open a table of our own.
        private_for: the only player who may join our table.
        description: shown beside our table.
        wait: seconds to wait for a person; 0 for ever.
    """

    format_code: str
    deck: str
    library: bool = False
    skill: AiSkill | None = None
    opponent_deck: str = ""
    opponent_own: bool = False
    join: PlayerName | None = None
    private_for: PlayerName | None = None
    description: str = ""
    wait: float = 0.0

    @property
    def endless(self) -> bool:
        """Whether a person is waited for, for ever: whatever is wrong with the hall, it is waited out."""
        return self.skill is None and not self.wait


@dataclass(slots=True)
class Lobby:
    """What we know of the hall, and the way from it to games. One for each client.

    A server allows one hall channel a player, so everybody who waits looks through this one. One game is
    arranged at a time: when a game starts, the server removes all other waiting tables of its players.

    Attributes:
        log_in: logs the client in again after its session was lost; None to raise then.
        patience: seconds for which the hall may be out of reach; None for ever.
        tables: the rows by id.
    """

    client: GempClient
    log_in: Callable[[], Awaitable[object]] | None = None
    patience: float | None = 190.0
    tables: dict[TableId, TableRow] = field(default_factory=dict)
    _hall: Hall | None = None
    _must_log_in: bool = False
    _seated: bool = False
    _closing: asyncio.Event = field(default_factory=asyncio.Event)
    _running: set[GameId] = field(default_factory=set)
    _look: asyncio.Lock = field(default_factory=asyncio.Lock)
    _seating: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def running_games(self) -> tuple[GameId, ...]:
        """All games of this account that run already, as a fresh look at the hall tells them."""
        async with self._look:
            self._hall = None
            await self._see()
        return tuple(sorted(self._running))

    def close(self) -> None:
        """No further game is wanted: whoever waits for people, or for the hall, stops waiting."""
        self._closing.set()

    async def game(self, seat: Seat) -> GameId:
        """Start or join a game and find its id.

        What passes by itself is waited out, told once: a restart of the server, a table that was cleared
        away, a server that takes no games for a while. Only before the first game of a seat that does not
        wait for ever is it an error.

        Raises:
            HallRefusedError: in the server's own words.
            NoGameError: nobody came, there is no such table, or the game never appeared.
        """
        async with self._seating:
            end = self._now() + seat.wait if seat.wait else math.inf
            told = ""
            for pause in _pauses():
                if self._closing.is_set():
                    raise NoGameError(_CLOSING)
                try:
                    found = await (self._host(seat, end) if seat.join is None else self._join(seat, end))
                except (HallRefusedError, _TableLostError) as fault:
                    passing = isinstance(fault, _TableLostError) or fault.kind in _PASSING
                    if not passing or not (seat.endless or self._seated):
                        raise
                    tell = _log.debug if str(fault) == told else _log.warning
                    told = str(fault)
                    tell("no_game_yet", why=told, next_try_in=pause)
                    await self._rest(pause)
                else:
                    self._seated = True
                    return found
        raise AssertionError("the pauses have no end")

    async def _host(self, seat: Seat, end: float) -> GameId:
        if self._hall is None:
            await self._refresh()
        await self._leave_old_tables()
        before = self._ours()
        missing = f"a table was made in {seat.format_code}, but never appeared in the hall"

        def made() -> TableRow | None:
            return next((row for row in self._rows() if row.playing and row.id not in before), None)

        for attempt in range(1, _ATTEMPTS + 1):
            doubt: GempError | None = None
            try:
                await self._surely(lambda: self._create(seat))
            except _DOUBTFUL as fault:
                self._hall, doubt = None, fault
            try:
                appears = self._now() + (_GAME_APPEARS if doubt is None else _HEARD)
                row = await self._until(made, appears, _TableLostError(missing))
                break
            except _TableLostError:
                if doubt is None:
                    raise
                if attempt == _ATTEMPTS:
                    raise doubt from None
        if seat.skill is not None:
            return await self._game_of(row.id, self._now() + _GAME_APPEARS)
        return await self._game_of(row.id, end, nobody=f"nobody came to the table within {seat.wait:g} s")

    async def _leave_old_tables(self) -> None:
        """Leave waiting tables of an earlier run: whoever joined one would find nobody there."""
        for row in self._rows():
            if row.playing and row.status is TableStatus.WAITING:
                _log.info("old_table_left", table=row.id)
                with contextlib.suppress(GempError):
                    await self.client.hall.leave_table(row.id)
                self.tables.pop(row.id, None)

    async def _create(self, seat: Seat) -> None:
        hall = self.client.hall
        if seat.skill is not None:
            told = await hall.create_ai_table(
                seat.format_code,
                seat.deck,
                library=seat.library,
                skill=seat.skill,
                ai_deck=seat.opponent_deck,
                ai_deck_own=seat.opponent_own,
            )
        else:
            told = await hall.create_table(
                seat.format_code,
                seat.deck,
                library=seat.library,
                description=seat.description,
                private_for=seat.private_for,
            )
        if told:
            _log.info("hall_says", message=told)

    async def _surely(self, call: Callable[[], Awaitable[object]]) -> None:
        """Make a call; once more if it found no session, for then it did nothing."""
        try:
            await call()
        except SessionGoneError:
            if self.log_in is None:
                raise
            self._hall, self._must_log_in = None, True
            await self._refresh()
            await call()

    async def _join(self, seat: Seat, end: float) -> GameId:
        host = seat.join

        def table_of_host() -> TableRow | None:
            for row in self._rows():
                if row.status is TableStatus.WAITING and any(other.name == host for other in row.seats):
                    return row
            return None

        nobody = NoGameError(f"{host} opened no table within {seat.wait:g} s")
        attempts = 0
        pauses = _pauses()
        while True:
            row = await self._until(table_of_host, end, nobody, for_people=True)
            try:
                await self._surely(
                    lambda: self.client.hall.join_table(row.id, seat.deck, library=seat.library)  # noqa: B023
                )
            except HallRefusedError as refusal:
                if refusal.kind is not HallRefusal.TABLE_GONE:
                    raise
                # Somebody was quicker; or the table only looks as if it waited.
                self.tables.pop(row.id, None)
                await self._rest(next(pauses))
                continue
            except _DOUBTFUL:
                self._hall = None
                await self._refresh()
                found = self.tables.get(row.id)
                if found is None or not found.playing:
                    attempts += 1
                    if attempts == _ATTEMPTS:
                        raise
                    continue
            return await self._game_of(row.id, self._now() + _GAME_APPEARS)

    async def _game_of(self, table: TableId, end: float, *, nobody: str = "") -> GameId:
        """The game of a table where we sit.

        Args:
            table: its id.
            end: when to give up.
            nobody: what to say then; empty for a game that has to appear, with nobody to wait for.
        """

        def game() -> GameId | None:
            row = self.tables.get(table)
            if row is None:
                raise _TableLostError(f"table {table} is gone from the hall before its game began")
            return row.game_id

        late = NoGameError(nobody) if nobody else _TableLostError(f"the game of table {table} never appeared")
        try:
            return await self._until(game, end, late, for_people=bool(nobody))
        except NoGameError:
            with contextlib.suppress(GempError):
                await self.client.hall.leave_table(table)
                await self._refresh()
            # Who came while we were leaving is not left alone.
            row = self.tables.get(table)
            if row is not None and row.game_id is not None:
                return row.game_id
            raise

    # -- looking --------------------------------------------------------------------------------

    def _rows(self) -> tuple[TableRow, ...]:
        return tuple(self.tables.values())

    def _ours(self) -> frozenset[TableId]:
        return frozenset(row.id for row in self._rows() if row.playing)

    async def _until(
        self,
        look: Callable[[], Found | None],
        end: float,
        otherwise: NoGameError,
        *,
        for_people: bool = False,
    ) -> Found:
        """Look at the hall again and again until something is there, or the end has come."""
        while True:
            found = look()
            if found is not None:
                return found
            if for_people and self._closing.is_set():
                raise NoGameError(_CLOSING)
            if self._now() >= end:
                raise otherwise
            await self._refresh()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def _rest(self, seconds: float) -> None:
        """Wait; not for longer than games are wanted."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closing.wait()

    async def _refresh(self) -> None:
        async with self._look:
            await self._see()

    async def _see(self) -> None:
        """Take in what is new in the hall; after any doubt everything anew."""
        began = self._now()
        for pause in _pauses():
            try:
                if self._must_log_in and self.log_in is not None:
                    await self.log_in()
                self._must_log_in = False
                await self._take_in()
            except (ChannelError, SessionGoneError, *_DOUBTFUL) as fault:
                if isinstance(fault, SessionGoneError):
                    if self.log_in is None:
                        raise
                    self._must_log_in = True
                # The first look after a doubt comes at once: mostly it was a channel that had expired.
                first = pause == _FIRST_PAUSE
                tell = _log.info if first else _log.warning if pause == 2 * _FIRST_PAUSE else _log.debug
                tell("hall_doubtful", why=str(fault), next_try_in=0 if first else pause)
                self._hall = None
                if self._closing.is_set() or (
                    self.patience is not None and self._now() - began > self.patience
                ):
                    raise
                if not first:
                    await self._rest(pause)
            else:
                if pause > 2 * _FIRST_PAUSE:
                    _log.warning("hall_is_back", after=round(self._now() - began))
                return

    async def _take_in(self) -> None:
        if self._hall is None:
            hall = await self.client.hall.open()
            self.tables.clear()
            self._running.clear()
        else:
            hall = await self.client.hall.poll(self._hall.channel)
        self._hall = hall
        for row in hall.tables:
            if row.action is RowAction.REMOVE:
                self.tables.pop(row.id, None)
            else:
                self.tables[row.id] = row
        self._running.update(hall.new_games)


def _pauses() -> Iterator[float]:
    """Seconds to wait after each try, without an end."""
    pause = _FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, _LONGEST_PAUSE)
