"""Strengths on one scale: Bradley-Terry ratings of everybody who met, by maximum likelihood.

In this model a player beats another with the chance `1 / (1 + 10 ** (difference / -400))`, the Elo curve.
All games count together, in no order. Since whoever won every game would be infinitely strong, each two
players who met are given one drawn game more.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from gemp_bot.arena.logistic import Game, fit
from gemp_bot.arena.record import GameRecord
from gemp_bot.statistics import Interval, z_of

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
