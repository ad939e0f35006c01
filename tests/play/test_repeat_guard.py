"""Our own loops end, and honest repetitions are left alone."""

import pytest
from fakes import events, questions
from fakes.events import CardAttributes
from play_scene import ME, Always, Scene

from gemp_bot.decisions import Question
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.sandbox.server.questions import Action
from gemp_bot.strategy import StrategyRunner, Thought
from gemp_bot.strategy.guard import RepeatGuard
from gemp_bot.strategy.strategy_runner import Fallback

ROUNDS = 6
"""So many rounds are the most a loop of ours may take."""
DEPLOY = Action("Deploy", 11, "1_19")


@pytest.fixture
def scene() -> Scene:
    made = Scene()
    made.numbers()
    return made


def changed(thoughts: list[Thought]) -> int:
    """The first round in which the guard stepped in."""
    found = [number for number, thought in enumerate(thoughts, 1) if thought.fallback is Fallback.REPEAT]
    assert found, "the loop was never left"
    return found[0]


def test_an_action_that_is_cancelled_every_time_is_left_alone(scene: Scene) -> None:
    thinker, thoughts = StrategyRunner(Always("0")), []
    for _ in range(ROUNDS):
        thoughts.append(thinker.think_now(scene.table, scene.menu(DEPLOY)))
        target = scene.ask(questions.card_selection("Choose where to deploy Luke", [1], low=0))
        thinker_pass = StrategyRunner(Always("")).think_now(scene.table, target)
        assert thinker_pass.verdict.answer.wire == ""
    assert changed(thoughts) <= ROUNDS
    assert thoughts[-1].verdict.answer.wire == ""
    assert "tried before" in thoughts[-1].why


def test_no_force_activated_again_and_again(scene: Scene) -> None:
    """Activate is chosen, the amount is 0, and the same menu comes back."""
    thinker = StrategyRunner(Always("0"))
    amounts, menus = [], []
    for _ in range(2 * ROUNDS):
        menus.append(thinker.think_now(scene.table, scene.menu(Action("Activate Force", 21))))
        if menus[-1].verdict.answer.wire == "":
            break
        number = scene.ask(questions.integer("Choose amount of Force to activate", 0, 4))
        amounts.append(thinker.think_now(scene.table, number))
    assert changed(menus) <= ROUNDS
    assert len(amounts) < ROUNDS


def test_an_amount_of_0_that_leads_nowhere_becomes_the_servers_default(scene: Scene) -> None:
    thinker = StrategyRunner(Always("0"))
    text = "Choose amount of Force to allow opponent to activate"
    thoughts = [
        thinker.think_now(scene.table, scene.ask(questions.integer(text, 0, 3))) for _ in range(ROUNDS)
    ]
    assert changed(thoughts) <= ROUNDS
    assert thoughts[-1].verdict.answer.wire == "3"


def test_ping_pong_between_two_capacity_slots_is_seen_though_the_table_changes(scene: Scene) -> None:
    thinker, thoughts = StrategyRunner(Always("0")), []
    for number in range(2 * ROUNDS):
        pilot = number % 2 == 0
        scene.numbers(power=6 if pilot else 4)
        label = f"Move to {'passenger' if pilot else 'pilot'} capacity slot"
        thoughts.append(thinker.think_now(scene.table, scene.menu(Action(label, 11))))
    assert changed(thoughts) <= 2 * ROUNDS - 1
    assert thoughts[-1].verdict.answer.wire == ""


def test_a_loop_is_known_by_faces_not_by_ids(scene: Scene) -> None:
    """A card that goes to the hand and comes back has another id each time."""
    guard = RepeatGuard()
    for number in range(ROUNDS):
        here = 100 + number
        scene.tell(
            events.remove([here - 1]),
            events.put(CardAttributes(card_id=here, blueprint="1_19", owner=ME, zone=Zone.HAND)),
        )
        question = scene.menu(Action("Deploy", here, "1_19"))
        answer = question.choose(question.options[0])
        if guard.futile(scene.table, question, answer):
            return
        guard.note(scene.table, question, answer)
    pytest.fail("the loop was never seen")


def test_other_cards_of_one_menu_are_other_answers(scene: Scene) -> None:
    guard = RepeatGuard()
    question = scene.menu(DEPLOY, Action("Deploy", 12, "1_28"))
    luke, trooper = (question.choose(option) for option in question.options)
    for _ in range(ROUNDS):
        guard.note(scene.table, question, luke)
    assert guard.futile(scene.table, question, luke)
    assert not guard.futile(scene.table, question, trooper)


def test_equal_cards_deployed_one_after_the_other_are_no_loop(scene: Scene) -> None:
    """Eight troopers, the same label and face each time: but the table grows."""
    thinker = StrategyRunner(Always("0"))
    for number in range(8):
        scene.numbers(force=20 - number)
        thought = thinker.think_now(scene.table, scene.menu(Action("Deploy", 40 + number, "1_28")))
        assert thought.fallback is None
        scene.tell(
            events.put(
                CardAttributes(
                    card_id=60 + number, blueprint="1_28", owner=ME, zone=Zone.AT_LOCATION, column=0
                )
            )
        )


def test_a_new_phase_makes_everything_possible_again(scene: Scene) -> None:
    guard = RepeatGuard()

    def asked() -> Question:
        return scene.menu(DEPLOY)

    answer = asked().choose(asked().options[0])
    for _ in range(ROUNDS):
        guard.note(scene.table, asked(), answer)
    assert guard.futile(scene.table, asked(), answer)
    scene.tell(events.phase(Phase.DRAW, 1))
    assert not guard.futile(scene.table, asked(), answer)


def test_passing_is_never_futile(scene: Scene) -> None:
    guard = RepeatGuard()
    question = scene.menu(DEPLOY)
    for _ in range(50):
        guard.note(scene.table, question, question.pass_())
    assert not guard.futile(scene.table, question, question.pass_())


def test_losing_the_same_unit_many_times_changes_the_piles(scene: Scene) -> None:
    """20 Force lost one by one: the same question and answer, and always another number of cards."""
    thinker = StrategyRunner(Always("21"))
    for number in range(20):
        scene.numbers(force=40 - number)
        lose = scene.ask(questions.card_selection("Choose Force to lose", [21, 22]))
        assert thinker.think_now(scene.table, lose).fallback is None
