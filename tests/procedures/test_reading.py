"""What is wrong in a file is told with its line, and with what would be right; all of it at once."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from procedure_words import WORDS, loaded, problems, write

from gemp_bot.files.problems import Problem
from gemp_bot.files.small_file import LARGEST
from gemp_bot.procedures import StrategyFileError, load_strategy


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("boldness = 1", "4: boldness: is no key here: it belongs to [weights]"),
        (
            "[capabilities]\nabout = 'x'",
            "5: capabilities.about: is no key here: it belongs to the top of the file",
        ),
        ("[weihgts]", "4: weihgts: is no key: did you mean 'weights'?"),
        ("weights = 3", "4: weights: is a table: write [weights]"),
        ("[weights]\nboldnes = 1", "5: weights.boldnes: is no key: did you mean 'boldness'?"),
        ("[weights]\ncourage = 1", "5: weights.courage: is now weights.boldness"),
        ("[temperament]\nboldness = 1", "4: temperament: is now weights"),
        ("[weights]\nboldness = 9", "5: weights.boldness: '9': must be a number from 0 to 5 (Force)"),
        ("[weights]\nboldness = nan", "5: weights.boldness: 'nan': must be a number from 0 to 5"),
        ("[weights]\nboldness = true", "5: weights.boldness: 'True': must be a number from 0 to 5"),
        ("[search]\ndepth = 1.5", "5: search.depth: '1.5': must be a whole number from 0 to 9 (moves)"),
        ("[capabilities]\ncards = 1", "5: capabilities.cards: '1': must be true or false"),
        ("[[procedure.buy]]", "4: procedure.buy: there is no such kind of question: did you mean 'BUY'?"),
        ("[procedure.BUY]", "4: procedure.BUY: is a list of tables: write [[procedure.BUY]]"),
        ("procedure = 1", "4: procedure: is a table: write [[procedure.KIND]]"),
        (
            "[[procedure.BUY]]\nwen = 'own'\ndo = 'best'",
            "5: procedure.BUY[1].wen: is no key: did you mean 'when'?",
        ),
        (
            "[[procedure.BUY]]\nwhen = true\ndo = 'best'",
            "5: procedure.BUY[1].when: 'True': must be a condition in quotes",
        ),
        ("[[procedure.BUY]]\ndo = 'all'", '\'all\': must be one of "best", "prefer", "pass", "parent"'),
        (
            "[[procedure.BUY]]\ndo = 'best'\ntake = 2",
            "6: procedure.BUY[1].take: is gone: a question gets one",
        ),
        ("[[procedure.BUY]]\ndo = 'prefer'", '4: procedure.BUY[1]: do = "prefer" needs a list'),
        ("[[procedure.BUY]]\ndo = 'pass'\nprefer = ['own']", 'prefer: has no effect with do = "pass"'),
        ("[[procedure.BUY]]\nwhen = 'me.late'", "4: procedure.BUY[1]: do is missing: do = one of "),
        (
            "[[procedure.BUY]]\ndo = 'parent'",
            '5: procedure.BUY[1].do: "parent" needs extends = "..." at the top',
        ),
        (
            "[[procedure.BUY]]\ndo = 'best'\n[[procedure.BUY]]\ndo = 'pass'",
            "6: procedure.BUY[2]: is never reached: BUY step 1 has no `when` and no `among`",
        ),
        (
            "[[procedure.BUY]]\nwhen = 'power > 1'\ndo = 'best'",
            "5: procedure.BUY[1].when: option.power is known of an option only",
        ),
        (
            "[[procedure.BUY]]\nprefer = ['own', 'most powr']\ndo = 'best'",
            "5: procedure.BUY[1].prefer[2]: there is no fact 'powr': did you mean 'option.power'?",
        ),
        ("[[procedure.BUY]]\nprefer = ['power']\ndo = 'best'", "for numbers write `most X` or `least X`"),
        ("[[procedure.BUY]]\nprefer = ['random', 'own']\ndo = 'best'", "it can only be the last"),
        (
            "[[principle]]\nname = 'x'\nforbid = 'own'",
            "4: principle[1]: why is missing: why = one sentence in quotes",
        ),
        (
            "[[principle]]\nname = 'x'\nforbid = 'own'\nwhy = 'y'\non = ['BUI']",
            "8: principle[1].on: there is no kind of question 'BUI': did you mean 'BUY'?",
        ),
        (
            "[[principle]]\nname='x'\nforbid='own'\nwhy='y'\n[[principle]]\nname='x'\nforbid='own'\nwhy='y'",
            "9: principle[2].name: 'x' stands at mine.toml:4 already",
        ),
        ("principle = 1", "4: principle: is a list of tables: write [[principle]]"),
        ("without = ['x']", "4: without: drops principles of the strategy it extends, and it extends none"),
        ("x = ", "4: not TOML: "),
        ("x = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ("x = " + "9" * 5000, "a number is too long"),
    ],
)
def test_one_fault_is_one_line(tmp_path: Path, body: str, told: str) -> None:
    found = problems(tmp_path, body)
    assert len(found) == 1
    assert told in found[0]
    assert found[0].isprintable()


def test_what_is_missing_hides_no_other_fault(tmp_path: Path) -> None:
    body = """
[[principle]]
name = 'x'
forbid = 'powr > 1'
on = ['BUYY']

[[procedure.BUY]]
when = 'me.lat'
prefer = ['most powr']
"""
    found = "\n".join(problems(tmp_path, body))
    for told in ("why is missing", "'powr'", "'BUYY'", "do is missing", "'me.lat'", "prefer[1]"):
        assert told in found


def test_what_a_nameless_head_has_not_hides_no_fault_of_a_step(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('name = "mine"\napi = 2\n[[procedure.BUY]]\ndo = "parent"\n')
    with pytest.raises(StrategyFileError) as caught:
        load_strategy(tmp_path / "mine.toml", WORDS, folders=())
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ('about = "a"\napi = 2\n', "1: name is missing: name = a text in quotes"),
        ('name = "mine"\nabout = "a"\n', "1: api is missing: api = the version of the format: 2"),
        ('name = "mine"\nabout = "a"\napi = 3\n', "3: api: '3': must be the version of the format: 2"),
        ('name = "mine"\nabout = "a"\napi = 1\n', "3: api: 1 is an old format: write api = 2"),
        ('name = "mine"\nabout = ""\napi = 2\n', "2: about: '': must be one sentence in quotes"),
        ('name = "other"\nabout = "a"\napi = 2\n', "1: name: 'other', but the file is 'mine.toml'"),
        ('name = "My One"\nabout = "a"\napi = 2\n', "1: name: 'My One': must be a text in quotes, like"),
    ],
)
def test_the_head_is_checked(tmp_path: Path, head: str, told: str) -> None:
    with pytest.raises(StrategyFileError) as caught:
        load_strategy(write(tmp_path, "", head=head), WORDS, folders=())
    assert [told in str(problem).split(".toml:", 1)[1] for problem in caught.value.problems] == [True]


def test_all_faults_are_told_and_the_first_is_the_message(tmp_path: Path) -> None:
    body = "foo = 1\n[weights]\nboldness = 9\n[[procedure.BUY]]\nwhen = 'x'\namong = 'y'\ndo = 'best'\n"
    with pytest.raises(StrategyFileError) as caught:
        loaded(tmp_path, body)
    assert [problem.line for problem in caught.value.problems] == [4, 6, 8, 9]
    path = tmp_path / "mine.toml"
    assert str(caught.value).startswith(f"{path}:4: foo: is no key")
    assert str(caught.value).endswith(f"(and 3 more: gemp-bot strategy check {path})")


def test_lines_are_those_of_a_file_from_windows(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b'\xef\xbb\xbfname = "mine"\r\nabout = "a"\r\napi = 2\r\n\r\nfoo = 1\r\n')
    with pytest.raises(StrategyFileError, match=r"mine\.toml:5: foo"):
        load_strategy(path, WORDS, folders=())


def test_what_is_no_text_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for raw, told in ((b"\xff\xfe", "is no UTF-8 text"), (b"#" * (LARGEST + 1), "has more than 256 KiB")):
        path.write_bytes(raw)
        with pytest.raises(StrategyFileError, match=told):
            load_strategy(path, WORDS, folders=())
    for name, told in (
        (tmp_path / "no.toml", "no such file"),
        (tmp_path, "is a directory"),
        ("\0.toml", "read"),
    ):
        with pytest.raises(StrategyFileError, match=told):
            load_strategy(name, WORDS, folders=())


_TEXTS = ["own", "best", "prefer", "parent", "most power", "random", "me.force > 1", "BUY", ""]
_VALUES = st.recursive(
    st.one_of(
        st.booleans(), st.integers(-(10**400), 10**400), st.sampled_from([0, 1, 2.5]), st.sampled_from(_TEXTS)
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["do", "when", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)
_KEYS = ["do", "when", "among", "prefer", "within", "take", "why", "name", "forbid", "on"]
_STEPS = st.lists(st.dictionaries(st.sampled_from(_KEYS), _VALUES, max_size=4), max_size=3)
_TOP = st.fixed_dictionaries(
    {},
    optional={
        "extends": _VALUES,
        "without": _VALUES,
        "weights": st.one_of(_VALUES, st.dictionaries(st.sampled_from(["boldness", "x"]), _VALUES)),
        "capabilities": st.one_of(_VALUES, st.dictionaries(st.sampled_from(["cards", "x"]), _VALUES)),
        "procedure": st.one_of(_VALUES, st.dictionaries(st.sampled_from(["BUY", "any", "x"]), _STEPS)),
        "principle": st.one_of(_VALUES, _STEPS),
    },
)


def _toml(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + "}"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


@given(data=_TOP)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_toml_loads_or_is_refused(tmp_path: Path, data: dict[str, object]) -> None:
    body = "".join(f"{key} = {_toml(value)}\n" for key, value in data.items())
    found: list[Problem] = []
    try:
        assert loaded(tmp_path, body).name == "mine"
    except StrategyFileError as error:
        found += error.problems
    assert all(1 <= problem.line <= 3 + len(data) for problem in found)
    assert all(str(problem).isprintable() for problem in found)
