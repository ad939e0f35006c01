"""The words a strategy file may use, as data: kinds of questions, facts, numbers, capabilities.

This package does not know the game: the caller passes a `Vocabulary`, against which files are checked and of
which the reference for people is made (`reference.py`).
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import NamedTuple, get_args

import msgspec

ANY = "any"
"""The kind of a procedure that is followed where none of the question's own kind chooses."""
OPTION = "option."
"""Names of facts of an option begin so; all others are facts of the situation."""
SCORE = "option.score"
"""The fact by which `do = "best"` chooses, in Force."""

Plain = bool | float | str
"""What an expression can be, and what a number or a capability is."""
Value = Plain | frozenset[str]
"""What a fact can be at play."""


class Type(StrEnum):
    """What a fact is."""

    NUMBER = "number"
    FLAG = "yes or no"
    TEXT = "text"
    TEXTS = "list of texts"


BLANK: Mapping[Type, Value] = {Type.NUMBER: 0.0, Type.FLAG: False, Type.TEXT: "", Type.TEXTS: frozenset()}
"""What a fact is where it does not apply."""


class Names(NamedTuple):
    """Names that are too many to list, such as titles of cards: how they are compared, and which there are.

    Attributes:
        fold: what of a name counts; facts hold names in this form.
        refused: why a text can be none of them, and what may have been meant; empty if it is one.
    """

    fold: Callable[[str], str]
    refused: Callable[[str], str]


class Fact(msgspec.Struct, frozen=True):
    """Something a condition may ask about.

    Attributes:
        name: dotted; of an option if it begins with `option.`, else of the situation.
        type: number, yes or no, text, list of texts.
        meaning: one sentence.
        unit: of a number: Force, cards, power; "" where it has none.
        choices: of a text: all it can be; empty if it can be anything.
        names: of texts: which of the vocabulary's names they are, `title`; "" for none.
    """

    name: str
    type: Type
    meaning: str
    unit: str = ""
    choices: tuple[str, ...] = ()
    names: str = ""

    @property
    def of_option(self) -> bool:
        """Whether each option has its own."""
        return self.name.startswith(OPTION)


class Key(msgspec.Struct, frozen=True):
    """One key of `[weights]` or `[search]`, or of `[capabilities]` if its default is true or false.

    Attributes:
        name: in the file.
        meaning: one sentence.
        default: its value if nothing is said.
        unit: "" where it has none.
        low, high: the range of a number.
        whole: whether it takes no fraction.
    """

    name: str
    meaning: str
    default: bool | float
    unit: str = ""
    low: float = 0
    high: float = 1
    whole: bool = False

    @property
    def type(self) -> Type:
        """NUMBER or FLAG."""
        return Type.FLAG if isinstance(self.default, bool) else Type.NUMBER


class KindNote(msgspec.Struct, frozen=True):
    """What is said of a kind of question: what it asks, and how often it is asked in a game."""

    asks: str
    per_game: float


class Vocabulary(msgspec.Struct, frozen=True):
    """All words.

    Attributes:
        kinds: kinds of questions a procedure can be for; `any` need not be listed.
        facts: of the situation and of options; `SCORE` among them.
        weights, capabilities, search: the keys of these tables.
        renamed: old names with the present ones: of tables, of facts, and of keys with their table before
            them (`weights.hand`).
        names: the names that facts can be, by what they are called in a `Fact`.
        notes: of kinds of questions, for the reference; all or none have one.
        notes_from: how it is known how often they are asked, one sentence.
    """

    kinds: tuple[str, ...]
    facts: tuple[Fact, ...]
    weights: tuple[Key, ...] = ()
    capabilities: tuple[Key, ...] = ()
    search: tuple[Key, ...] = ()
    renamed: Mapping[str, str] = {}
    names: Mapping[str, Names] = {}
    notes: Mapping[str, KindNote] = {}
    notes_from: str = ""

    @property
    def tables(self) -> dict[str, dict[str, Key]]:
        """The keys of `[weights]`, `[capabilities]` and `[search]` by their names."""
        tables = {"weights": self.weights, "capabilities": self.capabilities, "search": self.search}
        return {table: {key.name: key for key in keys} for table, keys in tables.items()}

    def by_name(self) -> dict[str, Fact]:
        """Every name an expression may hold: facts, and `weights.KEY` and so on."""
        words = {fact.name: fact for fact in self.facts}
        for table, keys in self.tables.items():
            for key in keys.values():
                words[f"{table}.{key.name}"] = Fact(f"{table}.{key.name}", key.type, key.meaning)
        return words

    def present(self, name: str) -> str:
        """The present name of an old one; empty if it is no old one."""
        table, dot, key = name.partition(".")
        found = self.renamed.get(table, table) + dot + key
        found = self.renamed.get(found, found)
        return "" if found == name else found


def numbers_of(struct: type[msgspec.Struct]) -> tuple[Key, ...]:
    """The numbers a Struct holds: one source for the code and for the files.

    Args:
        struct: every field is a number with a default; its range, description and unit stand in its
            `msgspec.Meta`.
    """
    found = []
    for field in msgspec.structs.fields(struct):
        kind, meta = get_args(field.type)
        low, high, unit = float(meta.ge), float(meta.le), meta.extra["unit"]
        found.append(Key(field.name, meta.description, float(field.default), unit, low, high, kind is int))
    return tuple(found)
