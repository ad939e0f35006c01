"""Plays jobs: finds the two players, gives them their seats, watches the time, tells the outcome."""

import asyncio
import contextlib
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
import structlog

from gemp_bot.arena.jobs import Deck, Job, Plan
from gemp_bot.arena.judging import judge
from gemp_bot.arena.outside import OutsideParty
from gemp_bot.arena.party import NO_GAME, InsideParty, Login, Party, Person, Played
from gemp_bot.arena.record import GameRecord, Outcome
from gemp_bot.arena.spec import PlayerSpec
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.play import Seat
from gemp_bot.protocol.ending import EndReason
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.errors import GempError
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.replay import Relive
from gemp_bot.terminal import plain

_log = structlog.stdlib.get_logger(__name__)

_GRACE = 30.0
"""Seconds in which a game that was given up must end."""
_TABLE_WAIT = 60.0
"""Seconds in which both players must have come to their table."""


class Assignment(msgspec.Struct, frozen=True):
    """A game and the accounts that play it.

    Attributes:
        lane: which accounts these are; a lane plays one game at a time.
        user: the player's account.
        other: the opponent's; None against an AI.
    """

    job: Job
    lane: int
    user: str
    other: str | None = None


class Crew:
    """Everybody who plays in one process. Use it as an async context manager.

    Args:
        plan: what all games share.
        logins: the accounts that may be assigned.
    """

    def __init__(self, plan: Plan, logins: tuple[Login, ...]) -> None:
        self._plan = plan
        self._logins = {login.user: login for login in logins}
        self._stack = AsyncExitStack()
        self._people: dict[str, Person] = {}
        self._catalogue = Catalogue.load()
        self._playing: set[Party] = set()
        self._giving_up = False

    @cached_property
    def _index(self) -> CardIndex:
        """Facts of the cards, for all strategies of ours; other programs have their own."""
        return CardIndex.load()

    async def __aenter__(self) -> Self:
        """Nobody is logged in before the first game."""
        await self._stack.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close all connections."""
        await self._stack.__aexit__(kind, fault, trace)

    def concede(self) -> None:
        """Give up all games that run, and those that come."""
        self._giving_up = True
        for party in tuple(self._playing):
            party.concede()

    async def play(self, assignment: Assignment) -> GameRecord:
        """Play one game; whatever goes wrong is in the record."""
        try:
            return await self._play(assignment)
        except GempError as fault:
            return failed(self._plan, assignment, str(fault))
        except Exception as fault:  # noqa: BLE001 - one game must not end a measurement of hours
            _log.error("own_fault", job=assignment.job.id, exc_info=fault)
            return failed(self._plan, assignment, f"internal error: {type(fault).__name__}: {fault}")

    async def _play(self, assignment: Assignment) -> GameRecord:
        job, plan = assignment.job, self._plan
        pair, opponent = plan.pairs[job.pair], plan.opponents[job.opponent]
        ours, theirs = pair.deck(job.side), pair.deck(job.side.other)
        player = await self._party(assignment.user, None)
        if assignment.other is None:
            seat = Seat(
                format_code=pair.format,
                deck=ours.name,
                library=ours.library,
                skill=AiSkill(opponent.skill or ""),
                opponent_deck=theirs.name,
                opponent_own=not theirs.library,
            )
            (played,), late = await self._in_time([(player, seat, ours, job.seed)])
            other, version = None, None
        else:
            guest = await self._party(assignment.other, job.opponent)
            seats = [
                _seat(pair.format, ours, assignment.other, host=job.host),
                _seat(pair.format, theirs, assignment.user, host=not job.host),
            ]
            (played, other), late = await self._in_time(
                [(player, seats[0], ours, job.seed), (guest, seats[1], theirs, job.opponent_seed)]
            )
            version = guest.version
        outcome, fault = judge(played, other, late=late)
        disputed, doubled = await self._checked(played.journal)
        record = _record(plan, assignment, outcome)
        return msgspec.structs.replace(
            record,
            reason=played.reason,
            life=played.life,
            opponent_life=played.opponent_life,
            turns=played.turns,
            questions=played.decisions,
            choices=played.choices,
            warnings=played.warnings,
            fallbacks=played.fallbacks,
            replaced=played.replaced,
            mistakes=played.mistakes,
            unanswered=played.unanswered,
            opponent_warnings=0 if other is None else other.warnings,
            opponent_fallbacks=0 if other is None else other.fallbacks,
            opponent_mistakes={} if other is None else other.mistakes,
            opponent_unanswered={} if other is None else other.unanswered,
            resyncs=played.resyncs,
            disputed=disputed,
            doubled=doubled,
            aborted=played.reason == EndReason.SERVER_ERROR,
            seconds=played.seconds,
            game=played.game_id,
            journal=None if played.journal is None else Path(played.journal).name,
            fault=fault,
            player_version=player.version,
            opponent_version=version,
        )

    async def _in_time(self, parts: list[tuple[Party, Seat, Deck, int]]) -> tuple[list[Played], bool]:
        """Let everybody play; who takes too long gives up.

        Returns:
            What each of them tells, and whether it took too long.
        """
        parties = [party for party, *_ in parts]
        tasks = [asyncio.create_task(party.play(seat, deck.text, seed)) for party, seat, deck, seed in parts]
        self._playing.update(parties)
        late = False
        try:
            done, waiting = await asyncio.wait(
                tasks, timeout=self._plan.time_limit, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                if waiting and (task.exception() is not None or task.result().reason == NO_GAME):
                    for party in parties:  # nobody comes any more
                        party.stop()
            if waiting and done:
                # The other side hears of the end within one poll.
                done, waiting = await asyncio.wait(tasks, timeout=_GRACE)
            if waiting:
                late = True
                for party in parties:
                    party.concede()
                await asyncio.wait(tasks, timeout=_GRACE)
            return [_told(task) for task in tasks], late
        finally:
            self._playing.difference_update(parties)
            for task in tasks:
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _party(self, user: str, opponent: int | None) -> Party:
        """Who plays under an account: the player, who is recorded, or an opponent of ours."""
        plan = self._plan
        source = plan.player if opponent is None else plan.opponents[opponent]
        program = plan.programs[0 if opponent is None else 1 + opponent]
        journals = Path(plan.journals) if opponent is None and plan.journals is not None else None
        strategy = source.strategy if isinstance(source, PlayerSpec) else source.name or ""
        if program is not None:
            return OutsideParty(
                program, self._logins[user], strategy, plan.server, Path(plan.folder), journals
            )
        person = await self._person(user)
        return InsideParty(person, strategy, plan.bot, plan.server, self._catalogue, self._index, journals)

    async def _person(self, user: str) -> Person:
        """The account, logged in."""
        if user not in self._people:
            self._people[user] = await Person.enter(self._logins[user], self._plan.server, self._stack)
        return self._people[user]

    async def _checked(self, journal: str | None) -> tuple[int | None, int | None]:
        """Disputed and doubled answers, by the journal of the game."""
        if journal is None:
            return None, None
        tally = await asyncio.to_thread(lambda: Relive(Path(journal), self._catalogue).run())
        return tally.illegal_answers, tally.double_answers


def failed(plan: Plan, assignment: Assignment, fault: str) -> GameRecord:
    """The record of a game that never began."""
    record = _record(plan, assignment, Outcome.ERROR)
    return msgspec.structs.replace(record, reason=NO_GAME, fault=plain(fault))


def _record(plan: Plan, assignment: Assignment, outcome: Outcome) -> GameRecord:
    job = assignment.job
    pair = plan.pairs[job.pair]
    return GameRecord(
        job=job.id,
        round=job.round,
        half=job.half,
        pair=job.pair + 1,
        opponent=plan.opponents[job.opponent].label,
        format=pair.format,
        deck=pair.deck(job.side).name,
        opponent_deck=pair.deck(job.side.other).name,
        side=job.side,
        host=job.host,
        seed=job.seed,
        outcome=outcome,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _seat(code: str, deck: Deck, opponent: str, *, host: bool) -> Seat:
    """A seat at a table of two of ours; nobody else may join it."""
    name = PlayerName(opponent)
    return Seat(
        format_code=code,
        deck=deck.name,
        library=deck.library,
        join=None if host else name,
        private_for=name if host else None,
        description="gemp-bot arena",
        wait=_TABLE_WAIT,
    )


def _told(task: asyncio.Task[Played]) -> Played:
    """What a player tells; one that does not end, or failed, tells of an error."""
    if not task.done():
        return Played(result="unfinished", fault="the game did not end when it was given up")
    return task.result()
