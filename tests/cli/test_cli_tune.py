"""`tune value` as a person runs it."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from printed import hold

from gemp_bot.cli.exits import FAILURE, OK, USAGE
from gemp_bot.valuation.learned import load_value
from tools import tune
from tools.tuning import value_fit
from tools.tuning.turn_reader import GameTurns

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "fixtures" / "games"
WON = GAMES / "open40-light-vs-player.jsonl.gz"
LOST = GAMES / "anh-light-vs-server-ai.jsonl.gz"
OPEN = GAMES / "opponent-loops-legacy.jsonl.gz"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "journals"
    found.mkdir()
    for file in (WON, LOST, OPEN):
        shutil.copy(file, found)
    shutil.copy(LOST, found / "copy.jsonl.gz")
    (found / "broken.jsonl").write_text("nothing of a game\n")
    return found


def test_a_value_is_fitted_and_what_cannot_be_used_is_counted(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("scipy", reason="the extra `tune` is not installed")
    monkeypatch.setattr(value_fit, "FEWEST_GAMES", 2)
    out = tmp_path / "value.toml"
    assert tune.main([str(folder), "--weight", f"{folder}=3", "-o", str(out), "--json"]) == OK
    told = capsys.readouterr()
    assert "left out: 1 a copy of another, 1 damaged, 1 did not end" in told.err
    hold(tune.COMMAND, json.loads(told.out))
    value = json.loads(told.out)["value"]
    assert value["provenance"]["skipped"] == {"a copy of another": 1, "damaged": 1, "did not end": 1}
    assert [(each["games"], each["weight"]) for each in value["provenance"]["sources"]] == [(2, 3.0)]
    assert value["held_out"]["games"] == 2
    assert str(tmp_path) not in out.read_text(), "no path of a machine"
    read = load_value(out)
    assert read.file.provenance.digest == value["provenance"]["digest"]


def test_too_few_games_are_told(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("scipy", reason="the extra `tune` is not installed")
    (folder / WON.name).unlink()  # a game and its copy are one
    out = tmp_path / "value.toml"
    assert tune.main([str(folder), "-o", str(out)]) == FAILURE
    assert "tune value: 1 games that can be used; at least 20 are needed" in capsys.readouterr().err
    assert not out.exists()


def test_without_the_extra_it_says_what_to_install(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert tune.main([str(folder), "-o", str(tmp_path / "value.toml")]) == FAILURE
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "needs the extra `tune`: pip install '.[tune]'" in told


@pytest.mark.parametrize("weight", ["journals", "=2", "journals=0", "journals=-1", "journals=much"])
def test_a_weight_that_is_none_is_wrong_usage(
    folder: Path, weight: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune.main([str(folder), "--weight", weight, "-o", "x.toml"]) == USAGE
    assert "is no FOLDER=W" in capsys.readouterr().err


def test_a_weight_of_another_folder_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tune.main([str(folder), "--weight", "other=2", "-o", "x.toml"]) == FAILURE
    assert "other: this folder is not among those to read" in capsys.readouterr().err


def test_the_two_games_of_a_pair_are_one_and_never_cut_apart(tmp_path: Path) -> None:
    def game(name: str, game_id: str, shuffle: tuple[int, str, str] | None) -> GameTurns:
        return GameTurns(tmp_path / name, game_id, "strong", won=True, turns=(), shuffle=shuffle)

    games = [
        game("first", "c-00001a", (7, "light", "dark")),
        game("other seat", "c-00001a", (9, "dark", "light")),
        game("second", "c-00001b", (7, "dark", "light")),
        game("alike, yet no other half", "x", (7, "light", "dark")),
        game("another shuffle", "y", (8, "dark", "light")),
        game("decks unknown", "z", None),
        game("no id", "", None),
    ]
    numbers = value_fit._numbers(games)
    assert [numbers[one.file] for one in games] == [0, 0, 0, 1, 2, 3, 4]
