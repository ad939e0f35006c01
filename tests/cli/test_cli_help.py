"""What commands there are, what each says of itself, and what has become of old names."""

import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest

from gemp_bot.cli.main import main
from gemp_bot.cli.parser import COMMANDS, RENAMED, parse
from tools.command_pages import commands_page, json_page, leaves
from tools.pages import main as page

DOCS = Path(__file__).resolve().parents[2] / "docs"
LEAVES = [words.split() for words, _, _ in leaves()]


@pytest.mark.parametrize("words", [[], *LEAVES], ids=" ".join)
def test_help_of_every_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--help"]) == 0
    text = capsys.readouterr().out
    assert "exit codes:" in text
    assert "example" in text


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_examples_can_be_typed(words: list[str]) -> None:
    (found,) = (each for name, _, each in leaves() if name == " ".join(words))
    lines = found.examples.replace("\\\n", " ").splitlines()
    for typed in (line.partition("   ")[0] for line in map(str.strip, lines) if line.startswith("gemp-bot ")):
        said = re.split(r" [|>#] ", typed)[0]
        assert parse(shlex.split(said)[1:]), said


def test_arguments_are_of_the_type_that_is_declared() -> None:
    _, args = parse(["play"])
    told = {field.name: getattr(args, field.name) for field in fields(args)}
    assert told.pop("json") is False
    assert set(told.values()) == {None}  # the configuration decides
    _, replay = parse(["replay", "a", "b", "--strict", "--board", "--at", "3", "--journals", "d"])
    assert {"games": ["a", "b"], "at": 3, "strict": True, "acts": False, "journals": Path("d")}.items() <= {
        field.name: getattr(replay, field.name) for field in fields(replay)
    }.items()


@pytest.mark.parametrize("old", RENAMED)
def test_an_old_name_tells_the_new_one(old: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*old.split(), "x"]) == 2
    caught = capsys.readouterr()
    assert caught.err == f"gemp-bot: `{old}` is now: {RENAMED[old]}\n"
    assert caught.out == ""
    new = RENAMED[old].split()
    assert new[1] in (*COMMANDS, "--completion") or new[1] == "-m"


def test_the_pages_are_current() -> None:
    """Made anew by `python -m tools.pages commands > docs/commands.md`, and likewise json."""
    assert (DOCS / "commands.md").read_text("utf-8") == commands_page() == page("commands")
    assert (DOCS / "json.md").read_text("utf-8") == json_page()
