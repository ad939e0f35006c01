"""The line of every key, in every way TOML has of writing one."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.files.toml import Place, key_lines, line_of

TEXT = '''\
# a comment = 1
name = "x"  # and another [a]
"quoted key" = 1
a.b.c = 2

[weights]
boldness = 1
'literal key' = """
two lines [x]
three = 3 """
after = [ # in a list
  1,
  [2, "]"], 3, # end
]

[[procedure.BUY]]
when = "a"
prefer = ["x",
  "y", 'z',
]
[[procedure.BUY]]
when = "b"
  [procedure.BUY.deeper]
  key = {inline = 1, "other one" = [
    2]}
[[procedure."MO.VE"]]
text = \'\'\'it''s\'\'\'
escaped = "a \\" b # c"
last = 1979-05-27T07:32:00Z
short = [
  1, 2]
'''

EXPECTED: dict[Place, int] = {
    ("name",): 2,
    ("quoted key",): 3,
    ("a",): 4,
    ("a", "b"): 4,
    ("a", "b", "c"): 4,
    ("weights",): 6,
    ("weights", "boldness"): 7,
    ("weights", "literal key"): 8,
    ("weights", "after"): 11,
    ("weights", "after", 0): 12,
    ("weights", "after", 1): 13,
    ("weights", "after", 1, 0): 13,
    ("weights", "after", 1, 1): 13,
    ("weights", "after", 2): 13,
    ("procedure", "BUY"): 16,
    ("procedure", "BUY", 0): 16,
    ("procedure", "BUY", 0, "when"): 17,
    ("procedure", "BUY", 0, "prefer"): 18,
    ("procedure", "BUY", 0, "prefer", 0): 18,
    ("procedure", "BUY", 0, "prefer", 1): 19,
    ("procedure", "BUY", 0, "prefer", 2): 19,
    ("procedure", "BUY", 1): 21,
    ("procedure", "BUY", 1, "when"): 22,
    ("procedure", "BUY", 1, "deeper"): 23,
    ("procedure", "BUY", 1, "deeper", "key"): 24,
    ("procedure", "BUY", 1, "deeper", "key", "inline"): 24,
    ("procedure", "BUY", 1, "deeper", "key", "other one"): 24,
    ("procedure", "BUY", 1, "deeper", "key", "other one", 0): 24,
    ("procedure", "MO.VE"): 26,
    ("procedure", "MO.VE", 0): 26,
    ("procedure", "MO.VE", 0, "text"): 27,
    ("procedure", "MO.VE", 0, "escaped"): 28,
    ("procedure", "MO.VE", 0, "last"): 29,
    ("procedure", "MO.VE", 0, "short"): 30,
    ("procedure", "MO.VE", 0, "short", 0): 31,
    ("procedure", "MO.VE", 0, "short", 1): 31,
}


def test_every_key_has_its_line() -> None:
    assert tomllib.loads(TEXT)  # the example is TOML
    assert dict(key_lines(TEXT)) == EXPECTED


def test_the_line_of_what_is_around_stands_in() -> None:
    lines = key_lines(TEXT)
    assert line_of(lines, ("procedure", "BUY", 1, "prefer")) == 21
    assert line_of(lines, ("nothing", "of", "this")) == 1


def _paths(value: object, path: Place = ()) -> list[Place]:
    found: list[Place] = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += _paths(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            found += _paths(inner, (*path, index))
    return found


_KEYS = st.text("ab-_.[]=#'\" ", max_size=4)
_LEAVES = st.one_of(st.integers(), st.booleans(), st.text("ab\n\t[]{}#=,'\"\\", max_size=8))


def _written(value: object) -> str:
    """A value as TOML, inline; every text as a basic string with escapes."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + "".join(f"\\u{ord(sign):04x}" if sign in '"\\\n\t' else sign for sign in value) + '"'
    if isinstance(value, list):
        return "[" + ", ".join(_written(inner) for inner in value) + "]"
    return str(value)


@given(st.dictionaries(_KEYS, st.one_of(_LEAVES, st.lists(_LEAVES, max_size=3)), max_size=6))
def test_every_key_of_any_table_is_found(table: dict[str, object]) -> None:
    lines = [f"{_written(key)} = {_written(value)}" for key, value in table.items()]
    text = "\n\n".join(["[[t]]", *lines]) + "\n"
    assert tomllib.loads(text) == {"t": [table]}
    found = key_lines(text)
    assert set(_paths({"t": [table]})) == set(found)
    for number, key in enumerate(table):
        assert found["t", 0, key] == 3 + 2 * number


@given(st.text("ab.=[]{}\"'#,\n\\1 ", max_size=60))
def test_any_text_is_survived(text: str) -> None:
    count = text.count("\n") + 1
    assert all(1 <= line <= count for line in key_lines(text).values())
