"""The service as a whole: logs in, finds and plays games, is asked and told things while it runs."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import structlog

from gemp_bot.play.accounts import PatientLogIn, SharedLogIn
from gemp_bot.play.entries import AiEntry, GameEntry, HostEntry, JoinEntry, Limits
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.matchmaking import MayJoin
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.runner import Assignment, GameRunner, beside
from gemp_bot.play.supervisor import Supervisor
from gemp_bot.protocol.ids import GameId
from gemp_bot.service.control import (
    ControlError,
    EntryStatus,
    RunningGame,
    ServiceState,
    ServiceStatus,
    UnkeptRecords,
    WaitingTable,
)

_log = structlog.stdlib.get_logger(__name__)

_OF_OUTCOME = ("opponent", "side", "life", "opponent_life", "decisions", "resyncs")

MakeEntries = Callable[[], Awaitable[Sequence[GameEntry]]]
"""Reads the configuration anew, and makes the entries. What it raises is told, and nothing changes."""


@dataclass(frozen=True, slots=True)
class ServiceIdentity:
    """What a status begins with: our version, the account, the address of the server."""

    version: str
    account: str
    server: str


class Service:
    """Plays games for as long as it is left to.

    Args:
        log_in: logs the client in, once.
        may: whether somebody may be joined or invited.
        on_found: told once of the games that the server has of ours, before any is played.
        beside: runs while games are played, and is cancelled then.
        records: what of the games cannot be kept, for the status.

    Attributes:
        supervisor: finds and plays the games; None before the first login.
        log_in: logs in again, once for all who ask.
    """

    def __init__(
        self,
        who: ServiceIdentity,
        runner: GameRunner,
        log_in: PatientLogIn,
        make_entries: MakeEntries,
        *,
        at_once: int = 1,
        may: MayJoin = lambda _: True,
        on_begin: Callable[[Assignment], None] | None = None,
        on_end: Callable[[Assignment, GameOutcome], None] | None = None,
        on_found: Callable[[frozenset[GameId]], None] = lambda _: None,
        beside: Callable[[], Awaitable[None]] | None = None,
        records: Callable[[], UnkeptRecords] = UnkeptRecords,
        seed: int = 0,
    ) -> None:
        self.supervisor: Supervisor | None = None
        self.log_in = SharedLogIn(log_in)
        self._patient = log_in
        self._who = who
        self._runner = runner
        runner.log_in = self.log_in
        self._make_entries = make_entries
        self._limits = Limits(at_once=at_once, stays=True, seed=seed)
        self._may = may
        self._listeners = (on_begin, on_end)
        self._on_found = on_found
        self._beside = beside
        self._records = records
        self._watch = HallWatch(runner.client, self.log_in, patience=None, on_change=self._wake)
        self._began_at = datetime.now(UTC)
        self._began: dict[str, float] = {}
        self._results: Counter[str] = Counter()
        self._draining = False
        self._ending = False
        self._starting: asyncio.Task[object] | None = None
        self._reloading = asyncio.Lock()

    async def run(self) -> None:
        """Play until it is ended.

        Raises:
            LoginError, PolicyError: we are not let in, and never will be.
            ExceptionGroup: a fault of our own.
        """
        self._starting = asyncio.ensure_future(self._start())
        try:
            supervisor = await self._starting
        except asyncio.CancelledError:
            if self._ending:
                return
            raise
        if self._draining:
            supervisor.drain()
        if self._ending:
            supervisor.finish()
        task = None if self._beside is None else asyncio.ensure_future(beside(self._beside(), _beside_failed))
        try:
            await supervisor.run()
        finally:
            if task is not None:
                task.cancel()
                await asyncio.wait([task])
        if supervisor.trouble is not None:
            raise supervisor.trouble

    async def _start(self) -> Supervisor:
        await self.log_in()
        await self._watch.open()
        self._on_found(frozenset(self._watch.running))
        entries = await self._make_entries()
        self.supervisor = Supervisor(
            self._runner,
            self._watch,
            entries,
            self._limits,
            may=self._may,
            on_begin=self._game_began,
            on_end=self._game_ended,
        )
        return self.supervisor

    # -- told from outside ----------------------------------------------------------------------

    def finish(self) -> None:
        """Begin no further game, play those that run to their end, and end then."""
        self._ending = True
        if self.supervisor is not None:
            self.supervisor.finish()
        elif self._starting is not None:
            self._starting.cancel()

    def concede(self) -> None:
        """Finish, and give up the games that run."""
        self.finish()
        if self.supervisor is not None:
            self.supervisor.concede()

    def stop_finding(self) -> None:
        """Begin no further game until `resume`."""
        self._draining = True
        if self.supervisor is not None:
            self.supervisor.drain()

    async def drain(self) -> ServiceStatus:
        """See `stop_finding`."""
        self.stop_finding()
        return self.status()

    async def resume(self) -> ServiceStatus:
        """Begin games again.

        Raises:
            ControlError: the service ends.
        """
        if self._ending:
            raise ControlError("the service ends: start it again")
        self._draining = False
        if self.supervisor is not None:
            self.supervisor.resume()
        return self.status()

    async def reload(self) -> ServiceStatus:
        """Take the configuration and the strategies of new games from their files.

        Raises:
            ControlError: a file is wrong; the old ones stay in use.
        """
        if self.supervisor is None:
            raise ControlError("the service is not logged in yet: it reads its files then")
        async with self._reloading:  # a later one reads later, and is not overtaken by an earlier one
            try:
                entries = await self._make_entries()
            except Exception as fault:
                _log.error("reload_refused", why=str(fault), in_use="as before")
                raise ControlError(f"{fault}; nothing has changed") from fault
            self.supervisor.replace_entries(entries)
        _log.info("reloaded", tables=[entry.name for entry in entries])
        return self.status()

    # -- asked from outside ---------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether we are logged in, the hall is in reach, and not all games are without an answer."""
        seen = self.supervisor is not None and self._watch.opened and self._watch.since is None
        return seen and not self._silent

    @property
    def _silent(self) -> float:
        """Seconds for which no game has had an answer: with all seats taken nobody looks at the hall."""
        return min((game.silent for game in self._runner.playing.values()), default=0.0)

    @property
    def idle_because(self) -> str | None:
        """Why no further game can begin though the hall is in reach, in one line; None if one can."""
        if self.draining:
            return f"{'ending' if self._ending else 'draining'}: no further game is begun"
        now = asyncio.get_running_loop().time()
        searches = () if self.supervisor is None else self.supervisor.searches
        troubles = [f"{search.entry.name}: {search.trouble(now)}" for search in searches]
        return "; ".join(troubles) if searches and all(search.trouble(now) for search in searches) else None

    @property
    def watches_hall(self) -> bool:
        """Whether the hall is looked at now, or would be if it were in reach."""
        return self.supervisor is not None and not self._ending and self._watch.wanted

    @property
    def draining(self) -> bool:
        """Whether no further game is begun."""
        return self._draining or self._ending

    @property
    def opens_tables(self) -> bool:
        """Whether a table is opened, now or soon, to which anybody may come."""
        return not self.draining and any(
            isinstance(search.entry, HostEntry) and not search.entry.private_for
            for search in (() if self.supervisor is None else self.supervisor.searches)
        )

    def status(self) -> ServiceStatus:
        """How it stands."""
        state, why = self._state()
        supervisor = self.supervisor
        now = asyncio.get_running_loop().time()
        return ServiceStatus(
            state=state,
            why=why,
            version=self._who.version,
            account=self._who.account,
            server=self._who.server,
            since=self._began_at.isoformat(timespec="seconds"),
            seconds=round((datetime.now(UTC) - self._began_at).total_seconds(), 1),
            begun=0 if supervisor is None else supervisor.begun,
            results=dict(sorted(self._results.items())),
            games=self.games(),
            waiting=()
            if supervisor is None or self._watch.since is not None  # the server may have lost them
            else tuple(
                WaitingTable(sitting.entry.name, table, sitting.deck.name, round(now - sitting.since, 1))
                for table, sitting in supervisor.sittings.items()
                if sitting.waits
            ),
            entries=()
            if supervisor is None
            else tuple(
                EntryStatus(
                    name=search.entry.name,
                    find=_find(search.entry),
                    games=search.games,
                    rests=round(max(0.0, search.until - now), 1),
                    trouble=search.trouble(now) or search.held,
                )
                for search in supervisor.searches
            ),
            records=self._records(),
        )

    def games(self) -> tuple[RunningGame, ...]:
        """The games that run."""
        supervisor = self.supervisor
        if supervisor is None:
            return ()
        return tuple(self._running(assignment) for assignment in supervisor.running.values())

    def _running(self, assignment: Assignment) -> RunningGame:
        game = self._runner.playing.get(assignment.game)
        outcome = GameOutcome(assignment.game) if game is None else game.so_far
        now = asyncio.get_running_loop().time()
        return RunningGame(
            game=assignment.game,
            entry=assignment.entry,
            strategy=assignment.strategy.name,
            deck=None if assignment.deck is None else assignment.deck.name,
            turn=outcome.turns,
            adopted=assignment.adopted,
            **{name: getattr(outcome, name) for name in _OF_OUTCOME},
            seconds=round(now - self._began.get(assignment.game, now), 1),
        )

    def _state(self) -> tuple[ServiceState, str]:
        supervisor = self.supervisor
        if self._ending:
            return ServiceState.ENDING, ""
        if self._patient.waits_for:
            return ServiceState.LOGIN_WAITS, self._patient.waits_for
        if supervisor is None:
            return ServiceState.STARTING, ""
        if gone := self._out_of_reach():
            return ServiceState.HALL_GONE, gone
        if supervisor.draining:
            return ServiceState.DRAINING, ""
        return (ServiceState.PLAYING if supervisor.running else ServiceState.WAITING), ""

    def _out_of_reach(self) -> str:
        """Why the server is taken to be gone; empty while it answers."""
        if self._watch.since is not None:
            gone = asyncio.get_running_loop().time() - self._watch.since
            return f"the hall has been out of reach for {gone:.0f} s"
        return f"no game has had an answer for {self._silent:.0f} s" if self._silent else ""

    # -- games ----------------------------------------------------------------------------------

    def _game_began(self, assignment: Assignment) -> None:
        self._began[assignment.game] = asyncio.get_running_loop().time()
        if self._listeners[0] is not None:
            self._listeners[0](assignment)

    def _game_ended(self, assignment: Assignment, outcome: GameOutcome) -> None:
        self._began.pop(assignment.game, None)
        self._results[outcome.result.value] += 1
        if self._listeners[1] is not None:
            self._listeners[1](assignment, outcome)

    def _wake(self) -> None:
        if self.supervisor is not None:
            self.supervisor.wake()


def _beside_failed(fault: Exception) -> None:
    _log.error("beside_failed", exc_info=fault)


def _find(entry: GameEntry) -> str:
    match entry:
        case HostEntry():
            return "host"
        case JoinEntry():
            return "join"
        case AiEntry():
            return "ai"
    return "queue"
