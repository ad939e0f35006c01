"""Strengths on one scale: Bradley-Terry ratings of everybody who met, by maximum likelihood.

In this model a player beats another with the chance `1 / (1 + 10 ** (difference / -400))`, the Elo curve.
All games count together, in no order. Since whoever won every game would be infinitely strong, each two
players who met are given one drawn game more.

`fit` finds effects that add up to the odds of a game: a game between two sides has the chance `logistic(sum
of sign * effect)` to be won by the first. An effect may be drawn to 0 by a ridge: a normal distribution about
0 with the variance `1 / ridge`, so that one of few games, or of none, is defined. Tens to some hundreds of
effects are a second's work.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from gemp_bot.arena.record import GameRecord
from gemp_bot.statistics import Interval, logistic, z_of

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


ELO = 400 / math.log(10)
"""Elo of one unit of the logistic curve."""
_PRIOR = 0.5
"""Points each of two players who met is given."""


class Rating(msgspec.Struct, frozen=True):
    """A player's strength in Elo, relative to the anchor."""

    name: str
    elo: Interval

    @property
    def shown(self) -> str:
        """Its strength with the interval, in words."""
        return f"{self.elo.value:+.0f} [{self.elo.low:+.0f}, {self.elo.high:+.0f}]"


Points = Mapping[tuple[str, str], float]
"""Points the first won against the second."""


def ratings(records: Iterable[GameRecord], player: str) -> tuple[Rating, ...]:
    """Rate the player and all opponents, the strongest first; the player is the anchor, at 0.

    Args:
        records: games; those that came to nothing do not count.
        player: what to call the player.
    """
    points: dict[tuple[str, str], float] = defaultdict(float)
    for record in records:
        if record.outcome.decided:
            # A player may meet himself.
            other = record.opponent if record.opponent != player else f"{player} (opponent)"
            points[player, other] += record.outcome.score
            points[other, player] += 1 - record.outcome.score
    if not points:
        return ()
    return rate(points, player)


def rate(points: Points, anchor: str, *, prior: float = _PRIOR) -> tuple[Rating, ...]:
    """The likeliest ratings, with intervals of 95 % from the curvature of the likelihood.

    Args:
        points: of all games.
        anchor: who is at 0, without an interval.
        prior: added to both players of each pair that met; 0 for none, if nobody won everything.

    Raises:
        ValueError: somebody never met, over others, the anchor.
    """
    names = sorted({name for pair in points for name in pair} - {anchor})
    games = _with_prior(points, prior)
    _check_connected(games, anchor, names)
    place = {name: number for number, name in enumerate(names)}
    rows = [
        Game({place[name]: sign for name, sign in ((one, 1), (other, -1)) if name in place}, won, lost)
        for (one, other), (won, lost) in games.items()
    ]
    found = [Rating(anchor, Interval(0.0, 0.0, 0.0))]
    fitted = fit(rows, [0.0] * len(names))
    found += [Rating(name, elo_of(*fitted.sum_of({number: 1}))) for name, number in place.items()]
    return tuple(sorted(found, key=lambda one: -one.elo.value))


def elo_of(odds: float, error: float) -> Interval:
    """Log odds with their standard error, in Elo with an interval of 95 %."""
    half = z_of() * error * ELO
    return Interval(odds * ELO, odds * ELO - half, odds * ELO + half)


def _with_prior(points: Points, prior: float) -> dict[tuple[str, str], tuple[float, float]]:
    """Points of both, once for each two who met."""
    games: dict[tuple[str, str], tuple[float, float]] = {}
    for one, other in points:
        pair = (min(one, other), max(one, other))
        if one != other:
            games[pair] = (points.get(pair, 0.0) + prior, points.get((pair[1], pair[0]), 0.0) + prior)
    return games


def _check_connected(games: Iterable[tuple[str, str]], anchor: str, names: Sequence[str]) -> None:
    met = defaultdict(set)
    for one, other in games:
        met[one].add(other)
        met[other].add(one)
    reached, todo = {anchor}, [anchor]
    while todo:
        new = met[todo.pop()] - reached
        reached |= new
        todo.extend(new)
    for name in names:
        if name not in reached:
            raise ValueError(f"{name} never met {anchor}, nor anybody who did")
