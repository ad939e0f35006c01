"""Forgetting a person: no byte of the name is left, and nobody else is touched."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from history_scene import NOON, game, history, rows

from gemp_bot.decisions import Catalogue
from gemp_bot.history.database import open_database, read_key
from gemp_bot.history.writer import Forgotten, forget
from gemp_bot.journal import Head, JournalReader, JournalWriter
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.pseudonyms import JournalCopy, KeyFileError, PersonKey, Pseudonyms
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId
from gemp_bot.replay.relive import Relive

HEAD = Head(bot="0.1.0", strategy="random", version=1, seed=7)
CARD = "&lt;div class='cardHint' value='1_19'&gt;•Luke Skywalker&lt;/div&gt;"


def forgotten(file: Path, player: str, folder: Path | None = None, now: float | None = None) -> Forgotten:
    key = read_key(file)
    database = open_database(file, key)
    try:
        return forget(database, key, player, folder, now=lambda: time.time() if now is None else now)
    finally:
        database.close()


def journal(path: Path, *people: str, says: str = "", end: bool = True) -> Path:
    body = (
        f'<gameState cn="0"><ge type="P" participantId="{people[0]}" allParticipantIds="{",".join(people)}"/>'
        f'<ge type="M" message="{says}"/></gameState>'
    )
    writer = JournalWriter(path)
    writer.head(HEAD)
    writer.exchange(Exchange("GET", "/game/g", {}, 200, 1.0, body, 0.1))
    if end:
        writer.close()
    else:
        writer._raw.close()
    return path


def text_of(path: Path) -> str:
    return "\n".join(text.decode() for _, text, _ in JournalReader(path).texts())


def test_no_byte_of_the_name_is_left(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with history(file) as kept:
        for number in range(300):
            kept.end(
                game(
                    number, "Zebulon" if number % 2 else "malice", result="win", fault="zebulon? Zebulon left"
                )
            )
        kept.refuse("Zebulon")
        kept.flush(30)
        assert b"ebulon" in file.with_name("games.db-wal").read_bytes()
        # The service still has the file open.
        done = forgotten(file, "zebulon")
        assert done == Forgotten(games=150)
        for path in tmp_path.iterdir():
            assert b"ebulon" not in path.read_bytes(), path
        kept.end(game(300, "carol", result="win"))
        kept.flush()
        assert kept.refuses("Zebulon")
        # Later games are kept without the name, too.
        assert kept.name_of("Zebulon") is not None
        kept.end(game(999, "Zebulon", result="loss", fault="Zebulon: gone"))
    for path in tmp_path.iterdir():
        assert b"ebulon" not in path.read_bytes(), path
    assert rows(file, "SELECT count(*), count(DISTINCT person) FROM games WHERE opponent = 'malice'") == [
        (150, 1)
    ]
    with history(file) as kept:
        assert kept.refuses("zebulon")
        assert len(kept.games_with("zebulon", datetime.fromtimestamp(0, UTC))) == 151


def test_journals_are_written_anew_and_re_lived_as_before(tmp_path: Path, fixtures: Path) -> None:
    file, folder = tmp_path / "games.db", tmp_path / "journals"
    folder.mkdir()
    with history(file):
        pass
    before = fixtures / "games" / "open40-light-vs-player.jsonl.gz"
    path = folder / before.name
    path.write_bytes(before.read_bytes())
    os.utime(path, (NOON, NOON))
    done = forgotten(file, "PROBEA", folder)
    assert (done.journals, done.left) == (1, [])
    assert "probeA" in text_of(before)
    assert "probea" not in text_of(path).casefold()
    assert path.stat().st_mtime == NOON
    ours, theirs = (Relive(each, Catalogue.load()).run() for each in (path, before))
    assert (ours.result, ours.decisions, ours.illegal_answers) == (theirs.result, theirs.decisions, 0)
    assert not ours.torn
    assert ours.whole == theirs.whole


def test_parts_of_other_names_and_titles_of_cards_stay(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with history(file) as kept:
        kept.end(game(1, "Luke", result="win", deck="Luke's farm"))
        kept.end(game(2, "Luke2", result="win"))
    says = f"Luke deploys {CARD}, Luke2 and ~Luke watch Luke-b and Luke"
    path = journal(tmp_path / "a.jsonl.gz", "Luke", "Luke2", says=says)
    other = journal(tmp_path / "b.jsonl.gz", "Luke2", "bob", says=f"Luke2 deploys {CARD}")
    untouched = other.read_bytes()
    person = read_key(file).pseudonym("luke")
    assert forgotten(file, "luke", tmp_path).journals == 1
    assert f"{person} deploys {CARD}, Luke2 and ~Luke watch Luke-b and {person}" in text_of(path)
    assert f'allParticipantIds=\\"{person},Luke2\\"' in text_of(path)
    assert text_of(other) == "\n".join(text_of(other).splitlines())
    assert other.read_bytes() == untouched
    assert rows(file, "SELECT opponent, deck FROM games") == [(None, "Luke's farm"), ("Luke2", "Mine")]


def test_lines_of_a_later_version_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    text = text_of(journal(tmp_path / "b.jsonl.gz", "alice", "bob")).splitlines()
    path.write_text("\n".join([text[0], '{"kind":"mood","is":"good"}', *text[1:]]) + "\n")
    JournalCopy(path, Pseudonyms()).write(path)
    assert '{"kind":"mood","is":"good"}' in path.read_text()
    assert "alice" not in path.read_text()


def test_what_cannot_be_rewritten_is_told(tmp_path: Path, fixtures: Path) -> None:
    file, folder = tmp_path / "games.db", tmp_path / "journals"
    folder.mkdir()
    with history(file):
        pass
    damaged = folder / "damaged.jsonl.gz"
    damaged.write_bytes((fixtures / "damaged" / "flipped-bits.jsonl.gz").read_bytes())
    running = journal(folder / "running.jsonl.gz", "alice", "bob", end=False)
    content = running.read_bytes()
    done = forgotten(file, "alice", folder)
    assert done.journals == 0
    assert running.read_bytes() == content
    assert [line.partition(": ")[0] for line in done.left] == [str(damaged), str(running)]
    assert "still being written" in done.left[1]
    done = forgotten(file, "alice", folder, now=time.time() + 3600)  # its writer is dead
    assert done.journals == 1
    assert "alice" not in text_of(running)
    reader = JournalReader(running)
    assert len(list(reader)) == 2
    assert reader.truncated  # as before


def test_a_copy_that_fails_leaves_the_journal_and_no_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal(tmp_path / "a.jsonl.gz", "alice", "bob")
    content = path.read_bytes()

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="No space left"):
        JournalCopy(path, Pseudonyms()).write(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_a_pseudonym_is_a_name_and_stays_one(tmp_path: Path) -> None:
    key = PersonKey.of(tmp_path / "key")
    again = PersonKey.of(tmp_path / "key")
    person = key.pseudonym("Alice")
    assert person == again.pseudonym("aLICE") == key.pseudonym(person)
    assert person != key.pseudonym("Alice2")
    assert len(person) == 10
    assert key.made(person)
    assert not key.made("playername")
    assert key.pseudonym("~Rando_Cal") == "~Rando_Cal"
    assert not PersonKey(b"0" * 32).made(person)
    (tmp_path / "key").write_bytes(b"")
    with pytest.raises(KeyFileError, match="holds 0 bytes"):
        PersonKey.of(tmp_path / "key")


def test_journals_name_people_as_the_history_does(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    exchange = Exchange(
        "GET", "/game/g", {}, 200, 1.0, '<gameState><ge participantId="alice,bob"/></gameState>', 0.1
    )
    with history(file):
        pass
    forgotten(file, "bob")
    person = read_key(file).pseudonym
    for pseudonyms, expected in (
        (False, f"alice,{person('bob')}"),
        (True, f"{person('alice')},{person('bob')}"),
    ):
        with history(file, pseudonyms=pseudonyms) as kept:
            folder = JournalFolder(tmp_path / str(pseudonyms), name_of=kept.name_of)
            with folder.new(GameId("g")) as writer:
                writer.exchange(exchange)
            assert f'participantId=\\"{expected}\\"' in text_of(writer.path)
