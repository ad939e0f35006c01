"""Check A: full games, as a user plays them, over many decks, both sides, all opponents, several at once."""

import asyncio
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bot_process import Run, run_bot
from journal_checks import JournalCheck, check_journal
from setup_server import Bot, Pair, Pool

from gemp_bot.decisions import Catalogue
from gemp_bot.journal import JournalError

KINDS = ("ai:RANDO", "ai:ADVANCED", "ai:BEGINNER", "table")
SILENCE = 5.0
"""Seconds a question may wait for its answer."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Job:
    """One process of games, or two that play each other.

    Attributes:
        games: how many, all at once. dark: whether the first account plays the Dark Side.
        strategies: of the first account and, at a table, of the second.
    """

    number: int
    kind: str
    pair: Pair
    dark: bool
    strategies: tuple[str, str]
    games: int
    seed: int

    @property
    def accounts(self) -> int:
        """How many it takes."""
        return 2 if self.kind == "table" else 1

    @property
    def decks(self) -> tuple[str, str]:
        """Of the first account, and of whoever plays against it."""
        return (self.pair.dark, self.pair.light) if self.dark else (self.pair.light, self.pair.dark)


@dataclass(slots=True)
class Played:
    """One game as one account saw it."""

    job: Job
    strategy: str
    game: dict[str, Any]
    check: JournalCheck | None = None
    faults: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """For the file of results."""
        told: dict[str, object] = {"job": asdict(self.job), "strategy": self.strategy, "game": self.game}
        told["faults"] = self.faults
        if self.check is not None:
            loop = self.check.loop
            told["journal"] = {
                "slowest": round(self.check.slowest, 3),
                "loop": {
                    "questions": loop.questions,
                    "rounds": loop.rounds,
                    "seconds": round(loop.seconds, 1),
                    "at_end": [loop.last_questions, loop.last_rounds, round(loop.last_seconds, 1)],
                },
                "double": self.check.tally.double_answers,
                "refused": self.check.tally.refused_answers + self.check.tally.illegal_answers,
            }
        return told


@dataclass(slots=True)
class GamesCheck:
    """What came of all jobs."""

    played: list[Played] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def checks(self) -> list[JournalCheck]:
        """Of all journals that could be read."""
        return [played.check for played in self.played if played.check is not None]

    @property
    def broken_off(self) -> set[str]:
        """Games that the server cancelled by an error, and that no answer of ours aborted."""
        cancelled = {played.game["game_id"] for played in self.played if _cancelled_by_error(played)}
        return cancelled - {
            played.game["game_id"]
            for played in self.played
            if played.check is not None and played.check.aborted is not None
        }


def plan_jobs(
    pairs: list[Pair], games: int, *, at_once: int, strategies: tuple[str, ...], seed: int
) -> Iterator[Job]:
    """Spread the games over pairs of decks, opponents, sides and strategies."""
    numbers = itertools.count()
    left = games
    while left > 0:
        number = next(numbers)
        kind = KINDS[number % len(KINDS)]
        count = min(left, 1 if kind == "table" else at_once)
        turn = number // len(KINDS)
        yield Job(
            number=number,
            kind=kind,
            pair=pairs[number % len(pairs)],
            # Each opponent meets both sides, and each strategy both of those.
            dark=turn % 2 == 0,
            strategies=(
                strategies[(turn // 2) % len(strategies)],
                strategies[(turn // 2 + 1) % len(strategies)],
            ),
            games=count,
            seed=seed + 1000 * number,
        )
        left -= count


async def check_games(
    url: str, jobs: list[Job], pool: Pool, *, parallel: int, folder: Path, tell: Tell
) -> GamesCheck:
    """Play all jobs, some at once, and check every journal."""
    found = GamesCheck()
    catalogue = Catalogue.load()
    room = asyncio.Semaphore(parallel)

    async def one(job: Job) -> None:
        async with room, pool.lend(job.accounts) as bots:
            if pool.stopped:
                return
            runs = await _run_job(url, job, bots, folder / f"{job.number:03}")
        for (run, where), strategy in zip(runs, job.strategies, strict=False):
            if run.code != 0:
                found.faults.append(f"job {job.number}: exit {run.code}: {run.last_line}")
            found.faults += [f"job {job.number}: {line}" for line in run.alarms]
            for game in run.games:
                # A journal takes a moment: the other games must not wait for it.
                played = await asyncio.to_thread(_judge, job, strategy, game, where, catalogue)
                found.played.append(played)
                tell(_line(played))

    async with asyncio.TaskGroup() as group:
        for job in jobs:
            group.create_task(one(job))
    return found


async def _run_job(url: str, job: Job, bots: list[Bot], folder: Path) -> list[tuple[Run, Path]]:
    ours, theirs = job.decks
    common = ("--format", job.pair.format_code, "--library", "--seed", str(job.seed))
    first = (*common, "--deck", ours, "--strategy", job.strategies[0])
    if job.kind != "table":
        count = ("--games", str(job.games), "--parallel", str(job.games))
        run = await run_bot(
            url, bots[0], folder, *first, *count, "--versus", job.kind, "--opponent-deck", theirs
        )
        return [(run, folder)]
    host, guest = bots
    second = (*common, "--deck", theirs, "--strategy", job.strategies[1])
    places = (folder / "host", folder / "guest")
    runs = await asyncio.gather(
        run_bot(url, host, places[0], *first, "--versus", "table", "--private", guest.name, "--wait", "120"),
        run_bot(url, guest, places[1], *second, "--versus", f"join:{host.name}", "--wait", "120"),
    )
    return list(zip(runs, places, strict=True))


def _judge(job: Job, strategy: str, game: dict[str, Any], where: Path, catalogue: Catalogue) -> Played:
    played = Played(job, strategy, game, faults=_told_faults(game))
    if game["journal"] is None:
        played.faults.append("no journal")
        return played
    try:
        check = played.check = check_journal(where / game["journal"], catalogue)
    except JournalError as fault:
        played.faults.append(str(fault))
        return played
    played.faults += check.faults
    if check.slowest > SILENCE:
        played.faults.append(f"{check.slowest:.1f} s silent on a question")
    if check.missed_loop:
        loop = check.loop
        played.faults.append(f"a loop of {loop.rounds} rounds, {loop.seconds:.0f} s was not given up")
    if game["result"] == "opponent_stuck":
        if not check.is_loop:
            played.faults.append("false alarm: the journal does not end in a loop")
    elif check.tally.result.value != game["result"]:
        ends = f"the journal ends as {check.tally.result.value}, the bot says {game['result']}"
        played.faults.append(ends)
    return played


def _cancelled_by_error(played: Played) -> bool:
    return bool(played.game["reason"] == "server_error")


def _told_faults(game: dict[str, Any]) -> list[str]:
    """What the bot itself says went wrong."""
    faults = [f"{game[count]} {count}" for count in ("warnings", "resyncs") if game[count]]
    if game["fault"]:
        faults.append(game["fault"])
    if game["result"] in ("unfinished", "error"):
        faults.append(f"result {game['result']}")
    if game["result"] == "loss" and game["reason"] in ("timeout", "clock"):
        faults.append(f"lost by {game['reason']}")
    if game["decide_ms"]["max"] > SILENCE * 1000:
        faults.append(f"{game['decide_ms']['max']:.0f} ms to decide")
    return faults


def _line(played: Played) -> str:
    game, job = played.game, played.job
    name = (
        f"{job.number:03} {job.kind:11} {job.pair.format_code:26} {game['side'] or '?':5} {played.strategy:6}"
    )
    told = f"{name} {game['result']:14} {game['decisions']:5} questions {game['seconds']:6.1f} s"
    return told + (f"  FAULTS: {'; '.join(played.faults)}" if played.faults else "")


# -- tables -------------------------------------------------------------------------------------


def tables(found: GamesCheck) -> list[str]:
    """The results as markdown."""
    played = found.played
    games = len({(entry.game["game_id"]) for entry in played})
    decks = {entry.game["deck"] for entry in played} | {deck for e in played for deck in e.job.decks}
    lines = [
        "| opponent | strategy | games | dark | light | win | loss | stuck | other | questions | s/game |"
    ]
    lines.append("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    groups = sorted({(entry.job.kind, entry.strategy) for entry in played})
    for kind, strategy in groups:
        group = [entry for entry in played if (entry.job.kind, entry.strategy) == (kind, strategy)]
        results = Counter(entry.game["result"] for entry in group)
        sides = Counter(entry.game["side"] for entry in group)
        usual = results["win"] + results["loss"] + results["opponent_stuck"]
        lines.append(
            f"| {kind} | {strategy} | {len(group)} | {sides['DARK']} | {sides['LIGHT']} | {results['win']} "
            f"| {results['loss']} | {results['opponent_stuck']} | {len(group) - usual} "
            f"| {sum(entry.game['decisions'] for entry in group)} "
            f"| {sum(entry.game['seconds'] for entry in group) / len(group):.1f} |"
        )
    checks = found.checks
    stuck = [entry for entry in played if entry.game["result"] == "opponent_stuck"]
    alarms = [entry for entry in stuck if any("false alarm" in fault for fault in entry.faults)]
    loops = [entry.check.loop for entry in stuck if entry.check is not None]
    others = [
        entry.check.loop
        for entry in played
        if entry.check is not None and entry.game["result"] != "opponent_stuck"
    ]
    rows: list[tuple[str, object]] = [
        ("games", games),
        ("journals (a table has two)", len(checks)),
        ("library decks", len(decks)),
        ("formats", len({entry.job.pair.format_code for entry in played})),
        ("questions", sum(entry.game["decisions"] for entry in played)),
        ("choices", sum(entry.game["choices"] for entry in played)),
        ("warnings (refused answers)", sum(entry.game["warnings"] for entry in played)),
        ("double answers", sum(check.tally.double_answers for check in checks)),
        ("answers judged otherwise by the server", sum(check.tally.illegal_answers for check in checks)),
        ("games aborted by an answer of ours", sum(check.aborted is not None for check in checks)),
        ("games the server broke off by an error of its own", len(found.broken_off)),
        ("unfinished or error", sum(e.game["result"] in ("unfinished", "error") for e in played)),
        ("fallbacks", sum(entry.game["fallbacks"] for entry in played)),
        ("openings in doubt (resyncs)", sum(entry.game["resyncs"] for entry in played)),
        ("slowest decision, ms", max((e.game["decide_ms"]["max"] for e in played), default=0)),
        ("longest silence on a question, s", round(max((c.slowest for c in checks), default=0.0), 3)),
        ("opponents that looped", len(stuck)),
        ("... of them false alarms", len(alarms)),
        ("... longest until given up, rounds", max((loop.last_rounds for loop in loops), default=0)),
        ("... longest until given up, s", round(max((loop.last_seconds for loop in loops), default=0.0), 1)),
        ("longest repetition in other games, rounds", max((loop.rounds for loop in others), default=0)),
        ("... in s", round(max((loop.seconds for loop in others), default=0.0), 1)),
        ("faults in the logs", len(found.faults)),
    ]
    lines += ["", "| | |", "|---|--:|"]
    return lines + [f"| {name} | {value} |" for name, value in rows]
