"""Effects that add up to the odds of a game: the likeliest ones, by Newton's method, and how sure they are.

A game between two sides has the chance `logistic(sum of sign * effect)` to be won by the first. An effect may
be drawn to 0 by a ridge: a normal distribution about 0 with the variance `1 / ridge`, so that one of few
games, or of none, is defined. Tens to some hundreds of effects are a second's work.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from gemp_bot.statistics import logistic

_ROUNDS = 100
_EXACT = 1e-10
_LONGEST_STEP = 2.0
Matrix = list[list[float]]


class Game(msgspec.Struct, frozen=True):
    """Some games with the same effects.

    Attributes:
        effects: by its number, what each effect counts for the first side, as a rule 1 or -1.
        won, lost: points of the first side, and of the other.
    """

    effects: Mapping[int, float]
    won: float
    lost: float


class Fit(msgspec.Struct, frozen=True):
    """The likeliest effects.

    Attributes:
        values: one an effect.
        factor: lower triangle whose square is the curvature of the likelihood there (Cholesky).
        evidence: logarithm of the likelihood of all games over all effects (Laplace), to compare ridges by.
    """

    values: list[float]
    factor: Matrix
    evidence: float

    def sum_of(self, effects: Mapping[int, float]) -> tuple[float, float]:
        """A sum of effects and its standard error."""
        unit = [effects.get(number, 0.0) for number in range(len(self.values))]
        value = sum(each * sign for each, sign in zip(self.values, unit, strict=True))
        return value, math.sqrt(sum(each * each for each in _forward(self.factor, unit)))


def fit(games: Sequence[Game], ridge: Sequence[float]) -> Fit:
    """Find the likeliest effects.

    Args:
        games: of all of them.
        ridge: of each effect; 0 for none, where the games alone determine it.
    """
    values = [0.0] * len(ridge)
    factor: Matrix = []
    for _ in range(_ROUNDS):
        slope, curvature = _derivatives(games, values, ridge)
        factor = _cholesky(curvature)
        step = _solve(factor, slope)
        longest = max(map(abs, step), default=0.0)
        short = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        values = [old + short * change for old, change in zip(values, step, strict=True)]
        if longest < _EXACT:
            break
    return Fit(values, factor, _evidence(games, values, ridge, factor))


def _odds(game: Game, values: Sequence[float]) -> float:
    return sum(sign * values[number] for number, sign in game.effects.items())


def _derivatives(
    games: Iterable[Game], values: Sequence[float], ridge: Sequence[float]
) -> tuple[list[float], Matrix]:
    """Slope and negative curvature of the log-likelihood with the ridge."""
    slope = [-pull * value for pull, value in zip(ridge, values, strict=True)]
    curvature = [[0.0] * len(values) for _ in values]
    for number, pull in enumerate(ridge):
        curvature[number][number] = pull
    for game in games:
        chance = logistic(_odds(game, values))
        surplus = game.won - (game.won + game.lost) * chance
        weight = (game.won + game.lost) * chance * (1 - chance)
        for one, sign in game.effects.items():
            slope[one] += sign * surplus
            for other, more in game.effects.items():
                curvature[one][other] += sign * more * weight
    return slope, curvature


def _evidence(
    games: Iterable[Game], values: Sequence[float], ridge: Sequence[float], factor: Matrix
) -> float:
    told = 0.0
    for game in games:
        odds = _odds(game, values)
        told += game.won * math.log(logistic(odds)) + game.lost * math.log(logistic(-odds))
    told -= sum(pull * value * value for pull, value in zip(ridge, values, strict=True)) / 2
    told += sum(math.log(pull) for pull in ridge if pull) / 2
    return told - sum(math.log(row[-1]) for row in factor)


# -- linear algebra ---------------------------------------------------------------------------------


def _cholesky(matrix: Matrix) -> Matrix:
    """The rows of the lower triangle, each up to its diagonal."""
    factor: Matrix = []
    for number, row in enumerate(matrix):
        found: list[float] = []
        for other in range(number):
            before = factor[other]
            rest = row[other] - sum(a * b for a, b in zip(found, before, strict=False))
            found.append(rest / before[other])
        found.append(math.sqrt(row[number] - sum(each * each for each in found)))
        factor.append(found)
    return factor


def _forward(factor: Matrix, right: Sequence[float]) -> list[float]:
    """Solve with the lower triangle."""
    found: list[float] = []
    for row, value in zip(factor, right, strict=True):
        found.append((value - sum(a * b for a, b in zip(row, found, strict=False))) / row[-1])
    return found


def _solve(factor: Matrix, right: Sequence[float]) -> list[float]:
    """Solve with the matrix."""
    found = _forward(factor, right)
    for number in reversed(range(len(found))):
        rest = sum(factor[row][number] * found[row] for row in range(number + 1, len(found)))
        found[number] = (found[number] - rest) / factor[number][number]
    return found
