"""Any text either is an expression or is refused with one clear line, and evaluating never raises."""

from contextlib import suppress

from hypothesis import example, given, settings
from hypothesis import strategies as st
from procedure_words import WORDS

from gemp_bot.procedures.conditions import Condition, Faults, Measure
from gemp_bot.procedures.expressions import ExpressionError, Words, build
from gemp_bot.procedures.vocabulary import Type, Value

KNOWN = Words(WORDS.by_name(), {"weights.patience": 0.0}, names=WORDS.names)

_PIECES = st.sampled_from(
    [
        *(
            "me.force",
            "me.late",
            "phase",
            "power",
            "option.own",
            "option.type",
            "title",
            "captain",
            "crew",
            "weights.patience",
        ),
        *("min(", "max(", "abs(", "(", ")", ",", " and ", " or ", " not ", " in ", " is ", "not in"),
        *("+", "-", "*", "/", "**", "//", "%", "<", "<=", "==", "!=", ">", ">=", "=", ":=", "~", "."),
        *("0", "1", "2.5", "1e308", "1j", "'ship'", '"deploy"', "True", "None", "f'{x}'", "lambda", "[", "]"),
        *(
            "if",
            "else",
            "for",
            "x",
            "{",
            "}",
            ":",
            "\\",
            "\n",
            "#",
            "__class__",
            "open",
            "\x00",
            "é",
            "\uff11",
        ),
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(_PIECES, max_size=30).map(" ".join))

_NUMBERS = st.one_of(st.integers(-9, 9), st.floats(), st.integers(10**308, 10**320))
_BY_TYPE: dict[Type, st.SearchStrategy[Value]] = {
    Type.NUMBER: _NUMBERS,
    Type.FLAG: st.booleans(),
    Type.TEXT: st.text(max_size=5),
    Type.TEXTS: st.frozensets(st.text(max_size=5), max_size=3),
}
ANYTHING = st.one_of(_NUMBERS, st.booleans(), st.text(max_size=5), st.none())


def _facts(
    of_option: bool, values: dict[Type, st.SearchStrategy[Value]]
) -> st.SearchStrategy[dict[str, Value]]:
    facts = [fact for fact in WORDS.facts if fact.of_option is of_option]
    return st.fixed_dictionaries({fact.name: values[fact.type] for fact in facts})


@given(text=TEXTS, wanted=st.sampled_from([Type.FLAG, Type.NUMBER]), options=st.booleans())
@example(text="-" * 399 + "1", wanted=Type.NUMBER, options=True)
@example(text="not " * 99 + "x", wanted=Type.FLAG, options=True)
@example(text="(" * 200 + ")" * 200, wanted=Type.FLAG, options=True)
@example(text="[" * 399, wanted=Type.FLAG, options=True)
@example(text="a." * 199 + "a", wanted=Type.FLAG, options=True)
@example(text="x**" * 130 + "2", wanted=Type.NUMBER, options=True)
@example(text="\ud800", wanted=Type.FLAG, options=True)
@example(text="'\\d' == title", wanted=Type.FLAG, options=True)
@example(text="1if 1else 1", wanted=Type.FLAG, options=True)
@example(text="me.force\n#", wanted=Type.FLAG, options=True)
@settings(max_examples=250)
def test_any_text_loads_or_is_refused(text: str, wanted: Type, options: bool) -> None:
    try:
        run = build(text, KNOWN._replace(options=options), wanted)
    except ExpressionError as error:
        told = str(error)
        assert told
        assert "\n" not in told
        assert len(told) < 1000
    else:
        assert callable(run)


@st.composite
def conditions(draw: st.DrawFn, depth: int = 3) -> str:  # noqa: PLR0911 - one form after the other
    """A text that is a condition."""
    names = [name for name, fact in KNOWN.facts.items() if fact.type is Type.FLAG]
    if depth == 0:
        return draw(st.sampled_from([*names, "true", "False"]))
    inner = conditions(depth - 1)
    form = draw(st.integers(0, 5))
    if form == 5:
        return draw(st.sampled_from(["captain", "'Ann'", "title"])) + " in crew"
    if form == 0:
        return f"({draw(inner)} and {draw(inner)})"
    if form == 1:
        return f"({draw(inner)} or not {draw(inner)})"
    if form == 2:
        text = draw(st.sampled_from(["title", "'x'"]))
        return f"{text} {draw(st.sampled_from(['==', '!=']))} 'x'"
    if form == 3:
        return f"{draw(numbers(depth - 1))} in (1, 2)"
    sign = draw(st.sampled_from(["<", "<=", ">", ">=", "==", "!="]))
    return f"({draw(numbers(depth - 1))} {sign} {draw(numbers(depth - 1))})"


@st.composite
def numbers(draw: st.DrawFn, depth: int = 3) -> str:
    """A text that is a number."""
    names = [name for name, fact in KNOWN.facts.items() if fact.type is Type.NUMBER]
    if depth == 0:
        return draw(st.sampled_from([*names, "0", "1.5", "1e308"]))
    inner = numbers(depth - 1)
    form = draw(st.integers(0, 2))
    if form == 0:
        return f"({draw(inner)} {draw(st.sampled_from('+-*/'))} {draw(inner)})"
    if form == 1:
        return f"{draw(st.sampled_from(['min', 'max']))}({draw(inner)}, {draw(inner)})"
    return f"abs(-{draw(inner)})"


@given(text=conditions(), here=_facts(False, _BY_TYPE), this=_facts(True, _BY_TYPE))
@settings(max_examples=150)
def test_evaluating_a_condition_never_raises(
    text: str, here: dict[str, Value], this: dict[str, Value]
) -> None:
    with suppress(ExpressionError):  # too long, a division by a literal zero, a number too large
        condition = Condition(text, "x:1", build(text, KNOWN, Type.FLAG), Faults("x"))
        assert condition.holds(here, this) in (True, False)


@given(text=numbers(), here=_facts(False, _BY_TYPE), this=_facts(True, _BY_TYPE))
@settings(max_examples=150)
def test_evaluating_a_measure_never_raises(text: str, here: dict[str, Value], this: dict[str, Value]) -> None:
    with suppress(ExpressionError):
        measure = Measure(text, "x:1", build(text, KNOWN, Type.NUMBER), Faults("x"))
        found = measure.of(here, this)
        assert found is None or found == found  # noqa: PLR0124 - NaN is the one number that is not


@given(
    text=st.one_of(conditions(), numbers()),
    facts=st.dictionaries(st.sampled_from([fact.name for fact in WORDS.facts]), ANYTHING),
)
@settings(max_examples=150)
def test_facts_that_are_missing_or_wrong_never_raise(text: str, facts: dict[str, Value]) -> None:
    faults = Faults("x")
    for wanted in (Type.FLAG, Type.NUMBER):
        with suppress(ExpressionError):
            run = build(text, KNOWN, wanted)
            Condition(text, "x:1", run, faults).holds(facts, facts)
            Measure(text, "x:1", run, faults).of(facts, facts)


def test_a_fact_of_each_type_is_tried() -> None:
    assert {fact.type for fact in WORDS.facts} == set(_BY_TYPE)
