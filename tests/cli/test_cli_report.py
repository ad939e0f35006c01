"""`gemp-bot report`: files, folders, what is in the way, and what is damaged."""

import errno
import gzip
import json
import os
import shutil
from pathlib import Path

import pytest
from lxml import html
from printed import check
from two_journals import WHOLE, two_journals

from gemp_bot.cli.exits import FAILURE, OK, USAGE
from gemp_bot.cli.main import main
from gemp_bot.inference.luck import DrawnCards
from gemp_bot.protocol.enums import Side
from gemp_bot.report.course import GameLuck

GAME = Path(__file__).parents[1] / "report/stories/demo.jsonl.gz"
SHORT = Path(__file__).parents[2] / "fixtures/games/anh-light-vs-server-ai.jsonl.gz"
LOST = Path(__file__).parents[1] / "report/lost/left-contested.jsonl.gz"
QUICK = ("report", "--quick")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "journals"
    found.mkdir()
    shutil.copy(SHORT, found / "one & <two>.jsonl.gz")
    shutil.copy(SHORT, found / "index.jsonl.gz")
    (found / "nonsense.jsonl").write_text("nonsense\n")
    return found


def test_one_game_is_one_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "game.html"
    assert main([*QUICK, str(GAME), "-o", str(page)]) == OK
    told = capsys.readouterr().out
    assert "player1 (Dark) against player2 (Light)" in told
    text = page.read_text("utf-8")
    luck = next(line for line in told.splitlines() if line.startswith("Luck of destinies"))
    assert luck in text
    assert "DarkBot" not in text
    assert "LightBot" not in text
    assert main([*QUICK, "--names", str(GAME), "-o", str(page)]) == OK, "a report may be replaced"
    assert "DarkBot (Dark) against LightBot (Light)" in page.read_text("utf-8")


def test_what_decided_a_game_is_told_and_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "game.html"
    assert main(["report", "--json", str(LOST), "-o", str(page)]) == OK
    found = json.loads(capsys.readouterr().out)
    check("report", found)
    assert main(["report", str(LOST), "-o", str(page)]) == OK
    told = capsys.readouterr().out
    (game,) = found["games"]
    points = game["turning_points"]
    assert 0 < len(points) <= 3
    for point in points:
        side = point["whose"].capitalize()
        assert f"Turn {point['turn']}, {side}'s: chance of " in told
        assert f" to win {point['before']:.0%} -> " in told
        for better in point["better"]:
            assert f"question {better['question']} (+{better['gain']:.0%})" in told
            assert better["better"] != better["done"]
    turns = [(each["turn"], each["whose"]) for each in game["chances"]]
    assert turns[:3] == [(1, "DARK"), (1, "LIGHT"), (2, "DARK")]


def test_quick_asks_nobody_what_was_better(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "game.html"
    assert main([*QUICK, "--json", str(LOST), "-o", str(page)]) == OK
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert game["turning_points"]
    assert [point["better"] for point in game["turning_points"]] == [[]] * len(game["turning_points"])
    assert game["other_choices"] == []
    assert "the opinion of" not in page.read_text("utf-8")


def test_a_folder_gives_an_index_and_what_is_damaged_is_passed_over(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = tmp_path / "deep" / "pages"
    assert main([*QUICK, "--json", str(folder), "-o", str(pages)]) == FAILURE
    caught = capsys.readouterr()
    found = json.loads(caught.out)
    check("report", found)
    assert [each["damage"] is None for each in found["games"]] == [True, False, True]
    assert caught.err.count("no recorded game") == 1
    index = html.fromstring((pages / "index.html").read_bytes())
    links = [link.get("href") for link in index.iter("a")]
    assert links == ["index-2.html", "one%20%26%20%3Ctwo%3E.html"]
    assert (pages / "one & <two>.html").stat().st_size == found["games"][2]["bytes"]


@pytest.mark.parametrize("words", [("no-such.jsonl",), ("fixtures/damaged/no-game.jsonl",)])
def test_what_is_no_game_is_one_line(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "game.html"
    assert main(["report", *words, "-o", str(page)]) == FAILURE
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not page.exists()


@pytest.mark.parametrize(
    ("game", "page"), [("loop.jsonl.gz", "game.html"), (str(GAME), "loop.jsonl.gz/game.html")]
)
def test_a_link_that_leads_to_itself_is_one_line(
    game: str, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    loop = Path("loop.jsonl.gz")
    loop.symlink_to(loop)
    assert main(["report", game, "-o", page]) == FAILURE
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("gemp-bot: loop.jsonl.gz")
    assert os.strerror(errno.ELOOP) in line


def test_a_folder_without_games_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["report", str(tmp_path / "empty"), "-o", str(tmp_path / "pages")]) == FAILURE
    assert "no recorded game in this folder" in capsys.readouterr().err
    assert not (tmp_path / "pages").exists()


def test_what_is_no_report_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "thesis.html"
    page.write_text("<p>years of work</p>")
    assert main([*QUICK, str(SHORT), "-o", str(page)]) == FAILURE
    assert "is no report" in capsys.readouterr().err
    assert page.read_text() == "<p>years of work</p>"
    assert main([*QUICK, "--force", str(SHORT), "-o", str(page)]) == OK
    assert "years of work" not in page.read_text("utf-8")


def test_a_recording_is_never_its_own_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.jsonl.gz"
    shutil.copy(GAME, game)
    assert main(["report", "--force", str(game), "-o", str(game)]) == USAGE
    assert "the recording itself" in capsys.readouterr().err
    assert game.read_bytes() == GAME.read_bytes()


def test_several_games_need_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["report", str(GAME), str(tmp_path), "-o", str(tmp_path / "one.html")]
    assert main(words) == USAGE
    assert "name a folder" in capsys.readouterr().err


@pytest.mark.parametrize("out", ["missing/game.html", "file/game.html"])
def test_where_nothing_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str], out: str) -> None:
    (tmp_path / "file").write_text("")
    assert main([*QUICK, str(SHORT), "-o", str(tmp_path / out)]) == FAILURE
    caught = capsys.readouterr().err
    assert "cannot be written" in caught
    assert len(caught.splitlines()) == 1


def test_a_file_and_a_deck_that_name_a_player_get_another_name(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in folder.iterdir():
        file.unlink()
    text = gzip.decompress(GAME.read_bytes()).decode()
    head = json.loads(text.splitlines()[0])
    assert head["kind"] == "head"
    head["deck_name"] = "lightbot's_best"
    rest = text.partition("\n")[2]
    for name in ("2026-DarkBot_lightbot", "2026-darkbot_LightBot"):
        (folder / f"{name}.jsonl").write_text(json.dumps(head) + "\n" + rest)
    pages = tmp_path / "pages"
    assert main([*QUICK, str(folder), "-o", str(pages)]) == OK
    assert {page.name for page in pages.iterdir()} == {
        "index.html", "2026-player1_player2.html", "2026-player1_player2-2.html",
    }  # fmt: skip
    for page in pages.iterdir():
        assert "bot_" not in page.read_text("utf-8").lower()
        assert "lightbot" not in page.read_text("utf-8").lower()
    assert "player2&#39;s_best" in (pages / "2026-player1_player2.html").read_text("utf-8")
    capsys.readouterr()


def test_a_game_in_two_journals_is_one_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = two_journals(tmp_path / "two")
    assert main([*QUICK, "--json", str(folder), "-o", str(tmp_path / "pages")]) == OK
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert main([*QUICK, "--json", str(WHOLE), "-o", str(tmp_path / "whole.html")]) == OK
    (whole,) = json.loads(capsys.readouterr().out)["games"]
    assert (game["turns"], game["questions"]) == (whole["turns"], whole["questions"])
    assert game["blunders"] == whole["blunders"] != []


def test_luck_of_few_destinies_reads_well() -> None:
    none, one = DrawnCards(), DrawnCards(1, 2.0, 0.0)
    assert str(GameLuck(Side.LIGHT, none, none)) == "Luck of destinies: none was drawn."
    told = str(GameLuck(Side.LIGHT, one, none))
    assert ": Light +2.0 in 1 draw, Dark drew none; together about +1.0 Force for Light." in told
