"""Every regular expression of the package, and texts made to keep each of them busy.

A text that costs a backtracking expression too much repeats something that the expression repeats, after what
leads there, and ends so that it does not fit. Both are read from the expression itself.
"""

import ast
import importlib
import pkgutil
import re
import re._constants as codes
import re._parser as syntax
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import gemp_bot

METHODS = frozenset({"search", "match", "fullmatch", "sub", "subn", "findall", "finditer", "split"})
_CLASSES = {
    codes.CATEGORY_DIGIT: "1",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_NOT_WORD: "%",
}
BOUNDED = {
    "gemp_bot.effects.": "phrases of game texts, and what the catalogue caught of a prompt",
    "gemp_bot.cards.labels._CARD": "labels of menus: 10,000 characters at most (`protocol.bounds`)",
    "gemp_bot.sandbox.deck_list._LINE": "lines of a deck list, with one space between words",
}
"""Modules whose expressions never see a long text, and what bounds it."""
_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
_CANDIDATES = " aA1\t\"'.-:,;/<>=&()[]{}|%b\n"
_MOST_TEXTS = 120


@dataclass(frozen=True, slots=True)
class Used:
    """An expression and how it is used.

    Attributes:
        where: module and name.
    """

    where: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]


def modules() -> Iterator[ModuleType]:
    for module in pkgutil.walk_packages(gemp_bot.__path__, "gemp_bot."):
        if not module.name.endswith("__main__"):
            yield importlib.import_module(module.name)


def every_pattern() -> dict[str, Used]:
    """All expressions that a module or class of the package holds, and those written where they are used."""
    found: dict[str, Used] = {}
    for module in modules():
        methods, written = _uses(module)
        for name, value in vars(module).items():
            inner = (
                vars(value).items() if isinstance(value, type) and value.__module__ == module.__name__ else ()
            )
            for own, held in ((name, value), *inner):
                for number, pattern in enumerate(_patterns(held)):
                    where = f"{module.__name__}.{own}" + (f"[{number}]" if number else "")
                    used = Used(where, pattern, frozenset(methods.get(own, ())) or frozenset({"search"}))
                    found.setdefault(f"{pattern.pattern!r} {pattern.flags}", used)
        for line, text, method in written:
            pattern = re.compile(text)
            used = Used(f"{module.__name__}:{line}", pattern, frozenset({method}))
            found.setdefault(f"{pattern.pattern!r} {pattern.flags}", used)
    return {used.where: used for used in found.values()}


def _patterns(value: object, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 3 and isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from _patterns(item, depth + 1)
    elif depth < 3 and isinstance(value, dict):
        for item in value.values():
            yield from _patterns(item, depth + 1)


def _uses(module: ModuleType) -> tuple[dict[str, set[str]], list[tuple[int, str, str]]]:
    """By which methods a module uses each name, and the expressions it gives to `re` as a text."""
    assert module.__file__ is not None
    methods: dict[str, set[str]] = {}
    written: list[tuple[int, str, str]] = []
    for node in ast.walk(ast.parse(Path(module.__file__).read_text())):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        method, owner = node.func.attr, node.func.value
        if method not in METHODS:
            continue
        if isinstance(owner, ast.Name) and owner.id == "re":
            if node.args and isinstance(node.args[0], ast.Constant):
                written.append((node.lineno, str(node.args[0].value), method))
        elif isinstance(owner, ast.Name | ast.Attribute):
            name = owner.id if isinstance(owner, ast.Name) else owner.attr
            methods.setdefault(name, set()).add(method)
    return methods, written


# -- texts that keep it busy ----------------------------------------------------------------------


def hard_texts(pattern: re.Pattern[Any], size: int) -> Iterator[Any]:
    """Texts of about `size` characters, each a beginning, something again and again, and a bad end."""
    for begin, again in _hard_parts(pattern.pattern, pattern.flags):
        for end in ("", "\x00"):
            text = begin + again * max(1, size // len(again)) + end
            yield text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")


def _hard_parts(source: Any, flags: int) -> list[tuple[str, str]]:
    text = source if isinstance(source, str) else source.decode("latin-1")
    parts: dict[tuple[str, str], None] = {}
    for way in _ways(list(syntax.parse(text, flags & ~(re.UNICODE | re.LOCALE)))):
        singles = sorted({char for _, chars in way for char in chars})
        for start in range(len(way) + 1):
            begin = "".join(least for least, _ in way[:start])
            for end in range(start + 1, min(len(way), start + 8) + 1):
                parts["".join(least for least, _ in way[:end][start:]), begin] = None
            around = {char for _, chars in way[start : start + 3] for char in chars}
            for char in around:
                parts[char, begin] = None
                parts[char, begin + char] = None
        for one in singles[:12]:
            for other in singles[:12]:
                parts[one + other, ""] = None
    return [(begin, again) for again, begin in parts if again][:_MOST_TEXTS]


def _ways(tree: list[Any]) -> list[list[tuple[str, str]]]:
    """Some ways through an expression: at each step the least text that fits, and what it may repeat."""
    ways: list[list[tuple[str, str]]] = [[]]
    for code, value in tree:
        steps = _steps(code, value)
        ways = [way + step for way in ways for step in steps][:6]
    return ways


def _steps(code: Any, value: Any) -> list[list[tuple[str, str]]]:  # noqa: PLR0911 - one for each code
    if code is codes.LITERAL:
        return [[(chr(value), "")]]
    if code in (codes.IN, codes.NOT_LITERAL, codes.ANY):
        chars = _members(code, value)
        return [[(chars[:1], chars)]]
    if code in _REPEATS:
        least, _, inner = value
        first = _ways(list(inner))
        chars = "".join(chars or text for text, chars in first[0])[:6]
        once = [[*way[:-1], (way[-1][0], way[-1][1] or chars)] if way else way for way in first]
        return once if least else [*once, [("", chars)]]
    if code is codes.SUBPATTERN:
        return _ways(list(value[3]))
    if code is codes.ATOMIC_GROUP:
        return _ways(list(value))
    if code is codes.BRANCH:
        return [way for branch in value[1][:5] for way in _ways(list(branch))[:2]]
    return [[]]  # looks around, ends, references: they add no text


def _members(code: Any, value: Any) -> str:
    if code is codes.ANY:
        return "a "
    if code is codes.NOT_LITERAL:
        return "".join(char for char in "a " if ord(char) != value)
    if value[0][0] is codes.NEGATE:
        fits = re.compile("[^" + "".join(_shown(item) for item in value[1:]) + "]")
        return "".join(char for char in _CANDIDATES if fits.match(char))[:6] or "a"
    found = [_shown_first(item) for item in value]
    return "".join(dict.fromkeys(found))[:8]


def _shown(item: Any) -> str:
    code, value = item
    if code is codes.LITERAL:
        return re.escape(chr(value))
    if code is codes.RANGE:
        return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
    return {"1": r"\d", " ": r"\s", "a": r"\w"}.get(_CLASSES.get(value, ""), "")


def _shown_first(item: Any) -> str:
    code, value = item
    if code is codes.LITERAL:
        return chr(value)
    return chr(value[0]) if code is codes.RANGE else _CLASSES.get(value, "a")
