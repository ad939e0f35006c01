"""The history beside running games: written aside, asked from memory, never in the way."""

import gzip
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest
from history_scene import ACCOUNT, HOUR, NOON, SERVER, game, history, rows
from structlog.testing import capture_logs
from two_journals import two_journals

from gemp_bot.history import database
from gemp_bot.history import history as room
from gemp_bot.history.database import HistoryError, Keep, key_file, open_database, read_key
from gemp_bot.history.history import History, HistorySettings
from gemp_bot.history.records import Score
from gemp_bot.history.writer import MOST_PENDING

TraceFunction = Callable[[FrameType, str, Any], Any]


def moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def test_a_game_is_there_while_it_runs_and_completed_at_its_end(file: Path) -> None:
    with history(file) as kept:
        kept.begin(game(opponent=None))
        assert kept.flush()
        assert rows(file) == [("game-1", None, None)]
        kept.begin(game())
        kept.end(game(result="win", turns=12))
        assert kept.flush()
    assert rows(file) == [("game-1", "alice", "win")]
    assert rows(file, "SELECT begun, ended, turns, deck FROM games") == [(NOON + 1, NOON + HOUR, 12, "Mine")]


def test_what_was_known_is_not_undone_by_what_is_told_later(file: Path) -> None:
    with history(file) as kept:
        kept.begin(game())
        # Adopted after a restart: neither deck nor opponent are known at first.
        kept.begin(game(opponent=None, begun=NOON + 99, deck=None))
    assert rows(file, "SELECT opponent, deck, begun FROM games") == [("alice", "Mine", NOON + 1)]


def test_the_questions_of_a_host(file: Path) -> None:
    with history(file) as kept:
        assert not kept.was_last("alice")
        assert not kept.met("alice")
        kept.end(game(1, ended=NOON + 10, result="win"))
        kept.end(game(2, ended=NOON + 30, result="loss"))
        kept.end(game(3, "bob", ended=NOON + 20, result="cancelled"))
        kept.begin(game(4, "Alice"))
        kept.begin(game(5, "carol"))
        kept.end(game(6, "~Rando_Cal", ended=NOON + 40, result="win"))
        questions(kept)
    with history(file) as kept:  # the same after a restart
        questions(kept)


def questions(kept: History) -> None:
    assert kept.games_with("ALICE", moment(NOON)) == [moment(NOON + 30), moment(NOON + 10)]
    assert kept.games_with("alice", moment(NOON + 11)) == [moment(NOON + 30)]
    assert kept.games_since(moment(NOON + 20)) == 2
    assert kept.games_since(moment(NOON + 31)) == 0
    assert kept.was_last("Alice")
    assert not kept.was_last("bob")
    assert kept.met("bob")
    assert not kept.met("carol")  # that game runs
    assert kept.score("alice") == Score(1, 1, 0)
    assert kept.score() == Score(1, 1, 1)


def test_a_game_that_is_adopted_again_is_counted_once(file: Path) -> None:
    with history(file) as kept:
        kept.end(game(1, ended=NOON + 10, result="unfinished"))
        kept.begin(game(1, None))
        assert kept.games_since(moment(NOON)) == 0
        kept.end(game(1, ended=NOON + 20, result="win"))
        assert kept.games_since(moment(NOON)) == 1
        assert kept.score("alice") == Score(1, 0, 0)


def test_a_refusal_survives(file: Path) -> None:
    with history(file) as kept:
        kept.refuse("alice")
        assert kept.refuses("Alice")
        assert not kept.refuses("bob")
    with history(file) as kept:
        assert kept.refuses("alice")
        assert not kept.refuses("bob")
    assert b"alice" not in file.read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_only_its_owner_may_read_it(file: Path) -> None:
    before = os.umask(0)
    try:
        with history(file) as kept:
            kept.begin(game())
            kept.flush()
            found = sorted(file.parent.iterdir())
            assert [path.name for path in found] == [
                "games.db",
                "games.db-shm",
                "games.db-wal",
                "games.db.key",
            ]
            assert {stat.S_IMODE(path.stat().st_mode) for path in found} == {0o600}
    finally:
        os.umask(before)


def test_with_pseudonyms_no_name_reaches_the_file(file: Path) -> None:
    with history(file, pseudonyms=True) as kept:
        kept.begin(game(1))
        kept.end(game(1, result="loss", fault="alice: refused, malice was not"))
    with history(file, pseudonyms=True) as kept:
        assert kept.score("alice") == Score(0, 1, 0)
        assert kept.met("Alice")
        assert kept.was_last("alice")
        person = kept.name_of("alice")
    (found,) = rows(file, "SELECT opponent, person, fault FROM games")
    assert found == (None, person, f"{person}: refused, malice was not")


# -- games that end unseen ----------------------------------------------------------------------

_KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from history_scene import game, history
with history(Path(sys.argv[1])) as kept:
    kept.end(game(1, result="win"))
    kept.begin(game(2))
    kept.begin(game(3))
    assert kept.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_a_kill_between_begin_and_end(file: Path) -> None:
    ended = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", _KILLED, str(file), str(Path(__file__).parent)], check=False
    )
    assert ended.returncode == -signal.SIGKILL
    assert rows(file) == [("game-1", "alice", "win"), ("game-2", "alice", None), ("game-3", "alice", None)]
    with history(file) as kept:
        kept.settle({"game-3"})
        assert kept.score("alice") == Score(1, 0, 1)
        kept.begin(game(3, None))  # adopted
        kept.end(game(3, result="loss"))
    assert [row[2] for row in rows(file)] == ["win", "unknown", "loss"]
    assert rows(file, "SELECT ended FROM games WHERE game = 'game-2'") == [(NOON + HOUR,)]


def test_a_game_that_ended_unseen_gets_its_result_from_its_journals(file: Path, tmp_path: Path) -> None:
    folder = two_journals(tmp_path / "journals")
    for path in tuple(folder.iterdir()):
        text = path.read_text().replace("-g.jsonl", "-g.jsonl.gz")
        path.unlink()
        path.with_suffix(".jsonl.gz").write_bytes(gzip.compress(text.encode()))
    begun = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
    with history(file) as kept:
        kept.begin(game(1, "bob", begun=begun))
        kept.begin(msgspec.structs.replace(game(2, "bob"), game="g", begun=begun))
    with history(file, lambda: begun + 2 * HOUR, journals=folder) as kept, capture_logs() as logs:
        kept.settle(())
        assert kept.flush(60)
        assert kept.score() == Score(0, 0, 1), "it was against a player of the server's own"
    found = rows(file, "SELECT result, ended - begun, seconds, journal, adopted, deck FROM games ORDER BY id")
    assert found[0][0] == "unknown"
    result, lasted, seconds, journal, adopted, deck = found[1]
    assert (result, adopted, deck) == ("loss", 1, "Mine"), "what was known before is kept"
    assert str(journal).endswith("-g.jsonl.gz")
    assert lasted == pytest.approx(seconds)
    assert seconds > HOUR, "the pause between the parts counts"
    assert [log["games"] for log in logs if log["event"] == "results_found"] == [["g"]]


def test_games_of_another_account_are_left_alone(file: Path) -> None:
    other = History(HistorySettings(file), "otherbot", SERVER)
    with history(file) as kept:
        kept.begin(game())
        kept.flush()
        other.settle(())
        other.close()
        assert other.games_since(moment(0)) == 0
    assert rows(file) == [("game-1", "alice", None)]


def test_a_history_that_is_locked_when_games_are_settled(file: Path, impatient: None) -> None:
    with history(file) as kept:
        kept.begin(game(1))
        kept.begin(game(2))
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    with capture_logs(), history(file) as kept:
        kept.settle({"game-2"})
        kept.begin(game(2, None))
        kept.begin(game(3))
        assert not kept.flush()
        holder.close()
        assert kept.flush()
        assert kept.score("alice") == Score(0, 0, 1)
    assert [row[2] for row in rows(file)] == ["unknown", None, None]


# -- trouble ------------------------------------------------------------------------------------


def locked(file: Path) -> sqlite3.Connection:
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    return holder


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for another process."""
    monkeypatch.setattr(room, "_OPENING", 0.0)
    real = open_database
    monkeypatch.setattr(room, "open_database", lambda *args, **_: real(*args, patience=0.0))


@pytest.mark.usefixtures("impatient")
def test_a_locked_database_costs_nothing(file: Path) -> None:
    with history(file):
        pass
    holder = locked(file)
    with capture_logs() as logs, history(file) as kept:
        kept.begin(game())
        assert not kept.flush()
        kept.end(game(result="win"))
        kept.refuse("bob")
        assert not kept.flush()
        assert kept.score("alice") == Score(1, 0, 0)
        assert kept.refuses("bob")
        assert kept.pending == 3
        holder.execute("ROLLBACK")
        assert kept.flush()
        holder.close()
    assert rows(file) == [("game-1", "alice", "win")]
    assert [entry["event"] for entry in logs] == ["history_not_written", "history_written_again"]
    assert "locked" in logs[0]["why"]


@pytest.mark.usefixtures("impatient")
def test_a_database_locked_from_the_start_is_read_when_it_is_free(file: Path) -> None:
    with history(file) as kept:
        kept.end(game(1, result="loss"))
        kept.refuse("bob")
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    with capture_logs(), history(file) as kept:
        kept.end(game(2, result="win"))
        assert not kept.flush()
        assert kept.score("alice") == Score(1, 0, 0)
        holder.close()
        assert kept.flush()
        assert kept.score("alice") == Score(1, 1, 0)
        assert kept.refuses("bob")


def test_answers_do_not_wait_for_a_locked_database(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with history(file):
        pass
    # Whoever waits for the file waits for an hour.
    monkeypatch.setattr(room, "_OPENING", 0.0)
    real = open_database
    monkeypatch.setattr(room, "open_database", lambda *args, patience=3600.0: real(*args, patience=patience))
    holder = locked(file)
    with capture_logs(), history(file) as kept:
        for number in range(200):
            kept.begin(game(number))
            kept.games_with("alice", moment(NOON))
            kept.score()
        assert kept.pending == 200
        holder.close()
        assert kept.flush(60)
    assert len(rows(file)) == 200


def test_a_full_disk_costs_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = True

    def small(*args: object, **_: object) -> sqlite3.Connection:
        opened = open_database(*args)  # type: ignore[arg-type]
        if full:
            pages = opened.execute("PRAGMA page_count").fetchone()[0]
            opened.execute(f"PRAGMA max_page_count = {pages}")
        return opened

    monkeypatch.setattr(room, "open_database", small)
    with capture_logs() as logs, history(file) as kept:
        kept.begin(game(2, fault="x" * 100_000))
        kept.begin(game())
        assert not kept.flush()
        kept.end(game(result="win"))
        assert not kept.flush()
        full = False
        assert kept.flush()
    assert sorted(rows(file)) == [("game-1", "alice", "win"), ("game-2", "alice", None)]
    assert [entry["event"] for entry in logs] == ["history_not_written", "history_written_again"]
    assert "full" in logs[0]["why"]


def test_a_damaged_file_costs_nothing(file: Path) -> None:
    file.write_bytes(b"no database at all, " * 500)
    with capture_logs() as logs, history(file) as kept:
        kept.end(game(result="win"))
        assert not kept.flush()
        assert kept.score("alice") == Score(1, 0, 0)
        file.rename(file.with_name("damaged.db"))  # what an operator does
        assert kept.flush()
    assert rows(file) == [("game-1", "alice", "win")]
    assert logs[0]["why"] == f"{file}: file is not a database"
    assert len(logs) == 2


def test_a_file_that_is_overwritten_under_its_feet_is_seen_and_what_is_told_then_waits(file: Path) -> None:
    with history(file) as kept:
        kept.refuse("one")
    whole = file.read_bytes()
    with capture_logs() as logs, history(file) as kept:
        kept.refuse("two")
        assert kept.flush()
        assert kept.trouble == ""
        file.write_bytes(b"x" * len(whole))
        kept.refuse("three")
        assert not kept.flush()
        assert kept.trouble.startswith(f"{file}: ")
        assert kept.pending == 1
        file.write_bytes(whole)  # the backup
        assert kept.flush()
        assert (kept.trouble, kept.pending) == ("", 0)
    assert [entry["event"] for entry in logs] == ["history_not_written", "history_written_again"]
    assert rows(file, "SELECT count(*) FROM people") == [(2,)]


def test_what_is_kept_in_memory_has_a_bound(file: Path) -> None:
    file.mkdir()
    with capture_logs() as logs:
        kept = History(HistorySettings(file), ACCOUNT, SERVER)
        for _ in range(MOST_PENDING + 5):
            kept.refuse("one more")
        assert kept.pending == MOST_PENDING
        assert not kept.close()
    assert [entry["event"] for entry in logs] == ["history_not_written", "history_lost"]


def test_a_record_that_can_never_be_written_holds_up_no_other(file: Path) -> None:
    with capture_logs() as logs, history(file) as kept:
        kept.begin(game(3, fault="half a character: \ud800"))
        kept.begin(game(turns=2**70))
        kept.end(game(2, result="win"))
        assert kept.flush()
    assert rows(file) == [("game-2", "alice", "win")]
    assert [entry["event"] for entry in logs] == ["history_record_lost"] * 2


def test_trouble_with_old_games_writes_nothing_twice(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(room, "prune_games", fails)
    with capture_logs() as logs, history(file) as kept:
        kept.refuse("once")
        assert kept.flush()
    assert rows(file, "SELECT count(*) FROM people") == [(1,)]
    assert [entry["event"] for entry in logs].count("history_not_written") == 1


def test_a_bug_of_ours_ends_no_thread(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bug = True
    load = History._load_people

    def fails(*args: object) -> None:
        if bug:
            raise KeyError("a bug")
        load(*args)  # type: ignore[arg-type]

    with history(file):
        pass
    monkeypatch.setattr(History, "_keep_up", fails)
    with capture_logs() as logs, history(file) as kept:
        kept.begin(game(1))
        assert kept.flush()
        bug = False
        kept.begin(game(2))
        assert kept.flush()
    assert len(rows(file)) == 2
    assert "a bug" in logs[0]["why"]


# -- versions -----------------------------------------------------------------------------------


def test_a_file_of_version_1_is_brought_up_to_date(file: Path) -> None:
    with history(file) as kept:
        kept.end(game(result="win"))
    steps = (*database.MIGRATIONS, "ALTER TABLE games ADD COLUMN mood TEXT; UPDATE games SET mood = 'good'")
    opened = open_database(file, read_key(file), migrations=steps)
    try:
        assert tuple(opened.execute("SELECT game, result, mood FROM games").fetchone()) == (
            "game-1",
            "win",
            "good",
        )
        assert opened.execute("PRAGMA user_version").fetchone()[0] == len(steps)
    finally:
        opened.close()
    told = rf"games\.db: a history of version {len(steps)}, and this program knows {len(steps) - 1} at most"
    with pytest.raises(HistoryError, match=told):
        History(HistorySettings(file), ACCOUNT, SERVER)


def test_a_step_that_fails_changes_nothing(file: Path) -> None:
    with history(file):
        pass
    steps = (*database.MIGRATIONS, "ALTER TABLE games ADD COLUMN mood TEXT; UPDATE nothing SET mood = 1")
    with pytest.raises(sqlite3.OperationalError):
        open_database(file, read_key(file), migrations=steps)
    with history(file) as kept:
        kept.begin(game())
        assert kept.flush()


def test_a_database_of_another_program_is_left_as_it_is(file: Path) -> None:
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE recipes (name)")
    other.close()
    before = file.read_bytes()
    with pytest.raises(HistoryError, match="a database of another program"):
        History(HistorySettings(file), ACCOUNT, SERVER)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda key: key.unlink(), "not the key this history was written with"),
        (lambda key: key.write_bytes(b"short"), "holds 5 bytes, and a key has 32"),
    ],
)
def test_a_lost_key_is_told(file: Path, spoil: Callable[[Path], None], says: str) -> None:
    with history(file) as kept:
        kept.refuse("alice")
    spoil(key_file(file))
    with pytest.raises(HistoryError, match=says):
        History(HistorySettings(file), ACCOUNT, SERVER)


# -- retention, size ----------------------------------------------------------------------------


def test_what_is_old_goes_at_the_start(file: Path, tmp_path: Path) -> None:
    day = 24 * HOUR
    journals = tmp_path / "journals"
    journals.mkdir()
    for name, age in (("old", 8), ("new", 6)):
        path = journals / f"{name}.jsonl.gz"
        path.touch()
        os.utime(path, (NOON - age * day,) * 2)
    with history(file) as kept:
        kept.end(game(1, begun=NOON - 40 * day, ended=NOON - 31 * day, result="win"))
        kept.end(game(2, begun=NOON - 40 * day, ended=NOON - 29 * day, result="win"))
        kept.begin(game(3, begun=NOON - 40 * day))
        kept.refuse("bob")
    with history(file, lambda: NOON, keep=Keep(games=30, journals=7), journals=journals) as kept:
        assert kept.refuses("bob")
    assert [row[0] for row in rows(file)] == ["game-2", "game-3"]
    assert [path.name for path in journals.iterdir()] == ["new.jsonl.gz"]


def test_what_a_question_takes_does_not_grow_with_the_games_of_others(tmp_path: Path) -> None:
    def steps(people: int) -> int:
        """Of the interpreter, for questions about one who played 20 games, as everybody did."""
        file = tmp_path / f"{people}.db"
        with history(file) as kept:
            for number in range(20 * people):
                kept.end(game(number, f"p{number % people}", result="win" if number % 3 else "loss"))
                if number % 5000 == 0:
                    assert kept.flush(60)
            assert kept.flush(60)
        with history(file) as kept:
            score = kept.score()
            assert score.won + score.lost == 20 * people
            assert len(kept.games_with("p7", moment(0))) == 20
            return steps_of(lambda: about_one(kept))

    assert steps(500) < 1.2 * steps(20)


def about_one(kept: History) -> None:
    kept.games_with("p7", moment(NOON))
    kept.games_since(moment(NOON))
    kept.met("p8")
    kept.was_last("p8")
    kept.refuses("p9")
    kept.score("p7")


def steps_of(work: Callable[[], None]) -> int:
    """How many instructions of the interpreter it takes."""
    count, before = 0, sys.gettrace()

    def trace(frame: FrameType, event: str, _: object) -> TraceFunction:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
