"""The small language of the catalogue's patterns.

A pattern is literal text, compared without regard to case, with

* `{card}`, `{what}`, `{player}` and any other name: some text, as little as fits;
* `{number}`: a number in figures or words; `{phase}`: a phase; `{pile}`: a deck, a pile or a hand;
* `{free}`: that it is for free;
* `{noun}`: a text with one of the catalogue's nouns in it; `{name}`: words that begin like a title;
* `<a|b|>`: one of the alternatives, the last one here being nothing.

A digit after a name (`{card2}`) tells two fields of one pattern apart. A pattern fits a whole text.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

_TOKEN = re.compile(r"\{(?P<field>[a-z]+)(?P<copy>\d*)\}|<(?P<choice>[^<>|]*\|[^<>]*)>")
_PILE = (
    r"(?:(?:\S+(?:'s|s')|your|owner's|any|the|a|one|each) )?"
    r"(?:(?:Reserve|Used|Lost|Force|card) (?:Deck|Pile)s?|(?:sabacc )?hand|deck or pile|outside your deck)"
    r"(?:(?:,? and/or |,? or |,? and |, )(?:your )?(?:(?:Reserve|Used|Lost|Force) (?:Deck|Pile)|hand|pile))*"
)
_FIELDS = {
    "number": (
        r"[+-]?\d+(?:\.\d+)?|[+-]?[XN]|one|two|three|four|five|six|all|half|"
        r"[+-]?∞|[½π]|(?:up to|at least|exactly) (?:\d+|one|two|three|four|five|six)"
    ),
    "phase": r"Activate|Control|Deploy|Battle|Move|Draw|End of turn|Between turns|Play starting cards",
    "pile": _PILE,
    "player": r"\S+",
    "free": r"for free",
    "name": r"(?-i:(?:an? )?['\"\[A-Z0-9].*)",
}
_ANY = r".+?"


class PatternError(ValueError):
    """A pattern is not well formed."""


class Pattern:
    """One pattern. It compiles when it is first tried: most games meet a small part of the catalogue.

    Attributes:
        text: as written.
        first_word: the word, in lower case, every fitting text begins with; empty if there is none.
    """

    __slots__ = ("_regex", "_source", "first_word", "text")

    def __init__(self, text: str, first_word: str, source: str) -> None:
        self.text = text
        self.first_word = first_word
        self._source = source
        self._regex: re.Pattern[str] | None = None

    def fit(self, text: str) -> dict[str, str] | None:
        """The fields of a text that fits as a whole, else None."""
        if self._regex is None:
            self._regex = re.compile(self._source, re.IGNORECASE)
        found = self._regex.fullmatch(text)
        return None if found is None else found.groupdict()


def compile_pattern(text: str, nouns: Sequence[str]) -> Pattern:
    """Read a pattern.

    Raises:
        PatternError: braces or angles that do not pair, a field twice, or nothing but fields.
    """
    regex: list[str] = []
    literal: list[str] = []
    seen: set[str] = set()
    at = 0
    for token in _TOKEN.finditer(text):
        literal.append(text[at : token.start()])
        regex.append(re.escape(text[at : token.start()]))
        at = token.end()
        if token["choice"] is not None:
            literal.append(token["choice"])
            choices = sorted(token["choice"].split("|"), key=len, reverse=True)
            regex.append(f"(?:{'|'.join(map(re.escape, choices))})")
            continue
        name = token["field"] + token["copy"]
        if name in seen:
            raise PatternError(f"{text!r}: the field {name} comes twice")
        seen.add(name)
        regex.append(f"(?P<{name}>{_field(token['field'], nouns)})")
    literal.append(text[at:])
    regex.append(re.escape(text[at:]))
    plain = "".join(literal)
    if re.search(r"[{}<>]", plain):
        raise PatternError(f"{text!r}: a brace or an angle without its partner")
    if not re.search(r"[A-Za-z]{2}", plain):
        raise PatternError(f"{text!r}: says nothing, it would fit any text")
    return Pattern(text, _first_word(text), "".join(regex))


def _field(name: str, nouns: Sequence[str]) -> str:
    if name == "noun":
        words = "|".join(re.escape(noun) for noun in sorted(nouns, key=len, reverse=True))
        return rf"(?:.*?(?<!\w))??(?:{words})(?:e?s|\(s\))?(?!\w).*?"
    return _FIELDS.get(name, _ANY)


def _first_word(text: str) -> str:
    word = text.split(" ", 1)[0].lower()
    return "" if re.search(r"[{}<>|]", word) else word


Kind_co = TypeVar("Kind_co", covariant=True)


class PatternIndex(Generic[Kind_co]):
    """Patterns in the order they are tried, found by the first word of a text."""

    def __init__(self, entries: Iterable[tuple[Kind_co, Pattern]]) -> None:
        self._entries = tuple(entries)
        words = {pattern.first_word for _, pattern in self._entries} - {""}
        self._by_word = {
            word: tuple(e for e in self._entries if e[1].first_word in ("", word)) for word in words
        }
        self._rest = tuple(e for e in self._entries if not e[1].first_word)

    @property
    def entries(self) -> tuple[tuple[Kind_co, Pattern], ...]:
        """Every pattern with its kind, in order."""
        return self._entries

    def find(self, text: str) -> tuple[Kind_co, dict[str, str], Pattern] | None:
        """The kind of the first pattern that fits, its fields and the pattern."""
        word = text.split(" ", 1)[0].lower()
        for kind, pattern in self._by_word.get(word, self._rest):
            fields = pattern.fit(text)
            if fields is not None:
                return kind, fields, pattern
        return None
