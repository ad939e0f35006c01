"""What a journal is worth when the disk is full, or the journal larger than it may be."""

import errno
from pathlib import Path

import msgspec
import pytest
from disk import Disk

from gemp_bot.journal import Head, JournalReader, JournalWriter
from gemp_bot.journal import writer as writing
from gemp_bot.journal.reader import FORMAT_VERSION
from gemp_bot.protocol.exchange import Exchange

LINE = Exchange("POST", "/game/g1", {"channelNumber": "0"}, 200, 3.0, "<update/>", 0.0)
HEAD = Head(bot="test", strategy="strong", version=FORMAT_VERSION)


def line(number: int) -> Exchange:
    # No two bodies are alike, so that they cannot be compressed away.
    return msgspec.structs.replace(LINE, t=float(number), body=str(number**50))


def write_many(writer: JournalWriter, count: int) -> None:
    for number in range(count):
        writer.exchange(line(number))


def times(path: Path) -> tuple[list[float], bool]:
    reader = JournalReader(path)
    return [found.t for _, found in reader if isinstance(found, Exchange)], reader.truncated


@pytest.mark.parametrize("room", [0, 1, 700, 701, 2500])
def test_lines_wait_for_room_and_none_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    disk = Disk(monkeypatch, room)
    path = tmp_path / "game.jsonl.gz"
    writer = JournalWriter(path)
    for number in range(100):
        writer.exchange(line(number))
    assert writer.waiting
    if room:
        found, truncated = times(path)
        assert (found, truncated) == ([float(n) for n in range(len(found))], True), "cut, not torn"
    disk.room = 10**9
    writer.exchange(line(100))
    assert not writer.waiting
    writer.close()
    assert times(path) == ([float(n) for n in range(101)], False)


def test_a_disk_that_stays_full_costs_no_memory_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "MOST_WAITING", 10_000)
    Disk(monkeypatch, 5_000)
    path = tmp_path / "game.jsonl.gz"
    writer = JournalWriter(path)
    with pytest.raises(OSError, match="No space"):
        write_many(writer, 10_000)
    assert writer.waiting < 20_000
    with pytest.raises(OSError, match="No space"):
        writer.close()
    found, truncated = times(path)
    assert found
    assert truncated


def test_another_fault_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Disk(monkeypatch, 0, errno.EIO)
    writer = JournalWriter(tmp_path / "game.jsonl.gz")
    with pytest.raises(OSError, match="Input/output"):
        writer.exchange(LINE)


def test_a_journal_that_is_too_large_says_so_and_is_read_as_a_cut_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.gz"
    with JournalWriter(path, most_bytes=20_000) as writer:
        writer.head(HEAD)
        assert not writer.cut
        for number in range(1000):
            writer.exchange(line(number))
        assert writer.cut
    found, truncated = times(path)
    assert found == [float(n) for n in range(len(found))]
    assert 50 < len(found) < 200
    assert truncated
    assert path.stat().st_size < 20_000
