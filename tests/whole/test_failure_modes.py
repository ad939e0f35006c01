"""What went wrong with other bots, and cannot here; docs/failure-modes.md lists all of it."""

import re
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fakes import events, questions
from fakes.server import FakeGemp
from fakes.server_table import ServerTable, TableScript
from fakes.toy import ToyScript
from jumping_time import jumping, now
from match_scene import AI, BOT, CATALOGUE, person, results, server

from gemp_bot.decisions import Question
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.bounds import PlayerNames
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.events import CardPut, SnapshotStart
from gemp_bot.protocol.ids import BlueprintId, CardId, GameId, PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.questions import Action
from gemp_bot.sandbox.server.steps import Ask, End, Pause, Play, Script, ask, emit
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Strategy, StrategyRunner, Verdict, make_strategy

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/failure-modes.md"


class Doer:
    """Does something whenever it can: the first action, never a pass."""

    name = "doer"
    quick = True

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        acts = [answer for answer in question.answers(2) if answer.wire]
        return Verdict(acts[0] if acts else question.first_legal())


async def play(
    running: FakeGemp, script: Script, strategy: Strategy | None = None, deadline: float = 60
) -> GameOutcome:
    """Play one game as alice against a server AI."""
    game = running.start_game("alice", BOT, script, bots=frozenset({BOT}))
    recorder = Recorder()
    async with GempClient(ClientSettings(url=running.url, attempts=2), observer=recorder.observe) as client:
        await client.login("alice", "test")
        return await OwnGame(
            client.game(GameId(game.id)),
            StrategyRunner(strategy or make_strategy("steady", 0), deadline=deadline),
            CATALOGUE,
            recorder,
            log_in=lambda: client.login("alice", "test"),
            settings=PlaySettings(deadline=deadline),
        ).run()


@pytest.fixture
async def running() -> AsyncIterator[FakeGemp]:
    async with server() as started:
        yield started


# -- loops ------------------------------------------------------------------------------------------------


class Circle(TableScript):
    """Every deed leads back to the menu, and nothing has changed; a pass ends the game.

    Attributes:
        rounds: how often the menu came.
    """

    def __init__(self, *actions: str, second: questions.ServedQuestion | None = None) -> None:
        self.actions = [Action(text, 11, "1_19") for text in actions]
        self.second = second or questions.optional_responses()
        self.rounds = 0

    def play(self, table: ServerTable, /) -> Play:
        yield emit(
            events.turn("alice"),
            events.phase(Phase.CONTROL, 1),
            events.statistics({"alice": {"RESERVE_DECK": 30}, BOT: {"RESERVE_DECK": 30}}),
        )
        menu = questions.card_action_choice("Choose Control action or Pass", self.actions, your_turn=True)
        while True:
            self.rounds += 1
            if (yield ask("alice", menu))["alice"] == "":
                yield End(BOT)
            yield ask("alice", self.second)


@pytest.mark.parametrize(
    "circle",
    [
        Circle("Force drain"),
        Circle("Force drain", "Deploy"),
        Circle("Transfer weapon", second=questions.card_selection("Choose a card", [11, 12], low=0)),
        Circle("Activate Force", second=questions.integer("Choose amount of Force to activate", 0, 3)),
        Circle("Deploy a weapon", second=questions.multiple_choice("Sure?", ["Yes", "No"])),
    ],
    ids=["drain", "drain or deploy", "transfer", "activate", "weapon"],
)
async def test_a_circle_of_ours_in_two_steps_is_left(circle: Circle, running: FakeGemp) -> None:
    outcome = await play(running, circle, Doer())
    assert (outcome.result, outcome.warnings) == ("win", 0)
    assert circle.rounds <= 6 * len(circle.actions) + 1
    assert outcome.fallbacks >= 1, "the guard counts as a fallback"


class LongTurn(TableScript):
    """The opponent does many things, and we are asked after each whether we respond."""

    def play(self, table: ServerTable, /) -> Play:
        yield Ask({"alice": questions.start_confirmation()})
        yield emit(events.turn(BOT), events.phase(Phase.DRAW, 5))
        for number in range(400):
            piles = {"alice": {"RESERVE_DECK": 30}, BOT: {"RESERVE_DECK": 400 - number, "HAND": number}}
            yield emit(events.message(f"{BOT} draws a card"), events.statistics(piles))
            yield ask("alice", questions.optional_responses("Draw a card"))
        yield End(BOT)


async def test_a_long_turn_of_the_opponent_is_no_loop_and_has_no_cap(running: FakeGemp) -> None:
    outcome = await play(running, LongTurn())
    assert (outcome.result, outcome.reason, outcome.decisions) == ("win", "life_force", 401)
    assert (outcome.choices, outcome.fallbacks, outcome.resyncs) == (0, 0, 0), "nothing was chosen or changed"


class Triggers(TableScript):
    """Several required responses have to be put in order, and many targets chosen at once."""

    def play(self, table: ServerTable, /) -> Play:
        for count in (9, 5, 2, 1):
            actions = [Action(f"Required response {number}") for number in range(count)]
            yield ask("alice", questions.action_choice("Required responses", actions))
            yield ask("alice", questions.card_selection("Choose cards", range(1, 60), count, 30))
        yield End(BOT)


@pytest.mark.parametrize("name", ["steady", "random"])
async def test_required_responses_and_many_targets_are_no_dead_end(name: str, running: FakeGemp) -> None:
    outcome = await play(running, Triggers(), make_strategy(name, 1))
    assert (outcome.result, outcome.warnings, outcome.decisions) == ("win", 0, 8)


class Sleeper:
    """Never comes to an end by itself."""

    name = "sleeper"
    quick = False

    def __init__(self) -> None:
        self.let_go = threading.Event()

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        self.let_go.wait(60)
        return Verdict(question.first_legal())


async def test_a_question_is_answered_though_the_strategy_hangs(running: FakeGemp) -> None:
    strategy = Sleeper()
    try:
        outcome = await play(running, ToyScript(2, length=1), strategy, deadline=0.01)
    finally:
        strategy.let_go.set()
    assert outcome.result in ("win", "loss")
    assert outcome.fallbacks == outcome.decisions


# -- session ----------------------------------------------------------------------------------------------


async def test_nothing_but_the_game_is_called_while_it_runs(running: FakeGemp) -> None:
    """No chat, no hall, no card pages: nothing that could hold an answer back or use up a limit."""
    await play(running, ToyScript(4, length=20))
    paths = [request.path for request in running.requests]
    first = next(number for number, path in enumerate(paths) if path.startswith("/game/"))
    game = paths[first]
    assert set(paths[first:]) == {game}


async def test_the_hall_cannot_end_a_game(running: FakeGemp) -> None:
    """Its end is read from its own log, nowhere else."""

    class Gone(ToyScript):
        def play(self, table: ServerTable, /) -> Play:
            running.hall.tables.clear()
            running.faults.on(faults.Status(500), path="/hall", times=1000)
            yield from super().play(table)

    outcome = await play(running, Gone(4, length=10))
    assert (outcome.reason, outcome.resyncs) == ("life_force", 0)


@jumping
async def test_after_a_restart_the_lost_game_is_left_and_the_next_one_begins() -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        running.faults.on(faults.Restart(), path="/game/", answers=True, skip=4)
        match = alice.match(AI, games=3)
        outcomes = await match.run()
        assert [outcome.result == "unfinished" for outcome in outcomes] == [True, False, False]
        assert len({outcome.game for outcome in outcomes}) == 3
        assert match.trouble is None


class Slowly(TableScript):
    """After each question the server takes its time before the next."""

    def play(self, table: ServerTable, /) -> Play:
        yield Ask({"alice": questions.start_confirmation()})
        for _ in range(8):
            yield Pause("alice")  # over as the answer is taken, and
            yield Pause("alice")  # with the next poll
            yield ask("alice", questions.optional_responses())
        yield End(BOT)


@pytest.mark.parametrize("answers", [True, False], ids=["answer", "poll"])
@jumping
async def test_silence_of_the_server_is_waited_out_and_looked_into(answers: bool) -> None:
    async with server(idle_seconds=2.5) as running, person(running, "alice") as alice:
        running.faults.on(faults.Slow(600), path="/game/", method="POST", answers=answers, skip=2)
        running.world.script_factory = lambda _: Slowly()
        began = now()
        outcomes = await alice.match(AI).run()
        assert results(outcomes) == {"win"}
        assert running.faults.left == 0, "the server was silent"
        assert outcomes[0].resyncs == 1
        assert now() - began < 300


# -- state ------------------------------------------------------------------------------------------------


def test_a_card_may_come_before_its_location() -> None:
    me, them = PlayerName("me"), PlayerName("them")

    def put(card: int, zone: Zone) -> CardPut:
        return CardPut(
            card_id=CardId(card),
            blueprint_id=BlueprintId(f"1_{card}"),
            zone=zone,
            zone_owner_id=me,
            participant_id=me,
            location_index=0,
        )

    table = Table()
    table.apply_event(SnapshotStart(me, PlayerNames((them, me))))
    table.apply_event(put(11, Zone.AT_LOCATION))
    assert table.column_of(CardId(11)) in (None, 0)
    table.apply_event(put(1, Zone.LOCATIONS))
    card = table.card(CardId(11))
    assert card is not None
    assert table.column_of(CardId(1)) == 0
    assert table.oddities or table.column_of(CardId(11)) == 0, "it is known that something was odd"


# -- the document -----------------------------------------------------------------------------------------


def rows() -> list[tuple[int, str, str, str]]:
    """Number, what failed, what holds here, tests."""
    found = re.findall(
        r"^(\d+)\. \*(.+?)\* (.+?)\. ((?:`[^`]+::|none: ).+)$", DOCUMENT.read_text("utf-8"), re.MULTILINE
    )
    return [(int(number), failed, here, tests) for number, failed, here, tests in found]


def test_all_52_failure_modes_are_listed() -> None:
    assert [row[0] for row in rows()] == list(range(1, 53))
    for _, failed, here, tests in rows():
        assert failed.strip()
        assert here.strip()
        assert "::" in tests or tests.startswith("none: "), "a test, or why there is none"


def test_every_test_that_is_named_exists() -> None:
    named = {name for row in rows() for name in re.findall(r"`([^`]+::[^`]+)`", row[3])}
    assert len(named) > 30
    for name in named:
        file, *scope, test = name.split("::")
        text = (ROOT / "tests" / file).read_text("utf-8")
        if scope:
            found = re.search(rf"^class {scope[0]}\b.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
            assert found, name
            text = found[0]
        assert re.search(rf"^ *(?:async )?def {test}\(", text, re.MULTILINE), name
