"""A record is kept as well as it can be, and never costs the game it is of."""

import errno
from pathlib import Path

import pytest
import structlog
from disk import Disk

from gemp_bot.journal import Head, JournalReader, JournalWriter, ScorePart, VerdictLine
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.journal.writer import Recorder
from gemp_bot.protocol.ids import GameId

GAME = GameId("g1")


@pytest.fixture
def recorded(tmp_path: Path) -> tuple[Recorder, Path]:
    recorder, path = Recorder(), tmp_path / "game.jsonl.gz"
    journal = JournalWriter(path)
    journal.head(Head(bot="test", strategy="strong", version=FORMAT_VERSION))
    recorder.attach(GAME, journal)
    return recorder, path


def verdicts(path: Path) -> list[int]:
    return [line.n for _, line in JournalReader(path) if isinstance(line, VerdictLine)]


def test_a_reason_with_half_a_letter_is_kept(recorded: tuple[Recorder, Path]) -> None:
    recorder, path = recorded
    recorder.verdict(GAME, VerdictLine(n=1, answer="", parts=(ScorePart("odd \udcff"),)))
    recorder.detach(GAME)
    assert verdicts(path) == [1]


@pytest.mark.parametrize(
    "odd",
    [
        VerdictLine(n=2, answer="\ud800"),
        VerdictLine(n=2, answer="", work=10**5000),
        VerdictLine(n=2, answer="", parts=(ScorePart(object()),)),  # type: ignore[arg-type]
        VerdictLine(n=2, answer="", ms=object()),  # type: ignore[arg-type]
    ],
    ids=["answer", "number", "reason", "time"],
)
def test_a_line_that_cannot_be_written_is_left_out(recorded: tuple[Recorder, Path], odd: VerdictLine) -> None:
    recorder, path = recorded
    with structlog.testing.capture_logs() as logs:
        for line in (VerdictLine(n=1, answer=""), odd, VerdictLine(n=3, answer="")):
            recorder.verdict(GAME, line)
    recorder.detach(GAME)
    assert verdicts(path) == [1, 3]
    assert [log["event"] for log in logs] == ["journal_line_lost"]


def test_a_full_disk_is_told_once_and_the_journal_taken_up_again(
    recorded: tuple[Recorder, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder, path = recorded
    disk = Disk(monkeypatch, 30)
    waiting = []
    with structlog.testing.capture_logs() as logs:
        for number in range(1, 101):
            recorder.verdict(GAME, VerdictLine(n=number, answer="0"))
            waiting.append(recorder.waiting)
            disk.room += 5000 * (number == 60)
        recorder.detach(GAME)
    assert (waiting[58], waiting[-1], recorder.waiting, recorder.lost) == (1, 0, 0, 0)
    assert verdicts(path) == list(range(1, 101))
    assert [log["event"] for log in logs] == ["journal_waits", "journal_follows"]


@pytest.mark.parametrize(("error", "event"), [(errno.ENOSPC, "journal_waits"), (errno.EIO, "journal_lost")])
def test_a_journal_that_can_never_be_written_is_told_of_and_left(
    recorded: tuple[Recorder, Path], monkeypatch: pytest.MonkeyPatch, error: int, event: str
) -> None:
    recorder, _ = recorded
    lost: list[str] = []
    recorder.on_lost = lambda: lost.append("told")
    Disk(monkeypatch, 0, error)
    with structlog.testing.capture_logs() as logs:
        for number in range(1, 50):
            recorder.verdict(GAME, VerdictLine(n=number, answer="0"))
        recorder.detach(GAME)
    assert (recorder.waiting, recorder.lost, lost) == (0, 1, ["told"])
    assert [log["event"] for log in logs] == [event, *(["journal_lost"] if event == "journal_waits" else [])]


def test_lines_that_cannot_be_written_are_told_of_once(recorded: tuple[Recorder, Path]) -> None:
    recorder, path = recorded
    with structlog.testing.capture_logs() as logs:
        for number in range(1, 50):
            recorder.verdict(GAME, VerdictLine(n=number, answer="\ud800"))
    recorder.detach(GAME)
    assert verdicts(path) == []
    assert [log["log_level"] for log in logs if log["log_level"] != "debug"] == ["error"]
