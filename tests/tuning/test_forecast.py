"""The forecast over journals: its measures, and what it reads from a game with verdicts."""

import json
from pathlib import Path
from types import ModuleType

import pytest

from gemp_bot.protocol.enums import Phase, Side

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


def _own_turn(game: ModuleType, **more: object) -> object:
    menu = game._Menu(Phase.CONTROL, 5, 0, {7: True}, {7: 1.0}, frozenset())
    return game._Turn(Side.DARK, 0.0, menus=[menu], **more)


def test_what_is_not_done_in_the_turn_that_ends_the_game_is_not_left_undone() -> None:
    game = pytest.importorskip("benchmarks.forecast_game")
    found = game.Found("a", won=True, turns=())
    game._counts(found, [_own_turn(game), game._Turn(Side.LIGHT, 0.0), _own_turn(game)], Side.DARK)
    assert found.counts["own turns"] == 1
    assert found.counts["drains offered"] == found.counts["free drains refused"] == 1


def test_a_placement_is_told_by_all_the_turns_that_it_counts_for() -> None:
    game = pytest.importorskip("benchmarks.forecast_game")
    placed = _own_turn(game, lone={7: 2.5})
    theirs = game._Turn(Side.LIGHT, 0.0, fought={7: -3.0}, drained={7: 1.0})
    ours = _own_turn(game, drained={7: 2.0, 8: 9.0})
    found = game.Found("a", won=True, turns=())
    game._pairs(found, [placed, theirs, ours, theirs, ours], Side.DARK, None)
    assert found.pairs["lone placements"] == [(2.5, 2 * (-3.0 - 1.0 + 2.0))]


def test_what_a_battle_promised_is_told_without_what_life_force_left_makes_of_it() -> None:
    game = pytest.importorskip("benchmarks.forecast_game")
    parts = {"they lose": 5.0, "we lose": -3.0, "weapons": 1.2, "what the place brings afterwards": 9.0}
    assert game._promised(parts, game.Stakes(ours=2.0, theirs=2.5)) == pytest.approx(2.0 - 1.5 + 1.2)
    parts["battles from behind brought less than their odds"] = -1.2
    assert game._promised(parts, game.Stakes(ours=2.0, theirs=2.5)) == pytest.approx(2.0 - 1.5)
    assert game._promised({"they lose 2 Force": 2.0}, game.Stakes(1.0, 1.0)) is None
