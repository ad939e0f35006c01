"""Many games, as `selfplay`, `arena` and `lab` play them: who meets whom, interrupts, how far it is."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from gemp_bot.arena.jobs import Contest, Job, JobDeck
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.results import GameRecords
from gemp_bot.arena.run import Lane, Run
from gemp_bot.arena.workers import Cluster, Processes
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.interrupts import interruptible
from gemp_bot.cli.output import Output
from gemp_bot.cli.version import version_line
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.strategy import NamedStrategy, UnknownStrategyError, strategy_named
from gemp_bot.strategy.identity import program_digest, short
from gemp_bot.terminal import wants_colors

OnRecord = Callable[[GameRecord], None]
_EVERY: Final = 60.0
"""Seconds between two lines about what is left."""
_MINUTE: Final = 60
_HOURS: Final = 120 * _MINUTE
"""Seconds from which on hours are told."""


def set_up() -> None:
    """Set up the logs of a process: only what a person should look at."""
    set_up_logs(Secrets(), level="error")


def program_version(*, modified: bool = False) -> str:
    """Which program plays; `modified`: it is not what its revision says."""
    return f"{version_line(modified=modified)}, code {short(program_digest())}"


def contest_of(
    strategy: str,
    opponent: str,
    pairs: tuple[tuple[JobDeck, JobDeck], ...],
    seed: int,
    *,
    swap: bool = True,
) -> Contest:
    """Who plays whom in the box.

    Raises:
        UnknownStrategyError: a strategy cannot be used: told before anything begins.
    """
    index = CardIndex.load()
    player, other = usable("--strategy", strategy, index), usable("--opponent", opponent, index)
    return Contest(strategy, opponent, player.identity, other.identity, pairs, seed, swap)


def usable(option: str, name: str, index: CardIndex) -> NamedStrategy:
    """The strategy that an option names; it was made once.

    Raises:
        UnknownStrategyError: there is none, or it cannot be used: one line that names the option.
    """
    try:
        found = strategy_named(name)
        found.make(0, index=index)
    except UnknownStrategyError as fault:
        raise UnknownStrategyError(f"{option}: {fault}") from None
    return found


async def play_jobs(
    jobs: Sequence[Job],
    todo: Sequence[Job],
    results: GameRecords,
    executor: Processes | Cluster,
    out: Output,
    *,
    enough: Callable[[], bool] = lambda: False,
) -> tuple[str | None, bool]:
    """Play games in the box.

    Returns:
        Why it ended before its time, if it did; and whether it was interrupted.
    """
    if not todo:
        return None, False
    run = Run(todo, results, enough=enough)
    with progress(len(jobs), len(jobs) - len(todo), out) as run.on_record:
        async with executor:
            interrupted = await measured(run, [executor.play] * executor.slots, out)
    return run.trouble, interrupted


async def measured(run: Run, lanes: Sequence[Lane], out: Output) -> bool:
    """Play the games of a measurement; tell whether it was interrupted."""

    def stop() -> None:
        out.note("gemp-bot: no further game; Ctrl-C once more gives up those that run")
        run.stop()

    def end() -> None:
        out.note("gemp-bot: giving up the games that run: they get no result")
        run.abandon()

    return await interruptible(run.run(lanes), stop=stop, end=end)


@contextlib.contextmanager
def progress(games: int, done: int, out: Output) -> Iterator[OnRecord]:
    """A bar on stderr, where that is a terminal, else a line a minute; faults are told in any case."""

    def tell(record: GameRecord) -> None:
        if record.fault is not None:
            out.note(f"gemp-bot: game {record.job}: {record.fault}")

    if not wants_colors(out.stderr):
        remaining = Remaining(games, done, out.note)

        def count(record: GameRecord) -> None:
            tell(record)
            remaining.step()

        yield count
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(file=out.stderr)
    with Progress(
        *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
    ) as bar:
        task = bar.add_task("games in the box", total=games, completed=done)

        def step(record: GameRecord) -> None:
            bar.advance(task)
            tell(record)

        yield step


class Remaining:
    """Tells from time to time how many games are played, and about how long the others take."""

    def __init__(
        self, games: int, done: int, tell: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._games, self._before, self._done = games, done, done
        self._tell, self._clock = tell, clock
        self._began = self._told = clock()

    def step(self) -> None:
        """One more game is over."""
        self._done += 1
        now, left = self._clock(), self._games - self._done
        if now - self._told < _EVERY or left <= 0:
            return
        self._told = now
        seconds = (now - self._began) / (self._done - self._before) * left
        self._tell(f"gemp-bot: {self._done} of {self._games} games, about {in_words(seconds)} left")


def in_words(seconds: float) -> str:
    """A time to come, roughly: `1 min`, `12 min`, `3 h`."""
    if seconds >= _HOURS:
        return f"{seconds / (60 * _MINUTE):.0f} h"
    return f"{max(round(seconds / _MINUTE), 1)} min"
