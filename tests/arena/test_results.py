"""The folder of results: nothing is lost, nothing is mixed."""

import json
from pathlib import Path
from typing import Any

import pytest
from arena_scene import pair, record, spec

from gemp_bot.arena.errors import ArenaError
from gemp_bot.arena.record import Outcome
from gemp_bot.arena.results import Measurement, Results, read_results, store, stored_pairs
from gemp_bot.arena.run import what_matters


def test_records_are_read_back_as_they_were(tmp_path: Path) -> None:
    games = [record(0), record(1, Outcome.TIMEOUT, fault="late", life=None)]
    with Results(tmp_path / "new" / "folder") as results:
        for game in games:
            results.add(game)
    with Results(tmp_path / "new" / "folder") as again:
        assert list(again.records.values()) == games
    assert games[1].margin is None
    assert games[0].margin == 12


def test_the_newest_record_of_a_job_counts(tmp_path: Path) -> None:
    with Results(tmp_path) as results:
        results.add(record(0, Outcome.ERROR))
        results.add(record(1))
        results.add(record(0, Outcome.LOSS))
        assert [game.outcome for game in results.records.values()] == [Outcome.WIN, Outcome.LOSS]
    assert [game.outcome for game in read_results(tmp_path / "results.jsonl").values()] == [
        Outcome.WIN, Outcome.LOSS,
    ]  # fmt: skip
    assert len((tmp_path / "results.jsonl").read_text().splitlines()) == 3


def test_a_line_that_was_cut_is_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with Results(tmp_path) as results:
        results.add(record(0))
    file.write_bytes(file.read_bytes() + b'{"job":"1-00001b","rou')
    with Results(tmp_path) as results:
        assert list(results.records) == ["1-00001a"]
        results.add(record(1))
    assert list(read_results(file)) == ["1-00001a", "1-00001b"]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text('{"job": 3}\n')
    with pytest.raises(ArenaError, match="line 1: no result of a game"), Results(tmp_path):
        pass


def test_a_folder_is_for_one_run_at_a_time(tmp_path: Path) -> None:
    with (
        Results(tmp_path),
        pytest.raises(ArenaError, match="another run uses this folder"),
        Results(tmp_path),
    ):
        pass
    with Results(tmp_path):
        pass


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"player": {"strategy": "steady"}}, 'player.strategy was "random", now "steady"'),
        ({"seed": 4}, "seed was 0, now 4"),
        (
            {"opponent": [{"kind": "ai", "skill": "ADVANCED"}]},
            'opponent[1].skill was "RANDO", now "ADVANCED"',
        ),
        ({"pair": [{"format": "open", "light": "a", "dark": "b"}] * 2}, "pair had 1 entries, now 2"),
        ({"time_limit": 60.0}, "time_limit was 600.0, now 60.0"),
        ({"sprt": {}}, "sprt was null, now {"),
    ],
)
def test_another_measurement_is_refused(tmp_path: Path, change: dict[str, Any], difference: str) -> None:
    store(tmp_path, Measurement(what_matters(spec(), (None, None)), (pair(),)))
    with pytest.raises(ArenaError) as caught:
        stored_pairs(tmp_path, what_matters(spec(**change), (None, None)))
    assert difference in str(caught.value)
    assert str(caught.value).endswith("use another --out")


def test_more_games_and_more_speed_are_the_same_measurement(tmp_path: Path) -> None:
    assert stored_pairs(tmp_path, what_matters(spec(), (None,))) is None
    store(tmp_path, Measurement(what_matters(spec(), (None,)), (pair(),)))
    faster = spec(games=40, parallel=2, workers=2)
    assert stored_pairs(tmp_path, what_matters(faster, (None,))) == (pair(),)
    assert json.loads((tmp_path / "measurement.json").read_text())["spec"]["seed"] == 0
