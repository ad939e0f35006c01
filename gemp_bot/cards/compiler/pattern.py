"""The small language of the patterns: regular expressions with typed fields.

`<who>`, `<what>`, `<where>`, `<each>` and `<formula>` are noun phrases; `<amount>`, `<limit>`,
`<cost>`, `<loss>` and `<number>` are numbers in figures or words; `<stat>` is a printed number,
`<stats>` a list of them; `<pile>` and `<to>` are piles, `<action>` is a deed, `<op>` a comparison. The
rest is a regular expression without named groups. A pattern fits a whole clause.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeVar

import msgspec

from gemp_bot.cards.compiler import phrases

_FIELD: Final = re.compile(r"<([a-z]+)>")
_NOUN: Final = r"[^.;]{1,60}?"
_INT: Final = rf"[-+]?\d+(?:\.\d+)?|{phrases.NUMBER_WORDS}"
_STATS: Final = rf"(?:{phrases.STAT_NAMES})(?:(?:, | and |, and |/)(?:{phrases.STAT_NAMES}))*"
_SHAPES: Final = {
    **dict.fromkeys(("who", "what", "where", "each", "formula"), _NOUN),
    **dict.fromkeys(("amount", "limit", "cost", "loss", "number"), _INT),
    "stat": phrases.STAT_NAMES,
    "stats": _STATS,
    "pile": phrases.PILE_NAMES,
    "to": phrases.PILE_NAMES,
    "action": r"[a-z]+?(?: [a-z]+){0,2}?",
    "op": r"[<>=≥≤]",
}
_READERS: Final[dict[str, Callable[[str], Any]]] = {
    **dict.fromkeys(("who", "what", "where", "each", "formula"), phrases.phrase),
    **dict.fromkeys(("amount", "limit", "cost", "loss", "number"), phrases.number),
    "stat": phrases.stat,
    "stats": phrases.stats,
    "pile": phrases.pile,
    "to": phrases.pile,
    "action": phrases.action,
    "op": str,
}
_PLAIN: Final = re.compile(r"[A-Za-z0-9' +-]{3,}")
_META: Final = re.compile(r"[?*|()\[\]{}\\]")

Fields = dict[str, Any]
Kind = TypeVar("Kind")


class PatternError(ValueError):
    """A pattern is not well formed."""


class Rule(msgspec.Struct, Generic[Kind], frozen=True):
    """One pattern with what it means: a kind, and what the wording implies beyond its fields."""

    pattern: str
    kind: Kind
    implied: tuple[tuple[str, Any], ...] = ()


def rule(pattern: str, kind: Kind, **implied: Any) -> Rule[Kind]:
    """Make a rule of a table."""
    return Rule(pattern, kind, tuple(implied.items()))


class _Compiled(Generic[Kind]):
    """A rule; its expression is compiled when it is first tried. `needle` is in all that fits."""

    __slots__ = ("_flags", "_regex", "needle", "rule")

    def __init__(self, source: Rule[Kind], flags: re.RegexFlag) -> None:
        self.rule = source
        self.needle = _needle(source.pattern)
        self._regex: re.Pattern[str] | None = None
        self._flags = flags

    @property
    def regex(self) -> re.Pattern[str]:
        if self._regex is None:
            self._regex = re.compile(_source(self.rule.pattern), self._flags)
        return self._regex


def _source(pattern: str) -> str:
    """The regular expression of a pattern.

    Raises:
        PatternError: a field that does not exist, or one that comes twice.
    """
    fields: set[str] = set()

    def field(match: re.Match[str]) -> str:
        name = match[1]
        if name not in _SHAPES:
            raise PatternError(f"{pattern!r}: no field is called {name}")
        if name in fields:
            raise PatternError(f"{pattern!r}: the field {name} comes twice")
        fields.add(name)
        return f"(?P<{name}>{_SHAPES[name]})"

    return _FIELD.sub(field, pattern)


class RuleTable(Generic[Kind]):
    """Rules in the order they are tried.

    Args:
        rules: the rules.
        flags: of their expressions; where case tells a title from a preposition, it counts.
    """

    def __init__(self, rules: Iterable[Rule[Kind]], flags: re.RegexFlag = re.IGNORECASE) -> None:
        self._rules = [_Compiled(r, flags) for r in rules]

    def check(self) -> int:
        """Compile everything, and tell how many rules there are.

        Raises:
            PatternError: one is not well formed.
        """
        return len([compiled.regex for compiled in self._rules])

    def find(self, text: str) -> Iterable[tuple[Rule[Kind], Fields]]:
        """Every rule that fits the text as a whole, with its fields read."""
        lower = text.lower()
        for compiled in self._rules:
            if compiled.needle not in lower:
                continue
            match = compiled.regex.fullmatch(text)
            if match is not None:
                fields = _read(match)
                if fields is not None:
                    yield compiled.rule, fields


def _read(match: re.Match[str]) -> Fields | None:
    fields: Fields = {}
    for name, text in match.groupdict().items():
        if text is None:
            continue
        value = _READERS[name](text)
        if value is None:
            return None
        fields[name] = value
    return fields


def _needle(pattern: str) -> str:
    """The longest literal every fitting text contains; empty when that cannot be told."""
    depth, literal, found = 0, "", [""]
    for char in re.sub(r"\\.", "\0", _FIELD.sub("\0", pattern)):
        depth += (char == "(") - (char == ")")
        if depth or char in "()|\0.*[]\\^${}":
            found.append(literal)
            literal = ""
        elif char == "?":
            found.append(literal[:-1])
            literal = ""
        else:
            literal += char
    found.append(literal)
    if "|" in re.sub(r"\([^()]*\)", "", re.sub(r"\([^()]*\)", "", pattern)):
        return ""
    return max(found, key=len).lower()
