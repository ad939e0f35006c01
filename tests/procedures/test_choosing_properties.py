"""What holds for every strategy and every question."""

import random
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from procedure_words import loaded, option, situation

from gemp_bot.procedures import Procedures, Value

_ENTRIES = ("most power", "least cost", "own", "type == 'ship'", "most power / cost", "least score")
_CONDITIONS = ("own", "power > 2", "type == 'ship'", "cost / power < 1", "option.score > me.force")


@st.composite
def strategies(draw: st.DrawFn) -> Procedures:
    """A few steps and principles."""
    body = ""
    for _ in range(draw(st.integers(0, 3))):
        do = draw(st.sampled_from(["best", "prefer", "all", "pass"]))
        body += f"[[procedure.BUY]]\ndo = '{do}'\n"
        if draw(st.booleans()):
            body += "when = 'me.late'\n"
        if do != "pass" and draw(st.booleans()):
            body += f'among = "{draw(st.sampled_from(_CONDITIONS))}"\n'
        if do != "pass":
            prefer = draw(st.lists(st.sampled_from(_ENTRIES), min_size=1, max_size=3))
            prefer += ["random"] if draw(st.booleans()) else []
            body += "prefer = [" + ", ".join(f'"{entry}"' for entry in prefer) + "]\n"
        if do == "best" and draw(st.booleans()):
            body += "within = 1\n"
        if do in ("best", "prefer") and draw(st.booleans()):
            body += "take = 'me.force'\n"
        if do != "pass" and not ("when" in body.rpartition("[[")[2] or "among" in body.rpartition("[[")[2]):
            break  # none behind it is ever reached, which is refused
    for index in range(draw(st.integers(0, 2))):
        body += (
            f'[[principle]]\nname = "p{index}"\nforbid = "{draw(st.sampled_from(_CONDITIONS))}"\nwhy = "x"\n'
        )
    with tempfile.TemporaryDirectory() as folder:
        return loaded(Path(folder), body)


_SMALL = st.integers(0, 3).map(float)
OPTIONS = st.lists(
    st.builds(
        option,
        score=_SMALL,
        power=_SMALL,
        cost=_SMALL,
        own=st.booleans(),
        type=st.sampled_from(["ship", "man"]),
    ),
    max_size=6,
)


@given(
    strategy=strategies(),
    options=OPTIONS,
    seed=st.integers(0, 9),
    bounds=st.tuples(st.integers(0, 7), st.integers(0, 7)),
    here=st.builds(situation, me__late=st.booleans(), me__force=_SMALL),
    passing=st.one_of(st.none(), st.integers(0, 5)),
)
@settings(max_examples=150, deadline=None)
def test_a_choice_is_always_within_the_bounds(
    *,
    strategy: Procedures,
    options: list[dict[str, Value]],
    seed: int,
    bounds: tuple[int, int],
    here: dict[str, Value],
    passing: int | None,
) -> None:
    least, most = min(bounds), max(bounds)
    if passing is not None and passing >= len(options):
        passing = None

    def choose() -> tuple[int, ...]:
        rng = random.Random(seed)
        return strategy.choose("BUY", here, options, rng, least=least, most=most, passing=passing).indices

    chosen = choose()
    assert chosen == choose()
    assert len(set(chosen)) == len(chosen)
    assert set(chosen) <= set(range(len(options)))
    assert min(least, len(options)) <= len(chosen) <= min(most, len(options))


@given(strategy=strategies(), options=OPTIONS.filter(bool), least=st.integers(0, 1), force=_SMALL)
@settings(max_examples=100, deadline=None)
def test_what_is_forbidden_is_chosen_only_if_nothing_else_is_left(
    strategy: Procedures, options: list[dict[str, Value]], least: int, force: float
) -> None:
    choice = strategy.choose("BUY", situation(me__force=force), options, random.Random(1), least=least)
    vetoed = {veto.index for veto in choice.trace.vetoes}
    if choice.index in vetoed:
        assert least == 1
        assert len(vetoed) == len(options)
        assert choice.trace.overruled
    else:
        assert choice.trace.overruled == ()


def narrowed(options: list[dict[str, Value]]) -> list[int]:
    """The rule of a prefer list word by word: keep the best by one entry, of these those by the next."""
    left = list(range(len(options)))
    for better in (
        lambda each: each["option.power"],
        lambda each: -each["option.cost"],
        lambda each: bool(each["option.own"]),
    ):
        top = max(better(options[index]) for index in left)
        left = [index for index in left if better(options[index]) == top]
    return left


@given(options=OPTIONS.filter(bool))
@settings(max_examples=100, deadline=None)
def test_the_ranking_is_the_narrowing(options: list[dict[str, Value]]) -> None:
    prefer = "[[procedure.BUY]]\ndo = 'prefer'\nprefer = ['most power', 'least cost', 'own'{}]\n"
    with tempfile.TemporaryDirectory() as folder:
        first = loaded(Path(folder), prefer.format(""))
        drawn = loaded(Path(folder), prefer.format(", 'random'"))
    left = narrowed(options)
    assert first.choose("BUY", situation(), options, random.Random(1)).index == left[0]
    seen = {drawn.choose("BUY", situation(), options, random.Random(seed)).index for seed in range(60)}
    assert seen == set(left)
