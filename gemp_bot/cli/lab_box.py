"""The games of a lab in the sandbox: a deck against a field, every game with a shuffle of its own."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from gemp_bot.arena.jobs import Contest, JobDeck, make_jobs, meetings
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.results import MeasurementFolder
from gemp_bot.arena.run import Run, check_records, open_jobs
from gemp_bot.arena.workers import Processes
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.measuring import measured
from gemp_bot.cli.output import Output
from gemp_bot.cli.selfplay import progress, set_up
from gemp_bot.cli.version import version_line
from gemp_bot.strategy import strategy_named
from gemp_bot.strategy.identity import program_digest, short


@dataclass(frozen=True, slots=True)
class Played:
    """What was played.

    Attributes:
        records: one a game, in the order of the games.
        interrupted: somebody broke it off.
        trouble: why it ended before its time, if it did.
    """

    records: tuple[GameRecord, ...]
    interrupted: bool = False
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class BoxTable:
    """Who plays in the sandbox, and how.

    Attributes:
        strategy, opponent: names of strategies, or strategy files.
        seed: of all chance: two decks with the same seed have the same opponents, shuffles and chance.
        workers: processes that play.
    """

    strategy: str
    opponent: str
    seed: int
    workers: int

    def play(
        self, deck: JobDeck, field: tuple[JobDeck, ...], games: int, folder: Path, out: Output
    ) -> Played:
        """Play what is still to be played.

        Raises:
            ArenaError: the folder holds games of others, one line.
        """
        index = CardIndex.load()
        player, opponent = strategy_named(self.strategy), strategy_named(self.opponent)
        for found in (player, opponent):
            found.make(0, index=index)
        contest = Contest(
            self.strategy,
            self.opponent,
            player.identity,
            opponent.identity,
            meetings([deck], field),
            self.seed,
            swap=False,
        )
        version = f"{version_line()}, code {short(program_digest())}"
        with MeasurementFolder(folder) as results:
            check_records(folder, results.records.values(), contest)
            jobs = make_jobs(contest, games, version, results.journals)
            todo = open_jobs(jobs, results.records)
            out.note(f"gemp-bot: {deck.name}: {len(todo)} of {len(jobs)} games to play, in {folder}")
            interrupted, trouble = False, None
            if todo:
                with progress(len(jobs), len(jobs) - len(todo), out) as on_record:
                    run = Run(todo, results, on_record=on_record)
                    interrupted, trouble = asyncio.run(self._run(run, out))
            ids = {job.id for job in jobs}
            records = [one for one in results.records.values() if one.job in ids]
        return Played(tuple(sorted(records, key=lambda one: one.round)), interrupted, trouble)

    async def _run(self, run: Run, out: Output) -> tuple[bool, str | None]:
        async with Processes(self.workers, set_up) as executor:
            interrupted = await measured(run, [executor.play] * executor.slots, out)
            return interrupted, run.trouble
