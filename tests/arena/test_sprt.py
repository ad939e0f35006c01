"""The sequential test: figures of chess engine testing, brute force, and what must always hold."""

import math
import random
from collections.abc import Sequence

import pytest
from arena_scene import record
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.arena.spec import SprtSpec
from gemp_bot.arena.sprt import POINTS, SprtVerdict, bounds, expected_score, llr, sprt_state

SPEC = SprtSpec()
COUNTS = st.lists(st.integers(0, 60), min_size=5, max_size=5)


def play(results: Sequence[int]) -> list[GameRecord]:
    """Pairs with 0, 1 or 2 won games."""
    return [
        record(2 * number + half, ArenaOutcome.WIN if half < won else ArenaOutcome.LOSS)
        for number, won in enumerate(results)
        for half in range(2)
    ]


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "expected", "exact"),
    [
        # fishtest, by its LLRcalc.py.
        ([13, 37, 50, 25, 3], 0, 4, -0.549, 5e-4),
        # fastchess, sprt_test.cpp ("normalized pentanomial 1" to 3), which follows fishtest.
        ([365, 16618, 36029 + 200, 16974, 390], 0, 2, 2.25, 0.02),
        ([127, 4883, 10311 + 401, 5150, 104], -1.75, 0.25, 3.01, 0.02),
        ([0, 0, 0, 0, 5550], 0, 5, 111.82, 0.5),
    ],
)
def test_normalized_elo_gives_published_figures(
    counts: list[int], elo0: float, elo1: float, expected: float, exact: float
) -> None:
    spec = SprtSpec(elo0=elo0, elo1=elo1, kind="normalized")
    assert llr(counts, spec) == pytest.approx(expected, abs=exact)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "expected"),
    [
        # fastchess, sprt_test.cpp ("logistic pentanomial 1" and 2).
        ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55003 + 980, 26678, 821], 0, 2, -4.98),
    ],
)
def test_logistic_elo_gives_published_figures(
    counts: list[int], elo0: float, elo1: float, expected: float
) -> None:
    assert llr(counts, SprtSpec(elo0=elo0, elo1=elo1)) == pytest.approx(expected, abs=0.02)


def best_likelihood(counts: Sequence[int], mean: float) -> float:
    """The best log-likelihood of any distribution with a mean, by climbing in all directions that keep it."""
    shares = [0.2 + (mean - 0.5) * (value - 0.5) / 0.625 for value in POINTS]

    def likelihood(of: Sequence[float]) -> float:
        return sum(n * math.log(p) for n, p in zip(counts, of, strict=True)) if min(of) > 0 else -math.inf

    moves = []
    for i in range(5):
        for j in range(i + 1, 5):
            for k in range(j + 1, 5):
                # Three shares change so that neither their sum nor the mean does.
                a, b, c = POINTS[k] - POINTS[j], POINTS[i] - POINTS[k], POINTS[j] - POINTS[i]
                moves.append([{i: a, j: b, k: c}.get(place, 0.0) for place in range(5)])
    best, step = likelihood(shares), 0.2
    while step > 1e-9:
        improved = False
        for move in moves:
            for sign in (step, -step):
                tried = [share + sign * part for share, part in zip(shares, move, strict=True)]
                if likelihood(tried) > best:
                    shares, best, improved = tried, likelihood(tried), True
        step = step if improved else step / 2
    return best


@pytest.mark.parametrize("counts", [[5, 9, 30, 12, 8], [1, 2, 3, 4, 5], [40, 3, 20, 3, 30], [2, 9, 9, 1, 1]])
def test_the_ratio_is_that_of_the_best_explanations(counts: list[int]) -> None:
    low, high = expected_score(SPEC.elo0), expected_score(SPEC.elo1)
    assert llr(counts, SPEC) == pytest.approx(
        best_likelihood(counts, high) - best_likelihood(counts, low), abs=1e-4
    )


@given(COUNTS)
def test_the_other_side_sees_the_opposite(counts: list[int]) -> None:
    there = llr(counts, SprtSpec(elo0=-10, elo1=30))
    back = llr(counts[::-1], SprtSpec(elo0=-30, elo1=10))
    assert there == pytest.approx(-back, abs=1e-6)


@given(COUNTS)
def test_even_results_say_nothing_about_hypotheses_as_far_away(counts: list[int]) -> None:
    even = [one + other for one, other in zip(counts, counts[::-1], strict=True)]
    for kind in ("logistic", "normalized"):
        assert llr(even, SprtSpec(elo0=-25, elo1=25, kind=kind)) == pytest.approx(0, abs=1e-6)


@given(COUNTS, st.integers(0, 3))
def test_more_points_never_speak_for_the_weaker_hypothesis(counts: list[int], place: int) -> None:
    if counts[place]:
        better = list(counts)
        better[place] -= 1
        better[place + 1] += 1
        if all(counts) and all(better):  # counts of zero stand for a little more than zero
            assert llr(better, SPEC) > llr(counts, SPEC)


def test_nothing_played_says_nothing() -> None:
    assert llr([0] * 5, SPEC) == 0.0
    state = sprt_state([], SPEC)
    assert (state.verdict, state.pairs, state.decided_at) == (SprtVerdict.OPEN, 0, None)


def test_the_bounds_are_walds() -> None:
    assert bounds(0.05, 0.05) == pytest.approx((-math.log(19), math.log(19)))
    assert bounds(0.1, 0.2) == pytest.approx((math.log(0.2 / 0.9), math.log(8)))


def test_an_elo_is_an_expected_score() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-70) == pytest.approx(1 - expected_score(70))


def test_a_winner_is_found_and_a_loser_too() -> None:
    won = sprt_state(play([2] * 40), SPEC)
    assert (won.verdict, won.counts[4]) == (SprtVerdict.STRONGER, 40)
    lost = sprt_state(play([0] * 40), SPEC)
    assert lost.verdict is SprtVerdict.NOT_STRONGER
    assert won.decided_at is not None
    assert 15 < won.decided_at < 30


def test_the_first_bound_that_is_passed_decides() -> None:
    """Games that were running when it was clear do not change what was clear."""
    state = sprt_state(play([2] * 25 + [0] * 60), SPEC)
    assert state.verdict is SprtVerdict.STRONGER
    assert state.llr < state.low


def test_a_pair_counts_only_whole() -> None:
    whole = play([2, 1, 0])
    assert sprt_state(whole[:-1], SPEC).pairs == 2
    broken = [*whole[:-1], record(5, ArenaOutcome.TIMEOUT)]
    assert sprt_state(broken, SPEC).counts == (0, 0, 1, 0, 1)
    mixed = [whole[0], whole[2], whole[3], whole[1]]  # two pairs at once
    assert sprt_state(mixed, SPEC).counts == (0, 0, 1, 0, 1)


def test_draws_are_halves() -> None:
    games = [
        record(0, ArenaOutcome.DRAW),
        record(1, ArenaOutcome.WIN),
        record(2, ArenaOutcome.DRAW),
        record(3, ArenaOutcome.LOSS),
    ]
    assert sprt_state(games, SPEC).counts == (0, 1, 0, 1, 0)


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, SprtVerdict.STRONGER), (50.0, SprtVerdict.NOT_STRONGER)])
def test_it_errs_about_as_often_as_it_may(elo: float, wrong: SprtVerdict) -> None:
    chance = random.Random(4)
    errors, decided = 0, 0
    for _ in range(30):
        counts, low, high = [0] * 5, *bounds(0.05, 0.05)
        for _ in range(3000):
            won = sum(chance.random() < expected_score(elo) for _ in range(2))
            counts[2 * won] += 1
            ratio = llr(counts, SPEC)
            if not low < ratio < high:
                decided += 1
                errors += wrong is (SprtVerdict.STRONGER if ratio >= high else SprtVerdict.NOT_STRONGER)
                break
    assert decided == 30
    assert errors <= 5  # 5 % of 30 are 1.5; more than 5 happen once in 300
