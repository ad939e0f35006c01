"""What is told of the kinds of questions: every kind, no other, and the numbers are counted."""

import hashlib
from pathlib import Path

import msgspec
import pytest

from gemp_bot.decisions import PromptKind
from gemp_bot.decisions.asked import AskedCounts, asked_counts, asked_texts, counted
from tools import prompts

GAME = (
    Path(__file__).resolve().parents[2] / "fixtures" / "games" / "premiere-intro-light-vs-server-ai.jsonl.gz"
)
KINDS = {kind.value for kind in PromptKind}


def test_every_kind_has_a_line_of_its_own() -> None:
    texts = asked_texts()
    assert set(texts) == KINDS
    assert len(set(texts.values())) == len(texts)
    assert not any(text.endswith(".") or "\n" in text or not text for text in texts.values())


def test_what_is_shipped_was_counted() -> None:
    counts = asked_counts()
    assert set(counts.kinds) <= KINDS
    assert sum(counts.kinds.values()) == counts.questions
    assert counts.games >= 100
    assert max(counts.kinds, key=counts.kinds.__getitem__) == "PHASE_ACTION"


def test_the_order_of_the_journals_changes_nothing() -> None:
    kinds = [PromptKind.FORFEIT, PromptKind.PHASE_ACTION, PromptKind.FORFEIT]
    assert counted(kinds, ["a", "b"]) == counted(kinds[::-1], ["b", "a"])
    assert counted(kinds, ["a", "b"]).kinds == {"FORFEIT": 2, "PHASE_ACTION": 1}
    assert counted(kinds, ["a", "c"]).journals != counted(kinds, ["a", "b"]).journals


def test_the_command_counts_a_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prompts.main(["--counts", str(tmp_path / "counts.json"), str(GAME)])
    found = msgspec.json.decode((tmp_path / "counts.json").read_bytes(), type=AskedCounts)
    digest = hashlib.sha256(GAME.read_bytes()).hexdigest()
    assert found.journals == hashlib.sha256(digest.encode()).hexdigest()[:16]
    assert found.games == 1
    assert found.kinds["PHASE_ACTION"] > 20
    assert sum(found.kinds.values()) == found.questions
    assert f"{found.questions} questions with a choice" in capsys.readouterr().out


def test_a_file_that_cannot_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert prompts.main(["--counts", str(tmp_path / "no" / "x.json"), str(GAME)]) != 0
    assert "cannot be written" in capsys.readouterr().err
