"""The calculator of numbers beside a recorded server, as `benchmarks.told` compares them."""

import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.told import blamed, main, row
from benchmarks.told_game import DEPLOY_OTHER, FORFEIT, KINDS, NO_TEXT, Compared, ToldGame
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects

GAME = Path("fixtures/games/anh-light-vs-server-ai.jsonl.gz")
DAMAGED = Path("fixtures/damaged/bad-line-20.jsonl")


def test_every_kind_of_number_of_a_recorded_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(GAME), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert tuple(found["told"]) == KINDS
    for kind, line in found["told"].items():
        assert 0 <= line["exact"] <= line["told"], kind
        assert line["told"] > 0 or kind == FORFEIT, kind
        assert (line["mean error"] > 0) is (line["exact"] < line["told"]), kind
    assert found["told"]["Force drain: cost"]["wrong %"] == 0


def test_what_was_told_is_read_from_the_log_and_the_statistics() -> None:
    compared: list[Compared] = []
    ToldGame(GAME, CardEffects(), Catalogue.load(), compared, Counter()).read()
    told = [(each.what, each.told) for each in compared if each.kind == DEPLOY_OTHER]
    assert ("LIGHT, Revolution to Tatooine: Jundland Wastes", 3) in told
    assert all(each.where.startswith(GAME.name) for each in compared)


def test_a_table_and_cards_that_explain_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(GAME), "--cards", "--errors", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["NUMBER", "TOLD", "EXACT", "WRONG", "%", "MEAN", "ERROR"]
    assert [line[:28].strip() for line in lines[1 : len(KINDS) + 1]] == list(KINDS)
    assert any("told 4, not 3: DARK, Dr. Evazan" in line for line in lines)


def test_a_card_explains_the_errors_that_no_card_before_it_does() -> None:
    cause, other, plain = ("Cause", "1_1", "there"), ("Other", "1_2", "there"), ("Plain", "1_3", NO_TEXT)
    compared = [
        Compared("power", "", 2, 1, (cause, other, plain)),
        Compared("power", "", 3, 1, (cause, plain)),
        Compared("power", "", 1, 1.05, (other, plain)),
    ]
    assert row(compared) == {"told": 3, "exact": 1, "wrong %": 66.7, "mean error": 1.0}
    assert blamed(compared) == [{"card": "Cause 1_1 (there)", "errors": 2, "wrong": 2, "told": 2}]
    assert row([])["told"] == 0
    assert blamed([]) == []


def test_a_damaged_journal_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(DAMAGED)]) == 1
    assert DAMAGED.name in capsys.readouterr().err
