"""A measurement from its spec to its results: who plays which game when, and when it is enough."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import msgspec

from gemp_bot.arena.crew import Assignment
from gemp_bot.arena.errors import ArenaError
from gemp_bot.arena.jobs import Job, Pair
from gemp_bot.arena.pairs import find_pairs
from gemp_bot.arena.party import Login, Person
from gemp_bot.arena.programs import Program, find_program
from gemp_bot.arena.record import RETRIED, GameRecord, Outcome
from gemp_bot.arena.results import Results
from gemp_bot.arena.spec import OpponentSpec, PlayerSpec, Spec

_FAILURES = 6
"""So many games in a row that could not be played mean that none can."""


def what_matters(spec: Spec, programs: tuple[Program | None, ...]) -> dict[str, Any]:
    """What may not change within one measurement. More games, other accounts and more speed may.

    Args:
        spec: what is asked for.
        programs: see `find_programs`; a branch that has moved is another player.
    """
    values: dict[str, Any] = msgspec.to_builtins(spec)
    found = {key: values[key] for key in _MATTERS}
    return found | {"programs": [program and program.identity for program in programs]}


_MATTERS = ("server", "player", "opponent", "pair", "pairs", "seed", "time_limit", "sprt")


async def prepare(
    spec: Spec, folder: Path, logins: tuple[Login, ...], known: tuple[Pair, ...] | None
) -> tuple[Pair, ...]:
    """Log all accounts in, find the decks, and give those that are not of the library to all accounts.

    Args:
        spec: what is asked for.
        folder: where deck files are looked for.
        logins: all accounts.
        known: the decks, if an earlier run found them.

    Raises:
        SpecError, GempError: one line.
    """
    async with AsyncExitStack() as stack:
        # Each once: what an earlier run left behind is given up, and a wrong password is told at once.
        people = [await Person.enter(login, spec.server, stack) for login in logins]
        pairs = known or await find_pairs(spec, folder, people[0].client)
        own = {deck.name: deck for pair in pairs for deck in (pair.light, pair.dark) if not deck.library}
        for person in people:
            for deck in own.values():
                saved = await person.client.decks.save(deck.name, deck.text)
                if saved.dropped:
                    raise ArenaError(f"deck {deck.name!r}: the server does not know {saved.dropped[0]}")
        return pairs


def find_programs(spec: Spec, folder: Path, unpacked: Path, package: Path) -> tuple[Program | None, ...]:
    """The programs of the player and of each opponent; None for this one, and for an AI.

    Raises:
        SpecError: one of them cannot be run.
    """
    sources: list[tuple[str, PlayerSpec | OpponentSpec]] = [("player", spec.player)]
    sources += [(f"opponent[{number}]", one) for number, one in enumerate(spec.opponent, start=1)]
    return tuple(find_program(place, source, folder, unpacked, package) for place, source in sources)


def open_jobs(jobs: tuple[Job, ...], records: dict[str, GameRecord], *, retry: bool) -> list[Job]:
    """The jobs that have no result yet; with `retry` also those that came to nothing."""
    again = RETRIED if retry else ()
    return [job for job in jobs if job.id not in records or records[job.id].outcome in again]


@dataclass(frozen=True, slots=True)
class Lane:
    """Accounts that play one game at a time.

    Attributes:
        other: the opponent's, where there are games at tables.
    """

    number: int
    user: str
    other: str | None = None


def lanes_of(spec: Spec) -> tuple[Lane, ...]:
    """The accounts as they play together."""
    users = [account.user for account in spec.accounts]
    if not any(opponent.kind == "strategy" for opponent in spec.opponent):
        return tuple(Lane(number, users[number]) for number in range(spec.parallel))
    return tuple(Lane(n, users[2 * n], users[2 * n + 1]) for n in range(spec.parallel))


class Players(Protocol):
    """Those who play what they are told."""

    async def play(self, assignment: Assignment) -> GameRecord:
        """Play one game."""

    def concede(self) -> None:
        """Give up all games that run."""


@dataclass(slots=True)
class Run:
    """Plays the jobs of a measurement.

    Attributes:
        players: set before it runs.
        enough: asked after each game whether to stop early.
        on_record: told of each game.
        trouble: why it ended before its time, if it did.
    """

    spec: Spec
    jobs: list[Job]
    results: Results
    enough: Callable[[], bool] = lambda: False
    on_record: Callable[[GameRecord], None] = lambda _: None
    players: Players | None = None
    trouble: str | None = None
    _stopping: bool = field(default=False, init=False)
    _abandoned: bool = field(default=False, init=False)
    _failures: int = field(default=0, init=False)

    def stop(self) -> None:
        """Begin no further game; those that run are played to their end."""
        self._stopping = True

    def abandon(self) -> None:
        """Stop, and give up the games that run: they get no result."""
        self.stop()
        self._abandoned = True
        if self.players is not None:
            self.players.concede()

    async def run(self) -> None:
        """Play all jobs, or as many as it takes."""
        if self.players is None:
            raise RuntimeError("no players")
        waiting, players = deque(self.jobs), self.players
        if self.enough():
            return
        async with asyncio.TaskGroup() as group:
            for lane in lanes_of(self.spec):
                group.create_task(self._lane(lane, waiting, players))

    async def _lane(self, lane: Lane, waiting: deque[Job], players: Players) -> None:
        while waiting and not self._stopping:
            job = waiting.popleft()
            at_table = self.spec.opponent[job.opponent].kind == "strategy"
            assignment = Assignment(job, lane.number, lane.user, lane.other if at_table else None)
            record = await players.play(assignment)
            if self._abandoned:
                return
            self.results.add(record)
            self.on_record(record)
            self._watch(record)
            if self.enough():
                self.stop()

    def _watch(self, record: GameRecord) -> None:
        self._failures = self._failures + 1 if record.outcome is Outcome.ERROR else 0
        if self._failures >= _FAILURES:
            self.stop()
            self.trouble = f"{self._failures} games in a row could not be played: {record.fault}"
