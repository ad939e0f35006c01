"""What an expression may hold, what it means, and how it is refused."""

import pytest
from procedure_words import WORDS, option, situation

from gemp_bot.procedures.expressions import DEEPEST, LONGEST, ExpressionError, Words, build
from gemp_bot.procedures.vocabulary import Plain, Type, Value

CONSTANTS: dict[str, Plain] = {
    "weights.boldness": 2.0,
    "weights.patience": 0.0,
    "capabilities.cards": True,
    "capabilities.depth": "far",
}
KNOWN = Words(WORDS.by_name(), CONSTANTS, names=WORDS.names)

HERE = situation(me__force=4.0, me__late=True, phase="deploy", crew=frozenset({"ann"}))
THIS = option(power=3, cost=2, own=True, type="ship", title="Executor", captain="ann", marks=frozenset({"x"}))


def value(text: str, wanted: Type = Type.FLAG) -> Value:
    return build(text, KNOWN, wanted)(HERE, THIS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("me.force > 3", True),
        ("me.force > 4", False),
        ("1 < me.force < 5", True),
        ("1 < me.force < 4", False),
        ("option.power >= 3 and not option.own", False),
        ("option.own or 1 > 2", True),
        ("power == 3", True),  # the short name of a fact of an option
        ("own", True),
        ("type in ('ship', 'man')", True),
        ("type not in ('man',)", True),
        ("power in (1, -2, 3)", True),
        ("title == 'Executor'", True),
        ("'Executor' == title", True),
        ("captain == 'ANN'", True),  # a name, however it is written
        ("'Bob' == captain", False),
        ("captain in ('Bob', 'Ann')", True),
        ("captain == ''", False),
        ("captain in crew", True),
        ("'Ann' in crew and 'bob' not in crew", True),
        ("'x' in marks", True),
        ("'X' in marks", False),
        ("me.force / 2 + power * 2 - 1 == 7", True),
        ("-power < -2", True),
        ("+power == 3", True),
        ("min(power, cost, me.force) == 2", True),
        ("max(power, cost) == 3", True),
        ("abs(cost - power) == 1", True),
        ("weights.boldness == 2", True),
        ("capabilities.cards", True),
        ("capabilities.depth == 'far'", True),
        ("me.late == True", True),
        ("me.late != false", True),
        ("true", True),
        ("own == me.late", True),
        ("phase == 'deploy'\nand own", True),
        ("(own)", True),
        ("2 + 3 * 4 == 14", True),
        ("power > 1 # a remark", True),
        ("(" * 150 + "own" + ")" * 150, True),  # round brackets alone are no depth
        ("1e3 == 1000", True),
    ],
)
def test_it_means_what_it_says(text: str, expected: bool) -> None:
    assert value(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("power + cost", 5), ("power / cost", 1.5), ("7", 7), ("-(2 + 1)", -3), ("abs(-2)", 2)],
)
def test_measures(text: str, expected: float) -> None:
    assert value(text, Type.NUMBER) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("me.froce > 3", "there is no fact 'me.froce': did you mean 'me.force'?"),
        ("powr > 3", "did you mean 'option.power'?"),
        ("weights.boldnes > 1", "did you mean 'weights.boldness'?"),
        ("xyzzy > 1", "there is no fact 'xyzzy': there are capabilities.cards,"),
        ("me.force", "is a number, not a condition: compare it, like `me.force > 0`"),
        ("type", "is a text, not a condition"),
        ("type == 'shp'", "option.type is never 'shp': did you mean 'ship'?"),
        ("type in ('man', 'shp')", "did you mean 'ship'?"),
        ("'shp' != type", "did you mean 'ship'?"),
        ("power == 'three'", "'power' is a number and cannot be compared with \"'three'\", which is a text"),
        ("own == 1", "'own' is yes or no and cannot be compared with '1'"),
        ("type < 'ship'", "< and > compare numbers"),
        ("own > me.late", "< and > compare numbers"),
        ("own + 1 > 1", "`+` takes numbers, and 'own' is yes or no"),
        ("power and own", "`and` takes conditions, and 'power' is a number"),
        ("not power", "`not` takes conditions"),
        ("-own", "a sign takes numbers"),
        ("1 / 0 > 1", "divides by zero: '1 / 0'"),
        ("power / (1 - 1) > 1", "divides by zero"),
        ("power / -0.0 > 1", "divides by zero"),
        ("power ** 2 > 1", "of arithmetic only + - * / are allowed"),
        ("power % 2 == 1", "of arithmetic only + - * / are allowed"),
        ("power // 2 == 1", "of arithmetic only + - * / are allowed"),
        ("~power > 1", "`~` is not allowed"),
        ("own is True", "`is` is not allowed: write == or !="),
        ("power in [1, 2]", "behind `in` stands a list of 1 to 50 values in round brackets"),
        ("type in 'ship'", "behind `in` stands a list"),
        ("type in ('ship')", "behind `in` stands a list"),
        ("type in ()", "behind `in` stands a list"),
        ("power in (cost, 2)", "behind `in` stand values only"),
        ("power in (1 + cost, 2)", "behind `in` stand values only"),
        ("captain == 'Carl'", "there is no person 'Carl': ask Ann"),
        ("'Carl' in crew", "there is no person 'Carl': ask Ann"),
        ("captain in ('Ann', 'Carl')", "there is no person 'Carl': ask Ann"),
        ("crew == 'Ann'", "'crew' is a list: write '...' in crew"),
        ("crew == crew", "'crew' is a list: write '...' in crew"),
        ("crew in ('Ann',)", "'crew' is a list: write '...' in crew"),
        ("crew", "'crew' is a list of texts, not a condition: compare it, like `'...' in crew`"),
        ("2 in crew", "crew is a list of texts, and '2' is a number"),
        ("title in crew", "option.title is never in crew: they hold different names"),
        ("captain == title", "option.captain is never option.title: they hold different names"),
        ("'Ann' in captain", "behind `in` stands a list, and 'captain' is a text: write =="),
        ("(1, 2) == (1, 2)", "a list that does not stand behind `in` is not allowed"),
        ("open('x') == 1", "only min(), max() and abs() can be called: \"open('x')\""),
        ("min(1) > 0", "min() takes two numbers or more"),
        ("abs(1, 2) > 0", "abs() takes one number"),
        ("min(power, own) > 0", "min() takes numbers, and 'own' is yes or no"),
        ("min(*power, cost) > 0", "is not allowed"),
        ("max(power, cost, key=power) > 0", "only min(), max() and abs() can be called"),
        ("me.force.real > 0", "there is no fact 'me.force.real'"),
        ("(power).real > 0", "there is no fact 'power.real'"),
        ("(1).real > 0", "a dot joins the words of a fact's name"),
        ("''.__class__ == 1", "a dot joins the words of a fact's name"),
        ("__import__", "there is no fact '__import__'"),
        ("[x for x in (1, 2)] == 1", "is not allowed"),
        ("f'{power}' == title", "is not allowed"),
        ("own if own else own", "is not allowed"),
        ("(own := own)", "is not allowed"),
        ("lambda: 1", "is not allowed"),
        ("{1: 2} == 1", "is not allowed"),
        ("power[0] == 1", "is not allowed"),
        ("None == None", "is no value a fact can have"),
        ("1j == 1", "is no value a fact can have"),
        ("b'x' == 1", "is no value a fact can have"),
        ("... == 1", "is no value a fact can have"),
        ("1e999 > 1", "holds a number that is too large"),
        ("1e300 * 1e300 > 1", "holds a number that is too large"),
        ("power = 3", "cannot be read (write `==` for =, character 7): 'power = 3'"),
        ("own && me.late", "cannot be read (write `and` for &&, character 5)"),
        ("own || me.late", "cannot be read (write `or` for ||, character 5)"),
        ("!own", "cannot be read (write `not` for !, character 1)"),
        ("power > 1 and !own and cost = 2", "cannot be read (write `not` for !, character 15)"),
        ("title == '&&' and", "cannot be read (it ends where something is still missing)"),
        ("power >", "cannot be read (it ends where something is still missing): 'power >'"),
        ("power > and own", "cannot be read (invalid syntax, character 9): "),
        ("", "is empty"),
        (" \n ", "is empty"),
        ("own\x00", "cannot be read"),
        ("not " * (DEEPEST + 1) + "own", f"is nested more than {DEEPEST} deep"),
        ("own and " * 100 + "own", f"is longer than {LONGEST} characters"),
        ("9" * 390 + ">1", "holds a number that is too large"),
    ],
)
def test_what_is_refused_is_told(text: str, said: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        value(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_facts_of_an_option_are_unknown_where_there_is_none() -> None:
    with pytest.raises(ExpressionError, match=r"option\.power is known of an option only"):
        build("power > 1", KNOWN._replace(options=False), Type.FLAG)
    assert build("me.force > 1", KNOWN._replace(options=False), Type.FLAG)(HERE, {}) is True


def test_the_largest_depth_is_allowed() -> None:
    text = "not " * (DEEPEST - 1) + "own"
    assert value(text) is (DEEPEST % 2 == 1)


def test_a_measure_of_a_condition_is_refused() -> None:
    with pytest.raises(ExpressionError, match="'own' is yes or no, and a number is wanted"):
        value("own", Type.NUMBER)


def test_weights_are_fixed_when_a_strategy_is_loaded() -> None:
    """It is a constant of the strategy, so that it needs no look-up at play."""
    run = build("weights.boldness > 1", KNOWN, Type.FLAG)
    assert run({}, {}) is True


def test_a_division_by_a_weight_of_zero_waits_for_play() -> None:
    """A child may set the weights to something else, so it is no mistake of the file."""
    run = build("1 / weights.patience > 1", KNOWN, Type.FLAG)
    with pytest.raises(ZeroDivisionError):
        run({}, {})
