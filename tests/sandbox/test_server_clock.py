"""What time alone does to a game and a hall (PROTOCOL 5.1, 5.4), on a clock of our own."""

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from fakes import questions
from fakes.server_table import ServerTable, TableScript

from gemp_bot.sandbox.server.game import CANCELLED_IDLE, Rules, ServedGame
from gemp_bot.sandbox.server.http import HttpRefusal
from gemp_bot.sandbox.server.steps import Play, ask


class Endless(TableScript):
    def play(self, _: ServerTable) -> Play:
        while True:
            yield ask("alice", questions.optional_responses())


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def started(clock: Callable[[], float], rules: Rules | None = None) -> ServedGame:
    rng = random.Random(0)
    bots = frozenset({"~YodaBot"})
    return ServedGame("g", ("~YodaBot", "alice"), Endless(), bots=bots, rules=rules, now=clock, random=rng)


def messages(game: ServedGame) -> list[str]:
    return [line.message for line in game.table.messages]


def test_clocks_count_whole_seconds_of_one_decision() -> None:
    clock = Clock()
    game = started(clock)
    for seconds in (0.9, 0.9, 10.7):
        clock.now += seconds
        game.answer("alice", 1, "")
    assert game.clocks == {"~YodaBot": 3600, "alice": 3590}


def test_a_game_nobody_plays_is_cancelled() -> None:
    clock = Clock()
    game = started(clock)
    clock.now = 181.0
    game.tick()
    assert messages(game) == [CANCELLED_IDLE]


def test_a_decision_may_take_five_minutes() -> None:
    clock = Clock()
    game = started(clock)
    game.answer("alice", 1, "")
    clock.now = 299.0
    game.tick()
    assert game.outcome is None
    clock.now = 301.0
    game.tick()
    assert messages(game) == [
        "alice lost due to: Decision timeout",
        "~YodaBot is the winner due to: Opponent decision timeout",
    ]


def test_a_wrong_answer_does_not_stop_the_clock() -> None:
    clock = Clock()
    game = started(clock)
    game.answer("alice", 1, "")
    clock.now = 200.0
    game.answer("alice", 1, "wrong")
    clock.now = 301.0
    game.tick()
    assert game.outcome is not None


def test_time_runs_out() -> None:
    clock = Clock()
    game = started(clock, Rules(total_seconds=60))
    game.answer("alice", 1, "")
    clock.now = 61.0
    game.tick()
    assert messages(game)[0] == "alice lost due to: Ran out of time"


def test_a_channel_that_slept_is_gone() -> None:
    clock = Clock()
    game = started(clock)
    game.open("alice")
    assert game.channels.get("alice", 0, 300.0).number == 0
    with pytest.raises(HttpRefusal, match="410"):
        game.channels.get("alice", 0, 601.0)
