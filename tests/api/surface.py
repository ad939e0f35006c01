"""The surface as text: every public name with its signature as it is written in the code.

`python tests/api/surface.py > tests/api/surface.txt` (with the project importable) renews the golden file.
"""

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from enum import Enum
from typing import get_args, get_type_hints

import gemp_bot

MADE_BY_USERS = (gemp_bot.BattleOdds, gemp_bot.Distribution)
"""Classes with a constructor of their own that programs call; all other objects are given to them."""


def lines() -> Iterator[str]:
    for name in gemp_bot.__all__:
        if name == "__version__":
            continue
        yield from _of(name, getattr(gemp_bot, name))


INSIDE = frozenset({"look", "table", "raw", "client", "text", "explanation", "in_game"})
"""Attributes that docs/api.md calls the inside: what they lead to is not promised."""


def reached() -> dict[type, str]:
    """Every class of ours that promised names lead to, and by which results and attributes."""
    found: dict[type, str] = {}
    waiting = [(name, getattr(gemp_bot, name)) for name in gemp_bot.__all__ if name != "__version__"]
    while waiting:
        where, each = waiting.pop()
        if inspect.isclass(each):
            if each in found or not each.__module__.startswith("gemp_bot."):
                continue
            found[each] = where
        waiting += [(f"{where}: {name}", kind) for name, hint in _given(each) for kind in _classes(hint)]
    return found


def raised() -> Iterator[str]:
    """What the room `api` says in its docstrings that its calls raise."""
    for room in {getattr(getattr(gemp_bot, name), "__module__", "") for name in gemp_bot.__all__}:
        if room.startswith("gemp_bot.api."):
            yield from re.findall(
                r"Raises:\n(.*?)(?:\n\n|\"\"\")", inspect.getsource(sys.modules[room]), re.DOTALL
            )


def _given(found: object) -> Iterator[tuple[str, object]]:
    """What a class or a call gives, as types."""
    if not inspect.isclass(found):
        yield "returns", get_type_hints(inspect.unwrap(found)).get("return")  # type: ignore[arg-type]
        return
    if issubclass(found, Enum):
        return
    hints = dict(get_type_hints(found))
    for node in ast.walk(_parsed(found)):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
            hints[node.target.attr] = eval(ast.unparse(node.annotation), vars(sys.modules[found.__module__]))  # noqa: S307
    for name, member in inspect.getmembers_static(found):
        call = getattr(member, "fget", None) or getattr(member, "__func__", member)
        if inspect.isfunction(call):
            hints[name] = get_type_hints(call).get("return")
    yield from ((name, hint) for name, hint in hints.items() if name not in INSIDE and name[0] != "_")


def _classes(hint: object) -> Iterator[type]:
    if inspect.isclass(hint) and not get_args(hint):
        yield hint
    for part in get_args(hint):
        yield from _classes(part)


def is_ours(line: str) -> bool:
    """Whether a line is of the room `api`, or a name itself, and not a member of what stands below."""
    name, colon, _ = line.partition(": ")
    found = getattr(gemp_bot, name, None) if colon else None
    return found is None or found.__module__.startswith("gemp_bot.api.")


def _of(name: str, found: object) -> Iterator[str]:
    if inspect.isclass(found):
        yield f"class {name}"
        if not issubclass(found, Enum):
            yield from (f"{name}: {line}" for line in _members(found))
    else:
        (node,) = _parsed(inspect.unwrap(found)).body  # type: ignore[arg-type]
        yield _signature(name, node)


def _members(cls: type) -> Iterator[str]:
    (node,) = _parsed(cls).body
    assert isinstance(node, ast.ClassDef)
    for member in node.body:
        if isinstance(member, ast.AnnAssign) and not ast.unparse(member.target).startswith("_"):
            yield ast.unparse(member)
        elif isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
            if member.name == "__init__":
                yield from dict.fromkeys(f"attribute {name}" for name in _attributes(member))
            kinds = [ast.unparse(each) for each in member.decorator_list]
            made = member.name == "__init__" and cls in MADE_BY_USERS
            if (made or not member.name.startswith("_")) and "overload" not in kinds:
                kind = next((each for each in kinds if each.endswith("property")), "")
                yield f"{kind and 'property '}{_signature(member.name, member)}"


def _attributes(init: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The public attributes that a class sets when an object is made."""
    for node in ast.walk(init):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and not node.attr.startswith("_")
        ):
            yield node.attr


def _signature(name: str, node: ast.stmt) -> str:
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    wait = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
    gives = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    return f"{wait}{name}({ast.unparse(node.args)}){gives}"


def _parsed(found: type) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(found)))


if __name__ == "__main__":
    print("\n".join(lines()))
