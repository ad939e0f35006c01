"""An opponent, or a server, that never stops asking: our answers go on, and everything has a bound."""

from collections.abc import Iterator
from datetime import timedelta

from fakes import events, questions
from fakes.server import FakeGemp
from fakes.server_table import ServerTable, TableScript
from jumping_time import jumping, now
from match_scene import BOT, CATALOGUE, server

from gemp_bot.journal.writer import Recorder
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.play.requests import MOST_MINUTES
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.server import faults
from gemp_bot.sandbox.server.steps import Ask, End, Pause, Play, Script, ask, emit
from gemp_bot.strategy import Strategy, StrategyRunner, make_strategy

MORE_TIME = (
    "bob has requested the game timer to be extended by {} minutes. The game timer will be extended if "
    "requested by all players"
)
CANCEL = "bob has requested the game to be canceled. Game will be canceled if requested by all players"
NO_TIMER = (
    "bob has requested the action timer to be disabled. The action timer will be disabled if requested by "
    "all players."
)


async def play(
    running: FakeGemp,
    script: Script,
    *,
    opponent: str = "bob",
    strategy: Strategy | None = None,
    concede: bool = False,
    **settings: object,
) -> GameOutcome:
    """Play as alice, at the pace of a public server."""
    game = running.start_game("alice", opponent, script, bots=frozenset({BOT}))
    recorder = Recorder()
    # Powers of two: the limiter turns on the spot where time stands still and sums are not exact.
    client_settings = ClientSettings(
        url=running.url,
        attempts=2,
        pace_loopback=True,
        game_poll_interval=timedelta(),
        other_interval=timedelta(seconds=0.25),
        calls_per_minute=0,
    )
    async with GempClient(client_settings, observer=recorder.observe) as client:
        await client.login("alice", "test")
        player = OwnGame(
            client.game(GameId(game.id)),
            StrategyRunner(strategy or make_strategy("random", 1)),
            CATALOGUE,
            recorder,
            log_in=lambda: client.login("alice", "test"),
            settings=PlaySettings(**settings),  # type: ignore[arg-type]
        )
        if concede:
            player.concede()
        return await player.run()


class Pesters(TableScript):
    """Asks for something hundreds of times before each of our questions.

    Attributes:
        answered: the seconds each of our answers took.
    """

    def __init__(self, *lines: str, times: int) -> None:
        self.lines, self.times = lines, times
        self.answered: list[float] = []

    def play(self, table: ServerTable, /) -> Play:
        for _ in range(8):
            for line in self.lines:
                yield emit(*(events.message(line) for _ in range(self.times)))
            asked = now()
            yield ask("alice", questions.optional_responses())
            self.answered.append(now() - asked)
            for _ in range(20):
                yield Pause("alice")  # time for other calls
        yield End("bob")


def calls(running: FakeGemp, name: str) -> list[dict[str, str]]:
    return [dict(request.form) for request in running.requests if request.path.endswith(name)]


@jumping
async def test_no_answer_waits_for_the_requests_of_an_opponent() -> None:
    async with server(idle_seconds=0.1) as running:
        script = Pesters(MORE_TIME.format(9_999), NO_TIMER, times=300)
        outcome = await play(running, script, accept_cancel=False)
        assert outcome.result is Result.WIN
        assert max(script.answered[1:]) < 0.25, "the least time between two calls that are not answers"
        minutes = [int(form["minutesToExtend"]) for form in calls(running, "/extendGameTimer")]
        assert sum(minutes) == MOST_MINUTES
        assert len(calls(running, "/disableActionTimer")) == 1


@jumping
async def test_what_was_asked_before_we_opened_the_game_is_answered() -> None:
    class AsksEarly(TableScript):
        def play(self, table: ServerTable, /) -> Play:
            yield emit(events.message(NO_TIMER))
            yield ask("alice", questions.optional_responses())
            for _ in range(20):
                yield Pause("alice")
            yield End("bob")

    async with server(idle_seconds=0.1) as running:
        await play(running, AsksEarly())
        assert len(calls(running, "/disableActionTimer")) == 1


@jumping
async def test_minutes_asked_for_add_up_and_are_granted_up_to_a_limit() -> None:
    async with server(idle_seconds=0.1) as running:
        outcome = await play(running, Pesters(MORE_TIME.format(3), times=4))
        assert outcome.result is Result.WIN
        minutes = [int(form["minutesToExtend"]) for form in calls(running, "/extendGameTimer")]
        assert minutes == [12] * (MOST_MINUTES // 12)


class Forced(TableScript):
    """The same Yes or No for ever, whatever is answered."""

    def __init__(self) -> None:
        self.rounds = 0

    def play(self, table: ServerTable, /) -> Iterator[object]:
        yield Ask(dict.fromkeys(("alice", BOT), questions.start_confirmation()))
        while True:
            self.rounds += 1
            yield ask("alice", questions.multiple_choice("Do you want to do that?", ["Yes", "No"]))


@jumping
async def test_a_question_that_comes_back_for_ever_whatever_is_answered_ends_the_game() -> None:
    async with server(idle_seconds=0.1) as running:
        script = Forced()
        outcome = await play(running, script, opponent=BOT)  # type: ignore[arg-type]
        assert outcome.result is Result.OPPONENT_STUCK
        assert 500 < script.rounds < 1500, "no honest game comes near, and it is seconds, not minutes"


@jumping
async def test_a_server_that_does_not_end_a_conceded_game_is_left() -> None:
    async with server(idle_seconds=0.5) as running:
        running.faults.on(faults.Body(b"<result>OK</result>"), path="/game/", method="POST", times=100_000)
        began = now()

        class Waits(TableScript):
            def play(self, table: ServerTable, /) -> Play:
                yield ask("bob", questions.optional_responses())

        running.faults.clear()
        take = running.faults.take

        def deaf(request: object) -> object:
            path = request.path  # type: ignore[attr-defined]
            return faults.Body(b"<result>OK</result>") if path.endswith("/concede") else take(request)  # type: ignore[arg-type]

        running.faults.take = deaf  # type: ignore[assignment, method-assign]
        outcome = await play(running, Waits(), concede=True)
        assert outcome.result is Result.UNFINISHED
        assert outcome.fault == "conceded, but the server did not end it within 60 s"
        assert 60 <= now() - began < 90
