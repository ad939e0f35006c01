"""The value file, and what is told by it."""

import math
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from gemp_bot.statistics import logistic
from gemp_bot.valuation.features import LocationOutline, Outline, SideOutline
from gemp_bot.valuation.learned import (
    LearnedValue,
    ValueFileError,
    load_value,
    log_loss,
    usable_value,
)
from tools.tuning.value_fit import value_text

EVEN = Outline(
    turn=4, my_turn=True, life=40, their_life=40, hand=8, their_hand=8,
    force=5, their_force=5, generation=8, their_generation=8,
)  # fmt: skip


@pytest.fixture(scope="module")
def shipped() -> LearnedValue:
    return load_value()


def write(path: Path, value: LearnedValue, **changes: object) -> Path:
    path.write_text(value_text(replace(value.file, **changes)))
    return path


def test_the_shipped_value_beats_life_force_alone_on_held_out_games(shipped: LearnedValue) -> None:
    held_out = shipped.file.held_out
    assert held_out is not None
    gain, error = held_out.brier_gain
    assert gain > 4 * error
    assert held_out.log_loss < held_out.law_log_loss
    assert all(source.brier < source.law_brier for source in shipped.file.provenance.sources)


@pytest.mark.parametrize("life", [5, 20, 45])
def test_more_of_what_is_good_is_never_worse(shipped: LearnedValue, life: int) -> None:
    at = replace(EVEN, life=life)
    chance = shipped.chance(at)
    for name in ("life", "hand", "force", "generation", "hand_power"):
        assert shipped.chance(replace(at, **{name: getattr(at, name) + 3})) >= chance, name
    for name in ("their_life", "their_hand", "their_force", "their_generation"):
        assert shipped.chance(replace(at, **{name: getattr(at, name) + 3})) <= chance, name


def test_holding_a_location_that_drains_is_worth_something(shipped: LearnedValue) -> None:
    empty, ours = SideOutline(drain=2), SideOutline(6, 5, 6, True, 2)
    none = replace(EVEN, places=(LocationOutline(0, empty, empty),))
    held = replace(EVEN, places=(LocationOutline(0, ours, empty),))
    assert (shipped.log_odds(held) - shipped.log_odds(none)) / shipped.life_price(none) > 2
    assert (shipped.log_odds(none) - shipped.log_odds(held)) / shipped.life_price(held) < -2


def test_log_odds_are_the_sum_of_the_coefficients(tmp_path: Path, shipped: LearnedValue) -> None:
    few = {name: shipped.file.features[name] for name in ("hand", "my_turn")}
    value = load_value(write(tmp_path / "few.toml", shipped, features=few))
    hand, turn = value.file.features["hand"], value.file.features["my_turn"]
    told = hand.weight * (math.sqrt(8) - hand.mean) / hand.scale + turn.weight * (1 - turn.mean) / turn.scale
    assert value.log_odds(EVEN) == pytest.approx(told)
    assert value.chance(EVEN) == pytest.approx(1 / (1 + math.exp(-told)))


def test_how_life_force_goes_on_is_told_where_it_was_fitted(tmp_path: Path, shipped: LearnedValue) -> None:
    told = shipped.file.lead
    assert told is not None
    assert 0.8 < told.slope < 1.2
    ours, empty = SideOutline(6, 5, 6, True, 3), SideOutline()
    held = replace(EVEN, places=(LocationOutline(0, ours, empty),))
    lost = replace(EVEN, places=(LocationOutline(0, empty, ours),))
    better, worse = shipped.lead_change(held), shipped.lead_change(lost)
    assert better is not None
    assert worse is not None
    assert better > 0 > worse
    none = load_value(write(tmp_path / "none.toml", shipped, lead=None))
    assert none.lead_change(EVEN) is None


def test_a_written_value_is_read_again(tmp_path: Path, shipped: LearnedValue) -> None:
    again = load_value(write(tmp_path / "value.toml", shipped))
    assert msgspec.to_builtins(again.file) == msgspec.to_builtins(shipped.file)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("version = 1", "version = 7", "has version 7, this program reads 1"),
        ("version = 1\n", "", "has no version, this program reads 1"),
        ("[features.hand]", "[features.luck]", "unknown features: luck"),
        ("version = 1", "version = 1\nx", "not TOML"),
        ("[features.hand]\nweight", "[features.hand]\nwieght", "wieght"),
        ("[features.hand]\nweight = ", "[features.hand]\nweight = nan # ", "features.hand: needs finite"),
        ("[lead.slopes]", "[lead.slopes]\nluck = 1.0", "unknown features: luck"),
        ("[lead]\nintercept = ", "[lead]\nintercept = nan # ", "lead: needs finite numbers"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_in_a_line(
    tmp_path: Path, shipped: LearnedValue, old: str, new: str, told: str
) -> None:
    path = write(tmp_path / "value.toml", shipped)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(ValueFileError) as caught:
        load_value(path)
    line = str(caught.value)
    assert told in line
    assert line.startswith(str(path))
    assert "\n" not in line
    lines: list[str] = []
    assert usable_value(lines.append, path) is None
    assert lines == [f"{line}; the weights of the strategy file are used"]


def test_a_missing_file_is_told_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(
        ValueFileError, match=r"none\.toml: no such file \(make it anew with python -m tools.tune"
    ):
        load_value(tmp_path / "none.toml")
    lines: list[str] = []
    assert usable_value(lines.append) is not None
    assert not lines


def test_losses_of_forecasts() -> None:
    for odds in (-30.0, -1.0, 0.0, 2.0, 800.0):
        chance = logistic(odds)
        if 0 < chance < 1:
            assert log_loss(odds, won=True) == pytest.approx(-math.log(chance))
    assert log_loss(-800.0, won=True) == 800
