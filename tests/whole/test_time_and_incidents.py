"""Time that runs out, games without end, and what is kept of them."""

import asyncio

import pytest
from fakes import events, questions
from fakes.server import FakeGemp
from fakes.server_table import ServerTable, TableScript
from jumping_time import jumping, now
from match_scene import BOT, CATALOGUE, server

from gemp_bot.decisions import Question
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import MOST_INCIDENTS, GameOutcome, IncidentKind, Result
from gemp_bot.play.requests import RequestPolicy
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.game import Rules
from gemp_bot.sandbox.server.steps import End, Pause, Play, Script, ask, emit
from gemp_bot.state import Table as OurTable
from gemp_bot.strategy import StrategyRunner, Thought, make_strategy


class Menus(TableScript):
    """Alice is asked so and so often, and has won then; each time something has changed."""

    def __init__(self, count: int, opponent: str = "bob", polls_between: int = 0) -> None:
        self.count, self.opponent, self.polls_between = count, opponent, polls_between

    def play(self, table: ServerTable, /) -> Play:
        for number in range(self.count):
            yield emit(events.turn(self.opponent), events.phase(Phase.DRAW, 1 + number // 10))
            yield ask("alice", questions.optional_responses())
            for _ in range(self.polls_between):
                yield Pause("alice")
        yield End(self.opponent)


class Pondering(StrategyRunner):
    """Takes as much of the time it is given as a thinker may, or its own."""

    def __init__(self, takes: float | None = None) -> None:
        super().__init__(make_strategy("random", 1))
        self.takes = takes

    async def think(
        self,
        view: OurTable,
        question: Question,
        refused: frozenset[str] = frozenset(),
        *,
        seconds: float | None = None,
    ) -> Thought:
        given = 60.0 if seconds is None else seconds
        await asyncio.sleep(given if self.takes is None else self.takes)
        return await super().think(view, question, refused, seconds=seconds)


async def play(
    running: FakeGemp,
    script: Script,
    *,
    opponent: str = "bob",
    thinker: StrategyRunner | None = None,
    clock: int = 3600,
    **settings: object,
) -> GameOutcome:
    rules = Rules(total_seconds=clock, idle_start=1e9)
    game = running.start_game("alice", opponent, script, bots=frozenset({BOT}), rules=rules)
    async with GempClient(ClientSettings(url=running.url, attempts=2)) as client:
        await client.login("alice", "test")
        return await OwnGame(
            client.game(GameId(game.id)),
            thinker or StrategyRunner(make_strategy("random", 1)),
            CATALOGUE,
            Recorder(),
            log_in=lambda: client.login("alice", "test"),
            settings=PlaySettings(**settings),  # type: ignore[arg-type]
        ).run()


def kinds(outcome: GameOutcome) -> list[IncidentKind]:
    return [incident.kind for incident in outcome.incidents]


@pytest.mark.parametrize("clock", [3600, 300, 60, 15])
@jumping
async def test_a_slow_thinker_does_not_lose_on_the_clock(clock: int) -> None:
    async with server(idle_seconds=2.5) as running:
        outcome = await play(running, Menus(200), thinker=Pondering(), clock=clock)
    assert (outcome.result, outcome.decisions, outcome.incidents) == (Result.WIN, 200, ())


@pytest.mark.parametrize(
    ("takes", "clock", "reason"), [(400.0, 3600, "timeout"), (100.0, 250, "clock")], ids=["decision", "clock"]
)
@jumping
async def test_a_game_lost_on_time_is_an_incident(takes: float, clock: int, reason: str) -> None:
    async with server(idle_seconds=2.5) as running:
        outcome = await play(running, Menus(200), thinker=Pondering(takes), clock=clock)
    assert (outcome.result, outcome.reason) == (Result.LOSS, reason)
    (incident,) = outcome.incidents
    assert (incident.kind, incident.text) == (IncidentKind.TIME_OUT, f"lost on time ({reason})")
    assert incident.when.tzinfo is not None


@pytest.mark.parametrize(
    ("opponent", "result", "reason"),
    [(BOT, Result.CANCELLED, "agreed"), ("bob", Result.LOSS, "conceded")],
    ids=["ai", "person"],
)
@jumping
async def test_a_game_without_end_is_ended(opponent: str, result: Result, reason: str) -> None:
    async with server(idle_seconds=2.5) as running:
        began = now()
        outcome = await play(
            running, Menus(100_000, opponent, polls_between=4), opponent=opponent, max_minutes=10
        )
        assert 600 < now() - began < 660
    assert (outcome.result, outcome.reason) == (result, reason)
    assert outcome.fault == "lasts longer than 10 minutes"
    assert kinds(outcome) == [IncidentKind.TOO_LONG]


@jumping
async def test_refused_answers_are_incidents_and_have_a_bound() -> None:
    async with server(idle_seconds=2.5) as running:
        running.faults.on(faults.SameDecisionWithWarning(), path="/game/", answers=True, skip=2)
        outcome = await play(running, Menus(10))
        assert kinds(outcome) == [IncidentKind.REFUSED_ANSWER]
        assert outcome.incidents[0].text == "OPTIONAL_RESPONSES: ''"
        for skip in range(0, 200, 2):
            running.faults.on(faults.SameDecisionWithWarning(), path="/game/", answers=True, skip=skip)
        outcome = await play(running, Menus(300))
    assert outcome.warnings > MOST_INCIDENTS
    assert len(outcome.incidents) == MOST_INCIDENTS


@jumping
async def test_a_server_that_takes_no_answer_is_an_incident_that_ends_the_game() -> None:
    async with server(idle_seconds=2.5) as running:
        running.faults.on(faults.SameDecisionWithWarning(), path="/game/", answers=True, times=1000)
        outcome = await play(running, Menus(10))
    assert outcome.result is Result.ERROR
    assert kinds(outcome)[-1] is IncidentKind.GIVEN_UP


@jumping
async def test_a_fault_of_our_own_is_an_incident(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, times = RequestPolicy.verdict, 0

    def broken(manners: RequestPolicy, question: Question) -> object:
        nonlocal times
        times += 1
        if times == 3:
            raise ZeroDivisionError("a bug")
        return judge(manners, question)

    monkeypatch.setattr(RequestPolicy, "verdict", broken)
    async with server(idle_seconds=2.5) as running:
        outcome = await play(running, Menus(10))
    assert outcome.result is Result.WIN
    assert [(each.kind, each.text) for each in outcome.incidents] == [
        (IncidentKind.OWN_FAULT, "ZeroDivisionError: a bug")
    ]


@jumping
async def test_a_host_that_refuses_an_answer_for_too_many_calls_gets_it_later() -> None:
    async with server(idle_seconds=2.5) as running:
        running.faults.on(faults.Status(429), path="/game/", answers=True, skip=3)
        running.faults.on(faults.Status(429), path="/game/", method="GET", skip=1)
        outcome = await play(running, Menus(10))
        assert running.faults.left == 0
    assert (outcome.result, outcome.warnings, outcome.resyncs) == (Result.WIN, 0, 2)
