"""Intervals: published figures, and what must always hold."""

import math
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.statistics import mean_of, wilson, z_of


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_published_figures(points: float, games: int, low: float, high: float) -> None:
    found = wilson(points, games)
    assert [found.low, found.high] == pytest.approx([low, high], abs=5e-5)
    assert found.value == points / games


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, 2 * n), st.just(n))))
def test_wilson_contains_the_rate_and_stays_in_range(halves_and_games: tuple[int, int]) -> None:
    halves, games = halves_and_games
    found = wilson(halves / 2, games)
    assert 0 <= found.low <= found.value <= found.high <= 1
    mirrored = wilson(games - halves / 2, games)
    assert math.isclose(mirrored.low, 1 - found.high, abs_tol=1e-12)
    assert found.low < found.high


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_ends_of_wilson_are_where_the_score_test_ends(won_and_games: tuple[int, int]) -> None:
    won, games = won_and_games
    found = wilson(won, games)
    for end in (found.low, found.high):
        if 0 < end < 1:
            score = abs(won / games - end) / math.sqrt(end * (1 - end) / games)
            assert math.isclose(score, z_of(), rel_tol=1e-6)


def test_more_games_make_it_narrower_and_more_sureness_wider() -> None:
    assert wilson(60, 100).half > wilson(600, 1000).half
    assert wilson(60, 100, 0.99).half > wilson(60, 100).half


@pytest.mark.parametrize(("points", "games"), [(0, 0), (-1, 5), (6, 5)])
def test_wilson_of_nonsense_is_refused(points: float, games: int) -> None:
    with pytest.raises(ValueError, match=f"{points} points of {games} games"):
        wilson(points, games)


def test_the_mean_and_its_interval() -> None:
    found = mean_of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
    assert found is not None
    assert found.value == 5.0
    # The standard deviation of this list is the root of 32/7.
    assert found.half == pytest.approx(1.959964 * math.sqrt(32 / 7 / 8), rel=1e-6)
    assert mean_of([3.0]) is None
    assert mean_of([]) is None


def test_z_holds_its_share() -> None:
    normal = NormalDist()
    for sure in (0.8, 0.95, 0.99):
        assert normal.cdf(z_of(sure)) - normal.cdf(-z_of(sure)) == pytest.approx(sure)
    assert z_of() == pytest.approx(1.959964, abs=1e-6)
