"""Fitting: of samples made by known coefficients these are found again, with their signs."""

import random

import pytest

from gemp_bot.statistics import logistic
from gemp_bot.valuation.features import FEATURES, NAMES, Good
from tools.tuning.fitting import Change, Fitted, Penalty, Sample, fit, fit_change

pytest.importorskip("scipy", reason="the extra `tune` is not installed")

TRUE = {"life_lead": 0.1, "hand": 0.3, "their_hand": -0.3}


def samples(count: int, *, seed: int = 7, edge: float = 0.0) -> list[Sample]:
    """Positions whose outcome follows `TRUE`; the second player wins more often by `edge`, in log odds."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        values = {name: chance.gauss(0, 4) for name in NAMES}
        player = chance.randrange(2)
        odds = sum(weight * values[name] for name, weight in TRUE.items()) + edge * player
        won = chance.random() < logistic(odds)
        found.append(Sample(tuple(values.values()), won, 1.0, player))
    return found


def slopes(found: Fitted) -> dict[str, float]:
    pairs = zip(found.weights, found.scales, strict=True)
    return {name: weight / scale for name, (weight, scale) in zip(NAMES, pairs, strict=True)}


def test_known_coefficients_are_found_again() -> None:
    found = slopes(fit(samples(4000), Penalty(1.0, 10.0)))
    for name, slope in found.items():
        assert slope == pytest.approx(TRUE.get(name, 0.0), abs=0.035), name


def test_no_coefficient_has_a_sign_that_it_cannot_have() -> None:
    found = slopes(fit(samples(60), Penalty(0.01, 0.0)))
    for feature in FEATURES:
        if feature.good is not Good.EITHER:
            assert found[feature.name] * feature.good.value >= 0, feature.name


def test_the_strength_of_a_player_is_no_worth_of_his_positions() -> None:
    plain = fit(samples(3000), Penalty())
    edged = fit(samples(3000, edge=3.0), Penalty())
    assert slopes(edged)["hand"] == pytest.approx(slopes(plain)["hand"], abs=0.05)
    told = edged.log_odds(edged.means)
    assert told == pytest.approx(0, abs=1e-9), "between equal players"


def test_a_feature_and_its_mirror_have_one_scale() -> None:
    found = fit(samples(200), Penalty())
    scales = dict(zip(NAMES, found.scales, strict=True))
    assert scales["hand"] == scales["their_hand"]
    mirrored = dict(zip(NAMES, found.means, strict=True))
    assert mirrored["life_lead"] == 0


def test_a_change_is_found_again() -> None:
    chance = random.Random(3)
    known = []
    for each in samples(2000):
        values = dict(zip(NAMES, each.features, strict=True))
        change = 1.5 + 2 * values["drains"] - 0.5 * values["their_hand"] + chance.gauss(0, 2)
        known.append(Change(each.features, change, 1.0))
    intercept, slopes = fit_change(known, 1.0)
    assert intercept == pytest.approx(1.5, abs=0.2)
    for name, slope in zip(NAMES, slopes, strict=True):
        assert slope == pytest.approx({"drains": 2.0, "their_hand": -0.5}.get(name, 0.0), abs=0.06), name
