"""The surface as text: every public name with its signature as it is written in the code.

`python tests/api/surface.py > tests/api/surface.txt` (with the project importable) renews the golden file.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from enum import Enum

import gemp_bot

MADE_BY_USERS = (gemp_bot.BattleOdds, gemp_bot.Distribution)
"""Classes with a constructor of their own that programs call; all other objects are given to them."""


def lines() -> Iterator[str]:
    for name in gemp_bot.__all__:
        if name == "__version__":
            continue
        yield from _of(name, getattr(gemp_bot, name))


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
