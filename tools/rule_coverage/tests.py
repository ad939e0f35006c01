"""Finds the tests of rules in the sources of the tests; nothing is imported and nothing is run.

A test belongs to a rule if it says so, with `@pytest.mark.rule("4.2")` or as `test_gotcha_12_...`. It also
belongs to the rule of a function it names, by a call or to pass it on, if that function decides this one rule
and no other.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

_GOTCHA = re.compile(r"test_gotcha_(\d+)_")
_ROOM = "gemp_bot.rules"


class Test(msgspec.Struct, frozen=True):
    """A test, as it is written.

    Attributes:
        file: name of its file without the ending.
        calls: functions of the room that occur in it, as `module.name`.
    """

    __test__ = False  # pytest: no test itself

    file: str
    name: str
    numbers: frozenset[str]
    calls: frozenset[str]

    def __str__(self) -> str:
        return f"{self.file}.{self.name}"


def read_tests(folder: Path) -> tuple[Test, ...]:
    """All tests of the rules.

    Raises:
        OSError, SyntaxError: one of the files cannot be read.
    """
    found: list[Test] = []
    for path in sorted(folder.glob("**/test_*.py")):
        tree = ast.parse(path.read_text("utf-8"), str(path))
        found += _in_body(path.stem, tree.body, _imports(tree), frozenset())
    return tuple(found)


def _in_body(
    file: str, body: list[ast.stmt], imports: dict[str, str], outer: frozenset[str]
) -> Iterator[Test]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _in_body(file, node.body, imports, outer | _marked(node.decorator_list))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            gotcha = _GOTCHA.match(node.name)
            named = {f"G{int(gotcha[1])}"} if gotcha else set()
            yield Test(file, node.name, outer | named | _marked(node.decorator_list), _calls(node, imports))


def _imports(tree: ast.Module) -> dict[str, str]:
    """What a file calls the functions and modules of the room: to `module` or `module.name`."""
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            module = f"{node.module}."
            if module.startswith(f"{_ROOM}."):
                prefix = module.removeprefix(f"{_ROOM}.")
                found |= {name.asname or name.name: prefix + name.name for name in node.names}
    return found


def _calls(test: ast.FunctionDef | ast.AsyncFunctionDef, imports: dict[str, str]) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(test):
        if isinstance(node, ast.Name) and node.id in imports:
            found.add(imports[node.id])
        elif (
            isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in imports
        ):
            found.add(f"{imports[node.value.id]}.{node.attr}")
    return frozenset(name for name in found if "." in name)


def _marked(decorators: list[ast.expr]) -> frozenset[str]:
    """The numbers in `@pytest.mark.rule(...)`."""
    return frozenset(
        word.value
        for mark in decorators
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"
        for word in mark.args
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    )
