"""`gemp-bot history` and `gemp-bot history share`: what they print, and what they refuse."""

import gzip
import json
import os
import shutil
import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from fakes.server import FakeGemp
from printed import check
from server_commands import command

from gemp_bot.cli.main import main
from gemp_bot.history.history import History, HistorySettings
from gemp_bot.history.records import HistoryRecord, OpponentKind
from gemp_bot.journal import JournalReader
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60

DAY = 86_400.0
JUNE = 1_750_000_000.0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def fill(file: Path) -> None:
    """Six games in June 2025, two in July, one that runs."""
    kept = History(HistorySettings(file), "thebot", "http://here")

    def one(number: int, opponent: str, result: str | None, at: float = JUNE, digest: str = "a" * 64) -> None:
        record = HistoryRecord(
            account="thebot",
            server="http://here",
            game=f"g{number}",
            begun=at + number,
            ended=at + number + 60,
            format="open",
            side="DARK",
            deck="Mine",
            deck_digest=digest,
            opponent_deck="Theirs",
            opponent_deck_digest="b" * 64,
            strategy="strong",
            strategy_digest="c" * 64,
            program_digest="d" * 64,
            opponent=opponent,
            opponent_kind=OpponentKind.PERSON,
            result=result,
            turns=9,
            life=20,
            opponent_life=0,
        )
        (kept.begin if result is None else kept.end)(record)

    for number, result in enumerate(("win", "win", "win", "loss", "cancelled", "error")):
        one(number, "alice", result)
    one(6, "bob", "loss", JUNE + 30 * DAY)
    one(7, "bob", "win", JUNE + 30 * DAY, "e" * 64)
    one(8, "bob", None, JUNE + 30 * DAY)
    assert kept.close()


def played_it(file: Path, game: dict[str, Any]) -> None:
    """A game that was fetched, as it would stand there if we had played it."""
    kept = History(HistorySettings(file), game["account"], game["server"])
    begun = datetime.fromisoformat(game["begun"]).timestamp()
    kept.end(
        HistoryRecord(
            account=game["account"],
            server=game["server"],
            game="our-own-id",
            begun=begun,
            ended=datetime.fromisoformat(game["ended"]).timestamp() + 50,
            strategy="strong",
            opponent=game["opponent"],
            result="win",
        )
    )
    assert kept.close()


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    caught = capsys.readouterr()
    return code, caught.out, caught.err


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    code, out, err = ran(capsys, *words, "--json")
    assert code == 0, err
    return json.loads(out)


def test_games_and_stats_tell_what_there_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(file)
    place = ("--history", str(file))
    _, out, _ = ran(capsys, "history", "games", *place, "--opponent", "BOB", "--limit", "2")
    assert [line.split() for line in out.splitlines()] == [
        ["BEGUN", "RESULT", "OPPONENT", "FORMAT", "SIDE", "DECK", "TURNS", "LIFE"],
        ["2025-07-15", "15:06", "running", "bob", "open", "DARK", "Mine", "9", "20", "to", "0"],
        ["2025-07-15", "15:06", "win", "bob", "open", "DARK", "Mine", "9", "20", "to", "0"],
        ["2", "of", "3", "games"],
    ]
    _, out, _ = ran(capsys, "history", "stats", *place, "--by", "month")
    assert [line.split() for line in out.splitlines()[1:]] == [
        ["2025-06", "6", "3", "1", "2", "75.0%", "30.1%", "to", "95.4%"],
        ["2025-07", "2", "1", "1", "0", "50.0%", "9.5%", "to", "90.5%"],
        ["all", "8", "4", "2", "2", "66.7%", "30.0%", "to", "90.3%"],
    ]


@pytest.mark.parametrize(
    ("by", "labels"),
    [
        ("opponent", ["alice", "bob"]),
        ("deck", ["Mine (aaaaaaaa)", "Mine (eeeeeeee)"]),
        (
            "matchup",
            ["Mine (aaaaaaaa) against Theirs (bbbbbbbb)", "Mine (eeeeeeee) against Theirs (bbbbbbbb)"],
        ),
        ("strategy", ["strong (cccccccc dddddddd)"]),
        ("format", ["open"]),
        ("month", ["2025-06", "2025-07"]),
    ],
)
def test_every_grouping(file: Path, capsys: pytest.CaptureFixture[str], by: str, labels: list[str]) -> None:
    fill(file)
    found = as_json(capsys, "history", "stats", "--history", str(file), "--by", by)
    check("history stats", found)
    assert [group["label"] for group in found["groups"]] == labels
    assert sum(group["games"] for group in found["groups"]) == found["total"]["games"] == 8


def test_options_of_games(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(file)
    place = ("history", "games", "--history", str(file))
    found = as_json(capsys, *place, "--since", "2025-07-01")
    check("history games", found)
    assert [game["game"] for game in found["games"]] == ["g8", "g7", "g6"]
    assert len(as_json(capsys, *place, "--limit", "0")["games"]) == 9
    assert as_json(capsys, *place, "--opponent", "nobody") == {"games": [], "total": {"games": 0}}
    stats = as_json(capsys, "history", "stats", "--history", str(file), "--opponent", "nobody")
    assert stats["total"]["share"] is None


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("games",), 3, "no history: give --history FILE or set history.file"),
        (("games", "--history", "none.db"), 1, "none.db: no such history"),
        (("games", "--history", "bad.db"), 1, "bad.db: file is not a database"),
        (("games", "--history", "x.db", "--since", "tomorrow"), 2, "'tomorrow' is no day: YYYY-MM-DD"),
        (("stats", "--history", "x.db", "--by", "mood"), 2, "no 'mood': there are "),
        (("forget", "not a name", "--history", "bad.db"), 1, "'not a name' is no login of a person"),
        (("import", "nowhere", "--history", "x.db"), 1, "nowhere: no such folder"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: tuple[str, ...], code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.db").write_text("nothing of the kind " * 100)
    found, out, err = ran(capsys, "history", *words)
    assert (found, out) == (code, "")
    assert says in err
    assert err.count("\n") == 1


# -- import, forget -----------------------------------------------------------------------------


async def test_journals_are_taken_in_once(
    file: Path, tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "journals"
    async with FakeGemp(idle_seconds=0) as server:
        options = ("--deck", LIGHT_60, "--library", "--opponent-deck", DARK_60, "--seed", "1", "--json")
        played = (await command(server.url, "play", *options, "--record", str(folder))).json["games"][0]
    shutil.copy(fixtures / "damaged" / "flipped-bits.jsonl.gz", folder)
    shutil.copy(fixtures / "games" / "open40-light-vs-player.jsonl.gz", folder)
    words = ("history", "import", str(folder), "--history", str(file))
    code, out, err = ran(capsys, *words)
    assert (code, out) == (1, "2 games taken in, 0 known before, 1 files passed over\n")
    assert "flipped-bits.jsonl.gz: compressed data is damaged" in err
    code, out, _ = ran(capsys, *words)
    assert (code, out) == (1, "0 games taken in, 2 known before, 1 files passed over\n")
    games = as_json(capsys, "history", "games", "--history", str(file))["games"]
    (ours,) = [game for game in games if game["game"] == played["game_id"]]
    same = ("result", "reason", "side", "opponent", "turns", "life", "opponent_life", "decisions", "choices")
    assert {key: ours[key] for key in same} == {key: played[key] for key in same}
    assert (ours["deck"], ours["strategy"], ours["account"]) == (LIGHT_60, "strong", "alice")
    assert ours["think_p50"] > 0


def test_people_of_a_journal_that_counts_them_are_not_known(
    file: Path, tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "journals"
    folder.mkdir()
    game = fixtures / "games" / "open40-light-vs-player.jsonl.gz"
    assert main(["history", "share", str(game), "--out", str(folder / "a.jsonl.gz")]) == 0
    assert main(["history", "import", str(folder), "--history", str(file)]) == 0
    capsys.readouterr()
    (found,) = as_json(capsys, "history", "games", "--history", str(file))["games"]
    assert (found["opponent"], found["account"]) == (None, "")


def test_a_game_that_was_only_watched_is_not_taken_in(
    file: Path, tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "journals"
    folder.mkdir()
    lines = gzip.decompress((fixtures / "games" / "open40-light-vs-player.jsonl.gz").read_bytes())
    for name, strategy in (("watched", ""), ("played", "steady")):
        head = {"kind": "head", "bot": "gemp-bot", "strategy": strategy, "format": 1, "game": name}
        (folder / f"{name}.jsonl").write_bytes(json.dumps(head).encode() + b"\n" + lines)
    assert main(["history", "import", str(folder), "--history", str(file)]) == 0
    assert capsys.readouterr().out == "1 games taken in, 0 known before, 0 files passed over\n"
    (found,) = as_json(capsys, "history", "games", "--history", str(file))["games"]
    assert found["strategy"] == "steady"


def test_who_was_forgotten_is_not_named_by_an_import(
    file: Path, tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "journals"
    folder.mkdir()
    shutil.copy(fixtures / "games" / "open40-light-vs-player.jsonl.gz", folder)
    place = ("--history", str(file))
    assert main(["history", "import", str(folder), *place]) == 0
    capsys.readouterr()
    (named,) = as_json(capsys, "history", "games", *place)["games"]
    found = as_json(capsys, "history", "forget", named["opponent"], *place, "--journals", str(folder))
    assert found == {"games": 1, "journals": 1, "left": []}
    (hidden,) = as_json(capsys, "history", "games", *place)["games"]
    assert hidden | {"opponent": named["opponent"]} == named
    other = tmp_path / "other.db"
    shutil.copy(f"{file}.key", f"{other}.key")
    assert main(["history", "import", str(folder), "--history", str(other)]) == 0  # from the new journal
    shutil.copy(fixtures / "games" / "open40-light-vs-player.jsonl.gz", folder)
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("DELETE FROM games")
    database.close()
    assert main(["history", "import", str(folder), *place]) == 0  # from the old one, once more
    capsys.readouterr()
    for place in (("--history", str(file)), ("--history", str(other))):
        (again,) = as_json(capsys, "history", "games", *place)["games"]
        assert again["opponent"] == hidden["opponent"]
    assert named["opponent"].encode() not in file.read_bytes() + other.read_bytes()


def test_prune_removes_what_is_old(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(file)
    folder = tmp_path / "journals"
    folder.mkdir()
    (folder / "new.jsonl.gz").touch()
    (folder / "old.jsonl.gz").touch()
    os.utime(folder / "old.jsonl.gz", (JUNE, JUNE))
    words = ("history", "prune", "--history", str(file), "--journals", str(folder))
    assert as_json(capsys, *words) == {"games": 0, "journals": 0}
    assert as_json(capsys, *words, "--keep-games", "36500") == {"games": 0, "journals": 0}
    assert as_json(capsys, *words, "--keep-games", "1", "--keep-journals", "1") == {"games": 8, "journals": 1}
    assert [path.name for path in folder.iterdir()] == ["new.jsonl.gz"]


def test_the_configuration_names_the_history_and_how_long_it_is_kept(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(file)
    (tmp_path / "config.toml").write_text('[history]\nfile = "games.db"\nkeep_days = 1\n')
    assert as_json(capsys, "history", "games")["total"] == {"games": 9}
    assert as_json(capsys, "history", "prune", "--keep-journals", "1") == {"games": 0, "journals": 0}
    assert as_json(capsys, "history", "prune") == {"games": 8, "journals": 0}


# -- fetch --------------------------------------------------------------------------------------


async def test_games_are_fetched_once_and_those_we_know_are_known(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "replays"
    async with FakeGemp(idle_seconds=0) as server:
        options = ("--deck", LIGHT_60, "--library", "--opponent-deck", DARK_60, "--seed", "1", "--json")
        played = (await command(server.url, "play", *options, "--games", "2")).json["games"]
        words = ("history", "import", "--history", str(file), "--journals", str(folder), "--json")
        first = await command(server.url, *words)
        assert (first.code, first.json) == (0, {"games": 2, "known": 0, "replays": 2, "missing": []})
        second = await command(server.url, *words)
        assert second.json == {"games": 0, "known": 2, "replays": 0, "missing": []}
        # What we played ourselves has another id, and our clock is not the server's.
        other = tmp_path / "other.db"
        one = as_json(capsys, "history", "games", "--history", str(file))["games"][0]
        played_it(other, one)
        words = ("history", "import", "--history", str(other), "--journals", str(folder), "--json")
        assert (await command(server.url, *words)).json["known"] == 1
        assert (await command(server.url, *words)).json["known"] == 2
    games = as_json(capsys, "history", "games", "--history", str(file))["games"]
    assert sorted(game["result"] for game in games) == sorted(game["result"] for game in played)
    assert {game["reason"] for game in games} == {game["reason"] for game in played}
    assert {(game["opponent"], game["opponent_kind"]) for game in games} == {("~Rando_Cal", "ai")}
    for path in folder.iterdir():
        _, exchange = (line for _, line in JournalReader(path))
        assert exchange.body.count("<ge ") > 3  # type: ignore[union-attr]
    # They are no journals that could be re-lived, so no import takes them for damaged ones.
    found = as_json(capsys, "history", "import", str(folder), "--history", str(file))
    assert found == {"games": 0, "known": 0, "damaged": []}


# -- share --------------------------------------------------------------------------------------


CONFIG = (
    '[server]\ncontact = "me@example.org"\n[account]\nuser = "alice"\npassword_file = "hush"\n'
    '[play]\ndeck = "Alices deck"\nprivate = "bob"\ndeadline = 33.0\n'
)


async def test_a_shared_journal_names_nobody_and_can_be_re_lived(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "journals"
    async with FakeGemp(idle_seconds=0) as server:
        options = ("--deck", LIGHT_60, "--library", "--opponent-deck", DARK_60, "--seed", "1", "--json")
        played = await command(server.url, "play", *options, "--record", str(folder))
    journal = played.json["games"][0]["journal"]
    config = tmp_path / "config.toml"
    config.write_text(CONFIG)
    assert main(["history", "share", journal, "--out", "out.jsonl.gz"]) == 0
    lines = [json.loads(text) for _, text, _ in JournalReader(tmp_path / "out.jsonl.gz").texts()]
    told = json.dumps(lines)
    for secret in ("alice", "bob", "hush", "example.org", str(tmp_path), server.url):
        assert secret not in told, secret
    assert (lines[0]["kind"], lines[1]["kind"]) == ("head", "shared")
    assert lines[1]["config"]["play"]["deadline"] == 33.0
    assert lines[1]["bot"] == lines[0]["bot"]
    capsys.readouterr()
    assert main(["replay", "--strict", "out.jsonl.gz"]) == 0
    capsys.readouterr()
    code, _, err = ran(capsys, "history", "share", journal, "--out", "out.jsonl.gz")
    assert (code, err) == (1, "gemp-bot: out.jsonl.gz: is there already: name another file with --out\n")
