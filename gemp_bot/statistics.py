"""Chances, and how sure a number is: intervals of 95 % for rates and means."""

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

import msgspec

SURE = 0.95
_DOUBT = 0.25
"""Squared distance of a pair that was won or lost twice: as if one such pair had been seen besides, so that a
few pairs that are all alike do not seem certain."""
FEWEST_PAIRS = 6
"""Pairs that equal players split all one way in less than 5 of 100 cases (2 / 2 ** 6): with fewer, no
verdict."""


class Interval(msgspec.Struct, frozen=True):
    """An estimate and where the truth lies with 95 % confidence."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


def logistic(log_odds: float) -> float:
    """The chance of log odds, however large they are."""
    return 1 / (1 + math.exp(-max(min(log_odds, 700.0), -700.0)))


def z_of(sure: float = SURE) -> float:
    """How many standard deviations hold the given share of a normal distribution: 1.96 for 95 %."""
    return NormalDist().inv_cdf((1 + sure) / 2)


def wilson(points: float, games: int, sure: float = SURE) -> Interval:
    """Wilson's score interval of a rate.

    Args:
        points: won games, draws as halves.
        games: how many were decided; at least one.
        sure: confidence.

    Raises:
        ValueError: no games, or points out of range.
    """
    if games < 1 or not 0 <= points <= games:
        raise ValueError(f"{points} points of {games} games")
    z = z_of(sure)
    rate = points / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    # At the ends the formula meets 0 and 1 but for rounding.
    low = 0.0 if points == 0 else max(0.0, middle - half)
    high = 1.0 if points == games else min(1.0, middle + half)
    return Interval(rate, low, high)


def mean_of(values: Sequence[float], sure: float = SURE) -> Interval | None:
    """Mean and its normal interval; None of fewer than two values, which tell no spread."""
    if len(values) < 2:  # noqa: PLR2004
        return None
    middle = fmean(values)
    half = z_of(sure) * stdev(values) / math.sqrt(len(values))
    return Interval(middle, middle - half, middle + half)


class PairRate(msgspec.Struct, frozen=True):
    """Points over pairs of games, each of which counts once.

    Attributes:
        rate: points a game with a normal interval over pairs; None without pairs.
        told_apart: the interval leaves out one half, and chance seldom gives so many pairs to one player.
        needed: pairs in all after which it would, if the rate stays; None if it does, or is one half.
    """

    rate: Interval | None
    told_apart: bool
    needed: int | None


def rate_of_pairs(points: Sequence[float]) -> PairRate:
    """The rate of some pairs.

    Args:
        points: points a game of each pair, from 0 to 1.
    """
    if not points:
        return PairRate(None, told_apart=False, needed=None)
    mean = fmean(points)
    spread = math.sqrt((sum((each - mean) ** 2 for each in points) + _DOUBT) / len(points))
    half = z_of() * spread / math.sqrt(len(points))
    ahead = abs(mean - 1 / 2)
    told_apart = ahead > half and len(points) >= FEWEST_PAIRS
    needed = None if told_apart or not ahead else max(math.ceil((z_of() * spread / ahead) ** 2), FEWEST_PAIRS)
    return PairRate(Interval(mean, max(mean - half, 0.0), min(mean + half, 1.0)), told_apart, needed)
