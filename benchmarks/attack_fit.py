"""Fits the chances of `valuation/attacks.py` to locations of recorded games. Needs the extra `tune`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple

from gemp_bot import __version__
from gemp_bot.valuation.attacks import VERSION
from tools.tuning.fitting import needed

FOLDS: Final = 10
_RIDGE: Final = 1.0
_STEPS: Final = 2000
_UP, _DOWN, _ANY = (0.0, None), (None, 0.0), (None, None)
_Bound = tuple[float | None, float | None]

SIGNS: Final[Mapping[str, Mapping[str, _Bound]]] = {
    "alone": {
        "power": _DOWN,
        "ability": _DOWN,
        "reach": _UP,
        "hand": _UP,
        "space": _ANY,
        "others": _ANY,
        "turn": _ANY,
    },
    "both": {"power": _DOWN, "ability": _DOWN, "reach": _UP, "hand": _UP, "stronger": _DOWN},
}
"""By chance the numbers it is made of, and the sign of each."""


class Sample(NamedTuple):
    """A location: its game, the numbers by name, and what came of it, 0 to 1."""

    game: str
    numbers: Mapping[str, float]
    came: float


def fitted(samples: Mapping[str, Sequence[Sample]], journals: Iterable[bytes]) -> str:
    """The text of `attacks.toml`.

    Args:
        samples: by the name of a chance.

    Raises:
        TuneError: the extra is not installed.
    """
    digests = [sha256(each).hexdigest() for each in journals]
    games = {sample.game for each in samples.values() for sample in each}
    lines = [
        "# Who is attacked: the chances of gemp_bot/valuation/attacks.py.",
        "# Made by `python -m benchmarks.held FILE ... --fit`; do not edit it by hand.",
        "",
        f"version = {VERSION}",
        f'date = "{datetime.now(UTC):%Y-%m-%d}"',
        f'program = "{__version__}"',
        f'digest = "{sha256("".join(sorted(digests)).encode()).hexdigest()[:16]}"',
        f"games = {len(games)}",
        f"locations = {sum(len(each) for each in samples.values())}",
    ]
    for name, signs in SIGNS.items():
        each = samples[name]
        lines += ["", f"[{name}]", *_coefficients(each, signs), "", f"[held_out.{name}]"]
        loss, brier = _held_out(each, signs)
        by_power, brier_by_power = _held_out(each, {"power": signs["power"]} if "power" in signs else {})
        mean = sum(sample.came for sample in each) / len(each)
        lines += [
            f"n = {len(each)}",
            f"mean = {mean:.4f}",
            f"log_loss = {loss:.4f}",
            f"brier = {brier:.5f}",
            f"by_power = {by_power:.4f}",
            f"brier_by_power = {brier_by_power:.5f}",
        ]
    return "\n".join(lines) + "\n"


def _coefficients(samples: Sequence[Sample], signs: Mapping[str, _Bound]) -> list[str]:
    np, _ = needed()
    rows, came = _arrays(np, samples, signs)
    found = _fit(np, rows, came, signs)
    return [f"{name} = {value:.4f}" for name, value in zip(("intercept", *signs), found, strict=True)]


def _arrays(np: Any, samples: Sequence[Sample], signs: Mapping[str, _Bound]) -> tuple[Any, Any]:
    rows = np.array([[1.0, *(sample.numbers[name] for name in signs)] for sample in samples], dtype=float)
    return rows, np.array([sample.came for sample in samples], dtype=float)


def _fit(np: Any, rows: Any, came: Any, signs: Mapping[str, _Bound]) -> Any:
    _, minimize = needed()
    scales = rows.std(axis=0)
    scales[scales < 1e-9] = 1.0
    scaled = rows / scales

    def lost(at: Any) -> tuple[float, Any]:
        odds = scaled @ at
        told = 1 / (1 + np.exp(-np.clip(odds, -50, 50)))
        held = np.concatenate([[0.0], at[1:]])
        loss = np.sum(np.logaddexp(0, odds) - came * odds) + 0.5 * _RIDGE * held @ held
        return float(loss), scaled.T @ (told - came) + _RIDGE * held

    found = minimize(
        lost, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B",
        bounds=[_ANY, *signs.values()], options={"maxiter": _STEPS},
    )  # fmt: skip
    return found.x / scales


def _held_out(samples: Sequence[Sample], signs: Mapping[str, _Bound]) -> tuple[float, float]:
    """Log loss and Brier score of games that the fit did not see."""
    np, _ = needed()
    rows, came = _arrays(np, samples, signs)
    number: dict[str, int] = defaultdict(lambda: len(number))
    fold = np.array([number[sample.game] % FOLDS for sample in samples])
    told = np.zeros(len(samples))
    for part in range(FOLDS):
        inside = fold != part
        if not (~inside).any() or not inside.any():
            continue
        weights = _fit(np, rows[inside], came[inside], signs)
        told[~inside] = 1 / (1 + np.exp(-(rows[~inside] @ weights)))
    sure = np.clip(told, 1e-3, 1 - 1e-3)
    loss = -np.mean(came * np.log(sure) + (1 - came) * np.log(1 - sure))
    return float(loss), float(np.mean((told - came) ** 2))
