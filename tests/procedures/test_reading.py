"""What is wrong in a file is told with its line, and with what would be right; all of it at once."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from procedure_words import WORDS, loaded, problems, write

from gemp_bot.files.small_file import LARGEST
from gemp_bot.procedures import Problem, StrategyFileError, load_strategy


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("boldness = 1", "4: boldness is no key here: it is one of [weights]"),
        (
            "[weights]\ndepth = 1",
            "5: [weights] depth is no key here: it is one of [capabilities] or [search]",
        ),
        ("[search]\ncards = true", "5: [search] cards is no key here: it is one of [capabilities]"),
        (
            "[capabilities]\nabout = 'x'",
            "5: [capabilities] about is no key here: it stands at the top of the file",
        ),
        (
            "[[procedure.BUY]]\ndo = 'best'\n[[procedure.BUY]]\ndo = 'pass'",
            "6: BUY step 2: is never reached: BUY step 1 has no `when` and no `among`, so it always chooses",
        ),
        (
            "[[procedure.BUY]]\ndo = 'all'\n[[procedure.BUY]]\namong = 'own'\ndo = 'best'",
            "6: BUY step 2: is never reached",
        ),
        (
            "[[procedure.BUY]]\namong = 'option.toll > 1'\ndo = 'best'",
            "5: BUY step 1, among: option.toll says nothing at BUY: it is 'price of a way'",
        ),
        (
            "[[principle]]\nname = 'x'\nwhy = 'y'\non = ['BUY']\nforbid = 'toll > 1'",
            "8: principle 'x', forbid: option.toll says nothing at BUY",
        ),
        (
            "[[procedure.BUY]]\ntake = 'me.late'\ndo = 'best'",
            "5: BUY step 1, take: 'me.late' is yes or no, and a number is wanted: write how many, like 2",
        ),
        (
            "[[procedure.BUY]]\nprefer = ['most own']\ndo = 'prefer'",
            "is yes or no, and a number is wanted: drop `most` or `least`",
        ),
        (
            "[[procedure.BUY]]\namong = \"option.title == 'Ann's'\"\ndo = 'best'",
            "for the apostrophe in it write \\\\'",
        ),
        ("abuot = 1", "4: abuot is no key: did you mean 'about'?"),
        ("[weihgts]", "4: weihgts is no key: did you mean 'weights'?"),
        ("weights = 3", "4: weights is a table: write [weights] and its keys below"),
        ("[weights]\nboldnes = 1", "5: [weights] boldnes is no key: did you mean 'boldness'?"),
        ("[weights]\nboldness = 9", "5: boldness = 9: must be a number from 0 to 5 (Force)"),
        ("[weights]\nboldness = -0.1", "5: boldness = -0.1: must be a number from 0 to 5 (Force)"),
        ("[weights]\npatience = 2", "5: patience = 2: must be a number from 0 to 1"),
        ("[weights]\nboldness = nan", "5: boldness = nan: must be a number from 0 to 5 (Force)"),
        ("[weights]\nboldness = inf", "5: boldness = inf: must be a number from 0 to 5 (Force)"),
        ("[weights]\nboldness = true", "5: boldness = true: must be a number from 0 to 5 (Force)"),
        ("[search]\ndepht = 1", "5: [search] depht is no key: did you mean 'depth'?"),
        ("[search]\ndepth = 1.5", "5: depth = 1.5: must be a whole number from 0 to 9 (moves)"),
        ("[search]\ndepth = 10", "5: depth = 10: must be a whole number from 0 to 9 (moves)"),
        ('[weights]\nboldness = "1"', "5: boldness = '1': must be a number from 0 to 5 (Force)"),
        ("[capabilities]\ncard = true", "5: [capabilities] card is no key: did you mean 'cards'?"),
        ("[capabilities]\ncards = 1", "5: cards = 1: must be true or false"),
        ('[capabilities]\ndepth = "deep"', '5: depth = \'deep\': must be "near" or "far"'),
        ("[capabilities]\ndepth = true", '5: depth = true: must be "near" or "far"'),
        ("[[procedure.buy]]", "4: there is no kind of question 'buy': did you mean 'BUY'?"),
        ("[[procedure.MOVES]]", "4: there is no kind of question 'MOVES': did you mean 'MOVE'?"),
        ("[procedure.BUY]", "4: a procedure is a list of steps: write [[procedure.BUY]]"),
        ("procedure = 1", "4: procedure is a table: write [[procedure.KIND]] and its keys below"),
        ("procedure.BUY = [1]", "4: BUY step 1: a step is a table: write [[procedure.BUY]]"),
        ("[[procedure.BUY]]\nwen = 'own'\ndo = 'best'", "5: BUY step 1: wen is no key: did you mean 'when'?"),
        (
            "[[procedure.BUY]]\nwhen = true\ndo = 'best'",
            "5: BUY step 1: when = true: must be a condition in quotes",
        ),
        (
            "[[procedure.BUY]]\ndo = 'bst'",
            '5: BUY step 1: do = \'bst\': must be one of "best", "prefer", "all", "pass", "parent"',
        ),
        (
            "[[procedure.BUY]]\nprefer = 'own'\ndo = 'best'",
            "5: BUY step 1: prefer = 'own': must be a list of texts",
        ),
        (
            "[[procedure.BUY]]\nwithin = -1\ndo = 'best'",
            "5: BUY step 1: within = -1: must be a number from 0 on, in Force",
        ),
        (
            "[[procedure.BUY]]\ntake = 0\ndo = 'best'",
            "5: BUY step 1: take = 0: must be a whole number from 1 on",
        ),
        (
            "[[procedure.BUY]]\ntake = 1.5\ndo = 'best'",
            "5: BUY step 1: take = 1.5: must be a whole number from 1 on",
        ),
        ("[[procedure.BUY]]\ndo = 'prefer'", '4: BUY step 1: do = "prefer" needs a list'),
        (
            "[[procedure.BUY]]\ndo = 'pass'\nprefer = ['own']",
            "6: BUY step 1: prefer has no effect with do = 'pass'",
        ),
        (
            "[[procedure.BUY]]\nwhen = 'me.late'\n",
            '4: BUY step 1: do is missing: do = one of "best", "prefer", "all", "pass", "parent"',
        ),
        ("[[procedure.BUY]]\ndo = 'all'\ntake = 2", "6: BUY step 1: take has no effect with do = 'all'"),
        ("[[procedure.BUY]]\ndo = 'parent'", '5: BUY step 1: do = "parent" needs extends = "..." above'),
        (
            "[[procedure.BUY]]\ndo = 'pass'\n[[procedure.BUY]]\nwhen = 'me.froce > 1'\ndo = 'best'",
            "7: BUY step 2, when: there is no fact 'me.froce': did you mean 'me.force'?",
        ),
        (
            "[[procedure.BUY]]\nwhen = 'power > 1'\ndo = 'best'",
            "5: BUY step 1, when: option.power is known of an option only",
        ),
        (
            "[[procedure.BUY]]\ntake = 'power'\ndo = 'best'",
            "5: BUY step 1, take: option.power is known of an option only",
        ),
        (
            "[[procedure.BUY]]\namong = 'power'\ndo = 'best'",
            "5: BUY step 1, among: 'power' is a number, not a condition",
        ),
        (
            "[[procedure.BUY]]\nprefer = [\n'own',\n'most powr',\n]\ndo = 'best'",
            "7: BUY step 1, prefer entry 2: there is no fact 'powr': did you mean 'option.power'?",
        ),
        ("[[procedure.BUY]]\nprefer = ['power']\ndo = 'best'", "for numbers write `most X` or `least X`"),
        (
            "[[procedure.BUY]]\nprefer = ['most own']\ndo = 'best'",
            "'own' is yes or no, and a number is wanted",
        ),
        (
            "[[procedure.BUY]]\nprefer = ['random', 'own']\ndo = 'best'",
            '5: BUY step 1, prefer entry 1: "random" leaves nothing to decide: it can only be the last',
        ),
        (
            "[[principle]]\nname = 'x'\nforbid = 'own'",
            "4: principle 1: why is missing: why = one sentence in quotes",
        ),
        (
            "[[principle]]\nname = 'x'\nforbid = 'own'\nwhy = ''",
            "7: principle 1: why = '': must be one sentence",
        ),
        (
            "[[principle]]\nname = 'x'\nforbid = 'owm'\nwhy = 'y'",
            "6: principle 'x', forbid: there is no fact 'owm': did you mean 'option.own'?",
        ),
        (
            "[[principle]]\nname = 'x'\nforbid = 'own'\nwhy = 'y'\non = ['BUI']",
            "8: principle 1: there is no kind of question 'BUI': did you mean 'BUY'?",
        ),
        (
            "[[principle]]\nname='x'\nforbid='own'\nwhy='y'\n[[principle]]\nname='x'\nforbid='own'\nwhy='y'",
            "9: principle 2: there is one of the name 'x' above",
        ),
        ("principle = 1", "4: a principle is one of a list: write [[principle]]"),
        ("principle = ['x']", "4: principle 1: is a table: write [[principle]]"),
        ("without = ['x']", "4: without: drops principles of the strategy it extends, and it has none"),
        ("x = ", "4: not TOML: "),
        ("x = 'a", "4: not TOML: "),
        ("x = [1,", "not TOML: "),
        ("x = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ("x = " + "9" * 5000, "a number is too long"),
    ],
)
def test_one_fault_is_one_line(tmp_path: Path, body: str, told: str) -> None:
    found = problems(tmp_path, body)
    assert len(found) == 1
    assert told in found[0]
    assert "\n" not in found[0]


def test_what_else_is_wrong_in_a_step_without_do_is_told_as_well(tmp_path: Path) -> None:
    found = problems(tmp_path, "[[procedure.BUY]]\nwhen = 'me.froce > 1'\n")
    assert [line.split(":")[1] for line in found] == [" BUY step 1", " BUY step 1, when"]


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ('about = "a"\napi = 2\n', "1: name is missing: name = a text in quotes"),
        ('name = "mine"\napi = 2\n', "1: about is missing"),
        ('name = "mine"\nabout = "a"\n', "1: api is missing: api = the version of the format: 2"),
        ('name = "mine"\nabout = "a"\napi = 3\n', "3: api = 3: this program reads api = 2"),
        ('name = "mine"\nabout = ""\napi = 2\n', "2: about = '': must be one sentence in quotes"),
        ('name = "other"\nabout = "a"\napi = 2\n', "1: name = 'other', but the file is 'mine.toml'"),
        ('name = "My One"\nabout = "a"\napi = 2\n', "1: name = 'My One': small letters, digits and -"),
        ('name = 3\nabout = "a"\napi = 2\n', "1: name = 3: must be a text in quotes"),
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
    assert str(caught.value).startswith(f"{path}:4: foo is no key")
    assert str(caught.value).endswith(f"(and 3 more: gemp-bot strategy check {path})")


def test_lines_are_those_of_a_file_from_windows(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b'\xef\xbb\xbfname = "mine"\r\nabout = "a"\r\napi = 2\r\n\r\nfoo = 1\r\n')
    with pytest.raises(StrategyFileError, match=r"mine\.toml:5: foo"):
        load_strategy(path, WORDS, folders=())


@pytest.mark.parametrize(
    ("raw", "told"),
    [(b"\xff\xfe", "is no UTF-8 text"), (b"#" * (LARGEST + 1), "has more than 256 KiB")],
)
def test_what_is_no_text_is_refused(tmp_path: Path, raw: bytes, told: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(raw)
    with pytest.raises(StrategyFileError, match=told):
        load_strategy(path, WORDS, folders=())


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StrategyFileError, match="no such file"):
        load_strategy(tmp_path / "none.toml", WORDS, folders=())
    with pytest.raises(StrategyFileError, match="is a directory, not a strategy file"):
        load_strategy(tmp_path, WORDS, folders=())
    with pytest.raises(StrategyFileError, match="cannot be read"):
        load_strategy("a\x00b.toml", WORDS, folders=())


_VALUES = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-(10**400), 10**400),
        st.sampled_from([0, 1, 2.5]),
        st.sampled_from(
            ["own", "best", "prefer", "parent", "most power", "random", "me.force > 1", "BUY", ""]
        ),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["do", "when", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)
_STEP = st.dictionaries(
    st.sampled_from(["do", "when", "among", "prefer", "within", "take", "why", "name", "forbid", "on"]),
    _VALUES,
    max_size=4,
)
_TOP = st.fixed_dictionaries(
    {},
    optional={
        "extends": _VALUES,
        "without": _VALUES,
        "weights": st.one_of(_VALUES, st.dictionaries(st.sampled_from(["boldness", "x"]), _VALUES)),
        "capabilities": st.one_of(
            _VALUES, st.dictionaries(st.sampled_from(["cards", "depth", "x"]), _VALUES)
        ),
        "procedure": st.one_of(
            _VALUES, st.dictionaries(st.sampled_from(["BUY", "any", "x"]), st.lists(_STEP, max_size=3))
        ),
        "principle": st.one_of(_VALUES, st.lists(_STEP, max_size=3)),
    },
)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(_toml(inner) for inner in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + "}"
    return str(value)


@given(data=_TOP)
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_toml_loads_or_is_refused(tmp_path: Path, data: dict[str, object]) -> None:
    body = "".join(f"{key} = {_toml(value)}\n" for key, value in data.items())
    found: list[Problem] = []
    try:
        assert loaded(tmp_path, body).name == "mine"
    except StrategyFileError as error:
        found += error.problems
    assert all(1 <= problem.line <= 3 + len(data) for problem in found)
    assert all("\n" not in str(problem) for problem in found)


_OLD = "3: api = 1 is an old format: write api = 2; "
OLD_HEAD = 'name = "mine"\nabout = "a"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            OLD_HEAD + "api = 1\n",
            _OLD + "no other key of this file has changed",
        ),
        (
            OLD_HEAD + "api = 1\n[temperament]\ncourage = 1\nboldness = 99\n[sight]\ncards = 1\n",
            _OLD
            + "[temperament] is now [weights] (line 4); courage is now boldness (line 5); "
            + "[sight] is now [capabilities] (line 7)",
        ),
        (
            OLD_HEAD + "api = 1\n[[procedure.BUY]]\ndo = 'best'\nwhen = 'temperament.courage > 1'\n",
            _OLD + "temperament.courage is now weights.boldness (line 6)",
        ),
        (OLD_HEAD + "[sight]\ncards = true\n", "3: write api = 2; [sight] is now [capabilities] (line 3)"),
        (
            OLD_HEAD + "api = 2\n[weights]\ncourage = 1\n",
            "5: courage is now boldness (line 5)",
        ),
        (
            OLD_HEAD + "api = 2\n[weights]\nreach = 1\n",
            "5: [weights] reach is now [search] depth (line 5)",
        ),
        (
            OLD_HEAD + "api = 1\n[temperament]\nreach = 1\n",
            _OLD + "[temperament] is now [weights] (line 4); [weights] reach is now [search] depth (line 5)",
        ),
        (
            OLD_HEAD + "api = 2\n[[principle]]\nname = 'me.gold'\nwhy = 'me.gold'\nforbid = 'me.gold > 1'\n",
            "7: me.gold is now me.force (line 7)",
        ),
    ],
)
def test_an_old_key_gets_one_line_with_its_present_name(tmp_path: Path, text: str, told: str) -> None:
    renamed = {"weights.courage": "weights.boldness", "weights.reach": "search.depth", "me.gold": "me.force"}
    words = msgspec.structs.replace(WORDS, renamed=renamed)
    with pytest.raises(StrategyFileError) as caught:
        load_strategy(write(tmp_path, "", head=text), words, folders=())
    assert [str(problem).split(".toml:", 1)[1] for problem in caught.value.problems] == [told]


def test_a_parent_of_an_old_format_is_named(tmp_path: Path) -> None:
    parent = write(tmp_path, "[temperament]\nboldness = 1\n", name="old", head=OLD_HEAD + "api = 1\n")
    with pytest.raises(StrategyFileError) as caught:
        load_strategy(write(tmp_path, 'extends = "old"\n'), WORDS, folders=(tmp_path,))
    assert [Path(problem.file).name for problem in caught.value.problems] == [parent.name]
