"""Blunders of three lost games on a real server, as a person found them who read the games."""

from functools import cache
from pathlib import Path

import pytest

from benchmarks.blunders import GameBlunders, main, table
from gemp_bot.report.blunders import Blunder, BlunderKind, GameCounts

LOST = Path(__file__).parent / "lost"
REACT, CONTESTED, OBJECTIVE = (
    LOST / f"{name}.jsonl.gz" for name in ("a-react-too-many", "left-contested", "objective-thrown-away")
)


@cache
def game(path: Path) -> GameCounts:
    found = GameBlunders().read(path)
    assert found is not None
    return found


def of_kind(path: Path, kind: BlunderKind) -> list[Blunder]:
    return [each for each in game(path).blunders if each.kind is kind]


def test_a_react_alone_into_more_power_and_what_it_cost() -> None:
    (found,) = of_kind(REACT, BlunderKind.REACT_INTO_POWER)
    assert (found.question, found.force, found.cards) == (477, 10, 1)
    assert found.text == "Jabba's Palace: Dungeon: 4 against 9"


@pytest.mark.parametrize(("path", "force", "cards"), [(REACT, 10, 2), (CONTESTED, 17, 2)])
def test_a_place_left_contested_and_what_it_cost(path: Path, force: int, cards: int) -> None:
    worst = max(of_kind(path, BlunderKind.LEFT_CONTESTED), key=lambda each: each.force)
    assert (worst.force, worst.cards) == (force, cards)


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


def test_what_was_lost_is_told_apart_by_where_it_went() -> None:
    counts = game(CONTESTED).counts
    # Life force at the end was none: 46 were lost in all, 28 of them in the battles they began.
    assert (counts["lost"], counts["drained by them"], counts["lost to their battles"]) == (46, 11, 28)
    found = table([game(CONTESTED)])["a game"]
    assert found["of it neither to drains nor in battles"] == 7


def test_what_is_chosen_today_takes_the_place_of_what_was_chosen() -> None:
    today = GameBlunders.named("strong").read(OBJECTIVE)
    assert today is not None
    kinds = {each.kind for each in today.blunders}
    assert BlunderKind.DRAIN_OF_NOTHING not in kinds
    assert BlunderKind.OBJECTIVE_LOST in kinds, "what came of it is that of the game as it was played"


def test_damage_and_games_without_an_end_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("nonsense\n")
    assert main([str(CONTESTED), str(broken)]) == 1
    told = capsys.readouterr()
    assert "broken.jsonl" in told.err
    assert "all (1)" in told.out
