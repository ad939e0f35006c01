"""Which rooms of the program reach a function of this room: read from the sources, nothing is run.

A room reaches what it names after importing it, and what that names in turn. A method counts as named
wherever its name stands after a dot in a file that imports something of its module. So "used" means that
some code of the room leads there, not that a game ever does.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

import gemp_bot

_ROOM = "gemp_bot.rules"
_PACKAGE = Path(gemp_bot.__file__).resolve().parent


class _Source(msgspec.Struct, frozen=True):
    """A file: its module within the room (empty outside), and what it calls things of the room."""

    module: str
    tree: ast.Module
    names: dict[str, str]

    @property
    def modules(self) -> frozenset[str]:
        """Modules of the room something is taken from."""
        return frozenset(name.partition(".")[0] for name in self.names.values())


def users(functions: Iterable[str], package: Path = _PACKAGE) -> dict[str, tuple[str, ...]]:
    """The rooms outside this one that reach each function.

    Args:
        functions: as `module.name` or `module.Class.method`.
    """
    wanted = frozenset(functions)
    sources = {one.module: one for one in _own(package)}
    parts = {f"{module}.{name}": node for module, one in sources.items() for name, node in _parts(one.tree)}
    known = frozenset(wanted | parts.keys())
    leads = {part: _named(node, sources[part.partition(".")[0]], known) for part, node in parts.items()}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for room, source in _others(package):
        for one in _reached(_named(source.tree, source, known), leads):
            found[one].add(room)
    return {function: tuple(sorted(found[function])) for function in wanted}


def _own(package: Path) -> Iterator[_Source]:
    for path in sorted((package / "rules").glob("*.py")):
        yield _read(path, path.read_text("utf-8"), path.stem)


def _others(package: Path) -> Iterator[tuple[str, _Source]]:
    """Files elsewhere that import something of this room; parsing them all would take seconds."""
    for path in sorted(package.rglob("*.py")):
        room = path.relative_to(package).parts[0].removesuffix(".py")
        text = path.read_text("utf-8")
        if room != "rules" and _ROOM in text:
            yield room, _read(path, text, "")


def _read(path: Path, text: str, module: str) -> _Source:
    tree = ast.parse(text, str(path))
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            if node.module == _ROOM:
                names |= {one.asname or one.name: one.name for one in node.names}
            elif node.module.startswith(f"{_ROOM}."):
                inner = node.module.removeprefix(f"{_ROOM}.")
                names |= {one.asname or one.name: f"{inner}.{one.name}" for one in node.names}
    if module:
        names |= {name: f"{module}.{name}" for name, _ in _top(tree)}
    return _Source(module, tree, names)


def _top(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else (node.target,):
                if isinstance(target, ast.Name):
                    yield target.id, node


def _parts(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """What of a module can be reached on its own: a class without its methods, and these one by one."""
    for name, node in _top(tree):
        if not isinstance(node, ast.ClassDef):
            yield name, node
            continue
        methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
        rest = [one for one in node.body if one not in methods]
        yield name, ast.ClassDef(name, node.bases, node.keywords, rest or [ast.Pass()], [])
        for method in methods:
            yield f"{name}.{method.name}", method


def _named(node: ast.AST, source: _Source, known: frozenset[str]) -> frozenset[str]:
    """What of the room is named in a piece of a file."""
    found: set[str] = set()
    methods = _methods(source.modules | {source.module}, known)
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and inner.id in source.names:
            found.add(source.names[inner.id])
        elif isinstance(inner, ast.Attribute):
            found.update(methods.get(inner.attr, ()))
            if isinstance(inner.value, ast.Name) and inner.value.id in source.names:
                found.add(f"{source.names[inner.value.id]}.{inner.attr}")
    return frozenset(found & known)


@lru_cache
def _methods(modules: frozenset[str], known: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """The methods of some modules by their own names."""
    found: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for one in known:
        module, _, name = one.partition(".")
        if "." in name and module in modules:
            found[name.partition(".")[2]] += (one,)
    return found


def _reached(start: Iterable[str], leads: dict[str, frozenset[str]]) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting.extend(leads.get(one, ()))
    return frozenset(found)
