"""Blunders of three lost games on a real server, as a person found them who read the games."""

import gzip
import json
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from benchmarks.blunders import GameBlunders, main, table
from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.protocol.enums import Side
from gemp_bot.report.blunders import Blunder, BlunderKind, BlunderReader, GameCounts
from gemp_bot.view.model import DeedKind
from gemp_bot.view.watcher import JournalWatcher

LOST = Path(__file__).parent / "lost"
REACT, CONTESTED, OBJECTIVE = (
    LOST / f"{name}.jsonl.gz" for name in ("a-react-too-many", "left-contested", "objective-thrown-away")
)


@cache
def game(path: Path) -> GameCounts:
    found = GameBlunders().read(path).counts
    assert found is not None
    return found


@cache
def decided(path: Path) -> GameCounts:
    found = GameBlunders.named("strong").read(path).counts
    assert found is not None
    return found


def of_kind(path: Path, kind: BlunderKind) -> list[Blunder]:
    return [each for each in game(path).blunders if each.kind is kind]


def test_a_react_alone_into_more_power_and_what_it_cost() -> None:
    (found,) = of_kind(REACT, BlunderKind.REACT_INTO_POWER)
    assert (found.question, found.force, found.cards) == (477, 10, 1)
    assert found.text == "Jabba's Palace: Dungeon: 4 against 9"


def test_each_is_told_in_the_turn_it_was_made_in_ours_or_theirs() -> None:
    found = [(each.question, each.turn, each.whose) for each in game(REACT).blunders]
    assert found == [(194, 3, Side.DARK), (268, 4, Side.DARK), (340, 5, Side.DARK), (477, 6, Side.LIGHT)]


@pytest.mark.parametrize(("path", "force", "cards"), [(REACT, 10, 2), (CONTESTED, 17, 2)])
def test_a_place_left_contested_and_what_it_cost(path: Path, force: int, cards: int) -> None:
    worst = max(of_kind(path, BlunderKind.LEFT_CONTESTED), key=lambda each: each.force)
    assert (worst.force, worst.cards) == (force, cards)


def test_a_place_that_was_fought_for_in_vain_is_marked_after_that_battle() -> None:
    watcher = JournalWatcher(CONTESTED, Catalogue.load(), CardEffects(CardIndex.load()))
    watcher.run()
    ended = [
        frame.number
        for frame in watcher.watcher.view().frames
        for deed in frame.deeds
        if deed.kind is DeedKind.BATTLE_ENDED and deed.battle is not None and deed.battle.began is Side.LIGHT
    ]
    assert [each.question for each in of_kind(CONTESTED, BlunderKind.LEFT_CONTESTED)] == ended


def test_a_drain_of_nothing_and_the_objective_that_it_cost() -> None:
    drains = of_kind(OBJECTIVE, BlunderKind.DRAIN_OF_NOTHING)
    (lost,) = of_kind(OBJECTIVE, BlunderKind.OBJECTIVE_LOST)
    assert [each.question for each in drains] == [76, 471, 830]
    assert lost.turn == drains[0].turn == 2
    assert lost.text == "Hunt Down And Destroy The Jedi"


def test_a_deployment_that_is_cancelled_names_its_card() -> None:
    found = of_kind(OBJECTIVE, BlunderKind.DEPLOYMENT_CANCELLED)
    assert {each.text for each in found} == {"Emperor Palpatine"}
    assert len(found) == 3


@pytest.mark.parametrize(("after", "left", "blamed"), [(251, 3, [3]), (251, 0, []), (482, 3, [])])
def test_a_phase_ended_by_a_cancelled_deployment_costs_what_is_left_of_the_turn(
    after: int, left: int, blamed: list[int]
) -> None:
    """At 251 other cards are offered, at 482 only the one that was cancelled."""
    index = CardIndex.load()
    journal, reader = JournalWatcher(OBJECTIVE, Catalogue.load(), CardEffects(index)), BlunderReader(index)
    for moment in journal.read():
        reader.take(moment)
    reader.choices[after] = replace(reader.choices[after], wire="")
    view = journal.watcher.view()
    (turn,) = {frame.turn for frame in view.frames if frame.number == after}
    last = max(frame.index for frame in view.frames if (frame.turn, frame.whose) == (turn, Side.DARK))
    frames = list(view.frames)
    board = frames[last].board
    players = tuple(replace(each, force=left) for each in board.players)
    frames[last] = replace(frames[last], board=replace(board, players=players))
    counts = reader.read(replace(view, frames=tuple(frames)))
    assert counts is not None
    assert [each.force for each in counts.blunders if each.kind is BlunderKind.PHASE_ENDED] == blamed


def test_what_was_lost_is_told_apart_by_where_it_went() -> None:
    counts = game(CONTESTED).counts
    # Life force at the end was none: 46 were lost in all, 28 of them in the battles they began.
    assert (counts["lost"], counts["drained by them"], counts["lost to their battles"]) == (46, 11, 28)
    found = table([game(CONTESTED)])["a game"]
    assert found["of it neither to drains nor in battles"] == 7


def test_what_is_chosen_today_takes_the_place_of_what_was_chosen() -> None:
    kinds = {each.kind for each in decided(OBJECTIVE).blunders}
    assert BlunderKind.DRAIN_OF_NOTHING not in kinds
    assert BlunderKind.OBJECTIVE_LOST in kinds, "what came of it is that of the game as it was played"


def test_a_journal_that_is_damaged_is_counted_as_far_as_it_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = gzip.decompress(CONTESTED.read_bytes()).splitlines(keepends=True)
    damaged, nothing = tmp_path / "damaged.jsonl", tmp_path / "nothing.jsonl"
    damaged.write_bytes(b"".join([*lines[: len(lines) // 2], b"nonsense\n", *lines[len(lines) // 2 :]]))
    nothing.write_text("nonsense\n")
    assert main([str(REACT), str(damaged), str(nothing), "--json"]) == 1
    told = capsys.readouterr()
    assert [line.split(",")[-1] for line in told.err.splitlines()] == [
        " counted as far as it goes",
        " left out",
    ]
    assert all(name in told.err for name in ("damaged.jsonl", "nothing.jsonl"))
    found = json.loads(told.out)
    assert found["all"]["games"] == found["lost"]["games"] == found["no end"]["games"] == 1
    contested = found["no end"]["blunders"][BlunderKind.LEFT_CONTESTED]
    assert contested["number"] == 1, "the other one comes behind the damage"


def test_of_a_journal_without_verdicts_all_is_counted_but_what_was_weighed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = gzip.decompress(OBJECTIVE.read_bytes()).splitlines(keepends=True)
    bare = tmp_path / "bare.jsonl"
    bare.write_bytes(b"".join(line for line in lines if "kind" not in json.loads(line)))
    assert main([str(bare), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["all"]
    assert main([str(OBJECTIVE), "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)["all"]
    assert (found["without verdicts"], whole["without verdicts"]) == (1, 0)
    assert found["blunders"] == whole["blunders"]
    assert found["a game"] == whole["a game"]
    promised = [row["promised"] for row in whole["own attacks"]]
    assert any(each is not None for each in promised), "the whole one tells it"
    assert [row["promised"] for row in found["own attacks"]] == [None] * len(promised)


def test_a_kind_of_option_is_never_weighed_only_where_that_can_be_known() -> None:
    whole = game(OBJECTIVE)
    unknown = [msgspec.structs.replace(each, weighed=0, judged=0) for each in whole.offered]
    blind = msgspec.structs.replace(whole, offered=tuple(unknown))
    unweighed = [msgspec.structs.replace(each, weighed=0, judged=1) for each in whole.offered]
    seen = msgspec.structs.replace(whole, offered=tuple(unweighed))
    assert table([blind, blind])["kinds of options"]["never weighed"] == 0
    kinds = table([blind, seen])["kinds of options"]
    assert kinds["never weighed"] == kinds["offered in two games or more"] > 0


def test_a_journal_of_a_later_form_is_named_and_nothing_to_count_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    later = tmp_path / "later.jsonl"
    later.write_text('{"kind": "head", "bot": "b", "strategy": "s", "format": 99}\n')
    assert main([str(later)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    named, why = told.err.splitlines()
    assert "later.jsonl" in named
    assert "no game to count" in why


def test_a_strategy_that_there_is_not_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(CONTESTED), "--decide", "nobody"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("--decide: no strategy 'nobody'")
    assert told.err.count("\n") == 1


def test_an_average_of_no_battles_is_a_dash(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(CONTESTED)]) == 0
    told = capsys.readouterr().out
    assert "0, 0, -, -" in told
    assert "None" not in told


MOST = {
    REACT: {},
    CONTESTED: {},
    OBJECTIVE: {BlunderKind.DEPLOYMENT_CANCELLED: 3, BlunderKind.PHASE_ENDED: 1},
}
"""Blunders that `strong` may choose, decided anew at the questions of these games: as many as were counted
when this was written, by `python -m benchmarks.blunders FILE --decide strong`; fewer when one is mended."""
CHOICES = (
    BlunderKind.DRAIN_OF_NOTHING,
    BlunderKind.FLIP_PASSED,
    BlunderKind.DEPLOYMENT_CANCELLED,
    BlunderKind.PHASE_ENDED,
    BlunderKind.REACT_INTO_POWER,
)
"""Those that are told by what is chosen, not by what came about in the game as it was played."""


@pytest.mark.parametrize(
    "path",
    [OBJECTIVE, *(pytest.param(path, marks=pytest.mark.long) for path in (REACT, CONTESTED))],
    ids=lambda path: path.name.split(".")[0],
)
def test_strong_makes_no_more_of_them_than_before(path: Path) -> None:
    today = decided(path)
    found = Counter(each.kind for each in today.blunders if each.kind in CHOICES)
    assert found <= Counter(MOST[path]), f"more than the bounds in {Path(__file__).name}"
