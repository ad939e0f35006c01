"""What was written with an earlier version still works, or is refused by a line that says what to do.

`fixtures/upgrade/VERSION` is frozen: nothing in it is ever changed to please a test. Where a version refuses
something of it on purpose, the test of that thing asks for the line instead.
"""

import json
import shutil
import sqlite3
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gemp_bot.cli.main import main

VERSIONS = [
    folder
    for folder in sorted((Path(__file__).resolve().parents[2] / "fixtures" / "upgrade").iterdir())
    if folder.is_dir()
]
_QUESTIONS = {"0.2.0": 325, "0.3.0": 499}
"""Of the game that was kept."""


@pytest.fixture(params=VERSIONS, ids=lambda folder: folder.name)
def kept(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of what was kept: the history is brought up to date where it lies."""
    folder = tmp_path / "kept"
    shutil.copytree(request.param, folder)
    monkeypatch.syspath_prepend(str(folder / "plugin"))
    known = set(sys.modules)
    yield folder
    for name in set(sys.modules) - known:
        if (sys.modules[name].__spec__ or sys.__spec__).origin == str(folder / "plugin" / "clever.py"):
            del sys.modules[name]


@pytest.fixture
def version(request: pytest.FixtureRequest) -> str:
    """The version that wrote what was kept."""
    return str(request.node.callspec.params["kept"].name)


def told(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Any:
    """The JSON object that a command prints; it must work."""
    code = main([*map(str, words), "--json"])
    out, err = capsys.readouterr()
    assert code == 0, err
    return json.loads(out.splitlines()[-1])


def test_a_configuration_holds_with_every_key(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept / "config.toml"
    holds = told(capsys, "doctor", "--offline", "--config", file)["config"]
    written = tomllib.loads(file.read_text())
    tables = written.pop("table")
    for section, keys in written.items():
        assert {key: holds[section][key] for key in keys} == keys, section
    assert [
        {key: now[key] for key in table} for table, now in zip(tables, holds["table"], strict=True)
    ] == tables


def test_a_journal_is_read_as_it_was_written(
    kept: Path, version: str, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = kept / "game.jsonl.gz"
    (game,) = told(capsys, "replay", "--strict", journal)["files"]
    asked = _QUESTIONS[version]
    assert (game["decisions"], game["answers"], game["result"], game["damage"]) == (asked, asked, "win", None)
    (game,) = told(capsys, "report", journal)["games"]
    assert (game["winner"], game["me"], game["battles"]) == ("LIGHT", "LIGHT", 2)
    assert len(game["story"]) > game["turns"]


def test_a_history_is_read_brought_up_to_date_and_added_to(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = kept / "history.db"
    with sqlite3.connect(file) as database:
        ids = {row[0] for row in database.execute("SELECT game FROM games")}
    database.close()
    games = told(capsys, "history", "games", "--history", file)["games"]
    assert {game["game"] for game in games} == ids
    assert {game["result"] for game in games} == {"win"}
    assert main(["history", "import", str(kept), "--history", str(file)]) == 0
    assert "0 games taken in, 1 known before" in capsys.readouterr().out
    stats = told(capsys, "history", "stats", "--history", file)
    assert stats["total"]["games"] == len(ids)


def test_a_strategy_file_is_accepted(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategy", "check", str(kept / "cautious.toml")]) == 0
    out, err = capsys.readouterr()
    assert (out.count("OK"), err) == (1, "")


def test_a_plugin_works_or_is_told_what_it_lacks(
    kept: Path, version: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Until 0.3 it was a module with a function that makes the strategy."""
    code = main(["strategy", "check", "clever"])
    out, err = capsys.readouterr()
    if version != "0.2.0":
        assert (code, out.count("OK"), err) == (0, 1, "")
        return
    assert code == 3
    assert out == (
        "plug-in 'clever' of clever 1.0: is a module, and no class derived from gemp_bot.Strategy: "
        "docs/write-a-strategy.md shows one\n"
    )
    assert err == ""
