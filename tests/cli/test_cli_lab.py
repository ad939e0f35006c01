"""`gemp-bot lab`: its games, its page, its JSON, going on, and what is wrong in one line."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape
from printed import hold
from test_cli_selfplay import Here

from gemp_bot.arena.jobs import Job
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.results import MeasurementFolder
from gemp_bot.cards import CardIndex
from gemp_bot.cli import lab, lab_games
from gemp_bot.cli.exits import CONFIG, FAILURE, OK, USAGE
from gemp_bot.cli.main import main
from gemp_bot.pages.render import static_text
from gemp_bot.sandbox import deck_files
from gemp_bot.sandbox.deck_files import read_decks, shipped_decks

pytestmark = pytest.mark.usefixtures("small_decks")

FLEET, DESTROYERS = "Rebel fleet", "Star Destroyers"
QUICK = ("lab", FLEET, "--against", DESTROYERS, "--strategy", "random", "-o", "lab.html")
DEMO = Path(__file__).parents[1] / "report/stories/demo.jsonl.gz"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(lab_games, "Processes", Here)


def result(capsys: pytest.CaptureFixture[str], *words: str, code: int = OK) -> dict[str, Any]:
    assert main([*words, "--json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = CONFIG) -> str:
    """The one line that is told."""
    assert main([*words]) == code
    caught = capsys.readouterr()
    assert caught.out == ""
    assert caught.err.count("\n") == 1, caught.err
    return caught.err


def text_of(name: str) -> str:
    return next(deck.text for deck in shipped_decks(CardIndex.load()) if deck.name == name)


def test_two_games_as_page_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = result(capsys, *QUICK, "--games", "2")
    hold(lab.COMMAND, found)
    (deck,) = found["versions"]
    assert (deck["deck"], deck["side"], deck["games"]) == (FLEET, "LIGHT", 2)
    assert [one["opponent"] for one in deck["matchups"]] == [DESTROYERS]
    assert sum(card["copies"] for card in deck["cards"]) == 24
    assert sum(card["opening"]["games"] > 0 for card in deck["cards"]) >= 8

    page = Path("lab.html").read_text("utf-8")
    assert re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL) == [static_text("sort.js")]
    assert not re.search(r"""(?:src|href)="(?!#|data:)""", page)
    assert "Not by all the rules." in page
    ranked, never = page.split('<h2 id="never-1">Never played</h2>')
    for card in deck["cards"]:
        title = f'<th scope="row">{escape(card["title"])}</th>'
        assert title in (ranked if card["unused"] is None else never.split("</table>")[0])
        assert card["unused"] is None or title not in ranked.split("<h2>Cards</h2>")[1]


@pytest.mark.long
def test_a_run_goes_on_where_it_was_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = result(capsys, *QUICK, "--games", "3", "--folder", "whole")

    assert main([*QUICK, "--games", "2"]) == OK
    capsys.readouterr()
    file = Path("lab/deck/results.jsonl")
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0] + lines[1][:50])  # the power went while the second game was noted
    played: list[str] = []

    class Counting(Here):
        async def play(self, job: Job) -> GameRecord:
            played.append(job.id.partition("-")[2])
            return await super().play(job)

    monkeypatch.setattr(lab_games, "Processes", Counting)
    assert result(capsys, *QUICK, "--games", "3") == whole
    assert played == ["00002a", "00003a"]
    assert file.read_bytes().startswith(lines[0])

    played.clear()
    assert result(capsys, *QUICK, "--games", "0")["versions"] == whole["versions"]
    assert played == []


def write_second_version() -> None:
    cards = text_of(FLEET).rstrip("|").split(",")
    Path("second.txt").write_text(",".join([cards[1], *cards[1:]]))


@pytest.mark.long
def test_two_versions_meet_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    write_second_version()
    found = result(capsys, *QUICK, "--games", "2", "--compare", "second.txt")
    assert [one["deck"] for one in found["versions"]] == [FLEET, "second"]
    comparison = found["comparison"]
    assert comparison["pairs"] == 2
    assert sum(one["after"] - one["before"] for one in comparison["changes"]) == 0
    seeds = [
        [json.loads(line)["seed"] for line in Path(f"lab/{part}/results.jsonl").read_text().splitlines()]
        for part in ("deck", "compare")
    ]
    assert seeds[0] == seeds[1]
    assert seeds[0][0] != seeds[0][1]
    assert "Second version: second" in Path("lab.html").read_text("utf-8")


def test_a_page_of_another_kind_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_second_version()
    folder = tmp_path / "journals"
    folder.mkdir()
    alone = (*QUICK, "--games", "0", "--journals", str(folder))
    compared = (*alone, "--compare", "second.txt")
    assert main([*alone]) == OK
    assert main([*compared]) == OK, "it has everything that the page before had"
    before = Path("lab.html").read_text("utf-8")
    capsys.readouterr()
    assert "lab.html: is a comparison of decks already" in said(capsys, *alone, code=FAILURE)
    assert "lab.html: is a comparison of decks already" in said(
        capsys, "report", "--quick", str(DEMO), "-o", "lab.html", code=FAILURE
    )
    assert Path("lab.html").read_text("utf-8") == before
    assert main([*compared]) == OK
    assert main([*alone, "--force"]) == OK
    assert Path("lab.html").read_text("utf-8") != before
    assert main(["report", "--quick", str(DEMO), "-o", "game.html"]) == OK
    capsys.readouterr()
    assert "game.html: is a report" in said(capsys, *alone, "-o", "game.html", code=FAILURE)


def test_recorded_games_of_the_deck_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(deck_files, "read_decks", read_decks)  # of 60 cards, as the game was played
    folder = tmp_path / "journals"
    folder.mkdir()
    shutil.copy(DEMO, folder)
    others = Path(__file__).parents[2] / "fixtures/games/anh-light-vs-server-ai.jsonl.gz"
    shutil.copy(others, folder)
    found = result(capsys, *QUICK, "--games", "0", "--journals", str(folder))
    (deck,) = found["versions"]
    assert (deck["games"], deck["from_journals"], found["left_out"], found["where"]) == (1, 1, 1, "")
    assert deck["matchups"][0]["opponent"] == "a deck that is not known"
    assert "Not by all the rules." not in Path("lab.html").read_text("utf-8")

    (folder / "bad.jsonl").write_text("{}\nno journal\n")
    found = result(capsys, *QUICK, "--games", "0", "--journals", str(folder), code=FAILURE)
    assert (found["versions"][0]["games"], len(found["damaged"])) == (1, 1)


def test_a_deck_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    cards = text_of(FLEET).rstrip("|").split(",")
    Path("unknown.txt").write_text(",".join(["999_1", *cards[1:]]))
    assert "deck 'unknown': there is no card 999_1: `gemp-bot cards search" in said(
        capsys, "lab", "unknown.txt"
    )
    Path("short.txt").write_text(",".join(cards[:-1]))
    assert "deck 'short': not legal in open: the deck has 23 cards, not 60" in said(
        capsys, "lab", "short.txt", "--format", "open"
    )
    assert "no deck 'Rebel fleat': did you mean" in said(capsys, "lab", "Rebel fleat")
    assert "missing.txt" in said(capsys, "lab", "missing.txt")


def test_a_field_without_opponents(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--against 'Rebel fleet': is a light deck, as the measured one is: name dark ones" in said(
        capsys, "lab", FLEET, "--against", FLEET
    )
    Path("field").mkdir()
    assert "field: holds no deck" in said(capsys, "lab", FLEET, "--against", "field")
    Path("field/light.txt").write_text(text_of(FLEET))
    assert "--against field: holds no dark deck (1 light ones)" in said(
        capsys, "lab", FLEET, "--against", "field"
    )


def test_versions_that_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--compare: 'Star Destroyers' is a dark deck" in said(
        capsys, "lab", FLEET, "--compare", DESTROYERS
    )
    assert "has the same cards in the same order" in said(capsys, "lab", FLEET, "--compare", FLEET)


def test_a_folder_that_is_not_a_labs(capsys: pytest.CaptureFixture[str]) -> None:
    Path("lab").mkdir()
    Path("lab/notes.txt").write_text("mine")
    assert "lab: is no folder of a lab (lab.json is not in it): name another with --folder" in said(
        capsys, *QUICK
    )
    assert [path.name for path in Path("lab").iterdir()] == ["notes.txt"]
    Path("other").mkdir()
    Path("other/lab.json").write_text('{"where":"http://127.0.0.1:1"}')
    assert "holds games of http://127.0.0.1:1, not of sandbox" in said(capsys, *QUICK, "--folder", "other")
    Path("page.html").write_text("mine")
    assert "page.html: is there already and is no report" in said(
        capsys, *QUICK, "-o", "page.html", code=FAILURE
    )


def test_games_of_others_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--games", "1"]) == OK
    capsys.readouterr()
    line = said(capsys, *QUICK, "--games", "1", "--seed", "2", code=FAILURE)
    assert "holds games with another seed, or with other decks" in line
    assert line.endswith(": name another page with -o, or another folder with --folder\n")


def test_a_folder_that_another_run_uses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--games", "1"]) == OK
    capsys.readouterr()
    with MeasurementFolder(Path("lab/deck")):
        line = said(capsys, *QUICK, "--games", "2", code=FAILURE)
    assert (
        "another run uses this folder: wait, or name another page with -o, or another folder with --folder"
        in line
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("-o", "page.txt"), "the page is one file: name it OUT.html"),
        (("--games", "0"), "--games 0 plays nothing"),
        (("--journals", "nowhere"), "--journals nowhere: no such folder"),
        (("--opponent", "ai:RANDO"), "players of a server need --server"),
        (("--account", "bot", "file"), "--account goes with --server"),
        (("--server", "http://127.0.0.1:1"), "--server needs accounts"),
    ],
)
def test_words_that_do_not_go_together(
    words: tuple[str, ...], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert expected in said(capsys, *QUICK, *words, code=USAGE)
