"""What commands there are, and what each says of itself."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gemp_bot.cli import manual
from gemp_bot.cli.main import main
from gemp_bot.cli.parser import build_parser


def commands(parser: argparse.ArgumentParser, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield words
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from commands(below, (*words, name))


ALL = list(commands(build_parser()))


LOCAL = {"prompts", "rules", "cards", "strategy", "sandbox", "export", "report", "tune", "completion"}
"""Commands that read no configuration."""
LEAVES = [words for words in ALL if not any(other[: len(words)] == words and other != words for other in ALL)]


def test_the_commands_are_these() -> None:
    assert {" ".join(words) for words in LEAVES} == {
        "replay",
        "story", "report", "diff", "export", "prompts coverage",
        "rules coverage", "tables", "watch", "decks list", "decks show",
        "decks save", "decks rename", "decks delete", "decks validate", "cards show", "cards search",
        "cards stats", "cards build", "doctor", "config check", "play", "arena", "strategy list",
        "dashboard", "strategy new", "strategy check", "strategy reference", "positions check",
        "positions cut", "sandbox rules", "sandbox compare", "demo", "selfplay", "lab",
        "history import", "history games", "history stats",
        "history forget", "history fetch", "history prune", "journal share", "serve", "ctl status",
        "ctl games", "ctl drain", "ctl resume", "ctl reload", "tune value", "completion",
    }  # fmt: skip


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_help_of_every_command(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--help"]) == 0
    text = capsys.readouterr().out
    assert "exit codes:" in text
    assert "example" in text or words in {("prompts",), ("rules",), ("config",)}


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_options_every_command_has(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    main([*words, "--help"])
    text = capsys.readouterr().out
    assert "--json" in text
    local = words[0] in {
        "replay", "diff", "export", "prompts", "rules", "cards", "arena", "strategy", "positions",
        "sandbox", "demo", "selfplay", "report", "tune", "completion",
    }  # fmt: skip
    if words == ("lab",):  # takes accounts by the dozen, and no configuration
        assert "--server URL" in text
        assert "--account NAME FILE" in text
        return
    for option in ("--config FILE", "--server URL", "--user NAME", "--password-file FILE"):
        assert (option in text) is not local
    assert "--password " not in text


def test_options_of_play_and_replay() -> None:
    parser = build_parser()
    play = parser.parse_args(["play"])
    for name in (
        "format",
        "deck",
        "library",
        "versus",
        "opponent_deck",
        "opponent_own",
        "strategy",
        "seed",
        "record",
    ):
        assert getattr(play, name) is None  # the configuration decides
    replay = parser.parse_args(["replay", "a", "b", "--strict", "--board", "--at", "3"])
    assert (replay.files, replay.strict, replay.board, replay.at) == ([Path("a"), Path("b")], True, True, 3)


@pytest.mark.parametrize("columns", ["80", "200"])
@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_help_has_one_width(
    words: tuple[str, ...],
    columns: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    main([*words, "--help"])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= manual.WIDTH


def test_help_lists_the_exit_codes_a_command_can_give(capsys: pytest.CaptureFixture[str]) -> None:
    for words in LEAVES:
        main([*words, "--help"])
        codes = re.findall(
            r"^ +([0-9]+)  ", capsys.readouterr().out.partition("exit codes:")[2], re.MULTILINE
        )
        expected = {"0", "1", "2", "130"}
        if words[0] not in LOCAL:
            expected.add("3")
            local = words[0] in {
                "config",
                "positions",
                "demo",
                "selfplay",
                "history",
                "journal",
                "replay",
                "story",
                "diff",
                "ctl",
                "dashboard",
            }
            if not local or words == ("history", "fetch"):
                expected.add("4")
        assert set(codes) == expected, words
