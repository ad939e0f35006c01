"""A measurement from its spec to its games: what it belongs to, and who plays which game."""

from collections.abc import Awaitable, Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Protocol

import msgspec

from gemp_bot.arena.decks import check_pairs, find_pairs
from gemp_bot.arena.job_runner import LaneJob
from gemp_bot.arena.jobs import Job, Pair
from gemp_bot.arena.lanes import Lane
from gemp_bot.arena.participant import LoggedInAccount, Login
from gemp_bot.arena.programs import Program, find_program
from gemp_bot.arena.record import RETRIED, GameRecord
from gemp_bot.arena.spec import ArenaError, OpponentSpec, PlayerSpec, Spec
from gemp_bot.procedures.loader import is_path
from gemp_bot.strategy import Identity, strategy_named

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

    Args:
        spec: what is asked for.
        programs: see `find_programs`.

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


def open_jobs(jobs: tuple[Job, ...], records: dict[str, GameRecord], *, retry: bool) -> list[Job]:
    """The jobs that have no result yet; with `retry` also those that came to nothing."""
    again = RETRIED if retry else ()
    return [job for job in jobs if job.id not in records or records[job.id].outcome in again]


class Players(Protocol):
    """Those who play what they are told."""

    async def play(self, assignment: LaneJob) -> GameRecord:
        """Play one game."""

    def concede(self) -> None:
        """Give up all games that run."""


def lanes_of(spec: Spec, players: Players) -> list[Lane[Job]]:
    """The accounts as they play together: two where there are games at tables."""
    users = [account.user for account in spec.accounts]
    if any(opponent.kind == "strategy" for opponent in spec.opponent):
        seats: list[tuple[str, str | None]] = list(zip(users[::2], users[1::2], strict=False))
    else:
        seats = [(user, None) for user in users]

    def lane(number: int, user: str, other: str | None) -> Lane[Job]:
        def play(job: Job) -> Awaitable[GameRecord]:
            at_table = spec.opponent[job.opponent].kind == "strategy"
            return players.play(LaneJob(job, number, user, other if at_table else None))

        return play

    return [lane(number, *seats[number]) for number in range(spec.parallel)]
