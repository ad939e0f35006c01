"""Whole games of the player against the fake server, whole and broken, recorded and re-lived."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from fakes import events, questions
from fakes.recorded import RecordedScript
from fakes.server import FakeGemp
from fakes.server_table import TableScript
from fakes.toy import ToyScript

from gemp_bot.decisions import Answer, Catalogue, Question, ask
from gemp_bot.journal import Head, JournalReader, JournalWriter, VerdictLine
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.outcome import Result as Outcome
from gemp_bot.play.timing import Clock, PlaySettings
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.replay import Relive
from gemp_bot.replay.relive import ReplayResult
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.steps import Ask, End, Script, emit
from gemp_bot.sandbox.server.steps import ask as ask_player
from gemp_bot.state import Table, differences
from gemp_bot.strategy import Budget, Strategy, StrategyRunner, Verdict, make_strategy

BOT = "~Rando_Cal"


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.fixture
async def server() -> AsyncIterator[FakeGemp]:
    async with FakeGemp(idle_seconds=0.0) as running:
        yield running


class FastClock(Clock):
    """Pauses take no time, but count."""

    def __init__(self) -> None:
        self.skipped = 0.0

    def now(self) -> float:
        return super().now() + self.skipped

    async def sleep(self, seconds: float) -> None:
        self.skipped += seconds
        await super().sleep(0)


@dataclass
class Played:
    outcome: GameOutcome
    journal: Path
    server: FakeGemp
    clock: FastClock


Play = Callable[..., Awaitable[Played]]


@pytest.fixture
def play(server: FakeGemp, tmp_path: Path, catalogue: Catalogue) -> Play:
    """Play one game as alice, and record it; a toy game unless a script is given."""

    async def game(
        seed: int,
        *planned: tuple[faults.Fault, dict[str, object]],
        length: int = 20,
        script: Script | None = None,
        settings: PlaySettings | None = None,
        players: tuple[str, str] = ("alice", BOT),
        strategy: Strategy | None = None,
        during: Callable[[FakeGemp, OwnGame], Awaitable[None]] | None = None,
    ) -> Played:
        running = server.start_game(
            *players, script or ToyScript(seed, length=length), bots=frozenset({BOT}) & set(players)
        )
        recorder = Recorder()
        journal = JournalWriter(tmp_path / "game.jsonl.gz")
        journal.head(Head(version=1, bot="test", strategy="random", seed=seed))
        recorder.attach(GameId(running.id), journal)
        clock = FastClock()
        async with GempClient(
            ClientSettings(url=server.url, attempts=2, max_wait=timedelta()), observer=recorder.observe
        ) as client:
            await client.login("alice", "test")
            for fault, where in planned:
                server.faults.on(fault, **where)  # type: ignore[arg-type]
            player = OwnGame(
                client.game(GameId(running.id)),
                StrategyRunner(strategy or make_strategy("random", seed)),
                catalogue,
                recorder,
                log_in=lambda: client.login("alice", "test"),
                settings=settings,
                clock=clock,
            )
            async with asyncio.TaskGroup() as group:
                task = group.create_task(player.run())
                if during is not None:
                    group.create_task(during(server, player))
            outcome = task.result()
        recorder.detach(GameId(running.id))
        return Played(outcome, journal.path, server, clock)

    return game


@pytest.mark.parametrize("seed", range(8))
async def test_a_whole_game_is_played_and_its_journal_holds_strictly(
    seed: int, play: Play, catalogue: Catalogue
) -> None:
    played = await play(seed)
    assert played.outcome.result in ("win", "loss")
    assert (played.outcome.warnings, played.outcome.resyncs) == (0, 0)
    tally = Relive(played.journal, catalogue).run()
    assert tally.first_fault is None
    assert tally.result.value == played.outcome.result
    assert (tally.decisions, tally.choices) == (played.outcome.decisions, played.outcome.choices)
    verdicts = [line.n for _, line in JournalReader(played.journal) if isinstance(line, VerdictLine)]
    assert verdicts == list(range(1, tally.answers + 1)), "one verdict a question"


ANSWER = {"path": "/game/", "answers": True, "skip": 5}
FAULTS = [
    (faults.DropBefore(), ANSWER),
    (faults.DropAfter(), ANSWER),
    (faults.Cut(), ANSWER),
    (faults.Status(401), ANSWER),
    (faults.Status(409), ANSWER),
    (faults.Status(410), ANSWER),
    (faults.Status(500), ANSWER),
    (faults.Status(500, processed=True), ANSWER),
    (faults.html_page(), ANSWER),
    (faults.Body(b"<update cn='0'><ge", processed=True), ANSWER),
    (faults.SessionLost(), ANSWER),
    (faults.Status(503), {"path": "/game/", "method": "GET"}),
]


@pytest.mark.parametrize(("fault", "where"), FAULTS, ids=str)
async def test_a_fault_in_mid_game_is_survived_and_no_answer_is_sent_twice(
    fault: faults.Fault, where: dict[str, object], play: Play, catalogue: Catalogue
) -> None:
    played = await play(3, (fault, where))
    assert played.outcome.result in ("win", "loss"), played.outcome.fault
    assert played.server.faults.left == 0, "the fault happened"
    assert played.outcome.warnings == 0
    tally = Relive(played.journal, catalogue).run()
    assert tally.double_answers == 0
    assert tally.illegal_answers == 0
    assert tally.result is not ReplayResult.UNFINISHED


async def test_a_gzip_bomb_is_not_swallowed(play: Play) -> None:
    played = await play(3, (faults.GzipBomb(), ANSWER))
    assert played.outcome.result in ("win", "loss")
    assert played.outcome.resyncs == 1


async def test_the_same_question_again_with_a_warning_is_counted(play: Play) -> None:
    played = await play(3, (faults.SameDecisionWithWarning(), ANSWER))
    assert played.outcome.result in ("win", "loss")
    assert played.outcome.warnings == 1


async def test_a_restarted_server_has_lost_the_game(play: Play) -> None:
    played = await play(3, (faults.Restart(), ANSWER))
    assert played.outcome.result is Outcome.UNFINISHED
    assert played.outcome.reason == "server_gone", "no fault of ours"
    assert "does not know it" in str(played.outcome.fault)


# -- worse faults -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault", [faults.DropBefore(), faults.Status(500), faults.Status(502), faults.html_page()], ids=str
)
async def test_an_outage_of_many_calls_is_waited_out(fault: faults.Fault, play: Play) -> None:
    played = await play(3, (fault, {"path": "/game/", "skip": 8, "times": 25}))
    assert played.outcome.result in ("win", "loss"), played.outcome.fault
    assert played.clock.skipped > 20, "the pauses grow"
    assert played.outcome.warnings == 0


async def test_an_outage_without_end_gives_up_in_one_line(play: Play) -> None:
    played = await play(3, (faults.Status(502), {"path": "/game/", "skip": 8, "times": 100_000}))
    assert (played.outcome.result, played.outcome.reason) == (Outcome.UNFINISHED, "server_gone")
    assert "\n" not in str(played.outcome.fault)
    assert played.clock.skipped > 0.9 * PlaySettings().patience
    assert len(played.server.requests) < 150


async def test_a_session_lost_again_and_again(play: Play) -> None:
    lost = [(faults.SessionLost(), {"path": "/game/", "skip": 5 * n}) for n in range(1, 8)]
    played = await play(3, *lost)
    assert played.outcome.result in ("win", "loss"), played.outcome.fault


async def test_a_game_opened_by_a_second_client_is_taken_back_with_growing_patience(play: Play) -> None:
    taken = [(faults.Status(409), {"path": "/game/", "answers": True, "skip": 3}) for _ in range(6)]
    played = await play(3, *taken)
    assert played.outcome.result in ("win", "loss"), played.outcome.fault
    assert played.clock.skipped > 1


class Refuser:
    """Chooses what the server refuses, if it can."""

    name = "refuser"
    quick = True

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        self.asked += 1
        return Verdict(question.first_legal())


async def test_a_refused_answer_is_never_sent_again_and_never_hammered(play: Play) -> None:
    refused = (
        faults.SameDecisionWithWarning(),
        {"path": "/game/", "answers": True, "skip": 5, "times": 100_000},
    )
    played = await play(3, refused, strategy=Refuser())
    assert (played.outcome.result, played.outcome.reason) == (Outcome.ERROR, "fault")
    assert "refuses every answer" in str(played.outcome.fault)
    values = [request.form["decisionValue"] for request in played.server.answers()]
    assert len(values) < 5 + 10
    assert any(request.path.endswith("/concede") for request in played.server.requests)


class Broken:
    """Raises, answers another question's answer, or takes the wrong type; never helps."""

    name = "broken"
    quick = True

    def __init__(self) -> None:
        self.count = 0
        self.old: Answer | None = None

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        self.count += 1
        if self.count % 3 == 0:
            raise RuntimeError("a bug\nof two lines")
        if self.count % 3 == 1 and self.old is not None:
            return Verdict(self.old)
        self.old = question.first_legal()
        return None  # type: ignore[return-value]


async def test_a_broken_strategy_never_drops_a_game(play: Play) -> None:
    played = await play(3, strategy=Broken())
    assert played.outcome.result in ("win", "loss"), played.outcome.fault
    assert played.outcome.fallbacks > 20
    lines = [line for _, line in JournalReader(played.journal) if isinstance(line, VerdictLine)]
    assert {line.fallback for line in lines} >= {"first_legal"}


# -- opponents ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [pytest.param("opponent-loops-hoth", marks=pytest.mark.long), "opponent-loops-legacy"]
)
async def test_an_opponent_that_loops_is_recognised_and_the_game_cancelled(
    name: str, play: Play, fixtures: Path
) -> None:
    with gzip.open(fixtures / "games" / f"{name}.jsonl.gz", "rt") as lines:
        script = RecordedScript.from_journal(lines)
    renamed = {script.me: "alice", script.opponent: BOT}
    with gzip.open(fixtures / "games" / f"{name}.jsonl.gz", "rt") as lines:
        script = RecordedScript.from_journal(lines, rename=renamed)
    played = await play(1, script=script, players=script.players)
    assert (played.outcome.result, played.outcome.reason) == (Outcome.OPPONENT_STUCK, "stuck")
    assert any(request.path.endswith("/cancel") for request in played.server.requests)
    assert Relive(played.journal, Catalogue.load()).run().result is ReplayResult.CANCELLED


async def test_giving_up_by_concession(play: Play) -> None:
    async def concede(_: FakeGemp, game: OwnGame) -> None:
        game.concede()

    played = await play(3, during=concede)
    assert (played.outcome.result, played.outcome.reason) == (Outcome.LOSS, "conceded")


class Asks(TableScript):
    """A person who asks for things in the game log, and then lets the game end."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines

    def play(self, table: object) -> Iterator[object]:
        yield Ask(dict.fromkeys(("alice", "bob"), questions.start_confirmation()))
        for line in self.lines:
            yield emit(events.message(line))
            yield ask_player("alice", questions.optional_responses())
        for _ in range(5):
            text = "Do you want to allow game to be reverted to the following game state?Start of turn"
            yield ask_player("alice", questions.multiple_choice(text, ["Yes", "No"]))
        yield End("alice")


async def test_requests_of_people_are_answered_once_each_by_policy(play: Play, server: FakeGemp) -> None:
    script = Asks(
        "bob has requested the game timer to be extended by 10 minutes. The game timer will be extended "
        "if requested by all players",
        "bob has requested the action timer to be disabled. The action timer will be disabled if requested "
        "by all players.",
        "alice has requested the game to be canceled. Game will be canceled if requested by all players",
    )

    async def bob_confirms(running: FakeGemp, _: OwnGame) -> None:
        async with GempClient(ClientSettings(url=running.url)) as client:
            await client.login("bob", "test")
            channel = client.game(GameId(next(reversed(running.games))))
            await channel.open()
            await channel.answer("0")

    again = (faults.DropAfter(), {"path": "/game/", "answers": True, "skip": 2})
    played = await play(1, again, script=script, players=("bob", "alice"), during=bob_confirms)
    assert played.outcome.result in ("win", "loss"), played.outcome.fault
    asked = [request.path.rsplit("/", 1)[1] for request in server.requests]
    assert asked.count("extendGameTimer") == 1
    assert asked.count("disableActionTimer") == 1
    assert asked.count("cancel") == 0, "that was our own request"
    lines = [line for _, line in JournalReader(played.journal) if isinstance(line, VerdictLine)]
    reverts = [line.answer for line in lines if any("revert" in part.reason for part in line.parts)]
    assert reverts == ["0", "0", "0", "1", "1"], "three reverts a game"


@pytest.mark.parametrize("seed", range(10))
async def test_the_tracked_table_equals_every_fresh_snapshot(
    seed: int, server: FakeGemp, catalogue: Catalogue
) -> None:
    """After every third answer the game is opened anew: both tables must know the same."""
    running = server.start_game("alice", BOT, ToyScript(seed, length=25), bots=frozenset({BOT}))
    strategy = make_strategy("random", seed)
    compared = 0
    async with GempClient(ClientSettings(url=server.url)) as client:
        await client.login("alice", "test")
        channel = client.game(GameId(running.id))
        table = Table()
        table.apply(await channel.open())
        answers = 0
        while table.ending is None:
            asked = table.asked
            if asked is None:
                table.apply(await channel.poll())
                continue
            answers += 1
            if answers % 3 == 0:
                fresh = Table()
                fresh.apply(await channel.open())
                assert differences(table, fresh) == []
                compared += 1
                table = fresh
            question = ask(asked, table.face_of, catalogue)
            wire = question.wire_of(strategy.decide(table, question, Budget()).answer)
            table.answered()
            table.apply(await channel.answer(wire))
            assert table.columns_agree
            assert not table.oddities
    assert compared > 10


class HurriedGemp(FakeGemp):
    """On its clock each request takes three seconds."""

    def now(self) -> float:
        return super().now() + (3 * len(self.requests) if self.url else 0)


async def test_a_question_that_was_lost_on_the_way_is_heard_before_it_costs_the_game(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    lost = b"<update cn='0'><clocks><clock participantId='alice'>3500</clock></clocks></update>"
    async with HurriedGemp(idle_seconds=0.0) as server:
        running = server.start_game("alice", BOT, ToyScript(3, length=20), bots=frozenset({BOT}))
        server.faults.on(faults.Body(lost, processed=True), **ANSWER)  # type: ignore[arg-type]
        async with GempClient(ClientSettings(url=server.url, attempts=2, max_wait=timedelta())) as client:
            await client.login("alice", "test")
            game = OwnGame(
                client.game(GameId(running.id)),
                StrategyRunner(make_strategy("random", 3)),
                catalogue,
                Recorder(),
                log_in=lambda: client.login("alice", "test"),
                clock=FastClock(),
            )
            outcome = await game.run()
    assert outcome.result in (Outcome.WIN, Outcome.LOSS)
    assert outcome.reason not in ("timeout", "clock")
    assert outcome.resyncs == 1
