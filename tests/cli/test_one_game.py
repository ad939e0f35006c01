"""docs/one-game.md quotes what its command prints, word for word."""

import re
import shlex
from pathlib import Path

import pytest

from gemp_bot.cli.main import main

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENT = ROOT / "docs/one-game.md"
LEAST_CHOICES = 4


def test_every_quoted_line_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    (command,) = re.findall(r"^```sh\ngemp-bot (.*)\n```$", text, re.MULTILINE)
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)) == 0
    boards = capsys.readouterr().out.split("\n\n")
    sections = re.findall(
        r"^## (\d+)\. [^\n]+\n\n```text\n(.*?)\n```\n\n((?:> [^\n]+\n)+)", text, re.MULTILINE | re.DOTALL
    )
    assert len(sections) == text.count("\n## ") >= LEAST_CHOICES
    for number, quoted, sentence in sections:
        (board,) = (board for board in boards if re.search(rf"^\? {number}\. ", board, re.MULTILINE))
        printed = iter(board.splitlines())
        missing = [line for line in quoted.splitlines() if line not in printed]
        assert not missing, f"question {number}: not printed, or not in this order"
        assert re.search(r"^    strong ", quoted, re.MULTILINE)
        assert re.search(r"^    because ", quoted, re.MULTILINE)
        assert len(sentence.split()) > 4, f"question {number}: what would a player say?"
