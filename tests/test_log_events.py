"""Every event of the log is told on its page, and the page tells of no other."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.pages import events, log_events

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "gemp_bot"
TOLD = {name for events in log_events().values() for name in events}
_LEVELS = frozenset({"debug", "info", "warning", "error", "exception", "critical"})


@cache
def trees() -> list[tuple[Path, ast.Module]]:
    return [(file, ast.parse(file.read_text("utf-8"))) for file in PROGRAM.rglob("*.py")]


def is_level(node: ast.expr) -> bool:
    """Whether it is a method of a log by which an event is logged."""
    if isinstance(node, ast.IfExp):
        return is_level(node.body)
    if not isinstance(node, ast.Attribute) or node.attr not in _LEVELS:
        return False
    return "log" in ast.unparse(node.value).casefold()


def logged(tree: ast.Module) -> Iterator[ast.expr]:
    """What is given as the name of an event, in all calls that log one."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Assign | ast.Call)]
    names = {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and is_level(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in nodes:
        if not isinstance(node, ast.Call) or not node.args:
            continue
        first, *others = node.args
        if is_level(node.func) or (isinstance(node.func, ast.Name) and node.func.id in names):
            yield first
        elif is_level(first):  # partial(log.error, "event")
            yield others[0]
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "event" and len(node.args) == 3:
            yield first  # Output.event
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "_log":
            yield first  # Output._log


def test_every_event_is_told() -> None:
    unknown = {}
    for file, tree in trees():
        for name in logged(tree):
            where = f"{file.relative_to(ROOT)}:{name.lineno}"
            if isinstance(name, ast.Constant):
                if name.value not in TOLD:
                    unknown[where] = name.value
            elif where.split(":", maxsplit=1)[0] != "gemp_bot/cli/output.py":  # which is told the name
                unknown[where] = ast.unparse(name)
    assert not unknown, "each needs its line in gemp_bot/log_events.toml"


def test_no_event_is_told_that_there_is_not() -> None:
    texts = {
        node.value
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not TOLD - texts


def test_the_page_is_made_of_them() -> None:
    assert (ROOT / "docs/log-events.md").read_text("utf-8") == events()
