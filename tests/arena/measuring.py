"""A whole measurement against the fake server, in this process."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena_scene import spec
from fakes.server import FakeGemp
from fakes.toy import ToyScript

from gemp_bot.arena.job_runner import JobRunner
from gemp_bot.arena.jobs import ArenaPlan
from gemp_bot.arena.participant import Login
from gemp_bot.arena.programs import Program
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.results import MeasurementFolder
from gemp_bot.arena.run import Run, identities, lanes_of, open_jobs, prepare
from gemp_bot.sandbox.server.world import Setup

BOT = "gemp-bot test"


def short_game(setup: Setup) -> ToyScript:
    return ToyScript(setup.seed, length=4)


def server() -> FakeGemp:
    """A server of short toy games that answers at once."""
    return FakeGemp(idle_seconds=0.0, script_factory=short_game)


def logins(folder: Path) -> tuple[Login, ...]:
    file = folder / "pw"
    file.write_text("test\n")
    file.chmod(0o600)
    return tuple(Login(user, "test", file) for user in ("alice", "bob"))


@dataclass
class Measuring:
    """Plays a spec; `on_record` may look at the run that goes on."""

    url: str
    folder: Path
    wanted: dict[str, Any]
    retry: bool = False
    programs: tuple[Program | None, ...] = (None, None, None)
    on_record: Callable[["Measuring", GameRecord], None] = lambda *_: None
    told: list[GameRecord] = field(default_factory=list)
    running: Run | None = None

    def stop(self) -> None:
        assert self.running is not None
        self.running.stop()

    def abandon(self) -> None:
        assert self.running is not None
        self.running.abandon()

    async def play(self) -> list[GameRecord]:
        """Give the records of this run, in the order in which they came."""
        chosen = spec(**({"server": self.url} | self.wanted))
        people = logins(self.folder)
        pairs = await prepare(chosen, self.folder, people, None)
        with MeasurementFolder(self.folder / "out") as results:
            plan = ArenaPlan(
                server=chosen.server, player=chosen.player, opponents=tuple(chosen.opponent), pairs=pairs,
                time_limit=chosen.time_limit, bot=BOT, folder=str(self.folder),
                players=identities(chosen, self.programs[: 1 + len(chosen.opponent)]), programs=self.programs,
                journals=str(results.journals),
            )  # fmt: skip
            jobs = plan.jobs(chosen.games, chosen.seed)
            todo = open_jobs(jobs, results.records, retry=self.retry)
            self.running = Run(todo, results, on_record=self._told)
            async with JobRunner(plan, people) as crew:
                self.running.give_up = crew.concede
                await self.running.run(lanes_of(chosen, crew))
        return self.told

    def _told(self, record: GameRecord) -> None:
        self.told.append(record)
        self.on_record(self, record)
