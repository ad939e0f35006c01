"""What strategies of others give is checked, and what fails is told with its place."""

import linecache
import types
from typing import Any

import pytest
from structlog.testing import capture_logs

from gemp_bot.strategy import Alternative, Reason, StrategyRunner, Verdict
from gemp_bot.strategy.foreign import LONGEST_REASON, MOST_REASONS, PluginStrategy, StrategyFaultError
from gemp_bot.strategy.strategy_runner import _failure

CODE = """
import random
from gemp_bot.strategy import Alternative, Explanation, Reason, Verdict

class Made:
    name = "itself"
    quick = True
    def decide(self, view, question, budget):
        return helper(question)

def helper(question):
    answer = question.first_legal()
    return {gives}
"""


def made(gives: str) -> PluginStrategy:
    """A strategy of a package, in `/some/where/clever/strategy.py`."""
    module: Any = types.ModuleType("clever.strategy")
    file = "/some/where/clever/strategy.py"
    exec(compile(CODE.format(gives=gives), file, "exec"), module.__dict__)  # noqa: S102
    linecache.checkcache(file)
    return PluginStrategy("chosen", module.Made())


class Question:
    """As much of one as a strategy of this file uses."""

    is_choice = True
    prompt = "Deploy?"

    def first_legal(self) -> object:
        from gemp_bot.decisions.question import Answer

        return Answer.__new__(Answer)

    def wire_of(self, answer: object) -> str:
        return ""


def fault_of(gives: str) -> StrategyFaultError:
    with pytest.raises(StrategyFaultError) as caught:
        made(gives).decide(None, Question(), None)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize(
    ("gives", "told"),
    [
        ("'yes'", "clever/strategy.py:8: decide() returned str, a Verdict is needed"),
        ("None", "clever/strategy.py:8: decide() returned nothing, a Verdict is needed"),
        ("Verdict('0')", "clever/strategy.py:8: decide() returned a Verdict of str, an Answer of the"),
        ("Verdict(answer, ['x'])", "reasons of its Verdict must be a tuple of Reason"),
        ("Verdict(answer, (Reason(3),))", "a Reason of its Verdict has no text"),
        ("Verdict(answer, (Reason('x', 0.0, 3),))", "a Reason of its Verdict has no text"),
        ("Verdict(answer, (Reason('x', 'much'),))", "a force or score of its Verdict is no finite number"),
        ("Verdict(answer, (Reason('x', float('nan')),))", "is no finite number"),
        ("Verdict(answer, (), (Alternative(3),))", "an Alternative of its Verdict has no Answer"),
        (
            "Verdict(answer, (), (Alternative(answer, 1, 'x'),))",
            "reasons of an Alternative",
        ),
        ("Verdict(answer, (), (Alternative(answer, 1, (Reason('x', 'much'),)),))", "is no finite number"),
        ("Verdict(answer, explanation='because')", "the explanation of its Verdict is none"),
        ("Verdict(answer, explanation=Explanation(*[()] * 7))", "the explanation of its Verdict is none"),
        ("Verdict(answer, work='x')", "work of its Verdict is str, a whole number is needed"),
        ("1 / 0", "clever/strategy.py:13: ZeroDivisionError: division by zero"),
        ("random.choice([])", "clever/strategy.py:13: IndexError: "),
        ("question.nothing", "clever/strategy.py:13: AttributeError: "),
    ],
)
def test_what_is_wrong_is_told_with_its_place(gives: str, told: str) -> None:
    assert told in str(fault_of(gives))
    assert "/some/where" not in str(fault_of(gives))


def test_it_has_the_name_it_is_chosen_by() -> None:
    assert made("Verdict(answer)").name == "chosen"
    assert made("Verdict(answer)").decide(None, Question(), None)  # type: ignore[arg-type]


def test_a_kind_of_fault_is_logged_once_and_counted() -> None:
    """Also where its words differ each time."""
    thinker = StrategyRunner(made("{}[id(object())] if question.prompt == 'Deploy?' else 'yes'"))
    other = Question()
    other.prompt = "Move?"
    with capture_logs() as logs:
        for question in [Question()] * 3 + [other] * 2:
            thinker._note_failure(question, _failure(fault_at(thinker, question)))  # type: ignore[arg-type]
        thinker.report()
    errors = [
        (log["event"], log["strategy"], log.get("times")) for log in logs if log["log_level"] == "error"
    ]
    assert errors == [
        ("strategy_failed", "chosen", None),
        ("strategy_failed", "chosen", None),
        ("strategy_failed_in_all", "chosen", 3),
        ("strategy_failed_in_all", "chosen", 2),
    ]
    assert sorted(thinker.mistakes.values()) == [2, 3]
    assert thinker.replaced == 5


def fault_at(thinker: StrategyRunner, question: object) -> StrategyFaultError:
    with pytest.raises(StrategyFaultError) as caught:
        thinker.strategy.decide(None, question, None)  # type: ignore[arg-type]
    return caught.value


def test_reasons_are_as_many_and_as_long_as_people_read() -> None:
    strategy = made(
        "Verdict(answer, tuple(Reason(t, 1.0, t) for t in ['\\ud800\\x1b[31mred'] + ['x' * 10**5] * 50))"
    )
    verdict = strategy.decide(None, Question(), None)  # type: ignore[arg-type]
    assert len(verdict.reasons) == MOST_REASONS
    assert verdict.reasons[0] == Reason("\ufffdred", 1.0, "\ufffdred")
    assert verdict.reasons[1].text == verdict.reasons[1].short == "x" * (LONGEST_REASON - 3) + "..."
    assert strategy.cut == 1
    fine = made("Verdict(answer, (Reason('x' * 200),) * 20)")
    assert len(fine.decide(None, Question(), None).reasons[0].text) == LONGEST_REASON  # type: ignore[arg-type]
    assert fine.cut == 0


@pytest.mark.parametrize("name", ["KeyboardInterrupt", "SystemExit", "GeneratorExit", "BaseException"])
def test_what_would_end_the_program_is_a_fault_like_any_other(name: str) -> None:
    assert str(fault_of(f"(_ for _ in ()).throw({name}('over'))")).endswith(f"{name}: over")


def test_parts_that_are_right_pass() -> None:
    assert isinstance(Alternative, type)
    verdict = made("Verdict(answer, (Reason('x', 1),), (Alternative(answer, 2.5),), 3)").decide(
        None,  # type: ignore[arg-type]
        Question(),  # type: ignore[arg-type]
        None,  # type: ignore[arg-type]
    )
    assert isinstance(verdict, Verdict)
    assert verdict.reasons == (Reason("x", 1),)
