"""What decided a game: the chance to win by turn, where it turned, and what was better there."""

import gzip
import shutil
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from recordings import beginning
from two_journals import WHOLE, two_journals

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Answer, Catalogue, Question
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import journals_in
from gemp_bot.protocol.enums import Side
from gemp_bot.report.course import Losses
from gemp_bot.report.review import (
    LEAST_SWING,
    MOST_OTHERS,
    MOST_POINTS,
    PASS,
    BetterAnswer,
    ReviewedGame,
    Reviewer,
)
from gemp_bot.state import Table
from gemp_bot.strategy import Alternative, Budget, NamedStrategy, Reason, Verdict
from gemp_bot.strategy.identity import StrategyKind
from gemp_bot.view.model import DeedKind

ROOT = Path(__file__).resolve().parents[2]
LOST = ROOT / "tests/report/lost/left-contested.jsonl.gz"
REVERTS = ROOT / "fixtures/games/open40-light-many-reverts.jsonl.gz"


class Wilful:
    """Finds one answer better than any other by so much Force: the last, or the first that is no pass."""

    name, quick = "wilful", True

    def __init__(self, force: float, *, eager: bool) -> None:
        self._force, self._eager = force, eager

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        answers = list(question.answers(50))
        best = answers[-1]
        if self._eager:
            best = next((each for each in answers if each.wire), best)
        others = tuple(Alternative(each, 0.0) for each in answers if each != best)
        return Verdict(best, (Reason("so it wants", self._force),), others)

    def overruled(self, view: Table, question: Question, answer: Answer) -> None:
        """Remembers nothing."""


def wilful(force: float, *, eager: bool) -> NamedStrategy:
    maker = lambda *_: Wilful(force, eager=eager)  # noqa: E731 - three arguments that do not matter
    return NamedStrategy("wilful", "wilful", StrategyKind.PROGRAM, maker, dict)


@cache
def tools() -> tuple[Catalogue, CardEffects]:
    return Catalogue.load(), CardEffects(CardIndex.load())


def reviewed(*parts: Path, force: float | None = None, eager: bool = False) -> ReviewedGame:
    return Reviewer(*tools(), asked=None if force is None else wilful(force, eager=eager)).read(parts)


@pytest.fixture(scope="module")
def game() -> ReviewedGame:
    return reviewed(LOST, force=3.0)


def test_the_chance_is_told_as_each_turn_begins(game: ReviewedGame) -> None:
    assert game.review is not None
    chances = game.review.chances
    assert [(each.turn, each.whose) for each in chances[:3]] == [
        (1, Side.DARK),
        (1, Side.LIGHT),
        (2, Side.DARK),
    ]
    assert all(one.question < two.question for one, two in pairwise(chances))
    assert all(0 < each.chance < 1 for each in chances)
    assert (chances[0].chance > 0.4, chances[-1].chance < 0.1) == (True, True), "a game that was lost"
    assert game.review.end == 0.0


def test_a_turning_point_is_a_turn_of_a_large_change_with_what_came_about(game: ReviewedGame) -> None:
    assert game.review is not None
    points = game.review.points
    assert 0 < len(points) <= MOST_POINTS
    assert all(abs(point.swing) >= LEAST_SWING for point in points)
    assert [point.began.question for point in points] == sorted(point.began.question for point in points)
    after = [*(each.chance for each in game.review.chances), game.review.end, game.review.end]
    for point in points:
        place = game.review.chances.index(point.began)
        assert any(point.after == pytest.approx(each) for each in after[place + 1 : place + 3])
    (lost,) = (point for point in points if point.battles)
    (battle,) = lost.battles
    assert battle.location is not None
    assert (battle.location.title, battle.light.lost) == ("Tatooine: Cantina", 11)
    assert lost.drained == {Side.LIGHT: 2.0}
    assert lost.swing < 0


def test_a_turn_in_which_nothing_is_done_is_no_turning_point() -> None:
    idle = reviewed(ROOT / "fixtures/games/anh-light-snapshots.jsonl.gz").review
    assert idle is not None
    passed = [one for one, two in pairwise(idle.chances) if abs(two.chance - one.chance) >= LEAST_SWING]
    assert {(each.turn, each.whose) for each in passed} >= {(2, Side.DARK), (3, Side.DARK)}
    assert all(point.deployed or point.battles or point.drained for point in idle.points)


def test_a_better_answer_is_of_the_turn_or_the_one_before_and_told_once(game: ReviewedGame) -> None:
    assert game.review is not None
    turns = [(each.turn, each.whose) for each in game.review.chances]
    told = [each.question for point in game.review.points for each in point.better]
    told += [each.question for each in game.review.others]
    assert len(told) == len(set(told))
    for point in game.review.points:
        at = turns.index((point.began.turn, point.began.whose))
        assert all((each.turn, each.whose) in turns[max(at - 1, 0) : at + 1] for each in point.better)
    assert len(game.review.others) <= MOST_OTHERS
    assert game.review.asked == "wilful"


def test_what_was_done_is_what_the_recording_says(game: ReviewedGame) -> None:
    assert game.review is not None
    chosen = {
        frame.question.n: frame.question.chosen for frame in game.view.frames if frame.question is not None
    }
    found = [*game.review.others, *(each for point in game.review.points for each in point.better)]
    assert found
    assert all(each.done == chosen[each.question] != each.better for each in found)


def test_more_force_is_more_chance_and_little_is_not_told(game: ReviewedGame) -> None:
    more, little = reviewed(LOST, force=6.0).review, reviewed(LOST, force=0.01).review
    assert game.review is not None
    assert more is not None
    assert little is not None
    assert max(each.gain for each in more.others) > max(each.gain for each in game.review.others)
    assert little.others == ()
    assert all(point.better == () for point in little.points)


def test_what_was_done_later_in_the_turn_was_not_left_undone() -> None:
    found = reviewed(LOST, force=3.0, eager=True)
    assert found.review is not None
    last = {
        (frame.turn, frame.whose, frame.question.chosen): frame.question.n
        for frame in found.view.frames
        if frame.question is not None and not frame.taken_back
    }
    told = [*found.review.others, *(each for point in found.review.points for each in point.better)]
    for each in told:
        done = last.get((each.turn, each.whose, each.better), 0)
        assert each.better == PASS or done < each.question


def test_a_card_goes_to_a_place_or_nowhere() -> None:
    answer = BetterAnswer(1, 1, None, "Move Luke", True, "Hoth", PASS, 1.0, 0.1, ())
    assert f"{answer.about} {answer.said(answer.better)}, not {answer.said(answer.done)}" == (
        "Move Luke nowhere, not to Hoth"
    )
    menu = BetterAnswer(1, 1, None, "", False, PASS, "Deploy Luke", 1.0, 0.1, ())
    assert (menu.said(menu.better), menu.said(menu.done)) == ("Deploy Luke", "Pass")


def test_nobody_is_asked_where_that_is_not_wanted() -> None:
    found = reviewed(LOST).review
    assert found is not None
    assert (found.asked, found.others) == ("", ())
    assert found.chances
    assert found.points


def test_what_was_taken_back_is_not_reviewed(tmp_path: Path) -> None:
    found = reviewed(beginning(REVERTS, 900, tmp_path), force=3.0)
    assert found.review is not None
    counted = {
        frame.question.n for frame in found.view.frames if frame.question is not None and not frame.taken_back
    }
    taken_back = {frame.question.n for frame in found.view.frames if frame.question is not None} - counted
    assert taken_back
    told = [*found.review.others, *(each for point in found.review.points for each in point.better)]
    assert not {each.question for each in told} & taken_back


def test_an_adopted_game_is_one_game(tmp_path: Path) -> None:
    parts = journals_in(two_journals(tmp_path / "two"))
    one, whole = reviewed(*parts, force=3.0).review, reviewed(WHOLE, force=3.0).review
    assert one is not None
    assert whole is not None
    assert [(each.turn, each.whose) for each in one.chances] == [
        (each.turn, each.whose) for each in whole.chances
    ]
    assert [each.question for each in one.others] == [each.question for each in whole.others]


def test_a_game_that_never_ended_has_no_end(tmp_path: Path) -> None:
    lines = gzip.decompress(LOST.read_bytes()).decode().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(lines[: len(lines) // 2]))
    found = reviewed(cut, force=3.0)
    assert found.review is not None
    assert found.review.end is None
    assert found.review.chances


def test_a_game_without_a_turn_has_no_course(tmp_path: Path) -> None:
    lines = gzip.decompress(LOST.read_bytes()).decode().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(lines[:4]))
    found = reviewed(cut, force=3.0)
    assert found.review is not None
    assert (found.review.chances, found.review.points) == ((), ())


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def _spoil(path: Path) -> None:
    path.write_text("nonsense\nmore\n")


@pytest.mark.parametrize(("spoil", "raises"), [(_cut, False), (_spoil, True)])
def test_a_damaged_recording_is_told_and_a_cut_one_is_read(
    spoil: Callable[[Path], None], raises: bool, tmp_path: Path
) -> None:
    file = Path(shutil.copy(LOST, tmp_path / "game.jsonl.gz"))
    spoil(file)
    if raises:
        with pytest.raises(JournalError):
            reviewed(file)
    else:
        assert reviewed(file, force=3.0).truncated


def test_what_was_lost_is_told_by_its_cause() -> None:
    reviewed = Reviewer(*tools(), asked=None).read([LOST])
    assert reviewed.review is not None
    view, losses = reviewed.view, reviewed.review.losses
    deeds = [deed for frame in view.frames if not frame.taken_back for deed in frame.deeds]
    for side in Side:
        told = sum((each.of(side) for each in losses), Losses())
        drained = sum(
            each.amount or 0 for each in deeds if each.kind is DeedKind.DRAINED and each.side is not side
        )
        assert told.drains == drained
        assert told.all == sum(
            each.amount or 0 for each in deeds if each.kind is DeedKind.LOST and each.side is side
        )
    assert any(each.of(Side.DARK).drains or each.of(Side.LIGHT).drains for each in losses)
