"""Journals that are watched: whole ones, growing ones, folders."""

import asyncio
import gzip
from pathlib import Path

import pytest

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalError, JournalReader, JournalWriter
from gemp_bot.journal.folder import journal_files
from gemp_bot.journal.reader import Head, JournalTail, VerdictLine
from gemp_bot.view.watcher import JournalWatcher

GAME = Path(__file__).parents[1] / "report/lost/left-contested.jsonl.gz"


@pytest.fixture(scope="module")
def effects() -> CardEffects:
    return CardEffects(CardIndex.load())


def watcher_of(path: Path, effects: CardEffects) -> JournalWatcher:
    return JournalWatcher(path, Catalogue.load(), effects)


@pytest.mark.parametrize("packed", [True, False])
async def test_a_file_is_followed_while_it_is_written(
    tmp_path: Path, effects: CardEffects, *, packed: bool
) -> None:
    path = tmp_path / ("growing.jsonl.gz" if packed else "growing.jsonl")
    lines = [line for _, line in JournalReader(GAME)]
    path.write_bytes(b"")
    follower = watcher_of(path, effects)
    seen: list[int] = []

    async def follow() -> None:
        seen.extend([len(frames) async for frames in follower.follow(pause=0)])

    async def write() -> None:
        if packed:
            path.unlink()
            with JournalWriter(path) as writer:
                for line in lines:
                    put = writer.head if isinstance(line, Head) else writer.exchange
                    put = writer.verdict if isinstance(line, VerdictLine) else put
                    put(line)  # type: ignore[arg-type]
                    await asyncio.sleep(0)
            return
        whole = gzip.decompress(GAME.read_bytes())
        with path.open("ab", buffering=0) as file:
            for start in range(0, len(whole), 100_003):  # never at the end of a line
                file.write(whole[start : start + 100_003])
                await asyncio.sleep(0)

    if packed:
        writing = asyncio.create_task(write())
        await asyncio.sleep(0)
        await follow()
        await writing
    else:
        await asyncio.gather(follow(), write())
    assert len(seen) > 100
    whole = watcher_of(GAME, effects).run().view()
    assert follower.watcher.view() == whole
    assert whole.ending is not None


def test_a_tail_gives_whole_lines_only_and_knows_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        file.write(b'{"kind":"verdict","n":1,"answer":""}\n{"kind":"verd')
    tail = JournalTail(path)
    assert [line.answer for _, line in tail.new() if isinstance(line, VerdictLine)] == [""]
    with path.open("ab") as file:
        file.write(b'ict","n":2,"answer":"x"}\n{"kind":"cut","why":"full"}\n')
    assert [line.n for _, line in tail.new() if isinstance(line, VerdictLine)] == [2]
    assert tail.over
    tail.close()


def test_a_damaged_tail_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"kind":"verdict","n":1,"answer":""}\n{nonsense\n')
    tail = JournalTail(path)
    with pytest.raises(JournalError, match=r"a\.jsonl: line 2 is damaged"):
        list(tail.new())
    tail.close()
    with pytest.raises(JournalError, match="No such file"):
        JournalTail(tmp_path / "b.jsonl")


def test_folders_stand_for_the_recordings_in_them(tmp_path: Path) -> None:
    folder, empty = tmp_path / "games", tmp_path / "empty"
    folder.mkdir()
    empty.mkdir()
    for name in ("b.jsonl.gz", "a.jsonl", "c.replay.jsonl.gz", "notes.txt"):
        (folder / name).touch()
    told: list[str] = []
    alone = tmp_path / "missing.jsonl"
    found = journal_files([alone, folder, folder / "a.jsonl", empty], told.append)
    assert found == [alone, folder / "a.jsonl", folder / "b.jsonl.gz", folder / "a.jsonl"]
    assert len(told) == 1
    assert "empty: no recorded game in this folder" in told[0]


def test_folders_in_a_folder_are_looked_into_but_for_hidden_ones(tmp_path: Path) -> None:
    """`demo` records into a folder for each seat."""
    for name in (
        "LightBot/b.jsonl.gz",
        "DarkBot/a.jsonl.gz",
        "DarkBot/old/c.jsonl",
        ".venv/d.jsonl",
        "z.jsonl",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    told: list[str] = []
    found = [str(file.relative_to(tmp_path)) for file in journal_files([tmp_path], told.append)]
    assert found == ["z.jsonl", "DarkBot/a.jsonl.gz", "DarkBot/old/c.jsonl", "LightBot/b.jsonl.gz"]
    assert told == []
