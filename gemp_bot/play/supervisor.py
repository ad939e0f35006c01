"""Finding, adopting and playing games, any number of them, for as long as they are wanted.

One loop that sleeps on one event: the hall told something, a game ended, a step is done, or time has come.
What is to be done next is chosen in `search`; this file only does it.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

import structlog

from gemp_bot.play.adoption import Adoption
from gemp_bot.play.decks import PooledDeck
from gemp_bot.play.entries import Entry, HostEntry, JoinEntry, QueueEntry
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.play.runner import Assignment, GameRunner
from gemp_bot.play.search import (
    MOST_CREATED,
    Enqueue,
    Host,
    Join,
    May,
    Scene,
    Search,
    Sitting,
    StartAi,
    Step,
    Withdraw,
    format_code,
    next_step,
)
from gemp_bot.play.seating import NoTableError, Seating
from gemp_bot.protocol.errors import GempError, HallRefusedError, LoginError, PolicyError
from gemp_bot.protocol.ids import GameId, TableId
from gemp_bot.protocol.wording import HallRefusal
from gemp_bot.strategy import Strategy

_log = structlog.stdlib.get_logger(__name__)

_PASSING = frozenset({HallRefusal.NOT_OPERATIONAL, HallRefusal.SHUTDOWN, HallRefusal.TOO_MANY_TABLES})
"""Refusals that do not last: an admin, or another game that ends, lifts them."""
_LONGEST_REST = 3600.0
"""Seconds between two tries of an entry that the server refuses for good, as far as anybody knows."""
_TICK = 30.0
"""Seconds after which the loop looks about even if nothing was told: hours begin and end."""
_BREAK = 0.25
"""Seconds between two steps: whatever comes of one, the next does not follow on its heels."""
_SWEEPS = 10.0
"""Seconds after the begin of a game within which our waiting tables may go (PROTOCOL 3.2)."""


class NoGameError(Exception):
    """No game came about; the message is one line that says why."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many games.

    Attributes:
        games: in all, adopted ones included; 0 for no end.
        at_once: over all entries.
        resume: play running games of the account on.
        strict: end at what can hardly pass, for somebody who waits for the result; else only the entry rests.
        stays: a service: it ends by `finish`, or when it is not let in, and by nothing else.
        seed: of the first game; the next has the next number.
    """

    games: int = 0
    at_once: int = 1
    resume: bool = True
    strict: bool = False
    stays: bool = False
    seed: int = 0


@dataclass(slots=True)
class Tally:
    """What has come of it.

    Attributes:
        begun: games begun. trouble: why no further game was begun, None if all were.
    """

    begun: int = 0
    trouble: Exception | None = None


class Supervisor:
    """Plays the games of one account.

    Args:
        runner: plays one game.
        watch: the hall.
        entries: where games come from, in the order in which they are tried.
        limits: how many games.
        may: whether somebody may be joined.
        on_begin, on_end: told of each game. What they raise ends no game.
        wall: the clock on the wall.
        chance: of the choice of decks.

    Attributes:
        tally: what has come of it.
        draining: whether no further game is begun.
        running: the games that run.
        sittings: tables where we sit and no game has begun.
    """

    def __init__(
        self,
        runner: GameRunner,
        watch: HallWatch,
        entries: Sequence[Entry],
        limits: Limits,
        *,
        may: May = lambda _: True,
        on_begin: Callable[[Assignment], None] | None = None,
        on_end: Callable[[Assignment, GameOutcome], None] | None = None,
        wall: Callable[[], datetime] = datetime.now,
        chance: Random | None = None,
    ) -> None:
        self.tally = Tally()
        self.searches = [Search(entry) for entry in entries]
        self.limits = limits
        self._runner = runner
        self._watch = watch
        self._seating = Seating(runner.client, watch)
        self._listeners = (on_begin, on_end)
        self._scene = _SceneMaker(wall, chance or Random(), may)  # noqa: S311 - a choice of decks
        self._wake = asyncio.Event()
        self.sittings: dict[TableId, Sitting] = {}
        self.running: dict[GameId, Assignment] = {}
        self._most_adopted = max(limits.at_once, MOST_CREATED)
        self._adoption = Adoption(watch, self._most_adopted)
        self._left: dict[TableId, float] = {}
        self._not_before = 0.0
        self._begun_at = float("-inf")
        self._doing: asyncio.Task[None] | None = None
        self.draining = False
        self._finishing = False

    # -- from outside ---------------------------------------------------------------------------

    def wake(self) -> None:
        """Look about: something has changed."""
        self._wake.set()

    def drain(self) -> None:
        """Begin no further game; those that run are played to their end."""
        self.draining = True
        self.wake()

    def finish(self) -> None:
        """Drain, and end then."""
        self._finishing = True
        self.drain()

    def replace_entries(self, entries: Sequence[Entry]) -> None:
        """Look for games by other entries from now on; games that run are played as they were begun.

        Tables that wait are withdrawn: the next ones have the decks and the strategies of the new entries.
        """
        known = {search.entry.name: search for search in self.searches}
        for search in self.searches:
            search.gone = True
        self.searches = [known.get(entry.name) or Search(entry) for entry in entries]
        for search, entry in zip(self.searches, entries, strict=True):
            search.renew(entry)
            search.gone = False
        self.wake()

    def resume(self) -> None:
        """Begin games again, if the end was not asked for."""
        self.draining = self._finishing
        self.wake()

    def concede(self) -> None:
        """Finish, and give up every running game."""
        self.finish()
        self._runner.concede()

    # -- the loop -------------------------------------------------------------------------------

    async def run(self) -> Tally:
        """Find and play games until no more are wanted. Raises for nothing that a server does."""
        async with asyncio.TaskGroup() as group:
            watching = group.create_task(self._keep_watch(), name="hall")
            try:
                while True:
                    self._wake.clear()
                    if self._watch.opened:
                        self._take_games(group)
                    step = self._next_step()
                    if step is not None:
                        self._doing = group.create_task(self._do(step), name="step")
                    if self._over():
                        break
                    await self._sleep()
            finally:
                watching.cancel()
        return self.tally

    def _over(self) -> bool:
        """Whether there is nothing left to do."""
        if self._more() or self.running or self._doing is not None:
            return False
        if self.limits.stays and not self._finishing and self.tally.trouble is None:
            return False
        # A hall that is out of reach can neither be left nor asked.
        return not (self.sittings or self._adoption.undecided) or self._watch.since is not None

    def _more(self) -> bool:
        """Whether further games are wanted."""
        wanted = not self.limits.games or self.tally.begun + self._starting() < self.limits.games
        return wanted and not self.draining and self.tally.trouble is None

    def _starting(self) -> int:
        return sum(not sitting.waits for sitting in self.sittings.values())

    async def _sleep(self) -> None:
        """Until something happens, or an entry has rested."""
        if self._needs_hall():
            self._watch.resume()
        else:
            self._watch.rest()
        now = self._now()
        times = [self._not_before, *(search.until for search in self.searches)]
        times += self._adoption.times
        rests = [time - now for time in times if time > now]
        try:
            async with asyncio.timeout(min([_TICK, *rests])):
                await self._wake.wait()
        except TimeoutError:
            return

    def _needs_hall(self) -> bool:
        if self.sittings or self._adoption.needs_hall or self._doing is not None:
            return True
        now = self._now()
        if any(isinstance(search.entry, QueueEntry) for search in self.searches):
            return True  # games of a tournament begin by themselves
        room = len(self.running) + self._starting() < self.limits.at_once
        return room and self._more() and any(search.until <= now for search in self.searches)

    async def _keep_watch(self) -> None:
        try:
            await self._watch.run()
        except GempError as fault:
            # Nothing can be found any more; the games that run look after themselves.
            if not self._finishing:
                self.tally.trouble = fault
            self.sittings.clear()
            self.wake()

    # -- games that have begun ------------------------------------------------------------------

    def _take_games(self, group: asyncio.TaskGroup) -> None:
        """Play whatever has begun, and forget tables that are gone."""
        now = self._now()
        self._adoption.begin(resume=self.limits.resume)
        for table, sitting in tuple(self.sittings.items()):
            row = self._watch.tables.get(table)
            if row is not None and row.game_id is not None:
                del self.sittings[table]
                self._begin(group, row.game_id, sitting)
            elif row is None and (table in self._left or (sitting.waits and self._swept(now))):
                del self.sittings[table]
            elif row is None:
                self._lost(table, sitting, f"table {table} is gone from the hall before its game began")
            elif sitting.late(now):
                self._lost(table, sitting, f"the game of table {table} never appeared")
        self._left = {table: at for table, at in self._left.items() if table in self._watch.tables}
        for game in self._adoption.due(now, busy=self._doing is not None):
            if len(self.running) < self._most_adopted:
                self._begin(group, game, None)

    def _search_of(self, game: GameId) -> Search:
        """The entry that a game nobody sat down for belongs to: that of its queue, else the first."""
        row = next((row for row in self._watch.tables.values() if row.game_id == game), None)
        told = "" if row is None else row.tournament
        of_queue = (
            search
            for search in self.searches
            if isinstance(search.entry, QueueEntry) and search.entry.queue in told
        )
        return next(of_queue, self.searches[0])

    def _swept(self, now: float) -> bool:
        """Whether a game has begun just now: then a server removes all waiting tables of its players."""
        return now - self._begun_at < _SWEEPS or any(
            row.game_id is not None and not self._adoption.knows(row.game_id) for row in self._watch.ours()
        )

    def _begin(self, group: asyncio.TaskGroup, game: GameId, sitting: Sitting | None) -> None:
        self._adoption.took(game)
        self._begun_at = self._now()
        seed = self.limits.seed + self.tally.begun if sitting is None else sitting.seed
        self.tally.begun += 1
        if sitting is None:
            search = self._search_of(game)
            deck = self._runner.known_deck(game)
            strategy = self._made(search, seed, deck) or self._by_rule()
            assignment = Assignment(game, search.entry.player, strategy, seed, deck=deck, adopted=True)
        else:
            search = sitting.search
            search.succeeded()
            assignment = Assignment(
                game,
                sitting.entry.player,
                sitting.strategy,
                seed,
                search.entry.name,
                sitting.deck,
                sitting.opponent_deck,
                waited=self._begun_at - sitting.since if sitting.waits else None,
            )
        # One that ran already is of no entry; over all entries it counts.
        search.games += sitting is not None
        self.running[game] = assignment
        group.create_task(self._play(assignment, search), name=f"game {game}")

    async def _play(self, assignment: Assignment, search: Search) -> None:
        """Play a game; its fault ends nothing else."""
        try:
            with structlog.contextvars.bound_contextvars(game=assignment.game):
                self._tell(self._listeners[0], assignment)
                outcome = await self._runner.play(assignment)
                self._tell(self._listeners[1], assignment, outcome)
            if outcome.result is Result.UNFINISHED and self.limits.stays:
                self._adoption.gave_up(assignment.game, self._now())
            else:
                self._adoption.over(assignment.game)
        finally:
            del self.running[assignment.game]
            search.games -= not assignment.adopted
            self._scene.idle_since = self._now()
            self.wake()

    def _tell(self, listener: Callable[..., None] | None, *what: object) -> None:
        """Tell somebody; what goes wrong there is no business of the games'."""
        try:
            if listener is not None:
                listener(*what)
        except Exception as fault:  # noqa: BLE001 - see above
            _log.error("listener_failed", exc_info=fault)

    def _by_rule(self) -> Strategy:
        """Rather than leave a running game alone."""
        rule = self._runner.rule
        if rule is None:
            raise NoGameError("no strategy can be made for a game that runs already")
        return rule()

    # -- steps ----------------------------------------------------------------------------------

    def _next_step(self) -> Step | None:
        now = self._now()
        if self._doing is not None or not self._watch.opened or now < self._not_before:
            return None
        more = self._more()
        for search in self.searches:
            if search.since is None and more and search.until <= now:
                search.since = now
            self._give_up(search, now)
        scene = Scene(
            watch=self._watch,
            sittings=self.sittings,
            left=self._left,
            running=len(self.running),
            most=self.limits.at_once,
            more=self._more(),
            idle_since=self._scene.idle_since,
            now=now,
            wall=self._scene.wall(),
            chance=self._scene.chance,
            may=self._scene.may,
        )
        return next_step(self.searches, scene)

    def _give_up(self, search: Search, now: float) -> None:
        """End a search that was to be given up after some time."""
        entry = search.entry
        room = len(self.running) + self._starting() < self.limits.at_once
        if not entry.wait or search.since is None or not room or now - search.since < entry.wait:
            return
        if isinstance(entry, JoinEntry):
            whom = " or ".join(sorted(entry.players)) or "nobody"
            self._stop(NoGameError(f"{whom} opened no table within {entry.wait:g} s"))
        elif isinstance(entry, HostEntry):
            self._stop(NoGameError(f"nobody came to the table within {entry.wait:g} s"))

    def _stop(self, trouble: Exception) -> None:
        if not self._finishing:
            self.tally.trouble = trouble
            self.drain()

    async def _do(self, step: Step) -> None:
        """Do one thing; trouble is the entry's."""
        try:
            if isinstance(step, Withdraw):
                await self._withdraw(step)
            elif isinstance(step, Enqueue):
                await self._seating.enqueue(step.queue, step.deck)
                step.search.picked += 1
            else:
                await self._sit_down(step)
        except (LoginError, PolicyError) as fault:
            self._stop(fault)
        except GempError as fault:
            if not isinstance(step, Withdraw):
                self._refused(step.search, fault)
        finally:
            self._doing = None
            self._not_before = self._now() + _BREAK
            self.wake()

    async def _withdraw(self, step: Withdraw) -> None:
        """Leave a table; the hall tells whether somebody came meanwhile."""
        sitting = self.sittings.get(step.table)
        self._left[step.table] = self._now()
        if sitting is not None:
            sitting.search.until = max(sitting.search.until, self._now() + step.rest)
        _log.info("table_withdrawn", table=step.table, why=step.why)
        await self._seating.leave(step.table)

    async def _sit_down(self, step: Host | Join | StartAi) -> None:
        search, deck = step.search, step.deck
        seed = self.limits.seed + self.tally.begun + len(self.sittings)
        # Made before the game is: nobody is left sitting opposite a strategy that cannot be made.
        strategy = await self._make(search, seed, deck)
        if strategy is None:
            return
        code = format_code(search.entry, self._watch)
        match step:
            case Host():
                search.opened += 1
                table = await self._seating.host(step, code)
            case StartAi(entry=entry, opponent_deck=theirs):
                table = await self._seating.against_ai(entry, code, deck, theirs)
            case Join(row=row):
                table = row.id
                if not await self._seating.join(row, deck):
                    search.shun(table, self._now())
                    return
        search.picked += 1
        waits = isinstance(step, Host)
        opponent_deck = step.opponent_deck if isinstance(step, StartAi) else None
        self.sittings[table] = Sitting(
            search, deck, strategy, seed, self._now(), waits, search.entry, opponent_deck
        )

    def _made(self, search: Search, seed: int, deck: PooledDeck | None) -> Strategy | None:
        """The strategy of a game; None if it cannot be made."""
        try:
            return search.entry.player.make(seed, None if deck is None else deck.text)
        except Exception as fault:  # noqa: BLE001 - it may be somebody else's code
            self._not_made(search, fault)
            return None

    async def _make(self, search: Search, seed: int, deck: PooledDeck | None) -> Strategy | None:
        """The same for a game to come: code of somebody else may take its time, and holds no game up."""
        player = search.entry.player
        if not player.foreign:
            return self._made(search, seed, deck)
        try:
            return await asyncio.to_thread(player.make, seed, None if deck is None else deck.text)
        except Exception as fault:  # noqa: BLE001 - see `_made`
            self._not_made(search, fault)
            return None

    def _not_made(self, search: Search, fault: Exception) -> None:
        _log.error("strategy_not_made", entry=search.entry.name, why=str(fault))
        if self.limits.strict:
            self._stop(fault)
        search.pause(self._now(), _LONGEST_REST)

    def _lost(self, table: TableId, sitting: Sitting, why: str) -> None:
        del self.sittings[table]
        if not self.draining:
            self._refused(sitting.search, NoTableError(why))

    def _refused(self, search: Search, fault: GempError) -> None:
        """Let an entry rest, told once; or end everything, where somebody waits for the result."""
        passing = not isinstance(fault, HallRefusedError) or fault.kind in _PASSING
        entry = search.entry
        # The next try is one with another deck, where there is one: this one may be what is refused.
        search.picked += not passing
        endless = not entry.wait and isinstance(entry, HostEntry | JoinEntry)
        if self.limits.strict and not (passing and (endless or self.tally.begun)):
            self._stop(fault)
            return
        pause = search.pause(self._now()) if passing else search.pause(self._now(), _LONGEST_REST)
        tell = _log.debug if str(fault) == search.told else _log.warning
        search.told = str(fault)
        tell("no_game_yet", entry=entry.name, why=str(fault), next_try_in=pause)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


@dataclass(slots=True)
class _SceneMaker:
    wall: Callable[[], datetime]
    chance: Random
    may: May
    idle_since: float = 0.0
