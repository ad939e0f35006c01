"""Strengths on one scale: Bradley-Terry ratings of everybody who met, by maximum likelihood.

In this model a player beats another with the chance `1 / (1 + 10 ** (difference / -400))`, the Elo curve.
All games count together, in no order. Since whoever won every game would be infinitely strong, each two
players who met are given one drawn game more.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from gemp_bot.arena.record import GameRecord
from gemp_bot.statistics import Interval, z_of

_SCALE = 400 / math.log(10)
"""Elo of one unit of the logistic curve."""
_PRIOR = 0.5
"""Points each of two players who met is given."""
_ROUNDS = 100
_EXACT = 1e-10
_LONGEST_STEP = 2.0


class Rating(msgspec.Struct, frozen=True):
    """A player's strength in Elo, relative to the anchor."""

    name: str
    elo: Interval


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
    strength = [0.0] * len(names)
    information: list[list[float]] = []
    for _ in range(_ROUNDS):
        slope, information = _derivatives(games, strength, place)
        step = _solve(information, slope)
        longest = max(map(abs, step), default=0.0)
        short = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        strength = [old + short * change for old, change in zip(strength, step, strict=True)]
        if longest < _EXACT:
            break
    found = [Rating(anchor, Interval(0.0, 0.0, 0.0))]
    for name, number in place.items():
        unit = [float(other == number) for other in range(len(names))]
        half = z_of() * math.sqrt(_solve(information, unit)[number]) * _SCALE
        elo = strength[number] * _SCALE
        found.append(Rating(name, Interval(elo, elo - half, elo + half)))
    return tuple(sorted(found, key=lambda one: -one.elo.value))


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


def _derivatives(
    games: Mapping[tuple[str, str], tuple[float, float]], strength: Sequence[float], place: Mapping[str, int]
) -> tuple[list[float], list[list[float]]]:
    """Slope and negative curvature of the log-likelihood; the anchor stays where it is."""
    size = len(strength)
    slope = [0.0] * size
    information = [[0.0] * size for _ in range(size)]
    for (one, other), (won, lost) in games.items():
        i, j = place.get(one), place.get(other)
        difference = (0.0 if i is None else strength[i]) - (0.0 if j is None else strength[j])
        chance = 1 / (1 + math.exp(-difference))
        surplus = won - (won + lost) * chance
        weight = (won + lost) * chance * (1 - chance)
        for a, sign in ((i, 1), (j, -1)):
            if a is None:
                continue
            slope[a] += sign * surplus
            information[a][a] += weight
        if i is not None and j is not None:
            information[i][j] -= weight
            information[j][i] -= weight
    return slope, information


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations (Gauss, with pivots)."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(column + 1, size):
            factor = rows[row][column] / rows[column][column]
            for place in range(column, size + 1):
                rows[row][place] -= factor * rows[column][place]
    found = [0.0] * size
    for row in reversed(range(size)):
        known = sum(rows[row][place] * found[place] for place in range(row + 1, size))
        found[row] = (rows[row][size] - known) / rows[row][row]
    return found
