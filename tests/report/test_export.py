"""The tables of `report --format csv`: their columns are documented, and their rows are what happened."""

import csv
import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from recordings import beginning
from two_journals import WHOLE, two_journals

from gemp_bot.cards import CardIndex
from gemp_bot.cli.exits import FAILURE, OK, USAGE
from gemp_bot.cli.main import main
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.report.export import TABLES, ExportRow, TableFormat, TableWriter
from gemp_bot.view.model import Deed, DeedKind
from gemp_bot.view.watcher import JournalWatcher

DOCUMENT = Path(__file__).parents[2] / "docs/export.md"
STORY = Path(__file__).parent / "stories/demo.jsonl.gz"
REVERTS = "games/open40-light-many-reverts.jsonl.gz"
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Rows]:
    """The demo game as JSON lines."""
    return exported(tmp_path_factory.mktemp("tables"), STORY)


def exported(folder: Path, *words: str | Path) -> dict[str, Rows]:
    assert main(["report", *map(str, words), "-o", str(folder), "--format", "jsonl"]) == OK
    return {
        name: [json.loads(line) for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines()]
        for name in TABLES
    }


def test_a_journal_and_the_one_that_continues_it_are_one_game(tmp_path: Path) -> None:
    one = exported(tmp_path / "one", two_journals(tmp_path / "two"))
    whole = exported(tmp_path / "whole", WHOLE)
    (game,), (expected,) = one["games"], whole["games"]
    assert game["file"] == "20260101T000000000-g.jsonl"
    for name in ("winner", "turns", "questions", "choices", "battles"):
        assert game[name] == expected[name], name
    assert len(one["turns"]) == len(whole["turns"])


def deeds_of(path: Path, *, all_: bool = False) -> list[Deed]:
    """The deeds of a game, without those that were taken back."""
    effects = CardEffects(CardIndex.load())
    watcher = JournalWatcher(path, Catalogue.load(), effects, boards=False).run()
    return [deed for frame in watcher.frames if all_ or not frame.taken_back for deed in frame.deeds]


def sheet(folder: Path, name: str) -> list[list[str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


@pytest.mark.parametrize("name", TABLES)
def test_the_document_names_the_columns_that_are_written(name: str, tmp_path: Path) -> None:
    section = re.search(
        rf"^## {name}\n(.*?)(?=^## |\Z)", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert section is not None
    first_cells = re.findall(r"^\| (`[^|]+`) \|", section[1], re.MULTILINE)
    documented = [name for cell in first_cells for name in re.findall(r"`([^`]+)`", cell)]
    with TableWriter(tmp_path, TableFormat.CSV):
        pass
    assert sheet(tmp_path, name) == [documented]


def test_both_formats_hold_the_same(tables: dict[str, Rows], tmp_path: Path) -> None:
    assert main(["report", "--format", "csv", str(STORY), "-o", str(tmp_path / "new/folder")]) == OK
    for name, rows in tables.items():
        header, *cells = sheet(tmp_path / "new/folder", name)
        assert rows
        assert [list(row) for row in rows] == [header] * len(rows)
        for row, line in zip(rows, cells, strict=True):
            for value, cell in zip(row.values(), line, strict=True):
                if isinstance(value, int | float):
                    assert float(cell) == pytest.approx(value)
                else:
                    assert cell.removeprefix("'") == (value or "")


def test_the_tables_are_the_game(tables: dict[str, Rows]) -> None:
    """Against the totals of the story, which is counted elsewhere."""
    (game,) = tables["games"]
    told = (STORY.parent / "demo.txt").read_text("utf-8")
    assert (game["me"], game["strategy"]) == ("LIGHT", "strong")
    dark, light = ([row for row in tables["turns"] if row["side"] == side] for side in ("DARK", "LIGHT"))
    assert game["turns"] == len(dark) + len(light)
    assert re.search(rf"{len(dark)} turns? (each|of Dark and {len(light)} of Light)", told)
    for side, turns in (("Dark", dark), ("Light", light)):
        drains = sum(row["drains"] for row in turns)
        drained = sum(row["drained"] for row in turns)
        begun = sum(row["began"] == side.upper() for row in tables["battles"])
        won = sum(row["winner"] == side.upper() for row in tables["battles"])
        drains_told = f"{drains} drains? for {drained} Force;"
        line = re.search(rf"{side}: .*?{drains_told}\s+(\d+) battles? begun, {won} won", told)
        assert line is not None
        assert int(line[1]) == begun


def test_piles_at_the_beginning_of_a_turn(tables: dict[str, Rows]) -> None:
    first, *others = tables["turns"]
    assert first["dark_lost"] == first["light_lost"] == 0
    for row in (first, *others):
        for side in ("dark", "light"):
            piles = row[f"{side}_reserve"] + row[f"{side}_force"] + row[f"{side}_used"]
            assert row[f"{side}_life"] == piles
    assert [row["turn"] for row in tables["turns"]] == list(range(1, len(tables["turns"]) + 1))


def test_every_card_that_came_about_is_a_row(tables: dict[str, Rows]) -> None:
    deeds = deeds_of(STORY)
    for kind in (DeedKind.DEPLOYED, DeedKind.LOST, DeedKind.DREW, DeedKind.FORFEITED):
        named = [card.title for deed in deeds if deed.kind is kind for card in deed.cards]
        cards = Counter(title for title in named if title)
        assert cards
        assert Counter(row["card"] for row in tables["cards"] if row["what"] == kind) == cards
    drawn = [row for row in tables["cards"] if row["what"] == "DREW"]
    assert {row["side"] for row in drawn} == {"LIGHT"}  # what the other side draws is not seen


def test_what_was_taken_back_is_left_out(fixtures: Path, tmp_path: Path) -> None:
    game = beginning(fixtures / REVERTS, 900, tmp_path)
    rows = exported(tmp_path / "tables", game)
    kept = [deed for deed in deeds_of(game) if deed.kind is DeedKind.TURN_BEGAN]
    begun = [deed for deed in deeds_of(game, all_=True) if deed.kind is DeedKind.TURN_BEGAN]
    assert len(rows["turns"]) in (len(kept), len(kept) + 1)
    assert len(kept) < len(begun)


def test_people_have_other_names_unless_they_are_asked_for(fixtures: Path, tmp_path: Path) -> None:
    game = fixtures / "games/open40-dark-vs-player.jsonl.gz"
    (hidden,) = exported(tmp_path / "hidden", game)["games"]
    (named,) = exported(tmp_path / "named", game, "--names")["games"]
    assert {hidden["dark"], hidden["light"]} == {"player1", "player2"}
    for text in (path.read_text("utf-8") for path in (tmp_path / "hidden").iterdir()):
        assert named["dark"] not in text
        assert named["light"] not in text
    assert {named["dark"], named["light"]}.isdisjoint({"player1", "player2"})


def test_no_text_becomes_a_formula(tmp_path: Path) -> None:
    cells = (1, 1, None, "", "LOST", None, "=HYPERLINK(1)", "-1_2", "+a", "@b", "\x1b[31mx", -1.5, None)
    row = ExportRow("cards", dict(zip(TABLES["cards"], cells, strict=True)))
    with TableWriter(tmp_path, TableFormat.CSV) as writer:
        writer.put(row)
    header, shown = sheet(tmp_path, "cards")
    found = dict(zip(header, shown, strict=True))
    assert (found["card"], found["blueprint"]) == ("'=HYPERLINK(1)", "'-1_2")
    assert (found["location"], found["source"], found["goal"]) == ("'+a", "'@b", "x")
    assert found["force"] == "-1.5"
    with TableWriter(tmp_path, TableFormat.JSONL) as writer:
        writer.put(row)
    assert json.loads((tmp_path / "cards.jsonl").read_text("utf-8")) == row.values


def test_tables_are_whole_or_not_there(tmp_path: Path) -> None:
    before = tmp_path / "cards.csv"
    before.write_text("of an earlier export\n")
    with pytest.raises(RuntimeError), TableWriter(tmp_path, TableFormat.CSV):
        raise RuntimeError
    assert [path.name for path in tmp_path.iterdir()] == ["cards.csv"]
    assert before.read_text() == "of an earlier export\n"


def test_a_damaged_file_is_told_and_left_out(
    fixtures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journals, out = tmp_path / "journals", tmp_path / "out"
    journals.mkdir()
    shutil.copy(fixtures / "damaged/bad-line-20.jsonl", journals / "a.jsonl")
    shutil.copy(STORY, journals / "b.jsonl.gz")
    assert main(["report", "--format", "csv", str(journals), "-o", str(out), "--json"]) == FAILURE
    caught = capsys.readouterr()
    found = json.loads(caught.out)
    assert found["files"] == 2
    assert len(found["damaged"]) == 1
    assert "a.jsonl: line 20 is damaged" in caught.err
    assert [row[1] for row in sheet(out, "games")] == ["file", "b.jsonl.gz"]
    assert {table["table"]: table["rows"] for table in found["tables"]}["games"] == 1


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        ((), USAGE, "go with -o OUT"),
        (("-o", "FILE"), FAILURE, "FILE: cannot be written: File exists"),
        (("-o", "DIR", "--format", "xlsx"), USAGE, "xlsx"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    words: tuple[str, ...],
    code: int,
    line: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("FILE").touch()
    assert main(["report", "--format", "csv", str(STORY), *words]) == code
    err = capsys.readouterr().err
    assert line in err
    assert err.count("\n") == 1
