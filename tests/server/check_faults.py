"""Check C: killed bots and broken lines. Whatever happens, each game is played to its end."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from bot_process import BotProcess, Run
from check_games import Job, Tell
from fault_proxy import FaultPlan, FaultProxy, Moment, Passing
from hall_steps import running_games
from journal_checks import JournalCheck, check_journal
from setup_server import Bot, Pool, logged_in

from gemp_bot.decisions import Catalogue
from gemp_bot.journal import JournalError
from gemp_bot.protocol.errors import GempError
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.state import Table

_MOST_STARTS = 12
_PATIENCE = 1800.0


@dataclass(frozen=True, slots=True)
class KillPoint:
    """When the process is killed.

    Attributes:
        moment: of an exchange.
        of_answer: count answers of games only; else all exchanges.
        at: the number of the exchange, counted since the process was started.
        after: seconds after that moment.
    """

    moment: Moment
    of_answer: bool
    at: int
    after: float = 0.0

    @property
    def name(self) -> str:
        """For the table."""
        if self.of_answer:
            return {
                Moment.ASKED: "answer sent, not at the server yet",
                Moment.HELD: "between an answer and its response",
                Moment.PASSED: "right after the response to an answer",
            }[self.moment]
        return "any moment"


@dataclass(slots=True)
class Broken:
    """One game.

    Attributes:
        starts: processes it took. unasked: those that ended badly without having been killed.
        late_found: games still running at the end, which one more process then finished.
    """

    job: Job
    what: str
    kills: list[KillPoint] = field(default_factory=list)
    starts: int = 0
    unasked: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    games: set[str] = field(default_factory=set)
    finished: set[str] = field(default_factory=set)
    result: str = "?"
    resyncs: int = 0
    warnings: int = 0
    late_found: int = 0
    seconds: float = 0.0
    checks: list[JournalCheck] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FaultsCheck:
    """What came of all games."""

    games: list[Broken] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def checks(self) -> list[JournalCheck]:
        """Of all journals that could be read."""
        return [check for game in self.games for check in game.checks]


async def check_faults(
    settings: ClientSettings,
    jobs: list[tuple[Job, str]],
    pool: Pool,
    *,
    parallel: int,
    folder: Path,
    tell: Tell,
) -> FaultsCheck:
    """Play every job with what is to be done to it: `kill`, `broken line` or `outage`."""
    found = FaultsCheck()
    catalogue = Catalogue.load()
    room = asyncio.Semaphore(parallel)

    async def one(job: Job, what: str) -> None:
        game = Broken(job, what)
        async with room, pool.lend(1) as (bot,):
            if pool.stopped:
                return
            place = folder / f"{job.number:03}"
            async with FaultProxy(settings.url) as proxy:
                await _Trial(settings, bot, proxy, place, game).run()
            game.counts = proxy.counts
        await asyncio.to_thread(_judge, game, place, catalogue)
        found.games.append(game)
        tell(_line(game))

    async with asyncio.TaskGroup() as group:
        for job, what in jobs:
            group.create_task(one(job, what))
    return found


class _Trial:
    """One game, and all the processes it takes."""

    def __init__(
        self, settings: ClientSettings, bot: Bot, proxy: FaultProxy, folder: Path, game: Broken
    ) -> None:
        self._settings = settings
        self._bot = bot
        self._proxy = proxy
        self._folder = folder
        self._game = game
        self._chance = random.Random(game.job.seed)

    async def run(self) -> None:
        game, began = self._game, asyncio.get_running_loop().time()
        if game.what == "kill":
            await self._killed(1 if game.job.number % 4 else 3)
        elif game.what == "outage":
            await self._outage()
        else:
            seed = self._chance.randrange(1000)
            lost = 30 if game.job.number % 2 else 0
            self._proxy.plan = FaultPlan(
                cut_every=20, late_every=50, late_by=20.0, lost_every=lost, path="/game/", seed=seed
            )
            await self._to_the_end()
        self._proxy.plan, self._proxy.hook = FaultPlan(), None
        await self._left_over()
        game.seconds = asyncio.get_running_loop().time() - began

    # -- what is done to it ---------------------------------------------------------------------

    async def _killed(self, times: int) -> None:
        for _ in range(times):
            point = self._kill_point()
            process = self._process()
            dead = asyncio.Event()
            self._proxy.hook = self._killer(process, point, dead)
            self._note(await self._end(process), killed=dead.is_set())
            self._proxy.hook = None
            if not dead.is_set():
                return  # The game was over before it came to that.
            self._game.kills.append(point)
        await self._to_the_end()

    def _kill_point(self) -> KillPoint:
        chance = self._chance
        if chance.random() < 0.4:
            return KillPoint(
                chance.choice(list(Moment)), False, chance.randrange(4, 60), chance.random() / 20
            )
        moment = chance.choice([Moment.HELD, Moment.HELD, Moment.ASKED, Moment.PASSED])
        return KillPoint(moment, True, chance.randrange(1, 50))

    @staticmethod
    def _killer(
        process: BotProcess, point: KillPoint, dead: asyncio.Event
    ) -> Callable[[Moment, Passing], Awaitable[None]]:
        seen = 0

        async def hook(moment: Moment, passing: Passing) -> None:
            nonlocal seen
            if moment is not point.moment or (point.of_answer and not passing.is_answer):
                return
            seen += 1
            if seen == point.at:
                await asyncio.sleep(point.after)
                if process.kill():
                    dead.set()

        return hook

    async def _outage(self) -> None:
        answers = 0
        proxy = self._proxy
        outages: list[asyncio.Task[None]] = []
        at = self._chance.randrange(5, 50)

        async def hook(moment: Moment, passing: Passing) -> None:
            nonlocal answers
            answers += moment is Moment.ASKED and passing.is_answer
            if answers == at and not outages:
                outages.append(asyncio.create_task(proxy.outage(15.0)))

        proxy.hook = hook
        await self._to_the_end()
        await asyncio.gather(*outages)

    # -- processes ------------------------------------------------------------------------------

    def _process(self, games: int | None = None) -> BotProcess:
        job = self._game.job
        ours, theirs = job.decks
        words = ["--format", job.pair.format_code, "--library", "--deck", ours, "--opponent-deck", theirs]
        words += ["--versus", job.kind, "--strategy", job.strategies[0], "--seed", str(job.seed)]
        count = str(games or job.games)
        words += ["--games", count, "--parallel", count]
        return BotProcess(self._proxy.url, self._bot, self._folder, *words)

    async def _end(self, process: BotProcess) -> Run:
        await process.start()
        return await process.end(_PATIENCE)

    async def _to_the_end(self) -> None:
        """Start it until it ends well."""
        while self._game.starts < _MOST_STARTS:
            run = await self._end(self._process())
            self._note(run, killed=False)
            if run.code == 0:
                return

    def _note(self, run: Run, *, killed: bool) -> None:
        game = self._game
        game.starts += 1
        game.games.update(run.begun)
        game.faults += run.alarms
        if not killed and run.code != 0:
            game.unasked += 1
            game.faults.append(f"exit {run.code}: {run.last_line}")
        for told in run.games:
            game.result = told["result"]
            game.resyncs += told["resyncs"]
            game.warnings += told["warnings"]
            if told["result"] in ("unfinished", "error"):
                game.faults.append(f"{told['result']}: {told['fault']}")
            else:
                game.finished.add(told["game_id"])

    async def _left_over(self) -> None:
        """Games that the last process did not play on: over by now, or forgotten?"""
        game = self._game
        async with logged_in(self._settings, self._bot) as client:
            running = await running_games(client)
            for game_id in sorted(game.games - game.finished - running):
                table = Table()
                try:
                    table.apply(await client.game(GameId(game_id)).open())
                except GempError as fault:
                    game.faults.append(f"what became of a game is unknown: {fault}")
                    continue
                if table.ending is not None:
                    game.finished.add(game_id)
                    if game.result == "?":
                        game.result = f"over ({table.ending.reason.value})"
        if running:
            # A table can be made before the bot is told of its game; killed in between, the next process
            # may look too early. The one after that finds it.
            game.late_found = len(running)
            self._note(await self._end(self._process(len(running))), killed=False)


def _judge(game: Broken, folder: Path, catalogue: Catalogue) -> None:
    latest: dict[str, str] = {}
    for path in sorted((folder / "journals").glob("*.jsonl.gz")):
        game_id = path.name.partition("-")[2]
        try:
            check = check_journal(path, catalogue)
        except JournalError as fault:
            game.faults.append(str(fault))
            continue
        game.checks.append(check)
        game.faults += [f"{path.name}: {what}" for what in check.faults]
        if check.previous != latest.get(game_id):
            game.faults.append(f"{path.name} names {check.previous}, not {latest.get(game_id)}")
        latest[game_id] = path.name
    if game.warnings:
        game.faults.append(f"{game.warnings} warnings")
    if not game.finished or game.games - game.finished:
        game.faults.append(f"games not finished: {sorted(game.games - game.finished)}")


def _line(game: Broken) -> str:
    job = game.job
    kills = "; ".join(f"{kill.name} {kill.at}" for kill in game.kills)
    hits = ", ".join(
        f"{game.counts[name]} {name}" for name in ("cut", "lost", "late", "outages") if game.counts[name]
    )
    told = f"{job.number:03} {game.what:11} {job.kind:11} {game.result:14} {game.starts} starts, "
    told += f"{game.resyncs} resyncs, {game.seconds:.0f} s  {kills}{hits}"
    return told + (f"  FAULTS: {'; '.join(game.faults)}" if game.faults else "")


def tables(found: FaultsCheck) -> list[str]:
    """The results as markdown."""
    lines = [
        "| what | games | finished | kills | cut | lost | late | out | starts | doubts | warnings | double |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for what in sorted({game.what for game in found.games}):
        group = [game for game in found.games if game.what == what]
        counts: Counter[str] = Counter()
        for game in group:
            counts.update(game.counts)
        double = sum(check.tally.double_answers for game in group for check in game.checks)
        lines.append(
            f"| {what} | {sum(len(game.games) for game in group)} "
            f"| {sum(len(game.finished) for game in group)} | {sum(len(game.kills) for game in group)} "
            f"| {counts['cut']} | {counts['lost']} | {counts['late']} | {counts['outages']} "
            f"| {sum(game.starts for game in group)} | {sum(game.resyncs for game in group)} "
            f"| {sum(game.warnings for game in group)} | {double} |"
        )
    points = Counter(kill.name for game in found.games for kill in game.kills)
    if points:
        lines += ["", "| killed | times |", "|---|--:|"]
        lines += [f"| {name} | {count} |" for name, count in points.most_common()]
    lines += ["", "| | |", "|---|--:|"]
    rows = [
        ("processes that ended badly without a kill", sum(game.unasked for game in found.games)),
        ("games found only by a later process", sum(game.late_found for game in found.games)),
        ("journals, re-lived strictly", len(found.checks)),
        ("... with a fault", sum(bool(check.faults) for check in found.checks)),
        (
            "games the server broke off by an error of its own",
            sum(check.broken_off is not None for check in found.checks),
        ),
    ]
    return lines + [f"| {name} | {value} |" for name, value in rows]
