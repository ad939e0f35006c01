"""Numbers of a game, and the folder of its journal."""

from pathlib import Path

import pytest

from gemp_bot.journal import Head
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.protocol.ids import GameId


def outcome(*seconds: float) -> dict[str, float]:
    return GameOutcome(GameId("g"), decide_seconds=seconds).decide_ms()


@pytest.mark.parametrize(
    ("seconds", "p50", "p95", "p99", "most"),
    [
        ((), 0, 0, 0, 0),
        ((0.004,), 4, 4, 4, 4),
        ((0.003, 0.001), 1, 3, 3, 3),
        ((0.003, 0.001, 0.002), 2, 3, 3, 3),
        (tuple(n / 1000 for n in range(100, 0, -1)), 50, 95, 99, 100),
        (tuple(n / 1000 for n in range(1, 201)), 100, 190, 198, 200),
    ],
    ids=["none", "one", "two", "three", "100", "200"],
)
def test_percentiles_are_by_nearest_rank(
    seconds: tuple[float, ...], p50: float, p95: float, p99: float, most: float
) -> None:
    assert outcome(*seconds) == {"p50": p50, "p95": p95, "p99": p99, "max": most}


@pytest.mark.parametrize("below", ["", "below"])
def test_a_folder_that_cannot_be_is_told_at_once(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        JournalFolder(tmp_path / "file" / below)


def test_a_folder_that_cannot_be_written_is_told_at_once() -> None:
    if not Path("/proc/self").is_dir():
        pytest.skip("needs a folder that nobody can write to, not even root")
    with pytest.raises(OSError, match="proc"):
        JournalFolder(Path("/proc/self"))


def test_trying_the_folder_leaves_nothing(tmp_path: Path) -> None:
    JournalFolder(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []


@pytest.mark.parametrize(
    "name", ["../x", "..", "/etc/passwd", "a/b", "*", "[a]", "\x00", "", "ü\u202e", "x" * 300, "a\nb"]
)
def test_no_id_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    folder = JournalFolder(tmp_path / "journals")
    game = GameId(name)
    assert folder.latest(game) is None
    writer = folder.new(game)
    writer.head(Head(version=1, bot="test", strategy="random"))
    writer.close()
    assert writer.path.parent == tmp_path / "journals"
    assert [path.name for path in tmp_path.iterdir()] == ["journals"]
    assert writer.path.name.isascii()
    assert writer.path.name.isprintable()
    assert folder.latest(game) == writer.path.name


def test_the_newest_journal_of_a_game_and_of_no_other(tmp_path: Path) -> None:
    folder = JournalFolder(tmp_path)
    for name in (
        "20260101T000000001-x",
        "20260102T000000001-x",
        "20260103T000000001-a-x",
        "20260104T000000001-xy",
    ):
        (tmp_path / f"{name}.jsonl.gz").write_bytes(b"")
    assert folder.latest(GameId("x")) == "20260102T000000001-x.jsonl.gz"
    assert folder.latest(GameId("y")) is None
