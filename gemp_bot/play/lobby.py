"""From the hall to games: the hall tells ids only by and by, never in the answer to a call (PROTOCOL 3.2)."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import structlog

from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill, TableStatus
from gemp_bot.protocol.errors import (
    ChannelError,
    GempError,
    ServerFaultError,
    UnreachableError,
    WireError,
)
from gemp_bot.protocol.hall import Hall, RowAction, TableRow
from gemp_bot.protocol.ids import GameId, PlayerName, TableId

Found = TypeVar("Found")

_log = structlog.stdlib.get_logger(__name__)

_DOUBTS = 20
"""So many failed looks at the hall in a row are enough."""
_PAUSE = 1.0
_GAME_APPEARS = 120.0
"""Seconds within which a table with two players must show its game: a server AI may think meanwhile."""


class NoGameError(Exception):
    """No game came about; the message is one line that says why."""


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
        wait: seconds to wait for a person.
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
    wait: float = 600.0


@dataclass(slots=True)
class Lobby:
    """What we know of the hall, and the way from it to games. One for each client.

    A server allows one hall channel a player, so everybody who waits looks through this one.

    Attributes:
        tables: the rows by id.
    """

    client: GempClient
    tables: dict[TableId, TableRow] = field(default_factory=dict)
    _hall: Hall | None = None
    _running: set[GameId] = field(default_factory=set)
    _look: asyncio.Lock = field(default_factory=asyncio.Lock)
    _seating: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def running_games(self) -> tuple[GameId, ...]:
        """All games of this account that run already, as a fresh look at the hall tells them."""
        async with self._look:
            self._hall = None
            await self._see()
        return tuple(sorted(self._running))

    async def game(self, seat: Seat) -> GameId:
        """Start or join a game and find its id.

        Raises:
            HallRefusedError: in the server's own words.
            NoGameError: nobody came, there is no such table, or the game never appeared.
        """
        if seat.join is not None:
            return await self._join(seat, seat.join)
        async with self._seating:
            # One table at a time: the new row among ours is the one just made.
            if self._hall is None:
                await self._refresh()
            before = self._ours()
            await self._create(seat)
            row = await self._until(
                lambda: next((row for row in self._rows() if row.playing and row.id not in before), None),
                _GAME_APPEARS,
                f"a table was made in {seat.format_code}, but never appeared in the hall",
            )
        return await self._game_of(row.id, seat.wait if seat.skill is None else _GAME_APPEARS)

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

    async def _join(self, seat: Seat, host: PlayerName) -> GameId:
        def table_of_host() -> TableRow | None:
            for row in self._rows():
                if row.status is TableStatus.WAITING and any(other.name == host for other in row.seats):
                    return row
            return None

        async with self._seating:
            nobody = f"{host} opened no table within {seat.wait:g} s"
            row = await self._until(table_of_host, seat.wait, nobody)
            await self.client.hall.join_table(row.id, seat.deck, library=seat.library)
        return await self._game_of(row.id, _GAME_APPEARS)

    async def _game_of(self, table: TableId, wait: float) -> GameId:
        def game() -> GameId | None:
            row = self.tables.get(table)
            if row is None:
                raise NoGameError(f"table {table} is gone from the hall before its game began")
            return row.game_id

        try:
            return await self._until(game, wait, f"nobody came to the table within {wait:g} s")
        except NoGameError:
            await self.client.hall.leave_table(table)
            raise

    # -- looking --------------------------------------------------------------------------------

    def _rows(self) -> tuple[TableRow, ...]:
        return tuple(self.tables.values())

    def _ours(self) -> frozenset[TableId]:
        return frozenset(row.id for row in self._rows() if row.playing)

    async def _until(self, look: Callable[[], Found | None], wait: float, otherwise: str) -> Found:
        """Look at the hall again and again until something is there."""
        end = asyncio.get_running_loop().time() + wait
        while True:
            found = look()
            if found is not None:
                return found
            if asyncio.get_running_loop().time() >= end:
                raise NoGameError(otherwise)
            await self._refresh()

    async def _refresh(self) -> None:
        async with self._look:
            await self._see()

    async def _see(self) -> None:
        """Take in what is new in the hall; after any doubt everything anew."""
        for attempt in range(_DOUBTS):
            try:
                if self._hall is None:
                    hall = await self.client.hall.open()
                    self.tables.clear()
                    self._running.clear()
                else:
                    hall = await self.client.hall.poll(self._hall.channel)
            except (ChannelError, UnreachableError, ServerFaultError, WireError) as fault:
                _log.warning("hall_doubtful", why=str(fault), attempt=attempt + 1)
                self._hall = None
                last: GempError = fault
                await asyncio.sleep(_PAUSE * attempt)
                continue
            self._hall = hall
            for row in hall.tables:
                if row.action is RowAction.REMOVE:
                    self.tables.pop(row.id, None)
                else:
                    self.tables[row.id] = row
            self._running.update(hall.new_games)
            return
        raise last
