"""Steps in their order, prefer lists, several options, passes, principles, and the trace of it all."""

import random
from pathlib import Path

import pytest
from procedure_words import loaded, option, situation, write
from structlog.testing import capture_logs

from gemp_bot.procedures import Choice, Procedures, Value
from gemp_bot.procedures.schema import Do

Options = list[dict[str, Value]]


def choose(
    strategy: Procedures,
    options: Options,
    *,
    kind: str = "BUY",
    seed: int = 1,
    least: int = 1,
    most: int = 1,
    passing: int | None = None,
    **facts: Value,
) -> Choice:
    here = situation() | {name.replace("__", "."): value for name, value in facts.items()}
    return strategy.choose(kind, here, options, random.Random(seed), least=least, most=most, passing=passing)


THREE: Options = [
    option(score=1, power=5, cost=3, type="ship"),
    option(score=3, power=1, cost=3, type="man", own=True),
    option(score=2, power=5, cost=1, type="ship", own=True),
]


# -- steps


def test_without_steps_the_highest_score_is_chosen(tmp_path: Path) -> None:
    choice = choose(loaded(tmp_path, ""), THREE)
    assert (choice.index, choice.passed) == (1, False)
    assert choice.trace.decided[0].step == "no step"


def test_the_first_step_that_finds_an_option_chooses(tmp_path: Path) -> None:
    body = """
[[procedure.BUY]]
when = "me.late"
do = "best"
[[procedure.BUY]]
among = "power > 9"
do = "best"
[[procedure.BUY]]
among = "type == 'ship'"
why = "ships first"
do = "best"
[[procedure.BUY]]
do = "pass"
"""
    choice = choose(loaded(tmp_path, body), THREE)
    assert choice.index == 2
    made = choice.trace.decided[0]
    assert (made.step, made.where, made.by, made.why) == (
        "BUY step 3",
        "mine.toml:11",
        "score",
        "ships first",
    )
    assert choice.trace.skipped == ("BUY step 1: not when me.late", "BUY step 2: no option")


def test_a_kind_without_steps_follows_those_for_any(tmp_path: Path) -> None:
    body = "[[procedure.any]]\ndo = 'prefer'\nprefer = ['least score']\n"
    body += "[[procedure.BUY]]\namong = 'power > 9'\ndo = 'best'\n"
    strategy = loaded(tmp_path, body)
    assert strategy.kinds == ("BUY",)
    assert choose(strategy, THREE, kind="MOVE").index == 0
    assert choose(strategy, THREE, kind="a kind nobody knows").index == 0
    # And where the steps of the kind find nothing, those for any come after them.
    found = choose(strategy, THREE)
    assert (found.index, found.trace.decided[0].step) == (0, "any step 1")


# -- prefer


def test_prefer_narrows_down_entry_by_entry(tmp_path: Path) -> None:
    strategy = loaded(
        tmp_path, "[[procedure.BUY]]\ndo = 'prefer'\nprefer = ['most power', 'least cost', 'own']\n"
    )
    choice = choose(strategy, THREE)
    assert (choice.index, choice.trace.decided[0].by) == (2, "least cost")


def test_a_condition_is_preferred_true_and_decides_nothing_where_it_never_holds(tmp_path: Path) -> None:
    body = "[[procedure.BUY]]\ndo = 'prefer'\nprefer = ['power > 9', 'not own', 'most score']\n"
    choice = choose(loaded(tmp_path, body), THREE)
    assert (choice.index, choice.trace.decided[0].by) == (0, "not own")


def test_best_takes_prefer_only_for_equal_scores(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\nprefer = ['least cost']\ndo = 'best'\n")
    assert choose(strategy, THREE).index == 1
    equal = [{**each, "option.score": 2.0} for each in THREE]
    choice = choose(strategy, equal)
    assert (choice.index, choice.trace.decided[0].by) == (2, "least cost")


@pytest.mark.parametrize(("within", "expected"), [(0, 1), (0.9, 1), (1, 2), (2, 2)])
def test_scores_within_a_distance_are_equal(tmp_path: Path, within: float, expected: int) -> None:
    strategy = loaded(
        tmp_path, f"[[procedure.BUY]]\nwithin = {within}\nprefer = ['least cost']\ndo = 'best'\n"
    )
    assert choose(strategy, THREE).index == expected


def test_what_is_not_within_the_distance_goes_by_score(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\nwithin = 1\nprefer = ['least score']\ndo = 'best'\n")
    four = [option(score=score) for score in (5, 1, 4, 2)]
    assert choose(strategy, four, least=4, most=4).indices == (2, 0, 3, 1)


def test_the_order_of_the_question_decides_last(tmp_path: Path) -> None:
    choice = choose(loaded(tmp_path, "[[procedure.BUY]]\ndo = 'best'\n"), [option(), option()])
    assert (choice.index, choice.trace.decided[0].by) == (0, "the order of the question")


def test_one_option_needs_no_decision(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\nprefer = ['most power']\ndo = 'best'\n")
    assert choose(strategy, [option()]).trace.decided[0].by == "the only one"


# -- chance


def test_chance_decides_only_what_is_left_and_by_the_draws(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\ndo = 'prefer'\nprefer = ['most power', 'random']\n")
    found = {seed: choose(strategy, THREE, seed=seed).index for seed in range(40)}
    assert set(found.values()) == {0, 2}
    assert found == {seed: choose(strategy, THREE, seed=seed).index for seed in range(40)}
    assert choose(strategy, THREE).trace.decided[0].by == "random"


def test_without_chance_nothing_is_drawn(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\nprefer = ['most power']\ndo = 'best'\n")
    rng = random.Random(1)
    before = rng.getstate()
    strategy.choose("BUY", situation(), THREE, rng)
    assert rng.getstate() == before


# -- several


def test_several_are_chosen_in_order(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\ndo = 'prefer'\nprefer = ['most power', 'own']\n")
    choice = choose(strategy, THREE, least=2, most=3)
    assert (choice.indices, choice.trace.decided[0].by) == ((2, 0), "most power")


def test_the_steps_after_it_give_what_is_missing(tmp_path: Path) -> None:
    body = """
[[procedure.BUY]]
among = "type == 'man'"
do = "best"
[[procedure.BUY]]
do = "prefer"
prefer = ["least cost"]
"""
    choice = choose(loaded(tmp_path, body), THREE, least=2, most=3)
    assert choice.indices == (1, 2)
    assert [made.step for made in choice.trace.decided] == ["BUY step 1", "BUY step 2"]


@pytest.mark.parametrize(
    ("take", "expected"),
    [("2", 2), ("'question'", 3), ("'me.force / 2'", 2), ("'-3'", 1), ("'1 / me.force'", 1)],
)
def test_take_says_how_many(tmp_path: Path, take: str, expected: int) -> None:
    body = f"[[procedure.BUY]]\ntake = {take.replace('question', '99')}\ndo = 'best'\n"
    assert len(choose(loaded(tmp_path, body), THREE, most=3, me__force=5.0).indices) == expected


def test_a_number_that_cannot_be_told_takes_as_few_as_possible(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\ntake = '1 / me.force'\ndo = 'best'\n")
    assert len(choose(strategy, THREE, most=3, me__force=0.0).indices) == 1


def test_all_takes_all_that_fit_as_far_as_the_question_lets_us(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\ndo = 'all'\namong = 'own'\n")
    assert choose(strategy, THREE, least=0, most=3).indices == (1, 2)
    assert choose(strategy, THREE, least=0, most=1).indices == (1,)
    assert choose(strategy, THREE, least=3, most=3).indices == (1, 2, 0)
    assert choose(strategy, THREE, least=0, most=3).trace.decided[0].by == "all that fit"


# -- passing


def test_a_pass_is_chosen_where_it_is_allowed(tmp_path: Path) -> None:
    strategy = loaded(
        tmp_path, "[[procedure.BUY]]\ndo = 'pass'\nwhen = 'me.late'\n[[procedure.BUY]]\ndo = 'best'\n"
    )
    allowed = choose(strategy, THREE, least=0, me__late=True)
    assert (allowed.indices, allowed.passed, allowed.index) == ((), True, None)
    assert allowed.trace.decided[0].do is Do.PASS
    forced = choose(strategy, THREE, least=1, me__late=True)
    assert forced.index == 1
    assert forced.trace.skipped == ("BUY step 1: a pass is not allowed",)


def test_without_steps_a_pass_is_better_than_a_loss(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "")
    losses = [option(score=-1), option(score=0)]
    assert choose(strategy, losses, least=0).passed
    assert choose(strategy, losses, least=1).index == 1
    assert choose(strategy, [*losses, option(score=0.1)], least=0).index == 2


def test_a_pass_that_is_an_option_competes_with_the_others(tmp_path: Path) -> None:
    strategy = loaded(
        tmp_path, "[[procedure.BUY]]\nwhen = 'me.late'\ndo = 'pass'\n[[procedure.BUY]]\ndo = 'best'\n"
    )
    options = [option(score=-2), option(score=0), option(score=1)]
    assert choose(strategy, options, passing=1).index == 2
    assert choose(strategy, options[:2], passing=1).index == 1
    assert choose(strategy, options, passing=1, me__late=True).index == 1


def test_a_pass_is_never_one_of_several(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\ndo = 'all'\n")
    assert choose(strategy, THREE, least=0, most=3, passing=0).indices == (1, 2)


def test_no_options_are_a_pass(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\ndo = 'best'\n")
    assert choose(strategy, []).passed
    assert choose(strategy, THREE, least=0, most=0).passed


# -- principles

NO_MEN = "[[principle]]\nname = 'no men'\nforbid = 'type == \"man\"'\nwhy = 'men are slow'\n"
NO_SHIPS = "[[principle]]\nname = 'no ships'\nforbid = 'type == \"ship\" and power > 3'\nwhy = 'ships burn'\n"


def test_a_principle_takes_an_option_out(tmp_path: Path) -> None:
    choice = choose(loaded(tmp_path, NO_MEN + "[[procedure.BUY]]\ndo = 'best'\n"), THREE)
    assert choice.index == 2
    veto = choice.trace.vetoes[0]
    assert (veto.index, veto.principle, veto.why) == (1, "no men", "men are slow")
    assert choice.trace.overruled == ()


def test_where_all_is_forbidden_a_pass_stays(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, NO_MEN + NO_SHIPS + "[[procedure.BUY]]\ndo = 'best'\n")
    assert choose(strategy, THREE, least=0).passed
    with_pass = [*THREE, option(type="man", score=-5)]
    choice = choose(strategy, with_pass, passing=3)
    assert (choice.index, choice.trace.overruled) == (3, ())


def test_without_a_pass_the_least_forbidden_stays_and_it_is_told(tmp_path: Path) -> None:
    dear = "[[principle]]\nname = 'not dear'\nforbid = 'cost > 2'\nwhy = 'money'\n"
    choice = choose(loaded(tmp_path, NO_MEN + NO_SHIPS + dear + "[[procedure.BUY]]\ndo = 'best'\n"), THREE)
    # The man and the first ship break two principles each, the second ship one.
    assert (choice.index, choice.trace.overruled) == (2, ("no ships",))
    assert "overruled: no ships, nothing else was left" in choice.trace.lines()


def test_the_steps_choose_among_what_is_equally_forbidden(tmp_path: Path) -> None:
    body = "[[principle]]\nname = 'none'\nforbid = 'true'\nwhy = 'x'\n"
    choice = choose(
        loaded(tmp_path, body + "[[procedure.BUY]]\ndo = 'prefer'\nprefer = ['least power']\n"), THREE
    )
    assert (choice.index, choice.trace.decided[0].step) == (1, "BUY step 1")
    assert choice.trace.overruled == ("none",)


def test_what_is_missing_is_taken_from_what_is_forbidden(tmp_path: Path) -> None:
    choice = choose(loaded(tmp_path, NO_SHIPS + "[[procedure.BUY]]\ndo = 'best'\n"), THREE, least=2, most=2)
    assert (choice.indices, choice.trace.overruled) == ((1, 2), ("no ships",))


def test_a_principle_can_be_for_some_kinds_only(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, NO_MEN + "on = ['MOVE']\n")
    assert choose(strategy, THREE).index == 1
    assert choose(strategy, THREE, kind="MOVE").index == 2


def test_a_principle_sees_the_situation(tmp_path: Path) -> None:
    body = "[[principle]]\nname = 'thrift'\nforbid = 'cost > me.force'\nwhy = 'we cannot pay'\n"
    assert choose(loaded(tmp_path, body), THREE, me__force=2.0).index == 2
    assert choose(loaded(tmp_path, body), THREE, me__force=3.0).index == 1


# -- what cannot be answered


def test_a_division_by_zero_counts_as_false_and_is_reported_once(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\nwhen = '1 / me.force > 0'\ndo = 'pass'\n")
    with capture_logs() as logs:
        for _ in range(3):
            assert choose(strategy, THREE, least=0, me__force=0.0).index == 1
    assert strategy.faults.counts == {"mine.toml:5: 1 / me.force > 0: divides by zero": 3}
    assert [(log["event"], log["at"]) for log in logs] == [("no_answer_to_expression", "mine.toml:5")]
    assert choose(strategy, THREE, least=0, me__force=1.0).passed


def test_an_option_without_an_answer_is_the_least_preferred(tmp_path: Path) -> None:
    for wish in ("most", "least"):
        strategy = loaded(tmp_path, f"[[procedure.BUY]]\ndo = 'prefer'\nprefer = ['{wish} power / cost']\n")
        assert choose(strategy, [option(power=1, cost=0), option(power=1, cost=1)]).index == 1


def test_missing_facts_are_counted_and_never_fail(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, "[[procedure.BUY]]\namong = 'power > 1'\ndo = 'best'\n")
    assert strategy.choose("BUY", {}, [{}, {"option.score": 2.0}], random.Random(1)).index == 1
    assert strategy.faults.counts["mine.toml:5: power > 1: the fact option.power was not given"] == 2


def test_the_facts_it_uses_are_enough(tmp_path: Path) -> None:
    body = (
        "[[procedure.BUY]]\ndo = 'best'\nwhen = 'me.force > weights.boldness and me.force > search.depth'\n"
    )
    body += "prefer = ['least power', 'own']\n"
    strategy = loaded(tmp_path, body)
    assert strategy.uses == {"me.force", "option.power", "option.own", "option.score"}
    few = [{name: each[name] for name in strategy.uses if name in each} for each in THREE]
    assert strategy.choose("BUY", {"me.force": 4.0}, few, random.Random(1)).index == 1
    assert strategy.faults.counts == {}


# -- told


def test_the_trace_can_be_read(tmp_path: Path) -> None:
    body = (
        NO_MEN
        + "[[procedure.BUY]]\nwhen = 'me.late'\ndo = 'best'\n"
        + "[[procedure.BUY]]\nwhy = 'the best'\ndo = 'best'\n"
    )
    assert choose(loaded(tmp_path, body), THREE).trace.lines() == (
        "BUY step 2 (mine.toml:11): option 2 by score: the best",
        "option 1 is forbidden by no men: men are slow",
        "passed over: BUY step 1: not when me.late",
    )
    assert choose(loaded(tmp_path, "[[procedure.BUY]]\ndo = 'pass'\n"), THREE, least=0).trace.lines() == (
        "BUY step 1 (mine.toml:4): pass",
    )


def test_steps_and_principles_are_counted(tmp_path: Path) -> None:
    """Also a step that calls its parent, where the parent's steps decide."""
    write(tmp_path, '[[procedure.BUY]]\nwhen = "me.late"\ndo = "best"\n', name="elder")
    mine = loaded(
        tmp_path,
        'extends = "elder"\n[[procedure.BUY]]\nwhen = "me.force > 9"\ndo = "best"\n'
        '[[procedure.BUY]]\ndo = "parent"\n'
        '[[procedure.BUY]]\namong = "own"\ndo = "best"\n'
        '[[principle]]\nname = "not the dear"\nforbid = "cost > 5"\nwhy = "too dear"\n',
    )
    dear, cheap = option(own=True, cost=9), option(own=True, cost=1)
    for here in (situation(me__late=True), situation(), situation(me__force=10.0), situation()):
        mine.choose("BUY", here, [dear, cheap, dear], random.Random(0))
    mine.choose("MOVE", situation(), [cheap, cheap], random.Random(0))
    assert mine.own_steps.counts == {
        "mine.toml:5: BUY step 1": 1,
        "mine.toml:8: BUY step 2": 1,
        "elder.toml:4: BUY step 1": 1,
        "mine.toml:10: BUY step 3": 2,
        "mine.toml:13: principle not the dear": 4,
    }
