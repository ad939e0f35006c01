"""`python -m tools.positions`: one line a position, an exit code, and the JSON of docs/json.md."""

import json
import re
from pathlib import Path

import pytest
from printed import hold

from tools import positions

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests/positions"


def write(folder: Path, text: str, question: int = 5) -> Path:
    journal = folder / "game.jsonl.gz"
    journal.write_bytes((FOLDER / "a-tax-on-our-own-drains.jsonl.gz").read_bytes())
    file = folder / "some.toml"
    file.write_text(f'journal = "game.jsonl.gz"\nquestion = {question}\n{text}', encoding="utf-8")
    return file


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = positions.main([*words])
    caught = capsys.readouterr()
    return code, caught.out, caught.err


FOUND = "Your Insight Serves You Well & Staging Areas"
NEVER = f'[[must_not]]\ncard = "{FOUND}"\nwhy = "because of this test"\n'
NEITHER = f'{NEVER}[[must_not]]\ncard = "Battle Plan"\nwhy = "because of this test"\n'


def test_one_line_for_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    file = FOLDER / "a-tax-on-our-own-drains.toml"
    code, out, _ = run(capsys, "check", str(file))
    assert code == 0
    assert out.splitlines() == [
        f"OK     {file}: {FOUND}",
        "1 positions: 1 kept, 0 broken, 0 known to be broken",
    ]


def test_what_is_broken_tells_answer_reasons_and_alternatives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, NEVER)
    code, out, _ = run(capsys, "check", str(file), str(FOLDER / "activate-on-turn-one.toml"))
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == f"BROKEN {file}: {FOUND}"
    assert re.match(r" +[+-]\d+\.\d\d  \w+", lines[1])
    assert any(re.match(r"    else [+-]\d+\.\d\d  Battle Plan$", line) for line in lines)
    assert f"    must not card {FOUND}: because of this test" in lines
    assert lines[-1] == "2 positions: 1 kept, 1 broken, 0 known to be broken"


def test_what_is_known_does_not_fail_and_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, f'known = "not yet"\n{NEITHER}')
    code, out, _ = run(capsys, "check", str(file))
    assert code == 0
    assert out.startswith(f"KNOWN  {file}: {FOUND}\n")
    assert "    known: not yet" in out
    assert run(capsys, "check", str(file), "--strategy", "steady")[0] == 1


def test_a_file_that_knows_too_much(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, f'known = "not yet"\n[[must]]\ncard = "{FOUND}"\nwhy = "so"\n')
    code, out, _ = run(capsys, "check", str(file))
    assert code == 0
    assert "(the file still says it is known to be broken)" in out.splitlines()[0]


FAULTS = {
    "some.toml:4: must[1].result: there is no 'JA'": ("[[must]]\nresult = 'JA'\nwhy = 'so'", 5, ()),
    "some.toml:2: question: there is no question 999: ": (NEVER, 999, ()),
    "some.toml:3: asks: question 5 is a DEPLOY_FROM_PILE, not FORFEIT": (
        f"asks = 'FORFEIT'\n{NEVER}",
        5,
        (),
    ),
    "no strategy 'stron', did you mean 'strong'": (NEVER, 5, ("--strategy", "stron")),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: str) -> None:
    text, question, more = FAULTS[fault]
    code, out, err = run(capsys, "check", str(write(tmp_path, text, question)), *more)
    assert (code, out) == (3, "")
    (line,) = (line for line in err.splitlines() if line.startswith("gemp-bot: "))
    assert fault in line


def test_a_journal_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, NEVER)
    (tmp_path / "game.jsonl.gz").write_text("no journal\n", encoding="utf-8")
    code, out, err = run(capsys, "check", str(file))
    assert (code, out) == (1, "")
    assert "game.jsonl.gz: no recorded game" in err


def test_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = FOLDER / "a-tax-on-our-own-drains.jsonl.gz", tmp_path / "cut.jsonl.gz"
    code, out, _ = run(capsys, "cut", str(source), "4", str(target), "--json")
    assert code == 0
    assert json.loads(out) == {"file": str(target), "question": 4, "bytes": target.stat().st_size}
    hold(positions.COMMAND.commands["cut"], json.loads(out))
    code, _, err = run(capsys, "cut", str(source), "4", str(target))
    assert (code, err.count("\n")) == (3, 1)
    assert run(capsys, "cut", str(source), "0", str(target))[0] == 2


def test_every_key_is_documented(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "--json", str(write(tmp_path, f'about = "a test"\n{NEVER}')))
    assert code == 1
    found = json.loads(out)
    hold(positions.COMMAND.commands["check"], found)
    (only,) = found["positions"]
    assert (only["status"], only["words"], only["kind"]) == ("broken", FOUND, "DEPLOY_FROM_PILE")
    assert only["score"] == pytest.approx(sum(reason["force"] for reason in only["reasons"]))
    assert only["broken"] == [
        {"rule": "must_not", "answer": f"card {FOUND}", "why": "because of this test"},
    ]
    assert found["total"] == {"positions": 1, "kept": 0, "broken": 1, "known": 0, "unread": 0}


def test_the_log_is_no_part_of_the_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("a fault of a strategy")

    monkeypatch.setattr("gemp_bot.strategy.base.UniformStrategy.decide", fail)
    code, out, err = run(capsys, "check", "--json", "--strategy", "random", str(write(tmp_path, NEITHER)))
    assert code == 1  # the simple rule answers instead
    assert json.loads(out)["total"]["broken"] == 1
    assert "a fault of a strategy" in err


def test_a_file_that_cannot_be_read_keeps_no_other_from_being_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, none = write(tmp_path, NEVER), tmp_path / "none.toml"
    code, out, err = run(capsys, "check", "--json", str(none), str(good))
    assert code == 3
    total = json.loads(out)["total"]
    assert (total["positions"], total["broken"], total["unread"]) == (1, 1, 1)
    assert f"{none}: no such file" in err
