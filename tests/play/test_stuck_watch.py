"""An opponent that loops is seen soon, and nobody else is taken for one."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fakes import events, questions
from play_scene import CATALOGUE, Scene
from recordings import relived

from gemp_bot.decisions import Question
from gemp_bot.decisions.question import _sealed
from gemp_bot.play.trouble import STUCK_FEW_QUESTIONS, STUCK_QUESTIONS, STUCK_SECONDS, StuckWatch
from gemp_bot.protocol.enums import Phase
from gemp_bot.sandbox.server.questions import Action
from gemp_bot.state import Table

GAMES = sorted((Path(__file__).resolve().parents[2] / "fixtures/games").glob("*.jsonl.gz"))
LOOPS = [path for path in GAMES if path.name.startswith("opponent-loops")]


def first_stuck(path: Path) -> tuple[int, float] | None:
    """Number and time of the first question of a recording at which the opponent counts as stuck."""
    now = 0.0
    watch = StuckWatch(lambda: now)
    asked: tuple[Table, Question] | None = None
    relive = relived(path, CATALOGUE)
    for step in relive:
        if asked is not None and step.answer is not None:
            if watch.stuck(*asked, _sealed(step.answer)):
                return step.number, now
            asked = None
        now = step.exchange.t
        if step.question is not None and relive.table.ending is None:
            # The table of that moment: the answer is known only after it has gone on.
            table: Any = SimpleNamespace(
                turn_player=relive.table.turn_player,
                turn=relive.table.turn,
                phase=relive.table.phase,
                statistics=relive.table.statistics,
            )
            asked = cast("Table", table), step.question
    return None


@pytest.mark.parametrize("path", LOOPS, ids=lambda path: path.name)
def test_the_recorded_loops_are_seen_within_200_questions_and_a_minute(path: Path) -> None:
    found = first_stuck(path)
    assert found is not None
    assert found[0] <= 1000, "of the whole game"
    relive = relived(path, CATALOGUE)
    same, longest = 0, 0
    where: object = None
    for step in relive:
        if step.question is None or step.number > found[0]:
            continue
        here = (relive.table.turn_player, relive.table.turn, relive.table.phase)
        same = same + 1 if here == where else 1
        where, longest = here, max(longest, same)
    assert longest <= 200


@pytest.mark.parametrize("path", [path for path in GAMES if path not in LOOPS], ids=lambda path: path.name)
def test_no_other_recorded_game_raises_an_alarm(path: Path) -> None:
    assert first_stuck(path) is None


@pytest.fixture
def scene() -> Scene:
    made = Scene()
    made.numbers()
    return made


def rounds(scene: Scene, pause: float, most: int = 300) -> tuple[int, float]:
    """Empty questions, one every so often, at a table where nothing changes."""
    now = 0.0
    watch = StuckWatch(lambda: now)
    for number in range(1, most):
        question = scene.ask(questions.optional_responses())
        if watch.stuck(scene.table, question, question.pass_()):
            return number, now
        now += pause
    return 0, now


def test_a_fast_loop_is_seen_by_its_number(scene: Scene) -> None:
    assert rounds(scene, 0.01)[0] == STUCK_QUESTIONS


def test_a_slow_loop_is_seen_by_its_time(scene: Scene) -> None:
    number, seconds = rounds(scene, 1.1)
    assert number < STUCK_QUESTIONS
    assert STUCK_SECONDS <= seconds <= 60


def test_a_very_slow_opponent_is_none_before_many_questions(scene: Scene) -> None:
    assert rounds(scene, 30.0)[0] == STUCK_FEW_QUESTIONS


@pytest.mark.parametrize("what", ["phase", "turn", "numbers"])
def test_whatever_goes_on_is_no_loop(scene: Scene, what: str) -> None:
    watch = StuckWatch(lambda: 0.0)
    for number in range(4 * STUCK_QUESTIONS):
        if number % (STUCK_QUESTIONS - 1) == 0:
            match what:
                case "phase":
                    scene.tell(events.phase((Phase.MOVE, Phase.DRAW)[number % 2], 1))
                case "turn":
                    scene.tell(events.phase(Phase.MOVE, number))
                case _:
                    scene.numbers(force=number)
        question = scene.ask(questions.optional_responses())
        assert not watch.stuck(scene.table, question, question.pass_())


def test_our_own_loop_is_not_the_opponents(scene: Scene) -> None:
    watch = StuckWatch(lambda: 0.0)
    for _ in range(2 * STUCK_QUESTIONS):
        question = scene.menu(Action("Deploy", 11, "1_19"))
        assert not watch.stuck(scene.table, question, question.choose(question.options[0]))
