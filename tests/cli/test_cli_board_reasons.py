"""`replay --board` tells why, where the journal says it."""

import re
from pathlib import Path

import pytest

from gemp_bot.cli.main import main
from gemp_bot.decisions import Catalogue
from gemp_bot.replay import Relive

OURS = "findings/lost-answer-then-snapshot.jsonl.gz"


def test_the_reasons_of_every_choice_are_told(fixtures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    relive = Relive(fixtures / OURS, Catalogue.load())
    asked = None
    told = []
    for step in relive:
        if step.answer is not None and asked is not None and step.verdict is not None:
            told += [part.reason for part in step.verdict.parts[:1]]
        if step.update is not None:
            asked = step.question if step.question is not None and step.question.is_choice else None
    assert main(["replay", "--board", str(fixtures / OURS)]) == 0
    lines = re.findall(r"^    because (.*)$", capsys.readouterr().out, re.MULTILINE)
    assert len(told) > 50
    assert len(lines) == len(told)
    assert all(line.startswith(reason) for line, reason in zip(lines, told, strict=True))
