"""The engine beside a recorded server, as `benchmarks.coverage` counts it."""

import json
from pathlib import Path

import pytest

from benchmarks.coverage import causes, main, offered_rows
from benchmarks.coverage_game import Counts

GAME = Path("fixtures/games/anh-light-vs-server-ai.jsonl.gz")
DAMAGED = Path("fixtures/damaged/bad-line-20.jsonl")


def test_the_table_of_a_recorded_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(GAME), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = found["offered"]
    for row in rows.values():
        assert row["offered"] == row["covered"] + row["missing"]
    for kind in ("activate Force", "Force drain", "deploy: character", "deploy: location", "draw a card"):
        assert rows[kind]["offered"], kind
        assert (rows[kind]["missing"], rows[kind]["extra"]) == (0, 0), kind
    own = {title: number for title, number in found["missing, own texts"].items() if number}
    assert sum(own.values()) == rows["cards' own actions"]["missing"]
    steps = found["played"]
    assert steps["as dealt"]["steps"] == found["menus"]
    assert steps["draw a card"]["own piles"] == steps["activate Force"]["own piles"] == 100
    assert not found["not dealt"]


def test_nothing_read_is_one_line_and_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nope"]) == 1
    caught = capsys.readouterr()
    assert not caught.out
    assert caught.err == "nope: No such file or directory\n"


def test_a_card_that_is_not_named_is_left_out_and_a_share_of_nothing_is_none() -> None:
    counts = Counts()
    counts.compare("activate Force", "", server=True, engine=False)
    counts.compare("Force drain", "Hoth", server=False, engine=True)
    assert causes(counts.missing, own=False) == {"activate Force": 1}
    assert causes(counts.beyond, own=False) == {"Force drain: Hoth": 1}
    rows = offered_rows(counts)
    assert rows["activate Force"]["covered %"] == 0
    assert rows["activate Force"]["extra %"] is None
    assert rows["Force drain"]["covered %"] is None


def test_a_damaged_journal_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(DAMAGED)]) == 1
    assert DAMAGED.name in capsys.readouterr().err
