"""From jobs to records: who plays which game, several at once, and what an earlier run left to play."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import msgspec

from gemp_bot.arena.decks import check_pairs, find_pairs
from gemp_bot.arena.job_runner import LaneJob
from gemp_bot.arena.jobs import Contest, Job, Pair
from gemp_bot.arena.participant import LoggedInAccount, Login
from gemp_bot.arena.programs import Program, find_program
from gemp_bot.arena.record import RETRIED, ArenaOutcome, GameRecord
from gemp_bot.arena.results import NO_DIGESTS, GameRecords, other_players
from gemp_bot.arena.spec import ArenaError, OpponentSpec, PlayerSpec, Spec, TakenError
from gemp_bot.cards.deck import deck_digest
from gemp_bot.procedures.loader import is_path
from gemp_bot.strategy import Identity, strategy_named
from gemp_bot.strategy.identity import differences, short

FAILURES = 6
"""So many games in a row that could not be played mean that none can."""

Lane = Callable[[Job], Awaitable[GameRecord]]
"""Plays one game; what goes wrong is the record of an error."""


@dataclass(slots=True)
class Run:
    """Plays jobs.

    Attributes:
        enough: asked at the beginning and after each game whether to stop early.
        give_up: makes the games that run end soon; None where they can be left as they are.
        trouble: why it ended before its time, if it did.
    """

    jobs: Sequence[Job]
    results: GameRecords
    enough: Callable[[], bool] = lambda: False
    on_record: Callable[[GameRecord], None] = lambda _: None
    give_up: Callable[[], None] | None = None
    trouble: str | None = None
    _stopping: bool = field(default=False, init=False)
    _abandoned: bool = field(default=False, init=False)
    _failures: int = field(default=0, init=False)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list, init=False)

    def stop(self) -> None:
        """Begin no further game; those that run are played to their end."""
        self._stopping = True

    def abandon(self) -> None:
        """Stop, and give up the games that run: they get no result."""
        self.stop()
        self._abandoned = True
        if self.give_up is not None:
            self.give_up()
            return
        for task in self._tasks:
            task.cancel()

    async def run(self, lanes: Sequence[Lane]) -> None:
        """Play all jobs, or as many as it takes."""
        if self.enough():
            return
        waiting = deque(self.jobs)
        self._tasks = [asyncio.create_task(self._play(waiting, lane)) for lane in lanes[: len(waiting)]]
        for fault in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(fault, Exception):
                raise fault

    async def _play(self, waiting: deque[Job], lane: Lane) -> None:
        while waiting and not self._stopping:
            try:
                record = await lane(waiting.popleft())
                if self._abandoned:
                    return
                self.results.add(record)
                self.on_record(record)
            except Exception:  # whatever it is, like a full disk: what would be played could not be kept
                self.stop()
                raise
            self._watch(record)
            if self.enough():
                self.stop()

    def _watch(self, record: GameRecord) -> None:
        self._failures = self._failures + 1 if record.outcome is ArenaOutcome.ERROR else 0
        if self._failures >= FAILURES:
            self.stop()
            self.trouble = f"{self._failures} games in a row could not be played: {record.fault}"


_MATTERS = ("server", "player", "opponent", "pair", "pairs", "seed", "time_limit", "sprt")
_PLACES = ("python", "wheel", "revision")
"""Where a program is does not matter, nor where a strategy file is: the identity tells which it is."""


def what_matters(spec: Spec) -> dict[str, Any]:
    """What may not change in a spec within one measurement. More games, other accounts and more speed may."""
    values: dict[str, Any] = msgspec.to_builtins(spec)
    for source in (values["player"], *values["opponent"]):
        for key in _PLACES:
            source.pop(key)
        for key in ("strategy", "name"):
            if is_path(source.get(key) or ""):
                source[key] = Path(source[key]).name
    return {key: values[key] for key in _MATTERS}


def identities(spec: Spec, programs: tuple[Program | None, ...]) -> tuple[Identity | None, ...]:
    """Who the player and the opponents are today; None for an AI of the server.

    Raises:
        UnknownStrategyError: a strategy cannot be used.
    """
    names = (spec.player.strategy, *(opponent.name for opponent in spec.opponent))
    found: list[Identity | None] = []
    for name, program in zip(names, programs, strict=True):
        if program is not None:
            found.append(program.identity)
        else:
            found.append(None if name is None else strategy_named(name).identity)
    return tuple(found)


async def prepare(
    spec: Spec, folder: Path, logins: tuple[Login, ...], known: tuple[Pair, ...] | None
) -> tuple[Pair, ...]:
    """Log all accounts in, find the decks, and give those that are not of the library to all accounts.

    Raises:
        SpecError, GempError: one line.
    """
    async with AsyncExitStack() as stack:
        # Each once: what an earlier run left behind is given up, and a wrong password is told at once.
        accounts = [await LoggedInAccount.enter(login, spec.server, stack) for login in logins]
        if known:
            await check_pairs(spec, folder, known, accounts[0].client)
        pairs = known or await find_pairs(spec, folder, accounts[0].client)
        own = {deck.name: deck for pair in pairs for deck in (pair.light, pair.dark) if not deck.library}
        for account in accounts:
            for deck in own.values():
                saved = await account.client.decks.save(deck.name, deck.text)
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


def labelled(spec: Spec, records: Iterable[GameRecord]) -> list[GameRecord]:
    """Records whose opponents are called as the spec calls them today."""
    labels = [opponent.label for opponent in spec.opponent]
    return [
        msgspec.structs.replace(record, opponent=labels[int(record.job.partition("-")[0]) - 1])
        for record in records
    ]


def open_jobs(
    jobs: Iterable[Job], records: Mapping[str, GameRecord], *, retry: bool | None = None
) -> list[Job]:
    """The jobs that have no result yet; `retry`: what came to nothing is one (None: errors alone are)."""
    again = (ArenaOutcome.ERROR,) if retry is None else RETRIED if retry else ()
    return [job for job in jobs if job.id not in records or records[job.id].outcome in again]


def check_records(file: Path | None, records: Iterable[GameRecord], contest: Contest) -> None:
    """Refuse games of other players, decks or chance.

    Raises:
        TakenError: one line that names the difference.
    """
    players = (contest.player_identity, contest.opponent_identity)
    for record in records:
        if record.player_identity is None:
            raise TakenError(f"{file}: {NO_DIGESTS}")
        changes = differences((record.player_identity, record.opponent_identity), players)
        if changes:
            raise TakenError(f"{file}: {other_players(changes)}")
        if record.job.partition("-")[0] != contest.digest:
            raise TakenError(f"{file}: holds games with {_other(record, contest)}")


def _other(record: GameRecord, contest: Contest) -> str:
    """What is other about a game of the same players."""
    if record.pair > len(contest.pairs):
        return "other decks"
    told = []
    decks = contest.decks(record.pair - 1, record.half)
    was = ((record.deck, record.deck_digest), (record.opponent_deck, record.opponent_deck_digest))
    for deck, (name, digest) in zip(decks, was, strict=True):
        now = deck_digest(deck.text)
        if (deck.name, now) != (name, digest):
            told.append(f"deck {name} {short(digest)} where there is {deck.name} {short(now)} now")
    return "; ".join(told) or "another seed, or with other decks"


class Players(Protocol):
    """Those who play what they are told."""

    async def play(self, assignment: LaneJob) -> GameRecord:
        """Play one game."""

    def concede(self) -> None:
        """Give up all games that run."""


def lanes_of(spec: Spec, players: Players) -> list[Lane]:
    """The accounts as they play together: two where there are games at tables."""
    users = [account.user for account in spec.accounts]
    if any(opponent.kind == "strategy" for opponent in spec.opponent):
        seats: list[tuple[str, str | None]] = list(zip(users[::2], users[1::2], strict=False))
    else:
        seats = [(user, None) for user in users]

    def lane(number: int, user: str, other: str | None) -> Lane:
        def play(job: Job) -> Awaitable[GameRecord]:
            at_table = spec.opponent[job.place].kind == "strategy"
            return players.play(LaneJob(job, number, user, other if at_table else None))

        return play

    return [lane(number, *seats[number]) for number in range(spec.parallel)]
