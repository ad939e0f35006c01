"""Steps in their order, prefer lists, passes, principles, and what is told of it all."""

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from procedure_words import Facts, choose, loaded, option, situation, write
from structlog.testing import capture_logs

from gemp_bot.procedures import Procedures

THREE: list[Facts] = [
    option(score=1.0, power=5.0, cost=3.0, type="ship"),
    option(score=3.0, power=1.0, cost=3.0, type="man", own=True),
    option(score=2.0, power=5.0, cost=1.0, type="ship", own=True),
]
LATE = situation(me__late=True)


def step(text: str, kind: str = "BUY") -> str:
    return f"[[procedure.{kind}]]\n{text}\n"


# -- steps


def test_without_steps_the_highest_score_is_chosen(tmp_path: Path) -> None:
    choice = choose(loaded(tmp_path, ""), THREE)
    assert (choice.index, choice.step) == (1, "no step")
    losses = [option(score=-1.0), option(score=0.0)]
    assert choose(loaded(tmp_path, ""), losses, can_pass=True).index is None
    assert choose(loaded(tmp_path, ""), losses).index == 1
    assert choose(loaded(tmp_path, ""), []).index is None


def test_the_first_step_that_finds_an_option_chooses(tmp_path: Path) -> None:
    body = step('when = "me.late"\ndo = "best"') + step('among = "power > 9"\ndo = "best"')
    body += step('among = "type == \'ship\'"\nwhy = "ships first"\ndo = "best"') + step('do = "pass"')
    made = choose(loaded(tmp_path, body), THREE)
    assert (made.index, made.step, made.where, made.by, made.why) == (
        2,
        "BUY step 3",
        "mine.toml:10",
        "score",
        "ships first",
    )


def test_the_steps_for_any_come_after_those_of_the_kind(tmp_path: Path) -> None:
    body = step("do = 'prefer'\nprefer = ['least score']", "any") + step("among = 'power > 9'\ndo = 'best'")
    strategy = loaded(tmp_path, body)
    assert choose(strategy, THREE, kind="MOVE").index == 0
    assert choose(strategy, THREE, kind="a kind nobody knows").index == 0
    assert (choose(strategy, THREE).index, choose(strategy, THREE).step) == (0, "any step 1")


# -- prefer


@pytest.mark.parametrize(
    ("prefer", "index", "by"),
    [
        ("'most power', 'least cost', 'own'", 2, "least cost"),
        ("'power > 9', 'not own', 'most score'", 0, "not own"),
        ("'most power'", 0, "the order of the question"),
    ],
)
def test_prefer_narrows_down_entry_by_entry(tmp_path: Path, prefer: str, index: int, by: str) -> None:
    made = choose(loaded(tmp_path, step(f"do = 'prefer'\nprefer = [{prefer}]")), THREE)
    assert (made.index, made.by) == (index, by)


def test_best_takes_prefer_only_for_equal_scores(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, step("prefer = ['least cost']\ndo = 'best'"))
    assert choose(strategy, THREE).index == 1
    equal = [{**each, "option.score": 2.0} for each in THREE]
    assert (choose(strategy, equal).index, choose(strategy, equal).by) == (2, "least cost")
    assert choose(strategy, THREE[:1]).by == "the only one"


@pytest.mark.parametrize(("within", "expected"), [(0, 1), (0.9, 1), (1, 2), (2, 2)])
def test_scores_within_a_distance_are_equal(tmp_path: Path, within: float, expected: int) -> None:
    strategy = loaded(tmp_path, step(f"within = {within}\nprefer = ['least cost']\ndo = 'best'"))
    assert choose(strategy, THREE).index == expected


def test_chance_decides_only_what_is_left_and_by_the_draws(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, step("do = 'prefer'\nprefer = ['most power', 'random']"))
    found = {seed: choose(strategy, THREE, seed=seed).index for seed in range(40)}
    assert set(found.values()) == {0, 2}
    assert found == {seed: choose(strategy, THREE, seed=seed).index for seed in range(40)}
    assert choose(strategy, THREE).by == "random"
    rng = random.Random(1)
    before = rng.getstate()
    loaded(tmp_path, step("do = 'best'")).choose("BUY", situation(), THREE, rng)
    assert rng.getstate() == before, "nothing is drawn where nothing is random"


# -- passing


def test_a_pass_is_chosen_where_it_is_allowed(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, step("do = 'pass'\nwhen = 'me.late'") + step("do = 'best'"))
    allowed = choose(strategy, THREE, LATE, can_pass=True)
    assert (allowed.index, allowed.step, allowed.by) == (None, "BUY step 1", "pass")
    assert choose(strategy, THREE, LATE).index == 1


def test_a_pass_that_is_an_option_competes_with_the_others(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, step("do = 'pass'\nwhen = 'me.late'") + step("do = 'best'"))
    options = [option(score=-2.0), option(score=0.0), option(score=1.0)]
    assert choose(strategy, options, passing=1).index == 2
    assert choose(strategy, options[:2], passing=1).index == 1
    assert choose(strategy, options, LATE, passing=1).index == 1


# -- principles

NO_MEN = "[[principle]]\nname = 'no men'\nforbid = 'type == \"man\"'\nwhy = 'men are slow'\n"
NO_SHIPS = "[[principle]]\nname = 'no ships'\nforbid = 'type == \"ship\" and power > 3'\nwhy = 'ships burn'\n"


def test_a_principle_takes_an_option_out(tmp_path: Path) -> None:
    choice = choose(loaded(tmp_path, NO_MEN + step("do = 'best'")), THREE)
    assert choice.index == 2
    (veto,) = choice.vetoes
    assert (veto.index, veto.principle, veto.why, choice.overruled) == (1, "no men", "men are slow", ())
    here = situation(me__force=2.0)
    thrift = "[[principle]]\nname = 'thrift'\nforbid = 'cost > me.force'\nwhy = 'we cannot pay'\n"
    assert choose(loaded(tmp_path, thrift), THREE, here).index == 2


def test_a_principle_can_be_for_some_kinds_only(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, NO_MEN + "on = ['MOVE']\n")
    assert choose(strategy, THREE).index == 1
    assert choose(strategy, THREE, kind="MOVE").index == 2


def test_where_all_is_forbidden_a_pass_stays_or_what_breaks_the_fewest(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, NO_MEN + NO_SHIPS + step("do = 'best'"))
    assert choose(strategy, THREE, can_pass=True).index is None
    with_pass = [*THREE, option(type="man", score=-5.0)]
    choice = choose(strategy, with_pass, passing=3)
    assert (choice.index, choice.overruled) == (3, ())
    dear = "[[principle]]\nname = 'not dear'\nforbid = 'cost > 2'\nwhy = 'money'\n"
    choice = choose(loaded(tmp_path, NO_MEN + NO_SHIPS + dear + step("do = 'best'")), THREE)
    # The man and the first ship break two principles each, the second ship one.
    assert (choice.index, choice.overruled) == (2, ("no ships",))


# -- what holds for every strategy

_CONDITIONS = ("own", "power > 2", "type == 'ship'", "cost / power < 1", "option.score > me.force")


@st.composite
def strategies(draw: st.DrawFn) -> Procedures:
    """A few steps and principles."""
    body = ""
    for _ in range(draw(st.integers(0, 3))):
        do = draw(st.sampled_from(["best", "prefer", "pass"]))
        body += step(f"do = '{do}'\nwhen = '{draw(st.sampled_from(['me.late', 'true']))}'")
        if do != "pass":
            body += f'among = "{draw(st.sampled_from(_CONDITIONS))}"\n'
            entries = ("most power", "least cost", "own", "most power / cost", "least score")
            prefer = draw(st.lists(st.sampled_from(entries), min_size=1, max_size=3))
            body += f"prefer = {[*prefer, *draw(st.sampled_from([[], ['random']]))]}\n"
        if do == "best":
            body += f"within = {draw(st.sampled_from([0, 1]))}\n"
    for index in range(draw(st.integers(0, 2))):
        forbid = draw(st.sampled_from(_CONDITIONS))
        body += f'[[principle]]\nname = "p{index}"\nforbid = "{forbid}"\nwhy = "x"\n'
    with tempfile.TemporaryDirectory() as folder:
        return loaded(Path(folder), body)


_SMALL = st.integers(0, 3).map(float)
_TYPES = st.sampled_from(["ship", "man"])
OPTIONS = st.lists(
    st.builds(option, score=_SMALL, power=_SMALL, cost=_SMALL, own=st.booleans(), type=_TYPES), max_size=6
)


@given(
    strategy=strategies(),
    options=OPTIONS,
    here=st.builds(situation, me__late=st.booleans(), me__force=_SMALL),
    can_pass=st.booleans(),
    passing=st.one_of(st.none(), st.integers(0, 5)),
)
@settings(max_examples=60, deadline=None)
def test_a_choice_is_always_allowed(
    *, strategy: Procedures, options: list[Facts], here: Facts, can_pass: bool, passing: int | None
) -> None:
    passing = None if passing is None or passing >= len(options) else passing
    choice = choose(strategy, options, here, can_pass=can_pass, passing=passing)
    assert choice == choose(strategy, options, here, can_pass=can_pass, passing=passing)
    assert choice.index in range(len(options)) or (choice.index is None and (can_pass or not options))
    vetoed = {veto.index for veto in choice.vetoes}
    assert passing not in vetoed
    assert bool(choice.overruled) is (choice.index in vetoed)
    if choice.overruled:
        assert not can_pass
        assert len(vetoed) == len(options)


@given(options=OPTIONS.filter(bool))
@settings(max_examples=60, deadline=None)
def test_a_prefer_list_is_the_narrowing(options: list[Facts]) -> None:
    """The rule word by word: keep the best by one entry, of these those by the next."""
    left = list(range(len(options)))
    for fact, sign in (("option.power", 1), ("option.cost", -1), ("option.own", 1)):
        top = max(sign * options[index][fact] for index in left)  # type: ignore[operator]
        left = [index for index in left if sign * options[index][fact] == top]  # type: ignore[operator]
    prefer = "do = 'prefer'\nprefer = ['most power', 'least cost', 'own'{}]"
    with tempfile.TemporaryDirectory() as folder:
        assert choose(loaded(Path(folder), step(prefer.format(""))), options).index == left[0]
        drawn = loaded(Path(folder), step(prefer.format(", 'random'")))
    assert {choose(drawn, options, seed=seed).index for seed in range(60)} == set(left)


# -- what cannot be answered, and what is counted


def test_a_division_by_zero_counts_as_false_and_is_reported_once(tmp_path: Path) -> None:
    strategy = loaded(tmp_path, step("when = '1 / me.force > 0'\ndo = 'pass'"))
    with capture_logs() as logs:
        for _ in range(3):
            assert choose(strategy, THREE, can_pass=True).index == 1
    assert strategy.unanswered == {"mine.toml:5: 1 / me.force > 0: divides by zero": 3}
    assert [(log["event"], log["at"]) for log in logs] == [("no_answer_to_expression", "mine.toml:5")]
    assert choose(strategy, THREE, situation(me__force=1.0), can_pass=True).index is None


@pytest.mark.parametrize("wish", ["most", "least"])
def test_an_option_without_an_answer_is_the_least_preferred(tmp_path: Path, wish: str) -> None:
    strategy = loaded(tmp_path, step(f"do = 'prefer'\nprefer = ['{wish} power / cost']"))
    assert choose(strategy, [option(power=1.0), option(power=1.0, cost=1.0)]).index == 1


def test_steps_and_principles_are_counted(tmp_path: Path) -> None:
    """Also a step that calls its parent, where the parent's steps decide."""
    write(tmp_path, step('when = "me.late"\ndo = "best"'), name="elder")
    mine = loaded(
        tmp_path,
        'extends = "elder"\n'
        + step('when = "me.force > 9"\ndo = "best"')
        + step('do = "parent"')
        + step('among = "own"\ndo = "best"')
        + step('do = "parent"', "MOVE")
        + '[[principle]]\nname = "not the dear"\nforbid = "cost > 5"\nwhy = "too dear"\non = ["BUY"]\n',
    )
    dear, cheap = option(own=True, cost=9.0), option(own=True, cost=1.0)
    for here in (LATE, situation(), situation(me__force=10.0), situation()):
        choose(mine, [dear, cheap, dear], here)
    choose(mine, [cheap, cheap], kind="MOVE")
    assert mine.step_counts == {
        "mine.toml:5: BUY step 1": 1,
        "mine.toml:8: BUY step 2": 1,
        "elder.toml:4: BUY step 1": 1,
        "mine.toml:10: BUY step 3": 2,
        "mine.toml:13: MOVE step 1": 0,
        "mine.toml:15: principle not the dear": 4,
    }
    assert mine.idle == ("mine.toml:13: MOVE step 1",)
    assert set(mine.own_rules.values()) == {("BUY",), ("MOVE",)}
