"""Fits a value to positions: a logistic with known signs, drawn to 0 and to what the opponent's features do.

Needs the extra `tune` (scipy); nothing else of the program does.
"""

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

import msgspec

from gemp_bot.errors import BotError
from gemp_bot.valuation.features import FEATURES, NAMES, Good

_STEPS: Final = 500
_EDGE_RIDGE: Final = 1.0
"""How strongly the edges of players are drawn to 0: most of them are of a few games."""


class TuneError(BotError):
    """Nothing can be fitted; one line that says why."""


class Sample(msgspec.Struct, frozen=True, gc=False):
    """A position to fit to.

    Attributes:
        features: in the order of `FEATURES`.
        player: who played it, as a number from 0: players differ in strength whatever the position is.
    """

    features: tuple[float, ...]
    won: bool
    weight: float
    player: int


class Fitted(msgspec.Struct, frozen=True):
    """Coefficients, in the order of `FEATURES`; between equal players the odds at the means are even.

    Attributes:
        weights: log odds for a change of one scale.
        means, scales: in the unit of each feature. A feature and its mirror share them.
    """

    weights: tuple[float, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]

    def log_odds(self, features: Sequence[float]) -> float:
        """The log odds of a position."""
        return sum(
            weight * (each - mean) / scale
            for weight, each, mean, scale in zip(self.weights, features, self.means, self.scales, strict=True)
        )


class Penalty(msgspec.Struct, frozen=True):
    """How coefficients are held.

    Attributes:
        ridge: strength that draws each to 0.
        mirror: strength that draws those of a feature and its mirror to opposite numbers.
    """

    ridge: float = 1.0
    mirror: float = 10.0


def fit(samples: Sequence[Sample], penalty: Penalty) -> Fitted:
    """Fit a logistic.

    Coefficients have the sign that the feature is documented with, or are 0: the other one would be chance,
    and a search would follow it.

    Args:
        samples: the positions. The penalty counts as so many units of their weights.

    Raises:
        TuneError: the extra is not installed, or the minimum was not found.
    """
    np, minimize = needed()
    raw = np.array([each.features for each in samples], dtype=float)
    won = np.array([each.won for each in samples], dtype=float)
    share = np.array([each.weight for each in samples], dtype=float)
    means, scales = _standard(np, raw, share)
    count = len(NAMES)
    players = np.array([each.player for each in samples])
    edges = np.zeros((len(samples), int(players.max()) + 1))
    edges[np.arange(len(samples)), players] = 1.0
    rows = np.hstack([(raw - means) / scales, edges])
    held = _held(np, count, edges.shape[1], penalty)

    def lost(at: Any) -> tuple[float, Any]:
        odds = rows @ at
        off = 1 / (1 + np.exp(-np.clip(odds, -500, 500))) - won
        pulled = held @ at
        loss = share @ (np.logaddexp(0, odds) - won * odds) + 0.5 * at @ pulled
        return float(loss), rows.T @ (share * off) + pulled

    found = minimize(
        lost, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B",
        bounds=[*_bounds(), *[(None, None)] * edges.shape[1]],
        options={"maxiter": _STEPS * 10, "maxfun": _STEPS * 20},
    )  # fmt: skip
    if not found.success:
        raise TuneError(f"no minimum was found: {found.message}")
    weights = [float(each) for each in found.x[:count]]
    return Fitted(
        tuple(each + 0.0 for each in weights),
        tuple(map(float, means)),
        tuple(map(float, scales)),
    )


def needed() -> tuple[Any, Any]:
    """numpy, and scipy's minimiser.

    Raises:
        TuneError: the extra is not installed.
    """
    # The matrices are small: more threads only wait for each other, and take twenty times as long.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return import_module("numpy"), import_module("scipy.optimize").minimize
    except ImportError:
        raise TuneError("needs the extra `tune`: pip install '.[tune]' in its tree") from None


def _standard(np: Any, raw: Any, share: Any) -> tuple[Any, Any]:
    """Means and standard deviations; a feature and its mirror share them."""
    means = np.average(raw, axis=0, weights=share)
    spread = np.average((raw - means) ** 2, axis=0, weights=share)
    for at, feature in enumerate(FEATURES):
        if feature.mirror == feature.name:
            spread[at] += means[at] ** 2
            means[at] = 0.0
        elif feature.mirror and NAMES.index(feature.mirror) > at:
            other = NAMES.index(feature.mirror)
            spread[at] = spread[other] = (spread[at] + spread[other]) / 2
            means[at] = means[other] = (means[at] + means[other]) / 2
    scales = np.sqrt(spread)
    scales[scales < 1e-9] = 1.0
    return means, scales


def _held(np: Any, features: int, players: int, penalty: Penalty) -> Any:
    """The matrix of the penalty: half the square of it is what coefficients cost."""
    held = np.zeros((features + players, features + players))
    for at, feature in enumerate(FEATURES):
        held[at, at] += penalty.ridge
        if feature.mirror and feature.mirror != feature.name:
            other = NAMES.index(feature.mirror)
            held[at, at] += penalty.mirror
            held[at, other] += penalty.mirror
    for at in range(features, features + players):
        held[at, at] = _EDGE_RIDGE
    return held


def _bounds() -> list[tuple[float | None, float | None]]:
    limits: dict[Good, tuple[float | None, float | None]] = {
        Good.US: (0.0, None),
        Good.THEM: (None, 0.0),
        Good.EITHER: (None, None),
    }
    return [limits[feature.good] for feature in FEATURES]


class Change(msgspec.Struct, frozen=True, gc=False):
    """A position, and how far something changed after it."""

    features: tuple[float, ...]
    change: float
    weight: float


def fit_change(changes: Sequence[Change], ridge: float) -> tuple[float, tuple[float, ...]]:
    """Fit a change linearly: the intercept, and for each feature the change for one unit more of it.

    Args:
        changes: the positions.
        ridge: strength that draws what a scale of a feature does to 0, in units of their weights.

    Raises:
        TuneError: the extra is not installed.
    """
    np, _ = needed()
    raw = np.array([each.features for each in changes], dtype=float)
    share = np.array([each.weight for each in changes], dtype=float)
    scales = _standard(np, raw, share)[1]
    rows = np.hstack([raw / scales, np.ones((len(changes), 1))])
    held = ridge * np.eye(rows.shape[1])
    held[-1, -1] = 0.0
    came = np.array([each.change for each in changes], dtype=float)
    weighted = rows * share[:, None]
    found = np.linalg.solve(rows.T @ weighted + held, weighted.T @ came)
    return float(found[-1]), tuple(float(each) for each in found[:-1] / scales)
