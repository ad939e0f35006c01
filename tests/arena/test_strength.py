"""Players and decks apart: the fit against made-up truths, and the file of results."""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from arena_scene import records

from gemp_bot.arena.ratings import ELO, ResultRow, add_rows, read_rows, rows_of, strength_of, table
from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.arena.results import write_record
from gemp_bot.arena.spec import ArenaError
from gemp_bot.cli.exits import FAILURE, OK, USAGE
from gemp_bot.cli.main import main
from gemp_bot.statistics import Interval, logistic
from gemp_bot.strategy import Identity
from gemp_bot.strategy.identity import StrategyKind

W, L = ArenaOutcome.WIN, ArenaOutcome.LOSS


def row(player: str, opponent: str, points: float, games: float = 1, **more: Any) -> ResultRow:
    named = {"date": "2026-11-23", "measurement": "m", "player_digest": "", "format": "open"}
    return ResultRow(**(named | more), player=player, opponent=opponent, points=points, games=games)


def elos(rows: list[ResultRow]) -> dict[str, Interval]:
    found = strength_of(rows)
    return {one.name: one.elo for one in (*found.players, *found.decks)} | {"the dark side": found.dark}


def test_a_folder_is_no_file_of_results(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="a folder: name the files in it"):
        read_rows(tmp_path)
    with pytest.raises(ArenaError, match="no such file of results"):
        read_rows(tmp_path / "none.csv")


def test_a_player_with_better_decks_is_no_better_player() -> None:
    lucky = {"deck": "good", "opponent_deck": "poor"}
    # Without decks x won 75 % and y 25 %.
    rows = [
        row("x", "ai", 60, 80, **lucky),
        row("y", "ai", 20, 80, deck="poor", opponent_deck="good"),
        row("z", "ai", 60, 80, **lucky),
        row("z", "ai", 20, 80, deck="poor", opponent_deck="good"),
    ]
    found = elos(rows)
    assert abs(found["x"].value - found["y"].value) < 30
    assert found["good"].value - found["poor"].value > 150
    blind = elos([msgspec.structs.replace(one, deck="", opponent_deck="") for one in rows])
    assert blind["x"].value - blind["y"].value > 250


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance = Random(3)
    held = asked = 0
    for _ in range(20):
        decks = {f"deck {number}": chance.gauss(0, 200) for number in range(12)}
        players = {"a": 0.0, "b": 60.0, "c": -120.0}
        rows = []
        for number in range(240):
            player, opponent = chance.sample([*players], 2)
            mine, theirs = chance.sample([*decks], 2)
            dark = number % 2
            ahead = players[player] - players[opponent] + decks[mine] - decks[theirs] + (80 if dark else -80)
            won = chance.random() < logistic(ahead / ELO)
            side = "DARK" if dark else "LIGHT"
            rows.append(row(player, opponent, float(won), deck=mine, opponent_deck=theirs, side=side))
        found = elos(rows)
        (anchor,) = [name for name in players if found[name].half == 0]
        truth = {name: value - players[anchor] for name, value in players.items() if name != anchor}
        truth |= {"the dark side": 80.0}
        held += sum(found[name].low <= value <= found[name].high for name, value in truth.items())
        asked += len(truth)
    assert 0.88 <= held / asked <= 0.99, f"{held} of {asked}"


def test_a_deck_with_one_game_is_defined_and_uncertain() -> None:
    rows = [row("a", "b", 30, 60, deck="x", opponent_deck="y"), row("a", "b", 1, deck="new")]
    found = elos(rows)
    assert found["new"].low < 0 < found["new"].high


def test_programs_are_told_apart_by_their_digests() -> None:
    rows = [row("a", "ai", 30, 40, player_digest="1"), row("a", "ai", 10, 40, player_digest="2")]
    found = elos(rows)
    assert found["a 1"].low > found["a 2"].high


# -- the file -------------------------------------------------------------------------------------


def played(outcomes: list[ArenaOutcome], **more: Any) -> list[GameRecord]:
    mine = Identity("/home/x/mine.toml", StrategyKind.FILE, "f" * 64, {"mine": "a" * 64})
    return [
        msgspec.structs.replace(
            one, player_identity=mine, deck_digest="d" * 64, at="2026-11-23T10:00", **more
        )
        for one in records(outcomes)
    ]


def test_results_are_kept_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "strength.csv"
    rows = rows_of("m", played([W, L, W, ArenaOutcome.TIMEOUT]), "Drains first.")
    add_rows(file, rows)
    assert read_rows(file) == rows
    light, dark = rows
    assert (light.games, light.points, light.margin, light.not_decided) == (2, 2, 12, 0)
    assert (dark.games, dark.points, dark.not_decided, dark.note) == (1, 0, 1, "")
    assert (light.player, light.opponent, light.note) == ("mine", "ai:RANDO", "Drains first.")
    assert light.player_digest.startswith("ffffffff-")
    assert "/home" not in file.read_text()
    with pytest.raises(ArenaError, match="holds games of m already"):
        add_rows(file, rows[1:])
    add_rows(file, [msgspec.structs.replace(dark, measurement="other")])
    assert len(read_rows(file)) == 3


def test_a_pair_that_was_one_game_counts_once() -> None:
    first, second = played([W, L])
    alike = {"turns": 9, "reason": "life_force"}
    first = msgspec.structs.replace(first, life=12, opponent_life=0, **alike)
    second = msgspec.structs.replace(second, life=0, opponent_life=12, **alike)
    assert sum(one.games for one in rows_of("m", [first, second])) == 1
    other = msgspec.structs.replace(second, opponent_life=11)
    assert sum(one.games for one in rows_of("m", [first, other])) == 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("2026-11-23,m", "2026-11-23"), ":2: has 16 cells, not 17"),
        ((",1,1,", ",one,1,"), ":2: Expected `float`, got `str`"),
        ((",1,1,", ",1,2,"), ":2: needs a player, an opponent, and points from 0 to the number of games"),
        ((",1,1,", ",nan,1,"), ":2: needs a player, an opponent, and points"),
        (("date,", "day,"), ":1: the columns must be date,measurement,"),
    ],
)
def test_a_bad_row_is_named_in_one_line(
    tmp_path: Path, change: tuple[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "strength.csv"
    add_rows(file, rows_of("m", played([W])))
    before = file.read_text()
    assert change[0] in before
    file.write_text(before.replace(*change, 1))
    assert main(["arena", "--fit", str(file)]) == FAILURE
    told = capsys.readouterr().err
    assert f"strength.csv{said}" in told
    assert told.count("\n") == 1


def test_who_is_not_known_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "old.jsonl"
    with file.open("wb") as stream:
        write_record(stream, records([W])[0])
    assert main(["arena", "--fit", str(file)]) == FAILURE
    assert "old: game 1-00001a: does not say who played it" in capsys.readouterr().err
    assert main(["arena", "--fit", str(tmp_path / "none.csv")]) == FAILURE
    assert "none.csv: no such file of results" in capsys.readouterr().err
    assert main(["arena", "--fit", str(file), "--report"]) == USAGE


def test_the_sandbox_and_a_server_are_fitted_apart(tmp_path: Path) -> None:
    rows = [row("a", "b", 1, format="box"), row("a", "b", 1)]
    with pytest.raises(ArenaError, match="fit them apart"):
        strength_of(rows)
    with pytest.raises(ArenaError, match="no game is decided"):
        strength_of([row("a", "b", 0, 0)])


def test_the_command_prints_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    with file.open("wb") as stream:
        for one in played([W, W, L, W]):
            write_record(stream, one)
    assert main(["arena", "--fit", str(file)]) == OK
    out = capsys.readouterr().out
    assert out.splitlines() == table(strength_of(read_rows(file)))
    assert "| ai:RANDO | 4 | +0 [+0, +0] |" in out or "| mine ffffffff" in out
    assert main(["arena", "--fit", str(file), "--json"]) == OK
    assert set(json.loads(capsys.readouterr().out)) == {"players", "decks", "dark", "spread"}


@pytest.mark.long
def test_the_summary_of_the_docs_is_that_of_the_results() -> None:
    docs = Path(__file__).parents[2] / "docs"
    *_, summary = table(strength_of(read_rows(docs / "strength.csv")))
    assert summary in (docs / "strength.md").read_text("utf-8")
