"""What the evaluation of a definition gives: terms, and what stands in them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True)
class Enum:
    """A constant of an enumeration, as `Icon.PILOT`."""

    kind: str
    name: str


@dataclass(frozen=True)
class Ref:
    """Something that is known in play only: the card itself, a player, what was chosen, a total drawn."""

    name: str
    type: str = "PhysicalCard"


@dataclass(frozen=True)
class Built:
    """Something that a call or a constructor gives, by its name and its arguments.

    Attributes:
        name: of the function or class. kind: what it gives: `Filter`, `Effect`, ...; `?` if unknown.
        arguments: by the names of parameters, or by position where those are not known.
    """

    name: str
    arguments: tuple[tuple[str, "Value"], ...] = ()
    kind: str = "?"

    def get(self, name: str) -> "Value":
        """An argument; None for none."""
        return next((value for each, value in self.arguments if each == name), None)


Guard: TypeAlias = tuple["Value", ...]
"""What has to hold, all of it, for a statement to be reached."""


class Items(list[tuple[Guard, "Value"]]):
    """A list that a definition fills, each entry with what has to hold for it to be there.

    Args:
        base: what holds where the list is made; it is left out of what has to hold for the entries.
    """

    def __init__(self, entries: "Iterable[tuple[Guard, Value]]" = (), base: Guard = ()) -> None:
        super().__init__(entries)
        self.base = base

    def take(self, guard: Guard, value: "Value") -> None:
        """Have another entry, that is added where something holds."""
        begins = guard[: len(self.base)] == self.base
        self.append((guard[len(self.base) :] if begins else guard, value))

    def kept(self) -> "Items":
        """The list as it is now: a definition may go on filling it."""
        return Items(self, self.base)


@dataclass(frozen=True)
class Step:
    """Something that an action does, in order.

    Attributes:
        role: `usage`, `cost`, `target`, `effect`, ...; `unknown` for a statement that is not followed.
        guard: what has to hold besides.
    """

    role: str
    value: "Value"
    guard: Guard = ()


@dataclass(eq=False)
class Action:
    """An action that a definition makes.

    Attributes:
        kind: the class. arguments: of its constructor.
        guard: what has to hold for it to be offered. depth: of callbacks within which it was made.
        made: its constructor with its arguments by name.
        label: what it is called in a menu. settings: calls of what else was set.
    """

    kind: str
    arguments: tuple["Value", ...]
    guard: Guard
    depth: int
    made: "Value" = None
    label: "Value" = None
    steps: list[Step] = field(default_factory=list)
    settings: set[str] = field(default_factory=set)


Value: TypeAlias = (
    bool
    | int
    | float
    | str
    | Enum
    | Ref
    | Built
    | Items
    | Action
    | tuple["Value", ...]
    | tuple[Step, ...]
    | None
)

MISSING = Ref("missing", "nothing")
"""Stands for no value at all, where None is one."""
SELF = Ref("self")
YOU, OPPONENT, DARK, LIGHT = (Ref(name, "String") for name in ("you", "opponent", "dark", "light"))
_OTHER = {YOU: OPPONENT, OPPONENT: YOU, DARK: LIGHT, LIGHT: DARK}
Problems: TypeAlias = Counter[str]


def other(player: Value) -> Value:
    """The opponent of a player."""
    if isinstance(player, Ref) and player in _OTHER:
        return _OTHER[player]
    return Built("other", (("of", player),), "String")


def negated(value: Value) -> Value:
    """That something does not hold."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Built) and value.name == "not" and value.kind == "boolean":
        return value.get("of")
    return Built("not", (("of", value),), "boolean")


def joined(name: str, one: Value, two: Value) -> Value:
    """Two conditions joined by `and` or `or`."""
    return Built(name, (("of", (*_joined_by(name, one), *_joined_by(name, two))),), "boolean")


def both(one: Guard, two: Guard) -> Guard:
    """What has to hold of two guards, once each."""
    return (*one, *(each for each in two if each not in one))


def all_of(condition: Value) -> Guard:
    """A condition as what has to hold."""
    return _joined_by("and", condition)


def chosen(condition: Value, one: Value, two: Value) -> Value:
    """One value while a condition holds, else the other."""
    if one == two:
        return one
    kind = next((each.kind for each in (one, two) if isinstance(each, Built)), "?")
    return Built("choose", (("if", condition), ("then", one), ("else", two)), kind)


def text_parts(value: Value) -> tuple[Value, ...]:
    """The parts of a text; None stands for what is known in play only."""
    if isinstance(value, Built) and value.name == "text":
        found = value.get("parts")
        return found if isinstance(found, tuple) else ()  # type: ignore[return-value]
    return (value,) if isinstance(value, str) else (None,)


def sought(items: Items) -> Value:
    """The selector of what a loop picks out of a search: of each card found, whether it is accepted."""
    if len(items) != 1:
        return None
    (first, *rest), each = items[0][0] or (None,), items[0][1]
    if not isinstance(first, Built) or first.name != "eachOf" or first.get("as") != each:
        return None
    accepted = [one.get("of") for one in rest if isinstance(one, Built) and one.name == "accepts"]
    same = all(isinstance(one, Built) and one.get("physicalCard") == each for one in rest)
    if len(accepted) < len(rest) or not same:
        return None
    return Built("and", (("of", (first.get("of"), *accepted)),), "Filter") if rest else first.get("of")


def _joined_by(name: str, value: Value) -> Guard:
    if isinstance(value, Built) and value.name == name and value.kind == "boolean":
        found = value.get("of")
        return found if isinstance(found, tuple) else (value,)  # type: ignore[return-value]
    return (value,)
