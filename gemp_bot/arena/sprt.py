"""Stop as soon as it is clear: a sequential test over pairs of games.

The two games of a pair have the same decks, so their results hang together; the test therefore counts
pairs, by their points: 0, 1/2, 1, 3/2, 2 (pentanomial). Two hypotheses about the difference in strength,
`elo0 < elo1`, are compared by the likelihood ratio of the distributions that explain the counts best under
each of them (generalised SPRT, as chess engines are tested: M. Van den Bergh, "The generalized maximum
likelihood ratio for the expectation value of a distribution", and its `LLRcalc.py` in fishtest).
"""

import math
from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec

from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.spec import SprtSpec

POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Points a game of a pair, by the five results a pair can have."""

_LEAST = 1e-3
"""Stands for a result that has not been seen: it may come."""
_ELO_A_SIGMA = 800 / math.log(10)
"""Normalized Elo of one standard deviation of one game."""
_EXACT = 1e-9
_STEPS = 60
_ROUNDS = 20

Law = tuple[tuple[float, float], ...]
"""A distribution: value and probability."""


class SprtVerdict(StrEnum):
    """What the test says."""

    STRONGER = "stronger"
    """At least by about elo1: the lower hypothesis is refused."""
    NOT_STRONGER = "not stronger"
    """Not by more than about elo0: the higher hypothesis is refused."""
    OPEN = "open"


class SprtState(msgspec.Struct, frozen=True):
    """How the test stands.

    Attributes:
        counts: pairs with 0, 1/2, 1, 3/2, 2 points.
        pairs: how many are complete.
        llr: log-likelihood ratio over all of them.
        low, high: the bounds it must pass.
        verdict: by the first bound that was passed, in the order in which pairs were completed.
        decided_at: after how many pairs; None while it is open.
    """

    counts: tuple[int, ...]
    pairs: int
    llr: float
    low: float
    high: float
    verdict: SprtVerdict
    decided_at: int | None


def expected_score(elo: float) -> float:
    """The score a game that a difference in Elo leads to."""
    return 1 / (1 + 10 ** (-elo / 400))


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Where the test ends (Wald): errors of the first kind `alpha`, of the second `beta`."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def llr(counts: Sequence[int], spec: SprtSpec) -> float:
    """The log-likelihood ratio of elo1 against elo0; 0 without pairs.

    Args:
        counts: pairs with 0, 1/2, 1, 3/2, 2 points.
        spec: the two hypotheses, and which Elo they mean.
    """
    if not sum(counts):
        return 0.0
    filled = [count or _LEAST for count in counts]
    total = sum(filled)
    law: Law = tuple((value, count / total) for value, count in zip(POINTS, filled, strict=True))
    if spec.kind == "logistic":
        laws = [_best_with_mean(law, expected_score(elo)) for elo in (spec.elo0, spec.elo1)]
    else:
        # One pair has the mean of two games: its standard deviation is smaller by the root of two.
        laws = [_best_with_t(law, elo / _ELO_A_SIGMA * math.sqrt(2)) for elo in (spec.elo0, spec.elo1)]
    return total * sum(
        share * math.log(high / low)
        for (_, share), (_, low), (_, high) in zip(law, laws[0], laws[1], strict=True)
    )


def sprt_state(records: Iterable[GameRecord], spec: SprtSpec) -> SprtState:
    """Run the test over games in the order in which they ended.

    A pair counts once both of its games are decided; one with a game that came to nothing never does.
    """
    low, high = bounds(spec.alpha, spec.beta)
    counts = [0] * len(POINTS)
    halves: dict[int, float] = {}
    verdict, decided_at, ratio = SprtVerdict.OPEN, None, 0.0
    for record in records:
        if not record.outcome.decided:
            continue
        first = halves.pop(record.round, None)
        if first is None:
            halves[record.round] = record.outcome.score
            continue
        counts[round(2 * (first + record.outcome.score))] += 1
        ratio = llr(counts, spec)
        if verdict is SprtVerdict.OPEN and not low < ratio < high:
            verdict = SprtVerdict.STRONGER if ratio >= high else SprtVerdict.NOT_STRONGER
            decided_at = sum(counts)
    return SprtState(tuple(counts), sum(counts), ratio, low, high, verdict, decided_at)


def enough(records: Iterable[GameRecord], spec: SprtSpec | None) -> bool:
    """Whether the test has a verdict; without one there is never enough."""
    return spec is not None and sprt_state(records, spec).verdict is not SprtVerdict.OPEN


# -- the best explanations -----------------------------------------------------------------------------


def _best_with_mean(law: Law, mean: float) -> Law:
    """The likeliest distribution with a given mean."""
    return tuple(zip(POINTS, _tilted([(value - mean, share) for value, share in law]), strict=True))


def _best_with_t(law: Law, t: float) -> Law:
    """The likeliest distribution whose mean lies `t` standard deviations above 1/2."""
    best: Law = tuple((value, 1 / len(law)) for value, _ in law)
    for _ in range(_ROUNDS):
        before = best
        mean = sum(value * share for value, share in best)
        sigma = math.sqrt(sum(share * (value - mean) ** 2 for value, share in best))
        # The condition on mean and deviation, made linear about the last solution.
        shares = _tilted(
            [
                (value - 0.5 - t * sigma * (1 + ((mean - value) / sigma) ** 2) / 2, share)
                for value, share in law
            ]
        )
        best = tuple(zip(POINTS, shares, strict=True))
        if max(abs(new - old) for (_, new), (_, old) in zip(best, before, strict=True)) < _EXACT:
            break
    return best


def _tilted(law: Sequence[tuple[float, float]]) -> list[float]:
    """The likeliest shares with which the values average 0: `share / (1 + x * value)`.

    The sum of `share * value / (1 + x * value)` falls steadily between its two poles, so its one zero is
    found by halving.
    """
    lowest, highest = min(value for value, _ in law), max(value for value, _ in law)
    left, right = -1 / highest, -1 / lowest
    for _ in range(_STEPS):
        x = (left + right) / 2
        if sum(share * value / (1 + x * value) for value, share in law) > 0:
            left = x
        else:
            right = x
    x = (left + right) / 2
    return [share / (1 + x * value) for value, share in law]
