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

from gemp_bot.arena.jobs import ArenaPlan, Job, JobDeck
from gemp_bot.arena.participant import (
    InsideParticipant,
    LoggedInAccount,
    Login,
    OutsideParticipant,
    Participant,
)
from gemp_bot.arena.record import NO_GAME, GameRecord, disputes, failed, judge, record_of
from gemp_bot.arena.spec import ArenaError, changed_meanwhile
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.supervisor import WantedGame
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.errors import GempError
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.strategy import NamedStrategy, UnknownStrategyError, strategy_named
from gemp_bot.strategy.identity import differences
from gemp_bot.terminal import plain

_log = structlog.stdlib.get_logger(__name__)

_GRACE = 30.0
"""Seconds in which a game that was given up must end."""
_TABLE_WAIT = 60.0
"""Seconds in which both players must have come to their table."""


class LaneJob(msgspec.Struct, frozen=True):
    """A game and the accounts that play it.

    Attributes:
        lane: which accounts these are; a lane plays one game at a time.
        other: the opponent's; None against an AI.
    """

    job: Job
    lane: int
    user: str
    other: str | None = None


class JobRunner:
    """Everybody who plays in one process. Use it as an async context manager."""

    def __init__(self, plan: ArenaPlan, logins: tuple[Login, ...]) -> None:
        self._plan = plan
        self._logins = {login.user: login for login in logins}
        self._stack = AsyncExitStack()
        self._accounts: dict[str, LoggedInAccount] = {}
        self._strategies: dict[int, NamedStrategy] = {}
        self._catalogue = Catalogue.load()
        self._playing: set[Participant] = set()
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
        for participant in tuple(self._playing):
            participant.concede()

    async def play(self, assignment: LaneJob) -> GameRecord:
        """Play one game; whatever goes wrong is in the record."""
        try:
            return await self._play(assignment)
        except (GempError, ArenaError, UnknownStrategyError) as fault:
            return not_begun(assignment.job, str(fault))
        except Exception as fault:  # noqa: BLE001 - one game must not end a measurement of hours
            _log.error("own_fault", job=assignment.job.id, exc_info=fault)
            return not_begun(assignment.job, f"internal error: {type(fault).__name__}: {fault}")

    async def _play(self, assignment: LaneJob) -> GameRecord:
        job, plan = assignment.job, self._plan
        opponent, ours, theirs = plan.opponents[job.place], job.deck, job.opponent_deck
        player = await self._participant(assignment.user, None)
        if assignment.other is None:
            wanted = WantedGame(
                format_code=job.format,
                deck=ours.name,
                library=ours.library,
                start=ours.start,
                skill=AiSkill(opponent.skill or ""),
                opponent_deck=theirs.name,
                opponent_own=not theirs.library,
            )
            (played,), late = await self._in_time([(player, wanted, (ours.text, theirs.text), job.seed)])
            other, version = None, None
        else:
            guest = await self._participant(assignment.other, job.place)
            wishes = [
                _wanted(job.format, ours, assignment.other, host=job.host),
                _wanted(job.format, theirs, assignment.user, host=not job.host),
            ]
            (played, other), late = await self._in_time(
                [
                    (player, wishes[0], (ours.text, theirs.text), job.seed),
                    (guest, wishes[1], (theirs.text, ours.text), job.opponent_seed),
                ]
            )
            version = guest.version
        outcome, fault = judge(played, other, late=late)
        disputed, doubled = await asyncio.to_thread(disputes, played.journal, self._catalogue)
        return msgspec.structs.replace(
            record_of(job, outcome, at=_now()).played(outcome, played, other),
            disputed=disputed,
            doubled=doubled,
            fault=fault,
            player_version=player.version,
            opponent_version=version,
        )

    async def _in_time(
        self, parts: list[tuple[Participant, WantedGame, tuple[str, str], int]]
    ) -> tuple[list[GameOutcome], bool]:
        """Let everybody play; who takes too long gives up.

        Returns:
            What each of them tells, and whether it took too long.
        """
        participants = [participant for participant, *_ in parts]
        tasks = [asyncio.create_task(each.play(wanted, decks, seed)) for each, wanted, decks, seed in parts]
        self._playing.update(participants)
        late = False
        try:
            done, waiting = await asyncio.wait(
                tasks, timeout=self._plan.time_limit, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                if waiting and (task.exception() is not None or task.result().reason == NO_GAME):
                    for participant in participants:  # nobody comes any more
                        participant.stop()
            if waiting and done:
                # The other side hears of the end within one poll.
                done, waiting = await asyncio.wait(tasks, timeout=_GRACE)
            if waiting:
                late = True
                for participant in participants:
                    participant.concede()
                await asyncio.wait(tasks, timeout=_GRACE)
            return [_told(task) for task in tasks], late
        finally:
            self._playing.difference_update(participants)
            for task in tasks:
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _participant(self, user: str, opponent: int | None) -> Participant:
        """Who plays under an account: the player, who is recorded, or an opponent of ours."""
        plan = self._plan
        place = 0 if opponent is None else 1 + opponent
        program = plan.programs[place]
        journals = Path(plan.journals) if opponent is None and plan.journals is not None else None
        if program is not None:
            return OutsideParticipant(program, self._logins[user], plan.server, Path(plan.folder), journals)
        account = await self._account(user)
        strategy = self._strategy(place)
        return InsideParticipant(
            account, strategy, plan.bot, plan.server, self._catalogue, self._index, journals
        )

    def _strategy(self, place: int) -> NamedStrategy:
        """A player of this program, by its place in the plan."""
        plan = self._plan
        if place not in self._strategies:
            name = plan.opponents[place - 1].name or "" if place else plan.player.strategy
            found = strategy_named(name)
            changes = differences([plan.players[place]], [found.identity])
            if changes:
                raise ArenaError(changed_meanwhile(changes))
            self._strategies[place] = found
        return self._strategies[place]

    async def _account(self, user: str) -> LoggedInAccount:
        """The account, logged in."""
        if user not in self._accounts:
            self._accounts[user] = await LoggedInAccount.enter(
                self._logins[user], self._plan.server, self._stack
            )
        return self._accounts[user]


def not_begun(job: Job, fault: str) -> GameRecord:
    """The record of a game that never began."""
    return failed(job, plain(fault), reason=NO_GAME, at=_now())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _wanted(code: str, deck: JobDeck, opponent: str, *, host: bool) -> WantedGame:
    """A game between two accounts of ours; nobody else may join it."""
    name = PlayerName(opponent)
    return WantedGame(
        format_code=code,
        deck=deck.name,
        library=deck.library,
        start=deck.start,
        join=None if host else name,
        private_for=name if host else None,
        description="gemp-bot arena",
        wait=_TABLE_WAIT,
    )


def _told(task: asyncio.Task[GameOutcome]) -> GameOutcome:
    """What a player tells; one that does not end, or failed, tells of an error."""
    if not task.done():
        return GameOutcome(GameId(""), fault="the game did not end when it was given up")
    return task.result()
