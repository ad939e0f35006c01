"""The forecast over journals: its measures, and what it reads from a game with verdicts."""

import json
from pathlib import Path

import pytest

forecast = pytest.importorskip("benchmarks.forecast", reason="the wheel brings no benchmarks")

STORIES = Path(__file__).resolve().parents[1] / "report" / "stories"
DEMO = STORIES / "demo.jsonl.gz"
NO_VERDICTS = (
    Path(__file__).resolve().parents[2] / "fixtures" / "games" / "open-demo-light-vs-server-ai.jsonl.gz"
)


def test_slope_and_correlation_are_those_of_a_line() -> None:
    exact = [(float(x), 2.0 * x + 1) for x in range(5)]
    assert forecast.slope_of(exact) == pytest.approx(2)
    assert forecast.correlation_of(exact) == pytest.approx(1)
    assert forecast.slope_of([(3.0, 1.0)] * 9) is None, "predictions that are all alike"
    assert forecast.correlation_of([(0.0, 1.0), (1.0, 0.0), (0.0, 0.0), (1.0, 1.0)]) == pytest.approx(0)


def test_an_interval_is_over_games_not_over_pairs() -> None:
    noisy = [[(0.0, 0.0), (1.0, slope)] for slope in (0.5, 1.0, 1.5, 1.0)]
    once = forecast.over_games(noisy, forecast.slope_of)
    again = forecast.over_games([game * 25 for game in noisy], forecast.slope_of)
    assert once is not None
    assert again is not None
    assert once.value == again.value == pytest.approx(1)
    assert once.low < 1 < once.high
    assert again.half == pytest.approx(once.half, rel=0.05), "the same games told 25 times tell no more"


def test_a_game_is_read_and_others_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"no line of a journal\n" * 3)
    assert forecast.main([str(DEMO), str(NO_VERDICTS), str(broken), "--counts", "--json"]) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert told["games"] == 1
    assert told["skipped"] == {"damaged": 1, "without verdicts": 1}
    assert "broken.jsonl" in said.err
    counts, rows = told["counts"], told["forecasts"]
    assert 0 < counts["idle turns"]["of"] < 40
    assert rows["drains"]["n"] == counts["impossible drains"]["of"] > 0
    assert (
        counts["free drains refused"]["n"] <= counts["drains refused"]["n"] <= counts["drains refused"]["of"]
    )
    assert rows["battles"]["n"] > 0
    assert told["chance"]["games"] == 1


def test_no_game_at_all_is_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert forecast.main([str(NO_VERDICTS), "--value", str(tmp_path / "none.toml")]) == 1
    said = capsys.readouterr()
    assert "none.toml: no such file" in said.err
    assert said.out.startswith("0 games; left out: 1 without verdicts")
