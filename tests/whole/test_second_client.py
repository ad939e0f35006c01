"""Somebody plays under our account, perhaps in a browser: we give way, and lose nothing by it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from fakes import events, questions
from fakes.server import FakeGemp
from fakes.server_table import ServerTable, TableScript
from jumping_time import jumping, now
from match_scene import CATALOGUE, server
from structlog.testing import capture_logs

from gemp_bot.journal.writer import Recorder
from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome, IncidentKind, Result
from gemp_bot.play.runner import Assignment, GameRunner
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.errors import ChannelError
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.game import Rules
from gemp_bot.sandbox.server.steps import End, Pause, Play, ask, emit
from gemp_bot.state import Table as OurTable
from gemp_bot.strategy import StrategyRunner, make_strategy


class Evening(TableScript):
    """Alice is asked now and then, so and so often; then she has won."""

    def __init__(self, questions: int, polls_between: int = 8) -> None:
        self.questions, self.polls_between = questions, polls_between

    def play(self, table: ServerTable, /) -> Play:
        yield emit(events.turn("bob"), events.phase(Phase.DRAW, 5))
        for number in range(self.questions):
            piles = {"alice": {"RESERVE_DECK": 30}, "bob": {"RESERVE_DECK": 999 - number}}
            yield emit(events.statistics(piles))
            yield ask("alice", questions.optional_responses())
            for _ in range(self.polls_between):
                yield Pause("alice")
        yield End("bob")


RULES = Rules(idle_start=1e9)
"""Bob says nothing at all."""


@asynccontextmanager
async def alice(running: FakeGemp) -> AsyncIterator[GempClient]:
    async with GempClient(ClientSettings(url=running.url, attempts=2)) as client:
        await client.login("alice", "test")
        yield client


def begun(running: FakeGemp, script: Evening, rules: Rules = RULES) -> GameId:
    return GameId(running.start_game("alice", "bob", script, rules=rules).id)


def bot(client: GempClient, game: GameId) -> OwnGame:
    async def log_in() -> None:
        await client.login("alice", "test")

    return OwnGame(
        client.game(game), StrategyRunner(make_strategy("random", 1)), CATALOGUE, Recorder(), log_in=log_in
    )


async def browse(running: FakeGemp, game: GameId, seconds: float, *, plays: bool = True) -> float:
    """A person: opens the game, answers slowly, and opens it anew when it was taken away.

    Returns:
        When the person saw the game end, or left.
    """
    until = now() + seconds
    async with alice(running) as client:
        channel, table = client.game(game), OurTable()
        table.apply(await channel.open())
        while now() < until and table.ending is None:
            try:
                if table.asked is not None and plays:
                    await asyncio.sleep(4)
                    table.answered()
                    table.apply(await channel.answer(""))
                else:
                    table.apply(await channel.poll())
            except ChannelError:
                await asyncio.sleep(1.5)
                table = OurTable()
                table.apply(await channel.open())
    return now()


def pauses(logs: list[dict[str, object]]) -> list[object]:
    return [log["next_try_in"] for log in logs if log["event"] == "second_client"]


@jumping
async def test_one_that_stays_plays_the_game_to_its_end_and_we_see_it() -> None:
    async with server(idle_seconds=2.5) as running, alice(running) as client:
        game = begun(running, Evening(97, polls_between=2))
        player = bot(client, game)
        with capture_logs() as logs:
            task = asyncio.create_task(player.run())
            await asyncio.sleep(20)
            await browse(running, game, 10_000)
            assert player.yielding
            outcome = await task
        assert pauses(logs) == [30, 120, 600][: len(pauses(logs))]
        assert len(pauses(logs)) == 3
        assert outcome.result is Result.WIN
        assert {incident.kind for incident in outcome.incidents} == {IncidentKind.SECOND_CLIENT}
        assert not player.yielding


@jumping
async def test_it_is_told_while_the_game_runs() -> None:
    async with server(idle_seconds=2.5) as running, alice(running) as client:
        told: list[IncidentKind] = []
        runner = GameRunner(
            client, Recorder(), CATALOGUE, lambda: client.login("alice", "test"), on_incident=told.append
        )
        game = begun(running, Evening(20))
        strategy = make_strategy("random", 1)
        player = StrategyPlayer(lambda seed, deck: make_strategy("random", seed, deck))
        task = asyncio.create_task(runner.play(Assignment(game, player, strategy, 1)))
        await asyncio.sleep(20)
        await browse(running, game, 12)
        assert told == [IncidentKind.SECOND_CLIENT]
        assert not task.done()
        outcome = await task
        assert told == [incident.kind for incident in outcome.incidents], "once"


@jumping
async def test_one_that_leaves_is_followed_after_30_seconds() -> None:
    async with server(idle_seconds=2.5) as running, alice(running) as client:
        game = begun(running, Evening(20))
        with capture_logs() as logs:
            task = asyncio.create_task(bot(client, game).run())
            await asyncio.sleep(20)
            await browse(running, game, 12)
            outcome = await task
        assert (outcome.result, pauses(logs), outcome.resyncs) == (Result.WIN, [30], 1)


@jumping
async def test_one_that_comes_back_after_an_hour_is_the_first_again() -> None:
    async with server(idle_seconds=15) as running, alice(running) as client:
        game = begun(running, Evening(70), Rules(idle_start=1e9, total_seconds=9000))
        with capture_logs() as logs:
            task = asyncio.create_task(bot(client, game).run())
            for _ in range(2):
                await asyncio.sleep(20)
                await browse(running, game, 12)
                await asyncio.sleep(3600)
            outcome = await task
        assert (outcome.result, pauses(logs)) == (Result.WIN, [30, 30])


async def come_and_go(running: FakeGemp, game: GameId, times: int) -> None:
    """Open the game whenever the bot has it again, look at it, leave: questions wait meanwhile."""
    for _ in range(times):
        await browse(running, game, 1, plays=False)
        opened = count_openings(running, game)
        while count_openings(running, game) == opened:  # noqa: ASYNC110 - the server has no event for it
            await asyncio.sleep(1)
        await asyncio.sleep(0.2)


def count_openings(running: FakeGemp, game: GameId) -> int:
    return sum(request.method == "GET" and request.path == f"/game/{game}" for request in running.requests)


@jumping
async def test_we_come_back_before_a_question_or_the_clock_is_lost() -> None:
    """Somebody only looks, again and again: nobody answers while we give way."""
    for clock in (3600, 100):
        async with server(idle_seconds=2.5) as running, alice(running) as client:
            game = begun(running, Evening(200, polls_between=0), Rules(idle_start=1e9, total_seconds=clock))
            running.faults.on(faults.Slow(0.7), path="/game/", answers=True, times=10_000)
            with capture_logs() as logs:
                task = asyncio.create_task(bot(client, game).run())
                await asyncio.sleep(5)
                await come_and_go(running, game, 3)
                outcome = await task
            assert outcome.result is Result.WIN, (clock, pauses(logs))
            assert len(pauses(logs)) == 3
            if clock == 3600:
                assert pauses(logs)[:2] == [30, 120]
                assert 170 <= int(str(pauses(logs)[2])) <= 180, "two minutes before the decision's 300 s"


@jumping
async def test_two_of_our_own_do_not_hold_each_other_up_for_ever() -> None:
    async with server(idle_seconds=2.5) as running, alice(running) as one, alice(running) as other:
        game = begun(running, Evening(60))
        start = now()
        with capture_logs() as logs:
            outcomes = await asyncio.gather(bot(one, game).run(), bot(other, game).run())
        seen = {outcome.result for outcome in outcomes}
        assert Result.WIN in seen
        assert seen <= {Result.WIN, Result.UNFINISHED}, "who gives way for long may find the game gone"
        assert now() - start < 3600
        assert count_openings(running, game) < 12
        assert len(pauses(logs)) < 12


@pytest.mark.parametrize(
    ("lost", "after", "resyncs"),
    [(faults.Cut(), 60, 3), (faults.DropAfter(), 26, 2)],
    ids=["cut", "sent twice"],
)
@jumping
async def test_an_opening_of_our_own_that_comes_late_is_nobody_else(
    lost: faults.Fault, after: int, resyncs: int
) -> None:
    async with server(idle_seconds=2.5) as running, alice(running) as client:
        game = begun(running, Evening(20))
        running.faults.on(faults.DropAfter(), path="/game/", answers=True, skip=3)
        running.faults.on(lost, path="/game/", method="GET", skip=1)
        # As the server answers when it comes to the lost opening after the second one.
        running.faults.on(faults.Status(409), path="/game/", method="POST", skip=after)
        with capture_logs() as logs:
            outcome = await bot(client, game).run()
        assert running.faults.left == 0
        assert (outcome.result, pauses(logs), outcome.incidents) == (Result.WIN, [], ())
        assert outcome.resyncs == resyncs


@jumping
async def test_a_game_is_given_up_at_once_also_while_we_give_way() -> None:
    async with server(idle_seconds=2.5) as running, alice(running) as client:
        game = begun(running, Evening(20))
        player = bot(client, game)
        task: asyncio.Task[GameOutcome] = asyncio.create_task(player.run())
        await asyncio.sleep(20)
        await browse(running, game, 10)
        assert player.yielding
        start = now()
        player.concede()
        outcome = await task
        assert now() - start < 5
        assert (outcome.result, outcome.reason) == (Result.LOSS, "conceded")
