"""`gemp-bot decide --at N`: one choice explained in full; the pager of boards."""

import contextlib
import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gemp_bot.cli.main import main
from gemp_bot.decisions import Catalogue
from gemp_bot.replay import Redecide, Redecision, Relive
from gemp_bot.strategy import StrategyRunner, Tell, Verdict, make_strategy

GAME = "games/premiere-intro-light-vs-server-ai.jsonl.gz"
DEPLOYS, MOVES = 23, 118


@pytest.fixture(scope="module")
def explained(fixtures: Path) -> dict[int, dict[str, Any]]:
    """What `--json` says of some questions."""
    found = {}
    for number in (DEPLOYS, MOVES):
        found[number] = json_of(fixtures / GAME, number)
    return found


def json_of(path: Path, number: int) -> dict[str, Any]:
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        words = "--strategy", "strong", "--at", str(number), "--json"
        assert main(["decide", str(path), *words]) == 0
    decided: dict[str, Any] = json.loads(told.getvalue())["files"][0]["explained"]
    return decided


def test_every_answer_has_the_parts_of_its_score(explained: dict[int, dict[str, Any]]) -> None:
    for found in explained.values():
        answers = found["answers"]
        assert [each["chosen"] for each in answers] == [True] + [False] * (len(answers) - 1)
        assert len(answers) > 3
        for each in answers:
            assert each["score"] == pytest.approx(sum(part["force"] for part in each["reasons"]))
            assert each["reasons"]
        others = [each["score"] for each in answers[1:]]
        assert others == sorted(others, reverse=True)


def test_the_plan_that_a_deployment_belongs_to(explained: dict[int, dict[str, Any]]) -> None:
    found = explained[DEPLOYS]
    (step,) = found["rests_on"]["plan"]["steps"]
    assert (step["place"], step["cards"], step["cost"]) == ("Tatooine: Dune Sea", ["Talz"], 1)
    assert found["answers"][0]["score"] == pytest.approx(found["rests_on"]["plan"]["gain"])
    assert step["battle"] is None
    # Trap: a reason held the private character that stands for the opponent.
    assert not [sign for sign in json.dumps(found, ensure_ascii=False) if 0xE000 <= ord(sign) < 0xF900]
    before, after = found["rests_on"]["standing"]["learned_chance"], found["rests_on"]["plan"]["chance"]
    assert 0 < after < 1
    assert after != before
    assert 1 < step["risk"] < 3, "power 2 alone against a full hand costs two to three Force a turn"
    (feared,) = found["rests_on"]["plan"]["feared"]
    assert feared["place"] == "Tatooine: Dune Sea"
    assert 0 < feared["chance"] < 0.5
    assert explained[MOVES]["rests_on"]["plan"] is None


def test_hidden_cards_are_those_that_were_seen(explained: dict[int, dict[str, Any]]) -> None:
    piles = {(pile["own"], pile["pile"]): pile for pile in explained[MOVES]["rests_on"]["piles"]}
    assert piles[False, "Reserve Deck"]["sure"] == [
        "Gaderffii Stick",
        "Timer Mine",
    ]  # drawn for destiny before
    assert piles[False, "Reserve Deck"]["size"] == 40
    assert piles[False, "hand"]["sure"] == piles[False, "hand"]["likely"] == []
    for odds in explained[MOVES]["rests_on"]["destinies"]:
        assert sum(chance for _, chance in odds["chances"]) == pytest.approx(1)
        assert odds["mean"] == pytest.approx(sum(value * chance for value, chance in odds["chances"]))


def decided(path: Path, explain: int | None) -> list[Redecision]:
    runner = StrategyRunner(make_strategy("strong", 0))
    return list(Redecide(Relive(path, Catalogue.load()), runner, explain=explain))


def test_who_explains_answers_as_it_does_in_play(fixtures: Path) -> None:
    """Telling everything of a question changes nothing: neither this answer nor a later one."""
    path = fixtures / "games/edge-cases.jsonl.gz"
    plain = decided(path, None)
    numbers = [found.number for found in plain if found.question.is_choice]
    full = decided(path, numbers[len(numbers) // 3])
    brief = [msgspec.structs.replace(each.thought.verdict, explanation=None) for each in full]
    assert [each.answer for each in brief] == [each.thought.verdict.answer for each in plain]
    assert [each.reasons for each in brief] == [each.thought.verdict.reasons for each in plain]
    told = [each.number for each in full if each.thought.verdict.explanation is not None]
    assert told == [numbers[len(numbers) // 3]]


def test_nothing_is_explained_in_play(fixtures: Path) -> None:
    runner = StrategyRunner(make_strategy("strong", 0))
    assert runner.tell is Tell.BRIEF
    verdicts: list[Verdict] = [
        each.thought.verdict for each in decided(fixtures / "games/edge-cases.jsonl.gz", None)
    ]
    assert all(verdict.explanation is None and len(verdict.alternatives) <= 4 for verdict in verdicts)
    assert not any(other.reasons for verdict in verdicts for other in verdict.alternatives)


def test_a_strategy_that_tells_little(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--at", str(DEPLOYS), "--strategy", "random"]
    assert main(["decide", str(fixtures / GAME), *words]) == 0
    out = capsys.readouterr().out
    assert "What random weighed, in Force" in out
    assert "it tells of no other answer" in out
    assert "hidden cards" not in out


# -- on a terminal ----------------------------------------------------------------------------------


def on_a_terminal(fixtures: Path, **variables: str) -> str:
    """What a terminal shows of one board."""
    reader, terminal = pty.openpty()
    words = ["replay", str(fixtures / GAME), "--at", str(DEPLOYS)]
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "LESS", "PAGER")}
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "gemp_bot", *words],
        stdin=terminal,
        stdout=terminal,
        stderr=subprocess.PIPE,
        env=env | {"TERM": "xterm", **variables},
    ) as ran:
        os.close(terminal)
        shown = b""
        try:
            while piece := os.read(reader, 65536):
                shown += piece
        except OSError:  # Linux: nobody has the terminal any more
            pass
        os.close(reader)
    assert ran.returncode == 0
    return shown.decode()


def test_a_board_goes_in_colours_through_the_pager_of_the_user(fixtures: Path, tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\necho PAGED; tr a-z A-Z\n")
    pager.chmod(0o700)
    shown = on_a_terminal(fixtures, PAGER=str(pager))
    assert "PAGED" in shown
    assert "Dune Sea" not in shown
    assert "\x1b[" in shown


def test_who_leaves_the_pager_is_told_no_fault(fixtures: Path, tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\nexit 0\n")
    pager.chmod(0o700)
    assert "Traceback" not in on_a_terminal(fixtures, PAGER=str(pager))


def test_a_board_has_no_colours_where_nobody_wants_them(fixtures: Path) -> None:
    plain = on_a_terminal(fixtures, PAGER="cat", NO_COLOR="1")
    assert "\x1b[" not in plain
    assert "Tatooine: Dune Sea" in plain
