"""Ratings of a player and its opponents."""

import math

import pytest
from arena_scene import record

from gemp_bot.arena.ratings import Rating, ratings
from gemp_bot.arena.record import ArenaOutcome


def rated(won: int, lost: int) -> Rating:
    """The opponent of a player that won and lost so many games."""
    outcomes = [ArenaOutcome.WIN] * won + [ArenaOutcome.LOSS] * lost
    games = [record(number, outcome, opponent="b") for number, outcome in enumerate(outcomes)]
    return next(one for one in ratings(games, "a") if one.name == "b")


def test_two_players_differ_by_the_elo_of_their_score() -> None:
    """With one drawn game more."""
    assert rated(75, 25).elo.value == pytest.approx(-400 * math.log10(75.5 / 25.5))


def test_the_interval_is_that_of_the_rate() -> None:
    """The curvature is n p (1 - p), so the width is known."""
    share = 60.5 / 101
    half = 1.959964 / math.sqrt(101 * share * (1 - share)) * 400 / math.log(10)
    assert rated(60, 40).elo.half == pytest.approx(half, rel=1e-5)


def test_whoever_won_everything_is_not_infinitely_strong() -> None:
    assert rated(20, 0).elo.value == pytest.approx(-400 * math.log10(20.5 / 0.5))


def test_only_decided_games_count() -> None:
    games = [
        record(0, ArenaOutcome.WIN), record(1, ArenaOutcome.LOSS), record(2, ArenaOutcome.DRAW),
        record(3, ArenaOutcome.TIMEOUT), record(4, ArenaOutcome.OPPONENT_LOOP),
        record(5, ArenaOutcome.WIN, opponent="random"),
    ]  # fmt: skip
    found = {one.name: one.elo.value for one in ratings(games, "steady")}
    assert found["steady"] == 0
    assert found["ai:RANDO"] == pytest.approx(0, abs=1e-6)
    assert found["random"] == pytest.approx(-400 * math.log10(3))
    assert ratings([record(0, ArenaOutcome.ERROR)], "steady") == ()
