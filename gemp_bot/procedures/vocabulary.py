"""The words a strategy file may use, as data: kinds of questions, facts, numbers, capabilities.

This package does not know the game: the caller passes a `Vocabulary`, against which files are checked and of
which the reference for people is made (`reference.py`).
"""

import keyword
import math
import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum

import msgspec

ANY = "any"
"""The kind of a procedure that is followed where none of the question's own kind chooses."""
OPTION = "option."
"""Names of facts of an option begin so; all others are facts of the situation."""
WEIGHTS = "weights."
CAPABILITIES = "capabilities."
SEARCH = "search."

Plain = bool | float | str
"""What an expression can be, and what a number or a capability is."""
Value = Plain | frozenset[str]
"""What a fact can be at play."""

_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*", re.ASCII)
_KIND = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_WORDS = ("most", "least", "random", "true", "false", "min", "max", "abs")


class VocabularyError(ValueError):
    """The vocabulary contradicts itself: a mistake of the program, not of a file."""


class Type(StrEnum):
    """What a fact is."""

    NUMBER = "number"
    FLAG = "yes or no"
    TEXT = "text"
    TEXTS = "list of texts"


_ZERO: Mapping[Type, Value] = {
    Type.NUMBER: 0.0,
    Type.FLAG: False,
    Type.TEXT: "",
    Type.TEXTS: frozenset(),
}


class Names:
    """Names that are too many to list, such as titles of cards: how they are compared, and which there are.

    Args:
        fold: what of a name counts; facts hold names in this form.
        refused: why a text can be none of them, and what may have been meant; empty if it is one.
    """

    __slots__ = ("fold", "refused")

    def __init__(self, fold: Callable[[str], str], refused: Callable[[str], str]) -> None:
        self.fold = fold
        self.refused = refused


class Fact(msgspec.Struct, frozen=True):
    """Something a condition may ask about.

    Attributes:
        name: dotted; of an option if it begins with `option.`, else of the situation.
        type: number, yes or no, text, list of texts.
        meaning: one sentence.
        unit: of a number: Force, cards, power; "" where it has none.
        choices: of a text: all it can be; empty if it can be anything.
        default: what it is where it does not apply; None for 0, no, "" or nothing.
        names: of texts: which of the vocabulary's names they are, `title`; "" for none.
        never: the kinds of questions at which it always is what it is where it does not apply.
    """

    name: str
    type: Type
    meaning: str
    unit: str = ""
    choices: tuple[str, ...] = ()
    default: Value | None = None
    names: str = ""
    never: tuple[str, ...] = ()

    @property
    def of_option(self) -> bool:
        """Whether each option has its own."""
        return self.name.startswith(OPTION)

    @property
    def blank(self) -> Value:
        """What it is where it does not apply."""
        return _ZERO[self.type] if self.default is None else self.default


class NumberKey(msgspec.Struct, frozen=True):
    """One number of `[weights]` or `[search]`: name, unit, default, range from `low` to `high`, meaning.

    `whole` for one that takes no fraction.
    """

    name: str
    unit: str
    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False


class CapabilityKey(msgspec.Struct, frozen=True):
    """One key of `[capabilities]`: what a strategy takes into account.

    Attributes:
        name: of the key.
        meaning: one sentence.
        default: true, false, or one of `choices`.
        choices: of a word, all it can be; empty for true or false.
    """

    name: str
    meaning: str
    default: bool | str
    choices: tuple[str, ...] = ()


class KindNote(msgspec.Struct, frozen=True):
    """What is said of a kind of question.

    Attributes:
        asks: one line.
        per_game: how often it is asked in a game.
    """

    asks: str
    per_game: float


class Vocabulary(msgspec.Struct, frozen=True):
    """All words.

    Attributes:
        kinds: kinds of questions a procedure can be for; `any` need not be listed.
        facts: of the situation and of options.
        weights: the keys of `[weights]`.
        capabilities: the keys of `[capabilities]`.
        search: the keys of `[search]`.
        score: the fact of an option by which `do = "best"` chooses, in Force.
        renamed: names that `api = 1` had, each with the present one: facts, and keys of the two tables
            with the table before them (`weights.hand`).
        names: the names that facts can be, by what they are called in a `Fact`.
        notes: of kinds of questions, for the reference; all or none have one.
        notes_from: how it is known how often they are asked, one sentence.

    Raises:
        VocabularyError: a name twice, a name that no expression could hold, a default out of range, no score.
    """

    kinds: tuple[str, ...]
    facts: tuple[Fact, ...]
    weights: tuple[NumberKey, ...] = ()
    capabilities: tuple[CapabilityKey, ...] = ()
    search: tuple[NumberKey, ...] = ()
    score: str = "option.score"
    renamed: Mapping[str, str] = {}
    names: Mapping[str, Names] = {}
    notes: Mapping[str, KindNote] = {}
    notes_from: str = ""

    def __post_init__(self) -> None:
        for kind in self.kinds:
            _need(_KIND.fullmatch(kind) is not None, f"kind {kind!r} is no plain word")
        names = {fact.name for fact in self.facts}
        _need_once("kind", self.kinds)
        _need_once("fact", [fact.name for fact in self.facts])
        _need_once("weight", [weight.name for weight in self.weights])
        _need_once("number of the search", [each.name for each in self.search])
        _need_once("capability", [capability.name for capability in self.capabilities])
        for fact in self.facts:
            _check_fact(fact, names)
            _need(not fact.names or fact.names in self.names, f"fact {fact.name!r}: no names {fact.names!r}")
        for what, numbers in (("weight", self.weights), ("number of the search", self.search)):
            for each in numbers:
                _need_name(what, each.name)
                fits = math.isfinite(each.low) and math.isfinite(each.high)
                _need(
                    fits and each.low <= each.default <= each.high,
                    f"{what} {each.name}: default out of range",
                )
        for capability in self.capabilities:
            _need_name("capability", capability.name)
            fits = (
                capability.default in capability.choices
                if capability.choices
                else isinstance(capability.default, bool)
            )
            _need(fits, f"capability {capability.name}: its default is none of its values")
        scores = [fact for fact in self.facts if fact.name == self.score]
        _need(
            bool(scores) and scores[0].type is Type.NUMBER and scores[0].of_option,
            f"the score {self.score!r} is no number of an option",
        )

    def by_name(self) -> dict[str, Fact]:
        """Every name an expression may hold: facts, and the strategy's own numbers and capabilities."""
        words = {fact.name: fact for fact in self.facts}
        for prefix, numbers in ((WEIGHTS, self.weights), (SEARCH, self.search)):
            for number in numbers:
                name = prefix + number.name
                words[name] = Fact(name, Type.NUMBER, number.meaning, number.unit)
        for capability in self.capabilities:
            name = CAPABILITIES + capability.name
            kind = Type.TEXT if capability.choices else Type.FLAG
            words[name] = Fact(name, kind, capability.meaning, choices=capability.choices)
        return words

    def blank_situation(self) -> dict[str, Value]:
        """Every fact of the situation at its default, to be filled in."""
        return {fact.name: fact.blank for fact in self.facts if not fact.of_option}

    def blank_option(self) -> dict[str, Value]:
        """Every fact of an option at its default, to be filled in."""
        return {fact.name: fact.blank for fact in self.facts if fact.of_option}

    def faults_of(
        self, situation: Mapping[str, object], options: Iterable[Mapping[str, object]] = ()
    ) -> list[str]:
        """What does not fit in facts for `Procedures.choose`: for tests of the code that makes them."""
        found = _misfits("the situation", situation, [fact for fact in self.facts if not fact.of_option])
        of_option = [fact for fact in self.facts if fact.of_option]
        for index, option in enumerate(options):
            found += _misfits(f"option {index}", option, of_option)
        return found


def _check_fact(fact: Fact, names: set[str]) -> None:
    _need_name("fact", fact.name)
    for prefix in (WEIGHTS, CAPABILITIES, SEARCH):
        _need(not fact.name.startswith(prefix), f"fact {fact.name!r}: the names {prefix}* are taken")
    _need(OPTION + fact.name not in names, f"fact {fact.name!r} is also short for {OPTION}{fact.name}")
    _need(not fact.choices or fact.type is Type.TEXT, f"fact {fact.name!r}: only a text has choices")
    of_names = not fact.names or (fact.type in (Type.TEXT, Type.TEXTS) and not fact.choices)
    _need(of_names, f"fact {fact.name!r}: only texts without choices are names")
    _need(_fits(fact, fact.blank) or fact.default is None, f"fact {fact.name!r}: its default does not fit")


def _need(holds: bool, text: str) -> None:
    if not holds:
        raise VocabularyError(text)


def _need_name(what: str, name: str) -> None:
    words = name.split(".")
    good = _NAME.fullmatch(name) is not None and not any(keyword.iskeyword(word) for word in words)
    _need(good and words[0] not in _WORDS, f"{what} {name!r}: no expression could hold this name")


def _need_once(what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        _need(name not in seen, f"{what} {name!r} is there twice")
        seen.add(name)


def _misfits(where: str, given: Mapping[str, object], facts: Iterable[Fact]) -> list[str]:
    known = {fact.name: fact for fact in facts}
    found = [f"{where}: {name} is no fact of it" for name in given if name not in known]
    for name, fact in known.items():
        if name not in given:
            found.append(f"{where}: {name} is missing")
        elif not _fits(fact, given[name]):
            found.append(f"{where}: {name} = {given[name]!r} is no {fact.type}")
    return found


def _fits(fact: Fact, value: object) -> bool:
    if fact.type is Type.FLAG:
        return isinstance(value, bool)
    if fact.type is Type.TEXTS:
        return isinstance(value, frozenset) and all(isinstance(each, str) for each in value)
    if fact.type is Type.NUMBER:
        return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf
    return isinstance(value, str) and (not fact.choices or value in fact.choices)
