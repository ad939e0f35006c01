"""`gemp-bot report` without OUT: what is damaged is told, and the rest is told on."""

import gzip
import json
import shutil
from pathlib import Path

import pytest
from printed import check
from two_journals import WHOLE, two_journals

from gemp_bot.cli.exits import FAILURE, OK, USAGE
from gemp_bot.cli.main import main

STORIES = Path(__file__).parents[1] / "report/stories"
GAME = STORIES / "demo.jsonl.gz"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "journals"
    found.mkdir()
    shutil.copy(GAME, found / "20260101T000000000-abc-1.jsonl.gz")
    (found / "20260102T000000000-abc-2.jsonl").write_text("nonsense\n")
    return found


def test_a_recording_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(GAME)]) == OK
    out = capsys.readouterr().out
    assert out.startswith("\ndemo.jsonl.gz\nDarkBot as Dark against LightBot (we, by `strong`) as Light\n\n")
    assert out.endswith((STORIES / "demo.txt").read_text("utf-8"))


def test_one_damaged_file_spoils_no_other(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--json", str(folder)]) == FAILURE
    caught = capsys.readouterr()
    found = json.loads(caught.out)
    check("report", found)
    whole, damaged = found["games"]
    assert (whole["me"], whole["damage"], damaged["story"]) == ("LIGHT", None, [])
    assert "no recorded game" in damaged["damage"]
    assert caught.err.count("no recorded game") == 1
    assert not whole["truncated"]
    assert whole["story"][-1] in caught.err


def test_a_file_that_is_cut_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(GAME.read_bytes()[:-2000])
    assert main(["report", "--json", str(cut)]) == OK
    (told,) = json.loads(capsys.readouterr().out)["games"]
    assert (told["truncated"], told["damage"]) == (True, None)
    assert told["story"]


def test_a_game_is_found_by_its_id_and_followed_to_its_end(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "--follow", "--journals", str(folder), "abc-1"]) == OK
    followed = capsys.readouterr().out
    assert followed.endswith((STORIES / "demo.txt").read_text("utf-8"))


def test_a_game_is_found_by_the_name_of_its_journal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file,) = folder.glob("*-abc-1.jsonl.gz")
    name = file.name.removesuffix(".jsonl.gz")
    assert main(["report", "--json", "--journals", str(folder), name]) == OK
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert game["file"] == str(file)


def test_a_game_is_found_by_the_letters_that_only_its_id_begins_with(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, game in enumerate(("3e7dc7a2ea20-14f4", "3e7dc7a2ea20-14f4", "3e7dc8")):
        shutil.copy(GAME, folder / f"2026020{number + 1}T000000000-{game}.jsonl.gz")
    assert main(["report", "--json", "--journals", str(folder), "3e7dc7"]) == OK
    (found,) = json.loads(capsys.readouterr().out)["games"]
    assert found["file"] == str(folder / "20260202T000000000-3e7dc7a2ea20-14f4.jsonl.gz")
    for said in ("3e7dc", "3e7d"):  # two games, and fewer letters than a typing mistake may have
        assert main(["report", "--journals", str(folder), said]) == FAILURE


def test_a_game_of_a_demo_is_found_by_its_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A demo has a folder for each player; that of the first one is told, however late it was begun."""
    for name, second in (("DarkBot", 2), ("LightBot", 1), (".hidden", 3)):
        (tmp_path / "journals" / name).mkdir(parents=True)
        shutil.copy(GAME, tmp_path / "journals" / name / f"2026010{second}T000000000-abc-1.jsonl.gz")
    assert main(["report", "--json", "abc-1"]) == OK
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert game["file"] == "journals/DarkBot/20260102T000000000-abc-1.jsonl.gz"


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (
            ("abc-9", "--journals", "journals"),
            FAILURE,
            "abc-9: no such file, and no journal of a game of this id in journals: did you mean 'abc-",
        ),
        (("missing.jsonl.gz",), FAILURE, "missing.jsonl.gz: No such file"),
        (("empty",), FAILURE, "empty: no recorded game in this folder"),
        (("--follow", "a.jsonl", "b.jsonl"), USAGE, "--follow goes with one game, and these are 2"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: tuple[str, ...],
    code: int,
    line: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert Path("journals").resolve() == folder.resolve()
    Path("empty").mkdir()
    assert main(["report", *words]) == code
    caught = capsys.readouterr()
    assert line in caught.err
    assert caught.err.count("\n") == 1
    assert not caught.out


def test_a_journal_and_the_one_that_continues_it_are_one_story(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = two_journals(tmp_path / "two")
    assert main(["report", "--json", str(folder)]) == 0
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert main(["report", "--json", str(WHOLE)]) == 0
    (whole,) = json.loads(capsys.readouterr().out)["games"]
    assert game["story"][3:] == whole["story"][3:]
    assert len(game["story"]) > 50
    second = max(folder.iterdir())
    named = tmp_path / "named"
    named.mkdir()
    for path in folder.iterdir():
        text = path.read_text().replace('-g.jsonl"', '-g.jsonl.gz"')
        (named / f"{path.name}.gz").write_bytes(gzip.compress(text.encode()))
    assert main(["report", "--json", "--journals", str(named), "g"]) == 0
    assert json.loads(capsys.readouterr().out)["games"][0]["story"][3:] == whole["story"][3:]
    assert main(["report", "--json", str(second)]) == 0, "it can be told alone as well"
    (late,) = json.loads(capsys.readouterr().out)["games"]
    assert len(late["story"]) < len(game["story"])
