"""Which functions of the rules run: counted, and the bar for what is kept."""

import json

import pytest

from gemp_bot.board import location
from gemp_bot.board.part import ChangeCounter
from gemp_bot.protocol.enums import Side
from gemp_bot.rules import presence
from tools import rules
from tools.rule_coverage.ran import Runs, functions


def test_what_runs_is_counted_for_who_asked_and_nothing_is_left_behind() -> None:
    runs, before = Runs(), (presence.has_presence, location.has_presence)
    empty = location.Location(ChangeCounter(), 0)
    with runs.counting(), runs.asked_by("box"):
        empty.presence(Side.DARK)
        with runs.asked_by("player"):
            assert not presence.has_presence(())
    asked = {"box": 2, "player": 1}  # a location works out both sides at once
    assert runs.of("presence.has_presence") == asked
    assert (presence.has_presence, location.has_presence) == before
    assert not presence.has_presence(())
    assert runs.of("presence.has_presence") == asked


def test_methods_and_properties_are_counted() -> None:
    names = {function.name for function in functions()}
    assert {"values.Price.total", "values.price", "battle_damage.Owed.at_start"} <= names
    assert not any(name.startswith("mark.") for name in names)


@pytest.mark.long
def test_most_of_what_is_kept_runs_in_a_few_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules.main(["--played", "--games", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    counts = {one["name"]: one for one in told["functions"]}
    assert counts["drains.drain_refusals"]["box"] > 0
    assert counts["battle_odds.showings"]["player"] > 0
    ran = sum(bool(one["box"] or one["player"]) for one in told["functions"])
    assert told["total"]["ran"] == ran
    assert told["total"]["count"] == len(functions())
    assert told["total"]["share"] > 0.8  # over 0.9 with all 200 games and some recordings


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a.jsonl"], "recordings and --games go with --played: add it"),
        (["--games", "3"], "recordings and --games go with --played: add it"),
        (["--played", "--games", "0"], "--games: 1 or more, as no recording is named, not 0"),
        (["--played", "--markdown"], "--markdown prints the rules; --played counts: only one of them"),
    ],
)
def test_what_goes_with_what_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rules.main([*words]) == 2
    assert capsys.readouterr().err.strip().endswith(message)


def test_a_recording_that_is_none_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules.main(["--played", "--games", "0", "no-such-file"]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "no-such-file" in told
