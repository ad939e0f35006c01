"""Doing what `search` chose: tables made, joined and left, one step at a time; trouble is the entry's."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

import structlog

from gemp_bot.play.decks import PooledDeck
from gemp_bot.play.demand import Demand
from gemp_bot.play.entries import HostEntry, JoinEntry, Player
from gemp_bot.play.search import Enqueue, Host, Join, Search, Sitting, StartAi, Step, Withdraw, format_code
from gemp_bot.play.seating import NoTableError, Seating
from gemp_bot.protocol.errors import GempError, HallRefusedError, LoginError, PolicyError
from gemp_bot.protocol.ids import TableId
from gemp_bot.protocol.wording import HallRefusal
from gemp_bot.strategy import Strategy, name_deck

_log = structlog.stdlib.get_logger(__name__)

_PASSING = frozenset({HallRefusal.NOT_OPERATIONAL, HallRefusal.SHUTDOWN, HallRefusal.TOO_MANY_TABLES})
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
    demand: Demand
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

    def made(self, search: Search, seed: int, deck: PooledDeck | None) -> Strategy | None:
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

    async def _make(self, search: Search, seed: int, deck: PooledDeck) -> Strategy | None:
        """The strategy of a game to come: foreign code may take its time, and holds no game up."""
        player = search.entry.player
        if not player.foreign:
            return self.made(search, seed, deck)
        return self._checked(search, await asyncio.to_thread(_tried, player, seed, deck))

    def _checked(self, search: Search, made: Strategy | Exception) -> Strategy | None:
        if not isinstance(made, Exception):
            return made
        search.told = str(made)
        _log.error("strategy_not_made", entry=search.entry.name, why=search.told)
        if self.demand.limits.strict:
            self.demand.stop(made)
        search.pause(_now(), _LONGEST_REST)
        return None

    def _refused(self, search: Search, fault: GempError) -> None:
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


def _tried(player: Player, seed: int, deck: PooledDeck | None) -> Strategy | Exception:
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
