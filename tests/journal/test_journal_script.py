"""The script of docs/journal.md runs, and what it prints is true."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "fixtures" / "games" / "anh-light-vs-server-ai.jsonl.gz"


def test_the_script_of_the_document_reads_a_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = (ROOT / "docs" / "journal.md").read_text("utf-8")
    (source,) = re.findall(r"```python\n(.*?)```", document, re.DOTALL)
    script = tmp_path / "script.py"
    script.write_text(source, "utf-8")
    monkeypatch.setattr("sys.argv", [str(script), str(GAME)])
    runpy.run_path(str(script), run_name="__main__")
    *turns, total = capsys.readouterr().out.splitlines()
    numbers = [int(line.rpartition(" ")[2]) for line in turns]
    assert len(turns) > 3
    assert numbers == sorted(numbers)
    assert all(re.fullmatch(r"turn (\d+|None): \S+ \d+, \S+ \d+; question \d+", line) for line in turns)
    assert int(total.partition(" ")[0]) >= numbers[-1]
