"""The folder of results: nothing is lost, nothing is mixed."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest
from arena_scene import AI, TABLE, pair, record, spec
from msgspec.structs import replace

from gemp_bot.arena.record import ArenaOutcome
from gemp_bot.arena.report import make_report
from gemp_bot.arena.results import GameRecords, Measurement, MeasurementFolder, read_results, store, stored
from gemp_bot.arena.run import labelled, what_matters
from gemp_bot.arena.spec import ArenaError
from gemp_bot.strategy import Identity
from gemp_bot.strategy.identity import StrategyKind

RANDOM = Identity("random", StrategyKind.PROGRAM, "0123456789abcdef")


def measurement(**more: Any) -> Measurement:
    values: dict[str, Any] = {"spec": what_matters(spec()), "pairs": (pair(),), "players": (RANDOM, None)}
    return Measurement(**(values | more))


def kept(folder: Path) -> Measurement:
    found = stored(folder)
    assert found is not None
    return found


def test_records_are_read_back_as_they_were(tmp_path: Path) -> None:
    games = [record(0), record(1, ArenaOutcome.TIMEOUT, fault="late", life=None)]
    with MeasurementFolder(tmp_path / "new" / "folder") as results:
        for game in games:
            results.add(game)
    with MeasurementFolder(tmp_path / "new" / "folder") as again:
        assert list(again.records.values()) == games
    assert games[1].margin is None
    assert games[0].margin == 12


def test_the_newest_record_of_a_job_counts(tmp_path: Path) -> None:
    with MeasurementFolder(tmp_path) as results:
        results.add(record(0, ArenaOutcome.ERROR))
        results.add(record(1))
        results.add(record(0, ArenaOutcome.LOSS))
        assert [game.outcome for game in results.records.values()] == [ArenaOutcome.WIN, ArenaOutcome.LOSS]
    assert [game.outcome for game in read_results(tmp_path / "results.jsonl").values()] == [
        ArenaOutcome.WIN, ArenaOutcome.LOSS,
    ]  # fmt: skip
    assert len((tmp_path / "results.jsonl").read_text().splitlines()) == 3


def test_a_line_that_was_cut_is_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with MeasurementFolder(tmp_path) as results:
        results.add(record(0))
    file.write_bytes(file.read_bytes() + b'{"job":"1-00001b","rou')
    with MeasurementFolder(tmp_path) as results:
        assert list(results.records) == ["1-00001a"]
        results.add(record(1))
    assert list(read_results(file)) == ["1-00001a", "1-00001b"]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text('{"job": 3}\n')
    with pytest.raises(ArenaError, match="line 1: no result of a game"), MeasurementFolder(tmp_path):
        pass


@pytest.mark.parametrize(
    "content",
    [
        b"my notes, without an end of line",
        b"my notes\nof two lines",
        gzip.compress(b"a journal\n" * 50, mtime=0),
        b'{"head":"of a journal"}',
        b'{"job": 3}\n{"job":"1-0',
    ],
)
def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "results.jsonl"
    file.write_bytes(content)
    with pytest.raises(ArenaError, match="line 1: no result of a game"), GameRecords(file):
        pass
    assert file.read_bytes() == content


def test_the_first_line_may_be_cut(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    for begun in (b"", b"{", b'{"job":"1-00001a","rou'):
        file.write_bytes(begun)
        with GameRecords(file) as results:
            assert not results.records
        assert file.read_bytes() == b""


def test_a_record_that_lacks_its_newline_only_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with GameRecords(file) as results:
        results.add(record(0))
    file.write_bytes(file.read_bytes()[:-1])
    with GameRecords(file) as results:
        results.add(record(1))
    assert list(read_results(file)) == ["1-00001a", "1-00001b"]


def test_a_reader_changes_nothing_while_a_run_writes(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with MeasurementFolder(tmp_path) as running:
        running.add(record(0))
        with file.open("ab") as stream:
            stream.write(b'{"job":"1-00001b","rou')
        before = file.read_bytes()
        with MeasurementFolder(tmp_path, reading=True) as reading:
            assert list(reading.records) == ["1-00001a"]
        assert list(read_results(file)) == ["1-00001a"]
        assert file.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_only_an_ordinary_file_is_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path(os.devnull), Path("/dev/zero"), tmp_path):
        with (
            pytest.raises(ArenaError, match="cannot be written: results need an ordinary"),
            GameRecords(path),
        ):
            pass


def test_a_folder_is_for_one_run_at_a_time(tmp_path: Path) -> None:
    with (
        MeasurementFolder(tmp_path),
        pytest.raises(ArenaError, match="another run uses this folder"),
        MeasurementFolder(tmp_path),
    ):
        pass
    with MeasurementFolder(tmp_path):
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
    store(tmp_path, measurement())
    with pytest.raises(ArenaError) as caught:
        kept(tmp_path).check_spec(tmp_path, what_matters(spec(**change)))
    assert difference in str(caught.value)
    assert str(caught.value).endswith("name another with --out")


def test_more_games_more_speed_and_another_place_of_the_program_are_the_same_measurement(
    tmp_path: Path,
) -> None:
    assert stored(tmp_path) is None
    store(tmp_path, measurement())
    faster = spec(games=40, parallel=2, workers=2, player={"strategy": "random", "revision": "v1"})
    kept(tmp_path).check_spec(tmp_path, what_matters(faster))
    assert kept(tmp_path) == measurement()
    assert json.loads((tmp_path / "measurement.json").read_text())["spec"]["seed"] == 0


def refused(version: str, now: tuple[Identity | None, ...]) -> str:
    players = (RANDOM, None, RANDOM)
    with pytest.raises(ArenaError) as caught:
        measurement(players=players, version=version).check_players(Path("out"), now)
    return str(caught.value)


NEW = Identity("random", StrategyKind.PROGRAM, "fedcba9876543210")
CLEAN = "gemp-bot 1 (revision a94638e12bd5), code 01234567"


def test_another_program_is_refused_and_can_play_on_as_it_was() -> None:
    """As long as its revision can be had: `revision` then is the same player, as its digest tells."""
    start = "out: holds games of other players than today's: the program was 01234567, is fedcba98"
    play = 'or have it play as it was: revision = "a94638e12bd5" in '
    assert refused(CLEAN, (NEW, None, NEW)) == (
        f"{start}: name another with --out, {play}[player] and [[opponent]]"
    )
    assert refused(CLEAN, (NEW, None, RANDOM)) == f"{start}: name another with --out, {play}[player]"
    assert refused(CLEAN, (RANDOM, None, NEW)) == f"{start}: name another with --out, {play}[[opponent]]"
    modified = CLEAN.replace("),", ", modified),")
    assert refused(modified, (NEW, None, NEW)) == f"{start}: name another with --out"
    assert (
        refused(CLEAN.replace("01234567", "76543210"), (NEW, None, NEW))
        == f"{start}: name another with --out"
    )
    edited = replace(RANDOM, kind=StrategyKind.FILE, parts={"random": "0" * 64})
    assert refused(CLEAN, (edited, None, RANDOM)).endswith(": name another with --out")
    measurement(players=(RANDOM, None)).check_players(Path("out"), (RANDOM, None))


def test_opponents_are_called_as_the_spec_calls_them_today() -> None:
    wanted = spec(opponent=[AI, TABLE | {"revision": "a94638e12bd5"}])
    games = [record(0), record(0, job="2-00001a", opponent="random")]
    assert [game.opponent for game in labelled(wanted, games)] == ["ai:RANDO", "random@a94638e12bd5"]


def test_a_report_tells_where_the_player_changed() -> None:
    other = replace(RANDOM, program="f" * 16)
    same = [record(0, player_identity=RANDOM), record(1, player_identity=RANDOM, player_version="gemp-bot 2")]
    mixed = [record(0, player_identity=RANDOM), record(1, player_identity=other)]
    assert not make_report("x", spec(), same).mixed, "a revision that changes nothing is the same player"
    assert make_report("x", spec(), mixed).mixed
