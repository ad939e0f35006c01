"""Thinking time: by kind of question, never against the clock, and cut short when a game is given up."""

import asyncio
import random
import statistics
from collections.abc import Callable

import pytest
from fakes import events, questions
from jumping_time import jumping, now
from play_scene import ME, THEM, Scene

from gemp_bot.decisions import Question
from gemp_bot.play.timing import Clock, HumanPace, HumanPaceSettings
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import ChannelNumber, PlayerName
from gemp_bot.sandbox.server.questions import Action

DRAIN = Action("Force drain", 1)


def pace(deadline: float = 60.0, seed: int = 1, **settings: float) -> HumanPace:
    made = HumanPaceSettings(enabled=True, **settings)  # type: ignore[arg-type]
    return HumanPace(made, deadline=deadline, chance=random.Random(seed), clock=Clock())


def clocked(scene: Scene, seconds: int) -> Scene:
    scene.table.apply(
        GameUpdate(False, ChannelNumber(0), (), {PlayerName(ME): seconds, PlayerName(THEM): 3600})
    )
    return scene


def menu(scene: Scene, phase: Phase) -> Question:
    scene.tell(events.phase(phase, 1))
    return scene.menu(DRAIN, phase=phase)


def yes_or_no(scene: Scene) -> Question:
    return scene.ask(questions.multiple_choice("Do you want to do that?", ["Yes", "No"]))


def test_menus_of_deploying_take_longer_than_yes_and_no() -> None:
    scene = Scene()
    waits = {
        "deploy": menu(scene, Phase.DEPLOY),
        "battle": menu(scene, Phase.BATTLE),
        "move": menu(scene, Phase.MOVE),
        "yes": yes_or_no(scene),
        "number": scene.ask(questions.integer("Choose amount of Force to activate", 0, 3)),
    }
    exact = pace(spread=0)
    scene.tell(events.phase(Phase.DEPLOY, 1))
    assert exact.seconds(scene.table, waits["deploy"], 0) == 4
    assert exact.seconds(scene.table, waits["yes"], 0) == exact.seconds(scene.table, waits["number"], 0) == 1
    scene.tell(events.phase(Phase.MOVE, 1))
    assert exact.seconds(scene.table, waits["move"], 0) == 2
    scene.tell(events.phase(Phase.BATTLE, 1))
    assert exact.seconds(scene.table, waits["battle"], 0) == 4


def test_times_are_drawn_and_the_same_seed_draws_the_same() -> None:
    scene = Scene()
    question = yes_or_no(scene)
    drawn = [[one.seconds(scene.table, question, 0) for _ in range(500)] for one in (pace(), pace())]
    assert drawn[0] == drawn[1]
    assert statistics.median(drawn[0]) == pytest.approx(1, abs=0.15)
    assert len({round(each, 3) for each in drawn[0]}) > 400
    assert max(drawn[0]) <= 20


@pytest.mark.parametrize(
    "ask",
    [
        lambda scene: scene.ask(questions.optional_responses()),
        lambda scene: scene.ask(questions.multiple_choice("You're about to start", ["OK"])),
        lambda scene: scene.ask(
            questions.card_action_choice("Force drain - Optional responses", [DRAIN], no_long_delay=True)
        ),
    ],
    ids=["no choice", "one answer", "marked quick"],
)
def test_nothing_to_think_about_takes_no_time(ask: Callable[[Scene], Question]) -> None:
    scene = Scene()
    assert pace().seconds(scene.table, ask(scene), 0) == 0


def test_off_by_default_and_never_against_the_servers_players() -> None:
    scene = Scene()
    question = yes_or_no(scene)
    off = HumanPace(HumanPaceSettings(), deadline=60, chance=random.Random(1), clock=Clock())
    assert off.seconds(scene.table, question, 0) == 0
    scene.tell(events.snapshot_start(ME, ("~Rando_Cal", ME)))
    assert scene.table.opponent == "~Rando_Cal"
    assert pace().seconds(clocked(scene, 3600).table, question, 0) == 0


def test_it_shrinks_with_our_clock_and_is_gone_before_the_clock_is() -> None:
    scene = Scene()
    question = yes_or_no(scene)
    exact = pace(spread=0, small=10)
    waits = [
        exact.seconds(clocked(scene, left).table, question, 0) for left in (3600, 900, 600, 330, 300, 60, -5)
    ]
    assert waits == [10, 10, 5, 0.5, 0, 0, 0]
    assert exact.seconds(clocked(scene, 305).table, question, 4.9) == 0, "the clock has run since"


def test_no_deadline_is_in_danger() -> None:
    scene = Scene()
    question = yes_or_no(scene)
    slow = pace(deadline=30, spread=0, small=500, longest=500)
    assert slow.seconds(scene.table, question, 0) == 30
    assert slow.seconds(scene.table, question, 12) == 18, "what was thought in earnest counts"
    assert slow.seconds(scene.table, question, 31) == 0
    endless = pace(spread=0, small=2_000, longest=2_000)
    assert endless.seconds(clocked(scene, 330).table, question, 0) == 30, "nor is the clock"


@jumping
async def test_hurry_ends_it_and_a_question_of_unknown_age_is_not_waited_for() -> None:
    scene = Scene()
    question = yes_or_no(scene)
    slow = pace(spread=0, small=15)
    began = now()
    slow.late()
    await slow.pause(scene.table, question, 0)
    assert now() == began
    asyncio.get_running_loop().call_later(3, slow.hurry)
    await slow.pause(scene.table, question, 0)
    assert now() - began == pytest.approx(3)
    await slow.pause(scene.table, question, 0)
    assert now() - began == pytest.approx(18), "the next one is thought about again"


@jumping
async def test_who_waits_can_be_stopped() -> None:
    scene = Scene()
    task = asyncio.create_task(pace(spread=0, small=15).pause(scene.table, yes_or_no(scene), 0))
    await asyncio.sleep(1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(asyncio.all_tasks()) <= 2
