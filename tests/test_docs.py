"""What the docs name in backticks exists: modules, classes and functions, files, rooms, tests."""

import ast
import pkgutil
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", ROOT / "strategies/README.md", *sorted((ROOT / "docs").glob("*.md")))
_FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+)`")
_OBJECT = re.compile(r"(?<![\w./-])gemp_bot(?:\.[A-Za-z_]\w*)+")
_FILE = re.compile(r"(?<![\w./-])((?:\w[\w.-]*/)+\w[\w.-]*\.py)((?:::\w+)*)")
_ROOM = re.compile(r"(?:gemp_bot/)?[a-z_]+/(?:[a-z_]+/)*")
_NO_PACKAGE = re.compile(r"gemp_bot\.(?:toml|strategies)\b")
"""Names that only look like modules: a file, and the group of entry points of plug-ins."""


def spans(page: Path) -> list[str]:
    return _SPAN.findall(_FENCE.sub("", page.read_text("utf-8")))


def missing_object(name: str) -> bool:
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return True
    return False


def found(path: str) -> Path | None:
    """The file or folder of a path, from the root, or from the program or its tests."""
    places = (ROOT / path, ROOT / "gemp_bot" / path, ROOT / "tests" / path)
    return next((place for place in places if place.exists()), None)


def missing_in(file: Path, names: list[str]) -> bool:
    """Whether a file lacks a class or function, given by its name and those of the classes it is in."""
    node: ast.AST = ast.parse(file.read_text("utf-8"))
    for name in names:
        inside = [each for each in ast.iter_child_nodes(node) if getattr(each, "name", None) == name]
        if not inside:
            return True
        node = inside[0]
    return False


def faults(text: str) -> list[str]:
    """What the text in one pair of backticks names and is not there."""
    wrong = [
        name for name in _OBJECT.findall(text) if _NO_PACKAGE.match(name) is None and missing_object(name)
    ]
    for path, names in _FILE.findall(text):
        file = found(path)
        if file is None or missing_in(file, names.split("::")[1:]):
            wrong.append(path + names)
    if text.startswith("gemp_bot/") and _ROOM.fullmatch(text) is not None and found(text) is None:
        wrong.append(text)
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_is_named_exists(page: Path) -> None:
    assert [fault for text in spans(page) for fault in faults(text)] == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("gemp_bot.state.Table", False),
        ("gemp_bot.state.table.Table.card", False),
        ("gemp_bot.state.table.Tabel", True),
        ("gemp_bot.worth.places", True),
        ("state/table.py", False),
        ("gemp_bot/state/table.py", False),
        ("state/tabel.py", True),
        ("gemp_bot/worth/", True),
        ("test_docs.py::test_what_is_named_exists", False),
        ("tests/test_docs.py::test_what_is_named_exists", False),
        ("tests/test_docs.py::test_that_is_not_there", True),
    ],
)
def test_a_stale_name_is_found(text: str, wrong: bool) -> None:
    assert bool(faults(text)) is wrong
