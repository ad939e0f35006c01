"""Sitting down: tables made and joined, once, whatever becomes of a call (PROTOCOL 3.2)."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from gemp_bot.play.decks import PooledDeck
from gemp_bot.play.entries import AiEntry
from gemp_bot.play.hall_watch import DOUBTFUL, HallWatch
from gemp_bot.play.search import Host
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.errors import GempError, HallRefusedError, SessionGoneError
from gemp_bot.protocol.hall import QueueRow, TableRow
from gemp_bot.protocol.ids import TableId
from gemp_bot.protocol.wording import HallRefusal

_log = structlog.stdlib.get_logger(__name__)

_ATTEMPTS = 3
"""So often a table is asked for when nobody knows whether the server heard it."""
_HEARD = 5.0
"""Seconds after which a table that is not in the hall was not made."""
_APPEARS = 120.0
"""Seconds within which a table that was made must show: a server AI may think meanwhile."""


class NoTableError(GempError):
    """The server took a call, and nothing came of it."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Makes and joins tables. One at a time: which table is new is told by which were there before.

    What is returned is a table where we sit, by what the hall says.
    """

    client: GempClient
    watch: HallWatch

    async def host(self, step: Host, code: str) -> TableId:
        """Open a table.

        Raises:
            HallRefusedError: in the server's own words.
            GempError: it is not known whether there is a table, or there is none.
        """
        hall, deck = self.client.hall, step.deck
        return await self._made(
            code,
            lambda: hall.create_table(
                code,
                deck.name,
                library=deck.library,
                description=step.entry.description,
                private_for=step.invited,
            ),
        )

    async def against_ai(self, entry: AiEntry, code: str, deck: PooledDeck, theirs: PooledDeck) -> TableId:
        """Begin a game against one of the server's players; errors as of `host`."""
        hall = self.client.hall
        return await self._made(
            code,
            lambda: hall.create_ai_table(
                code,
                deck.name,
                library=deck.library,
                skill=entry.skill,
                ai_deck=theirs.name,
                ai_deck_own=not theirs.library,
            ),
        )

    async def join(self, row: TableRow, deck: PooledDeck) -> bool:
        """Sit down at a table of somebody else's.

        Returns:
            False if somebody else was quicker.

        Raises:
            HallRefusedError: for another reason, in the server's own words.
            GempError: it is not known whether we sit there.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                await self._surely(
                    lambda: self.client.hall.join_table(row.id, deck.name, library=deck.library)
                )
            except HallRefusedError as refusal:
                if refusal.kind is HallRefusal.TABLE_GONE:
                    return False
                raise
            except DOUBTFUL:
                self.watch.doubt()
                if await self._sit_at(row.id, _HEARD):
                    return True
                if attempt == _ATTEMPTS:
                    raise
            else:
                return True
        raise AssertionError("the last attempt raises")

    async def leave(self, table: TableId) -> None:
        """Leave a table that waits; if the call fails, the hall will tell."""
        with contextlib.suppress(GempError):
            await self.client.hall.leave_table(table)
        self.watch.doubt()

    async def enqueue(self, queue: QueueRow, deck: PooledDeck) -> None:
        """Sign up for a tournament.

        Raises:
            HallRefusedError: in the server's own words.
        """
        await self._surely(lambda: self.client.hall.join_queue(queue.id, deck.name, library=deck.library))

    async def _made(self, code: str, create: Callable[[], Awaitable[str | None]]) -> TableId:
        before = {row.id for row in self.watch.ours()}

        def made() -> TableRow | None:
            return next((row for row in self.watch.ours() if row.id not in before), None)

        for attempt in range(1, _ATTEMPTS + 1):
            doubt: GempError = NoTableError(f"a table was made in {code}, but never appeared in the hall")
            wait = _APPEARS
            try:
                told = await self._surely(create)
                if told:
                    _log.info("hall_says", message=told)
            except DOUBTFUL as fault:
                self.watch.doubt()
                doubt, wait = fault, _HEARD
            row = await self.watch.until(made, self._now() + wait)
            if row is not None:
                return row.id
            if wait == _APPEARS or attempt == _ATTEMPTS:
                raise doubt
        raise AssertionError("the last attempt raises")

    async def _sit_at(self, table: TableId, wait: float) -> bool:
        def sitting() -> bool | None:
            row = self.watch.tables.get(table)
            return True if row is not None and row.playing else None

        return bool(await self.watch.until(sitting, self._now() + wait))

    async def _surely(self, call: Callable[[], Awaitable[str | None]]) -> str | None:
        """Make a call; once more if it found no session, for then it did nothing."""
        try:
            return await call()
        except SessionGoneError:
            await self.watch.renew()
            return await call()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
