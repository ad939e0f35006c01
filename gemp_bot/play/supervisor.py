"""Finding, adopting and playing games, any number of them, for as long as they are wanted.

One loop that sleeps on one event: the hall told something, a game ended, a step is done, or time has come.
What is to be done next is chosen in `matchmaking` and done in `seating`; the games run in `runner`.
"""

import asyncio
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random

from gemp_bot.decisions import Catalogue, Question
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.accounts import SharedLogIn
from gemp_bot.play.entries import (
    AiEntry,
    DeckPool,
    GameDemand,
    GameEntry,
    HostEntry,
    JoinEntry,
    Limits,
    NoGameError,
    PooledDeck,
    QueueEntry,
    StrategyPlayer,
)
from gemp_bot.play.game import LogIn
from gemp_bot.play.hall_watch import HallWatch
from gemp_bot.play.matchmaking import (
    MOST_CREATED,
    EntrySearch,
    MayJoin,
    SearchContext,
    Sitting,
    Step,
    next_step,
)
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.runner import Adoption, Assignment, GameRunner, RunningGames
from gemp_bot.play.seating import Seating, StepRunner
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.errors import GempError
from gemp_bot.protocol.hall import TableRow
from gemp_bot.protocol.ids import GameId, PlayerName, TableId
from gemp_bot.strategy import Strategy, Thought

_TICK = 30.0
"""Seconds after which the loop looks about even if nothing was told: hours begin and end."""
_BEGINS, _BEGINS_AT_ONCE = 15.0, 2.0
"""Seconds for which a game that is about to begin is waited for once the end was asked for: to play it, and
to concede it."""
_SWEEPS = 10.0
"""Seconds after the begin of a game within which our waiting tables may go (PROTOCOL 3.2)."""


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
        searches: the entries, and how they go.
    """

    def __init__(
        self,
        runner: GameRunner,
        watch: HallWatch,
        entries: Sequence[GameEntry],
        limits: Limits,
        *,
        may: MayJoin = lambda _: True,
        on_begin: Callable[[Assignment], None] | None = None,
        on_end: Callable[[Assignment, GameOutcome], None] | None = None,
        wall: Callable[[], datetime] = datetime.now,
        chance: Random | None = None,
    ) -> None:
        self.searches = [EntrySearch(entry) for entry in entries]
        self._runner = runner
        self._watch = watch
        self._may = may
        self._wall = wall
        self._chance = chance or Random()  # noqa: S311 - a choice of decks
        self._wake = asyncio.Event()
        self._demand = GameDemand(limits, self.wake)
        self._adoption = Adoption(watch, max(limits.at_once, MOST_CREATED))
        self._steps = StepRunner(Seating(runner.client, watch), self._demand, self.wake)
        self._games = RunningGames(runner, self._adoption, limits.stays, on_begin, on_end, self.wake)

    @property
    def begun(self) -> int:
        """Games begun so far."""
        return self._demand.begun

    @property
    def trouble(self) -> Exception | None:
        """Why no further game was begun; None if all were."""
        return self._demand.trouble

    @property
    def draining(self) -> bool:
        """Whether no further game is begun."""
        return self._demand.draining

    @property
    def running(self) -> Mapping[GameId, Assignment]:
        """The games that run."""
        return self._games.running

    @property
    def sittings(self) -> Mapping[TableId, Sitting]:
        """Tables where we sit and no game has begun."""
        return self._steps.sittings

    # -- from outside ---------------------------------------------------------------------------

    def wake(self) -> None:
        """Look about: something has changed."""
        self._wake.set()

    def drain(self) -> None:
        """Begin no further game; those that run are played to their end."""
        self._demand.drain()

    def finish(self) -> None:
        """Drain, and end then; what is about to begin is not waited for much longer."""
        self._demand.finish()
        self._steps.hasten(_BEGINS)

    def replace_entries(self, entries: Sequence[GameEntry]) -> None:
        """Look for games by other entries from now on; games that run are played as they were begun.

        Tables that wait are withdrawn: the next ones have the decks and the strategies of the new entries.
        """
        known = {search.entry.name: search for search in self.searches}
        for search in self.searches:
            search.gone = True
        self.searches = [known.get(entry.name) or EntrySearch(entry) for entry in entries]
        for search, entry in zip(self.searches, entries, strict=True):
            search.renew(entry)
            search.gone = False
        self.wake()

    def resume(self) -> None:
        """Begin games again, if the end was not asked for."""
        self._demand.resume()

    def concede(self) -> None:
        """Finish, and give up every running game."""
        self.finish()
        self._steps.hasten(_BEGINS_AT_ONCE)
        self._runner.concede()

    # -- the loop -------------------------------------------------------------------------------

    async def run(self) -> None:
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
                        self._steps.begin(group, step)
                    if self._over():
                        break
                    await self._sleep()
            finally:
                watching.cancel()

    def _over(self) -> bool:
        """Whether there is nothing left to do."""
        if self._more() or self.running or self._steps.busy or self._demand.stays:
            return False
        # A hall that is out of reach can neither be left nor asked.
        return not (self.sittings or self._adoption.undecided) or self._watch.since is not None

    def _more(self) -> bool:
        """Whether further games are wanted."""
        return self._demand.more(self._steps.starting)

    def _room(self) -> bool:
        """Whether one more game fits beside those that run or start."""
        return len(self.running) + self._steps.starting < self._demand.limits.at_once

    async def _sleep(self) -> None:
        """Until something happens, or an entry has rested."""
        if self._needs_hall():
            self._watch.resume()
        else:
            self._watch.rest()
        now = _now()
        times = [self._steps.not_before, self._steps.deadline, *(search.until for search in self.searches)]
        times += self._adoption.times
        rests = [time - now for time in times if time > now]
        try:
            async with asyncio.timeout(min([_TICK, *rests])):
                await self._wake.wait()
        except TimeoutError:
            return

    def _needs_hall(self) -> bool:
        if self.sittings or self._adoption.needs_hall or self._steps.busy:
            return True
        if any(isinstance(search.entry, QueueEntry) for search in self.searches):
            return True  # games of a tournament begin by themselves
        now = _now()
        return self._room() and self._more() and any(search.until <= now for search in self.searches)

    async def _keep_watch(self) -> None:
        try:
            await self._watch.run()
        except GempError as fault:
            # Nothing can be found any more; the games that run look after themselves.
            if not self._demand.finishing:
                self._demand.trouble = fault
            self._steps.sittings.clear()
            self.wake()

    # -- games that have begun ------------------------------------------------------------------

    def _take_games(self, group: asyncio.TaskGroup) -> None:
        """Play whatever has begun, and forget tables that are gone."""
        now, steps = _now(), self._steps
        self._adoption.begin(resume=self._demand.limits.resume)
        for table, sitting in tuple(steps.sittings.items()):
            row = self._watch.tables.get(table)
            if row is not None and row.game_id is not None:
                del steps.sittings[table]
                self._begin(group, row.game_id, sitting)
            elif row is None and (table in steps.left or (sitting.waits and self._swept(now))):
                del steps.sittings[table]
            elif row is None:
                steps.lost(table, f"table {table} is gone from the hall before its game began")
            elif steps.late(sitting):
                steps.lost(table, f"the game of table {table} never appeared")
        steps.left = {table: at for table, at in steps.left.items() if table in self._watch.tables}
        for game in self._adoption.due(now, busy=steps.busy, running=len(self.running)):
            self._adopt(group, game)

    def _row_of(self, game: GameId) -> TableRow | None:
        return next((row for row in self._watch.tables.values() if row.game_id == game), None)

    def _seats(self, game: GameId) -> tuple[PlayerName, ...]:
        """Who plays a game, as far as the hall tells."""
        row = self._row_of(game)
        return () if row is None else tuple(seat.name for seat in row.seats if seat.name is not None)

    def _search_of(self, game: GameId) -> EntrySearch:
        """The entry that a game nobody sat down for belongs to: that of its queue, else the first."""
        row = self._row_of(game)
        told = "" if row is None else row.tournament
        of_queue = (
            search
            for search in self.searches
            if isinstance(search.entry, QueueEntry) and search.entry.queue in told
        )
        return next(of_queue, self.searches[0])

    def _swept(self, now: float) -> bool:
        """Whether a game has begun just now: then a server removes all waiting tables of its players."""
        return now - self._games.begun_at < _SWEEPS or any(
            row.game_id is not None and not self._adoption.knows(row.game_id) for row in self._watch.ours()
        )

    def _begin(self, group: asyncio.TaskGroup, game: GameId, sitting: Sitting) -> None:
        """Play the game of a table where we sat."""
        self._demand.begun += 1
        search = sitting.search
        search.succeeded()
        assignment = Assignment(
            game,
            sitting.entry.player,
            sitting.strategy,
            sitting.seed,
            search.entry.name,
            sitting.deck,
            sitting.opponent_deck,
            seats=self._seats(game),
            waited=_now() - sitting.since if sitting.waits else None,
        )
        self._games.begin(group, assignment, search)

    def _adopt(self, group: asyncio.TaskGroup, game: GameId) -> None:
        """Play a game on that no table led to."""
        seed = self._demand.limits.seed + self._demand.begun
        self._demand.begun += 1
        search = self._search_of(game)
        pools = (each.entry.decks.decks for each in self.searches)
        deck = self._runner.known_deck(game, itertools.chain.from_iterable(pools))
        strategy = self._steps.made(search, seed, deck) or self._by_rule()
        seats, player = self._seats(game), search.entry.player
        assignment = Assignment(game, player, strategy, seed, deck=deck, adopted=True, seats=seats)
        self._games.begin(group, assignment, search)

    def _by_rule(self) -> Strategy:
        """Rather than leave a running game alone."""
        rule = self._runner.rule
        if rule is None:
            raise NoGameError("no strategy can be made for a game that runs already")
        return rule()

    # -- steps ----------------------------------------------------------------------------------

    def _next_step(self) -> Step | None:
        now, steps = _now(), self._steps
        if steps.busy or not self._watch.opened or now < steps.not_before:
            return None
        more = self._more()
        for search in self.searches:
            if search.since is None and more and search.until <= now:
                search.since = now
            self._give_up(search, now)
        context = SearchContext(
            watch=self._watch,
            sittings=steps.sittings,
            left=steps.left,
            running=len(self.running),
            room=self._more() and self._room(),
            idle_since=self._games.idle_since,
            now=now,
            wall=self._wall(),
            chance=self._chance,
            may=self._may,
        )
        return next_step(self.searches, context)

    def _give_up(self, search: EntrySearch, now: float) -> None:
        """End a search that was to be given up after some time."""
        entry = search.entry
        if not entry.wait or search.since is None or not self._room() or now - search.since < entry.wait:
            return
        if isinstance(entry, JoinEntry):
            whom = " or ".join(sorted(entry.players)) or "nobody"
            self._demand.stop(NoGameError(f"{whom} opened no table within {entry.wait:g} s"))
        elif isinstance(entry, HostEntry):
            self._demand.stop(NoGameError(f"nobody came to the table within {entry.wait:g} s"))


def _now() -> float:
    return asyncio.get_running_loop().time()


@dataclass(frozen=True, slots=True)
class WantedGame:
    """The game that is wanted.

    Attributes:
        format_code, deck, library: what we play; see `HallCalls.create_table`.
        start: the card id of the starting location the deck's owner wishes for; empty for no wish.
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
    start: str = ""
    skill: AiSkill | None = None
    opponent_deck: str = ""
    opponent_own: bool = False
    join: PlayerName | None = None
    private_for: PlayerName | None = None
    description: str = ""
    wait: float = 0.0

    def entry(
        self, player: StrategyPlayer, deck: str | None, opponent_deck: str | None, at_once: int
    ) -> GameEntry:
        """The entry of a supervisor that finds such games.

        Args:
            player: plays them.
            deck: the text of our deck; None if it is not known.
            opponent_deck: the text of the opponent's.
            at_once: games at once.
        """
        decks = DeckPool((PooledDeck(self.deck, self.library, text=deck, start=self.start),))
        if self.skill is not None:
            theirs = DeckPool((PooledDeck(self.opponent_deck, not self.opponent_own, text=opponent_deck),))
            return AiEntry(
                name="play", player=player, decks=decks, format_code=self.format_code, at_once=at_once,
                skill=self.skill, opponent_decks=theirs,
            )  # fmt: skip
        if self.join is not None:
            return JoinEntry(
                name="play", player=player, decks=decks, format_code="", at_once=at_once, wait=self.wait,
                players=frozenset({self.join}),
            )  # fmt: skip
        invited = () if self.private_for is None else (self.private_for,)
        return HostEntry(
            name="play", player=player, decks=decks, format_code=self.format_code, at_once=at_once,
            wait=self.wait, description=self.description, private_for=invited,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What is to be played.

    Attributes:
        wanted: the games that are wanted.
        games: how many, adopted ones included; 0 for no end.
        parallel: at most so many at once.
        resume: adopt games of the account that run already, first; as many as a server allows at once.
        seed: of the first game; the next has the next number.
        player: who plays; if its strategy cannot be made, no further game is begun.
        rule: makes the simple rule asked when a strategy fails; None for none.
        settings: manners and limits of each game.
        bot, deck, server: for the head of the journals: our version, the text of our deck, the address.
        opponent_deck: the text of the opponent's deck, for its digest there; None where it is not known.
        before, remembered: of games that are adopted, see `GameRunner`.
    """

    wanted: WantedGame
    player: StrategyPlayer
    rule: Callable[[], Strategy] | None = None
    games: int = 1
    parallel: int = 1
    resume: bool = True
    seed: int = 0
    settings: PlaySettings = field(default_factory=PlaySettings)
    bot: str = "gemp-bot"
    deck: str | None = None
    server: str | None = None
    opponent_deck: str | None = None
    before: Callable[[Path], GameOutcome | None] = lambda _: None
    remembered: Callable[[GameId], tuple[str, str | None] | None] = lambda _: None


class Match:
    """Plays the games of a plan.

    Args:
        client: logged in; its observer must be `recorder.observe`.
        plan: what to play.
        recorder: routes exchanges to journals.
        catalogue: reads the server's English; shared by all games.
        folder: where journals go; None for none.
        log_in: logs the client in again.
        on_begin, on_end: told of each game. What they raise ends no game.
        on_thought: told what came of each question, of all games.

    Attributes:
        outcomes: of the games that are over, in the order they ended.
    """

    def __init__(
        self,
        client: GempClient,
        plan: MatchPlan,
        *,
        recorder: Recorder,
        catalogue: Catalogue,
        folder: JournalFolder | None,
        log_in: LogIn,
        on_begin: Callable[[Assignment], None] | None = None,
        on_end: Callable[[Assignment, GameOutcome], None] | None = None,
        on_thought: Callable[[Question, Thought], None] | None = None,
    ) -> None:
        self.outcomes: list[GameOutcome] = []
        self._on_end = on_end
        self._log_in = SharedLogIn(log_in)
        runner = GameRunner(
            client, recorder, catalogue, self._log_in, folder, plan.rule, plan.settings, plan.bot,
            plan.server, before=plan.before, remembered=plan.remembered, on_thought=on_thought,
        )  # fmt: skip
        entry = plan.wanted.entry(plan.player, plan.deck, plan.opponent_deck, plan.parallel)
        endless = plan.wanted.skill is None and not plan.wanted.wait
        watch = HallWatch(
            client,
            self._log_in,
            patience=None if endless else plan.settings.patience,
            on_change=self._changed,
        )
        limits = Limits(plan.games, plan.parallel, plan.resume, strict=True, seed=plan.seed)
        self._supervisor = Supervisor(runner, watch, [entry], limits, on_begin=on_begin, on_end=self._ended)

    @property
    def trouble(self) -> Exception | None:
        """Why no further game was begun; None if all were."""
        return self._supervisor.trouble

    def stop(self) -> None:
        """Begin no further game; those that run are played to their end. Waiting for people ends."""
        self._supervisor.finish()

    def concede(self) -> None:
        """Stop, and give up every running game."""
        self._supervisor.concede()

    async def run(self) -> list[GameOutcome]:
        """Play all games, or as many as can be begun; see `trouble`."""
        await self._supervisor.run()
        return self.outcomes

    def _changed(self) -> None:
        self._supervisor.wake()

    def _ended(self, assignment: Assignment, outcome: GameOutcome) -> None:
        self.outcomes.append(outcome)
        if self._on_end is not None:
            self._on_end(assignment, outcome)
