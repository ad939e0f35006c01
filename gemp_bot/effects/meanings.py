"""Tables of what terms mean: a function for each name, and whether a value is understood."""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Final, Generic, TypeVar, get_args, get_origin

from gemp_bot.cards.texts import Term, Value
from gemp_bot.effects.kinds import Kind

F = TypeVar("F", bound=Callable[..., Any])

Selector = Annotated[Value, Kind.SELECTOR]
Condition = Annotated[Value, Kind.CONDITION]
Amount = Annotated[Value, Kind.AMOUNT]
Player = Annotated[Value, Kind.PLAYER]
OneCard = Annotated[Value, Kind.CARD]
Word = Annotated[Value, Kind.WORD]
Thing = Annotated[Value, Kind.THING]
Steps = Annotated[Value, Kind.STEPS]
Lasts = Annotated[Value, Kind.MODIFIER]
"""What the parameters of a meaning are; each is understood by the table of its kind."""


class Meanings(Generic[F]):
    """The meanings of the terms of one kind.

    Args:
        kind: what its terms are.
    """

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.by_name: dict[str, F] = {}
        self._parameters: dict[str, dict[str, Kind]] = {}

    def __call__(self, *names: str) -> Callable[[F], F]:
        """Have a function be the meaning of terms of these names; the function's own if left out."""

        def add(function: F) -> F:
            found: dict[str, Kind] = {}
            for name, parameter in inspect.signature(function).parameters.items():
                kind = _kind_of(parameter.annotation)
                if kind is not None:  # `as` is a word of Python, so that it comes among the rest
                    found["as" if parameter.kind is parameter.VAR_KEYWORD else name] = kind
            for name in names or (function.__name__.rstrip("_"),):
                assert name not in self.by_name, name  # noqa: S101 - a name means one thing
                self.by_name[name] = function
                self._parameters[name] = found
            return function

        return add

    def parameters(self, name: str) -> dict[str, Kind] | None:
        """The parameters of the terms of a name; None for a name that means nothing."""
        return self._parameters.get(name)


TABLES: Final[dict[Kind, "Meanings[Any]"]] = {
    kind: Meanings(kind)
    for kind in (Kind.SELECTOR, Kind.CONDITION, Kind.AMOUNT, Kind.CARD, Kind.SITUATION, Kind.EFFECT)
}
"""The tables by what their terms are; filled by the modules of this room when they are imported."""
_INCLUDING: Final = "include_"
"""How a word begins that tells which cards besides those that are active are meant, too."""
_REFERENCES: Final = frozenset({"$self", "$you", "$opponent", "$dark", "$light", "$playing", "$event", "$none"})
_CHOSEN: Final = ("$target", "$total_destiny", "$selected_card", "$result")
"""How references to what is chosen or drawn in an action begin."""
_JOINTS: Final = frozenset({"and", "or", "not"})
_ROLES: Final = frozenset({"usage", "cost", "target", "effect", "results", "when", "optional", "after"})
"""Steps of actions whose parts are looked at; one of another name is not understood."""


@cache
def not_understood(value: Value, kind: Kind) -> str:
    """What of a value is not understood, where something of a kind is wanted; empty for nothing."""
    if kind is Kind.THING:
        return not_understood(value, Kind.AMOUNT) and not_understood(value, Kind.CARD)
    match value:
        case tuple():
            return next((why for each in value if (why := not_understood(each, kind))), "")
        case Term():
            return _why_not(value, kind)
        case str():
            if value.startswith("$"):
                return "" if value in _REFERENCES or value.startswith(_CHOSEN) else value
            return "" if kind in (Kind.WORD, Kind.CARD) else f"{kind}: {value}"
        case None | bool() | int() | float():
            return "" if kind in (Kind.AMOUNT, Kind.WORD, Kind.CONDITION) else f"{kind}: {value}"


def _why_not(term: Term, kind: Kind) -> str:
    if kind is Kind.STEPS:
        return _why_not_step(term)
    if kind is Kind.SITUATION:
        if term.name in _JOINTS:
            return not_understood(term.args["of"], kind)
        if TABLES[kind].parameters(term.name) is None:
            kind = Kind.CONDITION
    if kind is Kind.PLAYER:
        wanted: dict[str, Kind] | None = {"of": Kind.CARD} if term.name == "owner" else None
    elif kind is Kind.WORD:
        return "" if term.name.startswith(_INCLUDING) else f"word: {term.name}"
    else:
        wanted = TABLES[kind].parameters(term.name)
        if wanted is None and kind in (Kind.AMOUNT, Kind.SELECTOR):  # one card, or its number, as any other
            wanted = TABLES[Kind.CARD].parameters(term.name) if kind is Kind.SELECTOR else None
    if wanted is None:
        return f"{kind}: {term.name}"
    for name, each in term.args.items():
        if name not in wanted:
            return f"{kind}: {term.name}({name})"
        if name == "as" or wanted[name] is Kind.MODIFIER:
            continue
        why = not_understood(each, wanted[name])
        if why:
            return why
    return ""


def _why_not_step(term: Term) -> str:
    if term.name not in _ROLES:
        return f"step: {term.name}"
    for name, each in term.args.items():
        kind = {"what": Kind.EFFECT, "then": Kind.STEPS, "of": Kind.SITUATION}[name]
        why = not_understood(each, kind)
        if why:
            return why
    return ""


def _kind_of(annotation: object) -> Kind | None:
    if get_origin(annotation) is not Annotated:
        return None
    return next((each for each in get_args(annotation) if isinstance(each, Kind)), None)
