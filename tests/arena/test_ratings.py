"""Bradley-Terry ratings: known cases and brute force."""

import itertools
import math
import random
from collections.abc import Mapping

import pytest
from arena_scene import record
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.arena.ratings import rate, ratings
from gemp_bot.arena.record import ArenaOutcome

Points = Mapping[tuple[str, str], float]


def elos(points: Points, anchor: str = "a", **more: float) -> dict[str, float]:
    return {one.name: one.elo.value for one in rate(points, anchor, **more)}


def likelihood(points: Points, of: Mapping[str, float]) -> float:
    return sum(won * -math.log1p(10 ** ((of[other] - of[one]) / 400)) for (one, other), won in points.items())


def test_two_players_differ_by_the_elo_of_their_score() -> None:
    found = elos({("a", "b"): 75, ("b", "a"): 25}, prior=0)
    assert found["b"] == pytest.approx(-400 * math.log10(3))
    assert found["a"] == 0


def test_the_interval_is_that_of_the_rate() -> None:
    """For two players the curvature is n p (1 - p), so the width is known."""
    (_, other) = rate({("a", "b"): 60, ("b", "a"): 40}, "a", prior=0)
    half = 1.959964 / math.sqrt(100 * 0.6 * 0.4) * 400 / math.log(10)
    assert other.elo.half == pytest.approx(half, rel=1e-5)


def test_the_likeliest_ratings_by_brute_force() -> None:
    points = {
        ("a", "b"): 7.0, ("b", "a"): 5.0, ("b", "c"): 6.0, ("c", "b"): 3.5,
        ("a", "c"): 9.0, ("c", "a"): 1.0, ("c", "d"): 4.0, ("d", "c"): 4.0,
    }  # fmt: skip
    found = elos(points, prior=0)
    best = dict.fromkeys("abcd", 0.0)
    step = 256.0
    while step > 1e-4:
        tries = [
            {"a": 0.0} | {name: best[name] + step * move for name, move in zip("bcd", moves, strict=True)}
            for moves in itertools.product((-1, 0, 1), repeat=3)
        ]
        better = max(tries, key=lambda tried: likelihood(points, tried))
        if likelihood(points, better) > likelihood(points, best):
            best = better
        else:
            step /= 2
    for name in "abcd":
        assert found[name] == pytest.approx(best[name], abs=0.01)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_nothing_beats_the_ratings_that_are_found(ab: int, ba: int, bc: int, cb: int) -> None:
    points = {("a", "b"): ab, ("b", "a"): ba, ("b", "c"): bc, ("c", "b"): cb}
    found = elos(points)
    filled = {pair: won + 0.5 for pair, won in points.items()}
    chance = random.Random(ab * 31 + ba)
    for _ in range(20):
        near = {name: elo + (0 if name == "a" else chance.gauss(0, 40)) for name, elo in found.items()}
        assert likelihood(filled, near) <= likelihood(filled, found) + 1e-9


def test_whoever_won_everything_is_not_infinitely_strong() -> None:
    found = elos({("a", "b"): 20, ("b", "a"): 0})
    assert found["b"] == pytest.approx(-400 * math.log10(20.5 / 0.5))


def test_the_anchor_moves_all_ratings_alike() -> None:
    points = {("a", "b"): 7, ("b", "a"): 5, ("b", "c"): 6, ("c", "b"): 3}
    by_a, by_c = elos(points), elos(points, "c")
    for name in "abc":
        assert by_a[name] - by_a["c"] == pytest.approx(by_c[name])


def test_who_met_nobody_cannot_be_rated() -> None:
    with pytest.raises(ValueError, match="c never met a"):
        rate({("a", "b"): 1, ("c", "d"): 1}, "a")


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
