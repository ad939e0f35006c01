"""The bot of ten lines is taken by its file in every command that takes a strategy."""

import json
from pathlib import Path
from typing import Any

import pytest

from gemp_bot.arena.reading import read_spec
from gemp_bot.cli.main import main

pytestmark = pytest.mark.usefixtures("small_decks")

ROOT = Path(__file__).resolve().parents[2]
DRAINER = f"{ROOT}/examples/ten_lines.py:Drainer"
JOURNAL = str(ROOT / "fixtures" / "games" / "anh-light-vs-server-ai.jsonl.gz")
SPEC = """
server = "http://127.0.0.1:17002"
games = 2
seed = 1
accounts = [{{ user = "alice", password_file = "password" }}]
[player]
strategy = "{strategy}"
[[opponent]]
kind = "ai"
skill = "RANDO"
[[pair]]
format = "open"
light = "Rebels of Tatooine"
dark = "Walkers of Hoth"
"""


@pytest.mark.parametrize(
    "words",
    [
        ("strategy", "check", DRAINER),
        ("selfplay", "--games", "2", "--strategy", DRAINER, "--opponent", "random", "--json"),
        ("decide", "--strategy", DRAINER, JOURNAL),
        ("decide", "--strategy", DRAINER, "--against", "steady", JOURNAL),
        pytest.param(
            ("lab", "Rebel fleet", "--games", "2", "--strategy", DRAINER, "--opponent", "random", "--json"),
            marks=pytest.mark.long,
        ),
    ],
    ids=["check", "selfplay", "decide", "compare", "lab"],
)
def test_a_command_plays_it(
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*words]) == 0, capsys.readouterr()
    assert "Drainer" in capsys.readouterr().out


def test_a_wrong_class_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ("selfplay", "--games", "2", "--strategy"),
        ("decide", JOURNAL, "--against", "journal", "--strategy"),
    ):
        assert main([*words, DRAINER[:-1]]) != 0
        said = capsys.readouterr().err
        assert "ten_lines.py:Draine: has no class 'Draine': did you mean 'Drainer'?" in said
        assert said.count("\n") == 1


def test_a_configuration_and_a_spec_name_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'[play]\nstrategy = "{DRAINER}"\n')
    assert main(["doctor", "--offline", "--config", str(config), "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert told["config"]["play"]["strategy"] == DRAINER
    (tmp_path / "drainer.py").write_text((ROOT / "examples" / "ten_lines.py").read_text("utf-8"))
    spec = tmp_path / "spec.toml"
    spec.write_text(SPEC.format(strategy="drainer.py:Drainer"))
    assert read_spec(spec).player.strategy == f"{tmp_path}/drainer.py:Drainer"
