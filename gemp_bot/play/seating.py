"""Sitting down: tables made, joined and left, once, whatever becomes of a call (PROTOCOL 3.2)."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from math import inf

import structlog

from gemp_bot.files.problems import meant
from gemp_bot.play.entries import AiEntry, GameDemand, HostEntry, JoinEntry, PooledDeck, StrategyPlayer
from gemp_bot.play.hall_watch import DOUBTFUL, HallWatch
from gemp_bot.play.matchmaking import (
    Enqueue,
    EntrySearch,
    Host,
    Join,
    Sitting,
    StartAi,
    Step,
    Withdraw,
    format_code,
)
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.errors import GempError, HallRefusedError, LoginError, PolicyError, SessionGoneError
from gemp_bot.protocol.hall import QueueRow, TableRow
from gemp_bot.protocol.ids import TableId
from gemp_bot.protocol.wording import HallRefusal
from gemp_bot.strategy import Strategy, name_deck

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
            HallRefusedError: in the server's own words; of a format it does not have, with those it has.
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
            except HallRefusedError as refusal:
                if refusal.kind is not HallRefusal.FORMAT_UNKNOWN:
                    raise
                right = meant(code, self.watch.formats)
                raise HallRefusedError(f"{refusal}: {right}", kind=refusal.kind) from None
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


_PASSING = frozenset({HallRefusal.NOT_OPERATIONAL, HallRefusal.TOO_MANY_TABLES})
"""Refusals that do not last: an admin, or another game that ends, lifts them."""
_LONGEST_REST = 3600.0
"""Seconds between two tries of an entry that the server refuses for good, as far as anybody knows."""
_BREAK = 0.25
"""Seconds between two steps: whatever comes of one, the next does not follow on its heels."""


@dataclass(slots=True)
class StepRunner:
    """Does steps, one at a time, and keeps the tables where we sit.

    Attributes:
        seating: makes and joins tables.
        demand: how many games are wanted; trouble that can hardly pass stops them.
        on_change: called when a step is done.
        sittings: tables where we sit and no game has begun.
        left: when we left a table, until the hall shows it no more. Seconds of the event loop.
        not_before: when the next step may be done. Seconds of the event loop.
        deadline: until when games that are about to begin are waited for. Seconds of the event loop.
    """

    seating: Seating
    demand: GameDemand
    on_change: Callable[[], None]
    sittings: dict[TableId, Sitting] = field(default_factory=dict)
    left: dict[TableId, float] = field(default_factory=dict)
    not_before: float = 0.0
    deadline: float = inf
    _task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a step is being done."""
        return self._task is not None

    @property
    def starting(self) -> int:
        """Games that are about to begin."""
        return sum(not sitting.waits for sitting in self.sittings.values())

    def begin(self, group: asyncio.TaskGroup, step: Step) -> None:
        """Do a step, as a task of the group."""
        self._task = group.create_task(self._do(step), name="step")

    def hasten(self, seconds: float) -> None:
        """Wait no longer than this for the step that is being done and for games that are about to begin."""
        loop = asyncio.get_running_loop()
        self.deadline = min(self.deadline, loop.time() + seconds)
        if self._task is not None:
            loop.call_at(self.deadline, self._task.cancel)

    def late(self, sitting: Sitting) -> bool:
        """Whether a game that was about to begin is not waited for any more."""
        return sitting.late(_now()) or (not sitting.waits and _now() >= self.deadline)

    def lost(self, table: TableId, why: str) -> None:
        """A table where we sat has come to nothing."""
        sitting = self.sittings.pop(table)
        if not self.demand.draining:
            self._refused(sitting.search, NoTableError(why))

    def made(self, search: EntrySearch, seed: int, deck: PooledDeck | None) -> Strategy | None:
        """The strategy of a game that runs already; None if it cannot be made."""
        return self._checked(search, _tried(search.entry.player, seed, deck))

    async def _do(self, step: Step) -> None:
        try:
            if isinstance(step, Withdraw):
                await self._withdraw(step)
            elif isinstance(step, Enqueue):
                await self.seating.enqueue(step.queue, step.deck)
                step.search.picked += 1
            else:
                await self._sit_down(step)
        except (LoginError, PolicyError) as fault:
            self.demand.stop(fault)
        except GempError as fault:
            if not isinstance(step, Withdraw):
                self._refused(step.search, fault)
        finally:
            self._task = None
            self.not_before = _now() + _BREAK
            self.on_change()

    async def _withdraw(self, step: Withdraw) -> None:
        """Leave a table; the hall tells whether somebody came meanwhile."""
        sitting = self.sittings.get(step.table)
        self.left[step.table] = _now()
        if sitting is not None:
            sitting.search.until = max(sitting.search.until, _now() + step.rest)
            sitting.search.told = ""  # the table stood: it rests for no trouble
        _log.info("table_withdrawn", table=step.table, why=step.why)
        await self.seating.leave(step.table)

    async def _sit_down(self, step: Host | Join | StartAi) -> None:
        search, deck = step.search, step.deck
        seed = self.demand.limits.seed + self.demand.begun + len(self.sittings)
        # Made before the game is: nobody is left sitting opposite a strategy that cannot be made.
        strategy = await self._make(search, seed, deck)
        if strategy is None:
            return
        code = format_code(search.entry, self.seating.watch)
        match step:
            case Host():
                search.opened += 1
                table = await self.seating.host(step, code)
            case StartAi(entry=entry, opponent_deck=theirs):
                table = await self.seating.against_ai(entry, code, deck, theirs)
            case Join(row=row):
                table = row.id
                if not await self.seating.join(row, deck):
                    search.shun(table, _now())
                    return
        search.picked += 1
        waits = isinstance(step, Host)
        opponent_deck = step.opponent_deck if isinstance(step, StartAi) else None
        self.sittings[table] = Sitting(
            search, deck, strategy, seed, _now(), waits, search.entry, opponent_deck
        )

    async def _make(self, search: EntrySearch, seed: int, deck: PooledDeck) -> Strategy | None:
        """The strategy of a game to come: foreign code may take its time, and holds no game up."""
        player = search.entry.player
        if not player.foreign:
            return self.made(search, seed, deck)
        return self._checked(search, await asyncio.to_thread(_tried, player, seed, deck))

    def _checked(self, search: EntrySearch, made: Strategy | Exception) -> Strategy | None:
        if not isinstance(made, Exception):
            return made
        search.told = str(made)
        _log.error("strategy_not_made", entry=search.entry.name, why=search.told)
        if self.demand.limits.strict:
            self.demand.stop(made)
        search.pause(_now(), _LONGEST_REST)
        return None

    def _refused(self, search: EntrySearch, fault: GempError) -> None:
        """Let an entry rest, told once; or end everything, where somebody waits for the result."""
        passing = not isinstance(fault, HallRefusedError) or fault.kind in _PASSING
        entry, demand = search.entry, self.demand
        # The next try is one with another deck, where there is one: this one may be what is refused.
        search.picked += not passing
        endless = not entry.wait and isinstance(entry, HostEntry | JoinEntry)
        if demand.limits.strict and not (passing and (endless or demand.begun)):
            demand.stop(fault)
            return
        pause = search.pause(_now()) if passing else search.pause(_now(), _LONGEST_REST)
        tell = _log.debug if str(fault) == search.told else _log.warning
        search.told = str(fault)
        tell("no_game_yet", entry=entry.name, why=str(fault), next_try_in=pause)


def _tried(player: StrategyPlayer, seed: int, deck: PooledDeck | None) -> Strategy | Exception:
    """The strategy, or why it cannot be made."""
    try:
        made = player.make(seed, None if deck is None else deck.text)
        if deck is not None:
            name_deck(made, deck.name, deck.start)
    except Exception as fault:  # noqa: BLE001 - it may be foreign code
        return fault
    return made


def _now() -> float:
    return asyncio.get_running_loop().time()
