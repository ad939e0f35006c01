"""The table of rules: complete, current, and true."""

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from gemp_bot.rules.mark import marks_of, rule
from tools import rules
from tools.rule_coverage import book
from tools.rule_coverage.book import RuleCoverage, as_markdown, deciders, rule_coverage
from tools.rule_coverage.tests import read_tests
from tools.rule_coverage.users import users

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


@pytest.fixture(scope="module", autouse=True)
def _sources_read_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        users_of = cache(book.users)
        patch.setattr(book, "users", lambda names: users_of(tuple(names)))
        patch.setattr(book, "read_tests", cache(book.read_tests))
        yield


@pytest.fixture(scope="module")
def found() -> RuleCoverage:
    return rule_coverage(HERE)


def test_the_document_is_current(found: RuleCoverage) -> None:
    fresh = "python -m tools.rules --markdown > docs/rules.md"
    assert (ROOT / "docs/rules.md").read_text("utf-8") == as_markdown(found), fresh


def test_all_35_gotchas_are_decided_and_tested_by_name(found: RuleCoverage) -> None:
    assert [row.number for row in found.gotchas] == [f"G{n}" for n in range(1, 36)]
    for n, row in enumerate(found.gotchas, start=1):
        assert row.functions, row
        assert row.tests, row
        assert any(f".test_gotcha_{n:02}_" in test for test in row.tests), row


def test_every_rule_is_decided_or_has_a_reason_why_not(found: RuleCoverage) -> None:
    for row in found.rows:
        assert bool(row.functions) is not bool(row.reason), row
    undecided = [row for row in found.rules if not row.functions]
    page = as_markdown(found).partition("## Rules without a function")[2]
    assert sorted(re.findall(r"\b\d+\.\d+\b", page)) == sorted(row.number for row in undecided)


@pytest.mark.long
@pytest.mark.timeout(300)
def test_every_rule_is_run_by_a_test_that_is_listed_for_it(found: RuleCoverage, tmp_path: Path) -> None:
    """To be named is not to be tried: the tests are run, and every function of the rules tells of it."""
    told = tmp_path / "ran.json"
    plugs = ["-p", "no:xdist", "-p", "no:cacheprovider", "-p", "running", "--hypothesis-profile", "quick"]
    tests = [str(HERE), "--ignore", str(Path(__file__).resolve()), "--ran", str(told)]
    done = subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, "-m", "pytest", "-q", *plugs, *tests],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    ran = {test: set(functions) for test, functions in json.loads(told.read_text("utf-8")).items()}
    for row in found.rows:
        if row.functions:
            assert any(ran.get(test, set()) & set(row.functions) for test in row.tests or ()), row


def test_the_rules_of_every_gotcha_are_there(found: RuleCoverage) -> None:
    numbers = {row.number for row in found.rules}
    for row in found.gotchas:
        assert set(row.see) <= numbers, row


def test_sections_are_numbered_as_in_the_reference(found: RuleCoverage) -> None:
    assert [section.number for section in found.sections] == [str(n) for n in range(1, 30)]
    assert {row.section for row in found.rows} <= {section.number for section in found.sections}
    numbers = [row.number for row in found.rows]
    assert len(numbers) == len(set(numbers))


def test_every_test_names_rules_that_are_there(found: RuleCoverage) -> None:
    numbers = {row.number for row in found.rows}
    for test in read_tests(HERE):
        assert test.numbers <= numbers, test


def test_a_function_names_its_sections_in_its_docstring() -> None:
    for decider in deciders():
        module = import_module(f"gemp_bot.rules.{decider.module}")
        thing = module
        for part in decider.name.split("."):
            thing = getattr(thing, part)
        text = inspect.getdoc(thing) or ""
        assert "Rules " in text, decider
        sections = {mark.number.partition(".")[0] for mark in decider.marks}
        words = text[text.index("Rules ") :].replace(",", " ").replace(".", " ").split()
        assert sections & set(words), decider


def test_marks_lie_on_the_function() -> None:
    @rule("4.2", "one")
    @rule("4.8", "two")
    def decide() -> bool:
        return True

    assert decide()
    assert [mark.number for mark in marks_of(decide)] == ["4.2", "4.8"]
    assert marks_of(len) == ()


def test_sources_of_tests_are_read_and_not_run(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(
        "import pytest\n"
        "from gemp_bot.rules import drains\n"
        "from gemp_bot.rules.values import up_to as most\n"
        "raise SystemExit\n"
        '@pytest.mark.rule("4.2", "4.3")\n'
        "def test_one(): drains.drain_loss(1)\n"
        "def test_gotcha_06_two(): most(3)\n"
        '@pytest.mark.rule("5.1")\n'
        "class TestAll:\n"
        "    def test_three(self): pass\n"
        "def helper(): most(1)\n"
    )
    one, two, three = read_tests(tmp_path)
    assert (one.numbers, one.calls) == ({"4.2", "4.3"}, {"drains.drain_loss"})
    assert (two.numbers, two.calls) == ({"G6"}, {"values.up_to"})
    assert (str(three), three.numbers) == ("test_a.test_three", {"5.1"})


def test_a_rule_without_a_test_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules.main(["--tests", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all("no test" in line for line in lines if line.startswith("G"))
    assert lines[-1].startswith("gotchas: 35, 35 decided, ")
    assert lines[-1].endswith(" by what is used outside this room, 0 named by a test")
    assert re.search(
        r"^\| gotchas \| 35 \| 35 \| \d+ \| 0 \|$", as_markdown(rule_coverage(tmp_path)), re.MULTILINE
    )


def test_the_command(capsys: pytest.CaptureFixture[str], found: RuleCoverage) -> None:
    assert rules.main(["--tests", str(HERE), "--markdown"]) == 0
    assert capsys.readouterr().out == as_markdown(found)
    assert rules.main(["--tests", str(HERE), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["rules"]) == len(found.rows)
    used = sum(bool(row.used_by) for row in found.gotchas)
    assert told["total"]["gotchas"] == {"count": 35, "decided": 35, "used": used, "tested": 35}
    assert [row["used_by"] for row in told["rules"]] == [list(row.used_by) for row in found.rows]


def test_bad_folders_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules.main(["--tests", str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err.strip().endswith("no such folder")
    (tmp_path / "test_bad.py").write_text("def (")
    assert rules.main(["--tests", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_without_test_sources_nothing_is_claimed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.rules._TESTS", tmp_path / "none")
    assert rules.main(["--json"]) == 0
    printed = capsys.readouterr()
    assert all(row["tests"] is None for row in json.loads(printed.out)["rules"])
    assert "--tests DIR" in printed.err
    assert rules.main([]) == 0
    assert "no test" not in capsys.readouterr().out


def test_the_room_reads_nothing_but_for_its_table() -> None:
    """Functions of the rules are pure: their modules import neither files nor chance nor the clock."""
    code = (
        "import sys, pkgutil, importlib, gemp_bot.rules as r\n"
        "for m in pkgutil.iter_modules(r.__path__):\n"
        "    if not m.ispkg: importlib.import_module('gemp_bot.rules.' + m.name)\n"
        "print(*sorted(n for n in sys.modules if n.startswith('gemp_bot.')))"
    )
    ran = subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    room = "gemp_bot.rules"
    words = {"gemp_bot.protocol", "gemp_bot.protocol.enums"}
    assert all(name.startswith(room) or name in words for name in ran.stdout.split())


def test_users_are_the_rooms_whose_code_leads_to_a_function(tmp_path: Path) -> None:
    for room, text in {
        "rules/low.py": "def deep():\n    return 1\n\n\ndef alone():\n    return 2\n",
        "rules/high.py": (
            "from gemp_bot.rules.low import deep as bottom\n\n\nclass Top:\n    def look(self):\n"
            "        return bottom()\n\n    def unseen(self):\n        return bottom()\n"
        ),
        "planner/plan.py": "from gemp_bot.rules.high import Top\n\nTop().look()\n",
        "other/far.py": "from gemp_bot.rules.low import alone\n",
    }.items():
        path = tmp_path / room
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    found = users(["low.deep", "low.alone", "high.Top.look", "high.Top.unseen"], tmp_path)
    assert found == {
        "low.deep": ("planner",), "high.Top.look": ("planner",), "low.alone": (), "high.Top.unseen": (),
    }  # fmt: skip


def test_the_drain_is_reckoned_with_the_rule_for_it() -> None:
    rows = {row.number: row for row in rule_coverage(None).rows}
    assert "game" in rows["4.2"].used_by
    assert "| ? |" in as_markdown(rule_coverage(None))
