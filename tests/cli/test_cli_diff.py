"""`gemp-bot decide --against`: where two strategies answer recorded questions otherwise."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from printed import check

from gemp_bot.cli.exits import CONFIG, FAILURE, OK, USAGE
from gemp_bot.cli.main import main
from gemp_bot.decisions import Catalogue
from gemp_bot.replay import Redecide, Relive
from gemp_bot.strategy import StrategyRunner, make_strategy

GAME = "games/edge-cases.jsonl.gz"
BOTH = ("--strategy", "strong", "--against", "steady")


def diff(capsys: pytest.CaptureFixture[str], *words: str, code: int = OK) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["decide", "--json", *words]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def answers(path: Path, strategy: str) -> dict[int, str]:
    """What a strategy answers, asked alone."""
    runner = StrategyRunner(make_strategy(strategy, 0), rule=make_strategy("steady", 0))
    decided = Redecide(Relive(path, Catalogue.load()), runner)
    return {each.number: each.thought.verdict.answer.wire for each in decided if each.question.is_choice}


def test_two_strategies_in_one_pass_answer_as_each_alone(
    fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = fixtures / GAME
    found = diff(capsys, str(path), *BOTH)
    strong, steady = answers(path, "strong"), answers(path, "steady")
    told = {each["n"]: tuple(each["answers"]) for each in found["differences"]}
    unlike = {number for number in strong if strong[number] != steady[number]}
    assert unlike.issuperset(told)
    assert len(unlike) == len(told) + found["copies"]
    assert told == {number: (strong[number], steady[number]) for number in told}
    assert found["strategies"] == ["strong", "steady"]
    assert found["files"] == [
        {"file": str(path), "choices": len(strong), "different": len(told), "damage": None}
    ]
    assert sum(kind["different"] for kind in found["kinds"]) == len(told)
    assert sum(kind["choices"] for kind in found["kinds"]) <= len(strong)


def test_the_worst_come_first_and_can_be_followed(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = diff(capsys, str(fixtures / GAME), *BOTH)
    check("decide", found)
    known = [loss for each in found["differences"] if (loss := each["worth"][0]) is not None]
    assert known
    sums = [
        sum(loss for loss in each["worth"] if loss is not None)
        for each in found["differences"]
        if any(loss is not None for loss in each["worth"])
    ]
    assert sums == sorted(sums, reverse=True)
    worst = found["differences"][0]
    words = ["--at", str(worst["n"]), "--strategy", "strong", "--json"]
    assert main(["decide", worst["file"], *words]) == OK
    explained = json.loads(capsys.readouterr().out)["files"][0]["explained"]
    scores = {each["answer"]: each["score"] for each in explained["answers"]}
    ours, theirs = worst["answers"]
    assert explained["answers"][0]["answer"] == ours
    assert scores[ours] - scores[theirs] == pytest.approx(worst["worth"][0])


def test_one_strategy_against_what_was_answered(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = diff(capsys, str(fixtures / GAME), "--strategy", "steady", "--against", "journal")
    assert found["strategies"] == ["steady", "journal"]
    assert found["differences"]
    posted: dict[int, str] = {}
    number = 0
    for step in Relive(fixtures / GAME, Catalogue.load()):
        if step.answer is not None and number:
            posted[number] = step.answer
        number = step.number
    assert all(each["answers"][1] == posted[each["n"]] for each in found["differences"])
    assert all(each["worth"][1] is None for each in found["differences"])


def test_a_strategy_does_not_differ_from_itself(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = diff(capsys, str(fixtures / GAME), "--strategy", "steady", "--against", "steady")
    assert (found["differences"], found["kinds"], found["copies"]) == ([], [], 0)
    assert found["files"][0]["choices"] > 20


def test_a_damaged_file_is_told_and_spoils_no_other(
    fixtures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(fixtures / GAME, tmp_path / "a.jsonl.gz")
    shutil.copy(fixtures / "damaged/not-a-recording.jsonl", tmp_path / "b.jsonl")
    assert main(["decide", str(tmp_path), *BOTH, "--most", "1", "--json"]) == FAILURE
    caught = capsys.readouterr()
    found = json.loads(caught.out)
    assert len(found["differences"]) == 1
    assert [each["damage"] is None for each in found["files"]] == [True, False]
    assert "b.jsonl: no recorded game" in caught.err


def test_for_people(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decide", str(fixtures / GAME), *BOTH, "--most", "2"]) == OK
    out = capsys.readouterr().out
    assert out.startswith("KIND")
    assert "WORTH TO STRONG" in out
    assert out.count(" --at ") == 2
    assert out.count("    strong: ") == out.count("    steady: ") == 2
    assert re.search(r"\n\n2 of \d+ shown, --most N shows more\n\Z", out)
    assert main(["decide", str(fixtures / GAME), *BOTH, "--most", "9999"]) == OK
    assert " shown" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (("--against", "strong"), USAGE, "--strategy"),
        ((*BOTH, "--at", "3"), USAGE, "--at"),
        (("--strategy", "strong", "--most", "3"), USAGE, "--most goes with --against"),
        (("--strategy", "strng", "--against", "strong"), CONFIG, "did you mean 'strong'"),
        (("--strategy", "strong", "--against", "strng"), CONFIG, "--against: no strategy 'strng'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    words: tuple[str, ...], code: int, line: str, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["decide", str(fixtures / GAME), *words]) == code
    err = capsys.readouterr().err
    assert line in err
    assert err.count("\n") == 1
