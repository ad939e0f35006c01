"""Whatever a strategy does, there is a legal answer, in time."""

import threading

import pytest
from fakes import questions
from play_scene import Always, Scene

from gemp_bot.decisions import Question
from gemp_bot.sandbox.server.questions import Action
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Strategy, StrategyRunner, Thought, Verdict
from gemp_bot.strategy.strategy_runner import Fallback

DEPLOY = Action("Deploy", 11, "1_19")


class Wrong:
    """Does something no strategy should."""

    name = "wrong"

    def __init__(self, deed: str, *, quick: bool) -> None:
        self.deed = deed
        self.quick = quick

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        match self.deed:
            case "raises":
                raise RuntimeError("a bug\nof two lines")
            case "nothing":
                return None  # type: ignore[return-value]
            case "a text":
                return "0"  # type: ignore[return-value]
            case "a verdict of a text":
                return Verdict("0")  # type: ignore[arg-type]
            case "another question's answer":
                return Verdict(Scene().ask(questions.integer("How many?", 7, 9)).first_legal())
        raise AssertionError(self.deed)


class Slow:
    """Thinks until it is let go, without a look at its budget."""

    name = "slow"
    quick = False

    def __init__(self) -> None:
        self.let_go = threading.Event()
        self.done = threading.Event()

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        self.let_go.wait(30)
        self.done.set()
        return Verdict(question.choose(question.options[0]))


class Careful:
    """Thinks as long as its budget allows, and counts its work."""

    name = "careful"
    quick = False

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        work = 0
        while not budget.spent(work):
            work += 1
        return Verdict(question.choose(question.options[0]), work=work)


@pytest.fixture
def scene() -> Scene:
    made = Scene()
    made.numbers()
    return made


@pytest.mark.parametrize("quick", [True, False], ids=["quick", "in a thread"])
@pytest.mark.parametrize(
    "deed", ["raises", "nothing", "a text", "a verdict of a text", "another question's answer"]
)
@pytest.mark.parametrize(
    ("rule", "fallback", "wire"),
    [
        (Always("0"), Fallback.RULE, "0"),
        (None, Fallback.FIRST_LEGAL, ""),
        (Wrong("raises", quick=True), Fallback.FIRST_LEGAL, ""),
    ],
    ids=["rule", "no rule", "a rule that fails"],
)
async def test_a_strategy_that_fails_is_replaced(
    scene: Scene, *, deed: str, quick: bool, rule: Strategy | None, fallback: Fallback, wire: str
) -> None:
    thinker = StrategyRunner(Wrong(deed, quick=quick), rule=rule, deadline=30)
    thought = await thinker.think(scene.table, scene.menu(DEPLOY))
    assert (thought.fallback, thought.verdict.answer.wire) == (fallback, wire)
    assert thought.why
    assert "\n" not in thought.why


async def test_a_strategy_that_is_too_late_is_not_waited_for(scene: Scene) -> None:
    strategy = Slow()
    thinker = StrategyRunner(strategy, rule=Always("0"), deadline=0.05)
    try:
        thought = await thinker.think(scene.table, scene.menu(DEPLOY))
        assert (thought.fallback, thought.why) == (Fallback.RULE, "too late")
        assert not strategy.done.is_set()
        # The next question is answered as well, while the thread still hangs.
        assert (await thinker.think(scene.table, scene.menu(DEPLOY))).fallback is Fallback.RULE
    finally:
        strategy.let_go.set()


async def test_a_strategy_that_looks_at_its_budget_is_never_too_late(scene: Scene) -> None:
    thought = await StrategyRunner(Careful(), work=1000, deadline=60).think(scene.table, scene.menu(DEPLOY))
    assert (thought.fallback, thought.verdict.work) == (None, 1000)


def test_the_clock_cuts_work_short(scene: Scene) -> None:
    ticks = iter(range(10_000))
    thinker = StrategyRunner(Careful(), work=1000, deadline=20, clock=lambda: float(next(ticks)))
    thought = thinker.think_now(scene.table, scene.menu(DEPLOY))
    assert thought.fallback is None
    assert 0 < thought.verdict.work < 30


async def test_what_the_server_refused_is_not_said_again(scene: Scene) -> None:
    thinker = StrategyRunner(Always("0"))
    menu = scene.menu(DEPLOY, Action("Play", 12, "1_28"))
    thought = await thinker.think(scene.table, menu, frozenset({"0"}))
    assert (thought.fallback, thought.verdict.answer.wire) == (Fallback.REPEAT, "")
    thought = await thinker.think(scene.table, menu, frozenset({"0", ""}))
    assert thought.verdict.answer.wire == "1"
    thought = await thinker.think(scene.table, menu, frozenset({"0", "", "1"}))
    assert thought.verdict.answer.wire in ("0", "1", ""), "nothing is left, and something must be said"


def test_a_question_without_a_choice_is_answered_all_the_same(scene: Scene) -> None:
    empty = scene.ask(questions.optional_responses())
    thought = StrategyRunner(Wrong("raises", quick=True)).think_now(scene.table, empty, frozenset({""}))
    assert thought.verdict.answer.wire == ""


def test_the_same_questions_give_the_same_answers(scene: Scene) -> None:
    from gemp_bot.strategy import make_strategy

    def answers() -> list[str]:
        thinker = StrategyRunner(make_strategy("random", 7))
        return [
            thinker.think_now(scene.table, scene.menu(DEPLOY, Action("Play", 12, "1_28"))).verdict.answer.wire
            for _ in range(40)
        ]

    assert answers() == answers()


@pytest.mark.parametrize(
    ("seconds", "work"), [(None, 1000), (60.0, 1000), (30.0, 500), (0.06, 1), (0.001, 1)], ids=str
)
async def test_work_shrinks_with_the_time_there_is(scene: Scene, seconds: float | None, work: int) -> None:
    thinker = StrategyRunner(Careful(), work=1000, deadline=60)
    thought = await thinker.think(scene.table, scene.menu(DEPLOY), seconds=seconds)
    assert (thought.fallback, thought.verdict.work) == (None, work)


@pytest.mark.parametrize(
    ("rule", "fallback", "wire"),
    [(Always("0"), Fallback.RULE, "0"), (None, Fallback.FIRST_LEGAL, "")],
    ids=["rule", "no rule"],
)
async def test_without_time_the_simple_rule_answers_and_the_strategy_is_not_to_blame(
    scene: Scene, rule: Strategy | None, fallback: Fallback, wire: str
) -> None:
    thinker = StrategyRunner(Slow(), rule=rule, deadline=60)
    thought = await thinker.think(scene.table, scene.menu(DEPLOY), seconds=0)
    assert (thought.fallback, thought.verdict.answer.wire) == (fallback, wire)
    assert thought.why == "no time is left on the clock"
    assert (thinker.replaced, thinker.mistakes) == (0, {})


async def test_what_is_quick_answers_also_without_time(scene: Scene) -> None:
    thought = await StrategyRunner(Always("0"), deadline=60).think(scene.table, scene.menu(DEPLOY), seconds=0)
    assert (thought.fallback, thought.verdict.answer.wire) == (None, "0")


async def test_a_listener_hears_of_each_question_and_spoils_none() -> None:
    scene, heard = Scene(), []

    def listen(question: Question, thought: Thought) -> None:
        heard.append((question.kind, thought.fallback))
        raise RuntimeError("a listener that fails")

    thinker = StrategyRunner(Wrong("raises", quick=True), rule=Always("0"), on_thought=listen)
    question = scene.menu(DEPLOY)
    thought = await thinker.think(scene.table, question)
    assert heard == [(question.kind, Fallback.RULE)]
    assert question.is_legal(thought.verdict.answer.wire)
