"""Tables of what terms mean: a function for each name, and whether a value is understood."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum, auto
from functools import cache, partial
from typing import Annotated, Any, Final, Generic, TypeVar, cast, get_args, get_origin

from gemp_bot.cards.texts import Term, Value


class Kind(StrEnum):
    """What is wanted in a place of a term."""

    SELECTOR = auto()  # cards or locations
    CONDITION = auto()
    AMOUNT = auto()
    PLAYER = auto()
    CARD = auto()  # one card
    ANY = auto()  # a card, a number, a player or a word
    WORD = auto()  # a word or number of its own
    MODIFIER = auto()  # what a standing text changes
    SITUATION = auto()  # a condition that asks the game, too: phases, uses, what just came about
    EFFECT = auto()  # what an action does
    UNASKED = auto()  # what the engine has no use for
    STEPS = auto()  # steps of an action


F = TypeVar("F", bound=Callable[..., Any])
Meaning = TypeVar("Meaning", bound=Callable[..., Any])

Selector = Annotated[Value, Kind.SELECTOR]
Condition = Annotated[Value, Kind.CONDITION]
Amount = Annotated[Value, Kind.AMOUNT]
Player = Annotated[Value, Kind.PLAYER]
OneCard = Annotated[Value, Kind.CARD]
Word = Annotated[Value, Kind.WORD]
Anything = Annotated[Value, Kind.ANY]
Steps = Annotated[Value, Kind.STEPS]
Lasts = Annotated[Value, Kind.MODIFIER]
Unasked = Annotated[Value, Kind.UNASKED]
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
        self._needed: dict[str, frozenset[str]] = {}
        self._only: dict[str, Callable[[Term], bool]] = {}

    def __call__(self, *names: str, **said: object) -> Callable[[Meaning], Meaning]:
        """Have a function be the meaning of terms of these names; the function's own if left out.

        Args:
            names: of the terms.
            said: arguments of the function that the names say themselves.
        """

        def add(function: Meaning) -> Meaning:
            parameters, needed = self._read(function, said)
            meaning = cast("F", partial(function, **said) if said else function)
            self._put(names or (function.__name__.rstrip("_"),), meaning, parameters, needed)
            return function

        return add

    def of_card(
        self, *names: str, needs: tuple[str, ...] = ("card",)
    ) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
        """Have a function of a card, as a selector's is, be the meaning of terms that name it as `card`.

        Args:
            names: of the terms.
            needs: arguments that a term has to have, besides those that the function has no value for.
        """

        def add(function: Callable[..., bool]) -> Callable[..., bool]:
            def of_card(scope: Any, /, card: Value = "$self", **rest: Value) -> bool:
                one = scope.one(card)
                return one is not None and function(scope, one, **rest)

            parameters, needed = self._read(function, {"card": None})
            self._put(names, cast("F", of_card), {**parameters, "card": Kind.CARD}, needed | set(needs))
            return function

        return add

    def _read(
        self, function: Callable[..., Any], said: Mapping[str, object]
    ) -> tuple[dict[str, Kind], set[str]]:
        """The parameters of a function that its terms name, and those that they need."""
        found: dict[str, Kind] = {}
        needed: set[str] = set()
        for name, parameter in inspect.signature(function).parameters.items():
            kind = _kind_of(parameter.annotation)
            if kind is not None and name not in said:
                # `as` is a word of Python, so that it comes among the rest of effects
                rest = "as" if self.kind is Kind.EFFECT else "*"
                found[rest if parameter.kind is parameter.VAR_KEYWORD else name] = kind
                if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD:
                    needed.add(name)
        return found, needed

    def _put(self, names: Iterable[str], meaning: F, parameters: dict[str, Kind], needed: set[str]) -> None:
        for name in names:
            assert name not in self.by_name, name  # noqa: S101 - a name means one thing
            self.by_name[name] = meaning
            self._parameters[name], self._needed[name] = parameters, frozenset(needed)

    def only(self, name: str, where: Callable[[Term], bool]) -> None:
        """Have terms of a name be understood only where this is so of them."""
        self._only[name] = where

    def refuses(self, term: Term) -> bool:
        """Whether a term of a known name is one that is not understood."""
        where = self._only.get(term.name)
        return where is not None and not where(term)

    def parameters(self, name: str) -> dict[str, Kind] | None:
        """The parameters of the terms of a name; None for a name that means nothing."""
        return self._parameters.get(name)

    def missing(self, term: Term) -> str:
        """A parameter that a term of a known name needs and does not have; empty for none."""
        return next((name for name in sorted(self._needed[term.name]) if name not in term.args), "")


TABLES: Final[dict[Kind, "Meanings[Any]"]] = {
    kind: Meanings(kind)
    for kind in (Kind.SELECTOR, Kind.CONDITION, Kind.AMOUNT, Kind.CARD, Kind.SITUATION, Kind.EFFECT)
}
"""The tables by what their terms are; filled by the modules of this package when they are imported."""
PLAYERS: Final[dict[str, dict[str, Kind]]] = {
    "owner": {"of": Kind.CARD},
    "get_owner": {"of": Kind.CARD},
    "other": {"of": Kind.PLAYER},
    "get_current_player_id": {},
    "get_player_to_choose_card_target_at_location": {"1": Kind.CARD, "2": Kind.CARD, "3": Kind.PLAYER},
}
"""Terms for players, with their parameters."""
WORDS: Final = (
    "get_part_of_system",
    "get_system_name",
    "get_species",
    "get_title",
    "get_subjugated_planet",
    "get_renegade_planet",
)
"""Terms for words: what a card is printed with or belongs to, and what an Objective noted."""
_REFERENCES: Final = frozenset(
    {"$self", "$you", "$opponent", "$dark", "$light", "$playing", "$event", "$none"}
)
_CHOSEN: Final = (
    *("$target", "$total_destiny", "$selected_card", "$result", "$destiny_card_draws", "$card_pile"),
    *("$card_pile_owner", "$chosen_number", "$cards", "$revealed_card", "$peeked_at_card"),
    *("$player_chosen", "$each"),
)
"""How references to what is chosen or drawn in an action begin."""
EACH_OF: Final = "each_of"
"""A condition of a list: what comes after it is asked of each of several cards."""
_JOINTS: Final = frozenset({"and", "or", "not"})
_ROLES: Final = frozenset(
    {"usage", "cost", "target", "effect", "results", "when", "optional", "after", "build"}
)
"""Steps of actions whose parts are looked at; one of another name is not understood."""


@cache
def not_understood(value: Value, kind: Kind) -> str:
    """What of a value is not understood, where something of a kind is wanted; empty for nothing."""
    if kind is Kind.ANY:
        found = [not_understood(value, each) for each in (Kind.AMOUNT, Kind.CARD, Kind.PLAYER, Kind.WORD)]
        return "" if "" in found else found[0]
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
    if kind is Kind.WORD:
        return _why_not_word(term)
    if kind is Kind.SELECTOR and term.name == "when":
        return _why_not_listed(term)
    wanted = _parameters(term, kind)
    return f"{kind}: {term.name}" if wanted is None else _why_not_arguments(term, kind, wanted)


def _why_not_listed(term: Term) -> str:
    """Why what is put in a list under conditions is not understood."""
    of = term.args["of"]
    for each in of if isinstance(of, tuple) else (of,):
        if isinstance(each, Term) and each.name == EACH_OF:
            why = not_understood(each.args["of"], Kind.SELECTOR)
        else:
            why = not_understood(each, Kind.CONDITION)
        if why:
            return why
    return not_understood(term.args["then"], Kind.SELECTOR)


def _parameters(term: Term, kind: Kind) -> dict[str, Kind] | None:
    """The parameters of a term where a kind is wanted; None where it means nothing there."""
    if kind is Kind.PLAYER:
        return PLAYERS.get(term.name)
    found = TABLES[kind].parameters(term.name)
    if found is None and kind is Kind.SELECTOR:  # one card, as any other
        found = TABLES[Kind.CARD].parameters(term.name)
    return found


def _why_not_arguments(term: Term, kind: Kind, wanted: dict[str, Kind]) -> str:
    missing = next((found for each in (kind, Kind.CARD) if (found := _missing(each, term))), "")
    if missing:
        return f"{kind}: {term.name} without {missing}"
    if kind in TABLES and TABLES[kind].refuses(term):
        return f"{kind}: {term.name} of this kind"
    for name, each in term.args.items():
        inner = wanted.get(name, wanted.get("*"))
        if inner is None:
            return f"{kind}: {term.name}({name})"
        if name == "as" or inner in (Kind.MODIFIER, Kind.UNASKED):
            continue
        why = not_understood(each, inner)
        if why:
            return why
    return ""


def _why_not_word(term: Term) -> str:
    """Of words only what inactive cards a text includes is a term, and what is asked of a card."""
    if term.name in WORDS:
        return not_understood(term.args.get("of", "$self"), Kind.CARD)
    return "" if term.name.startswith("include_") and not term.args else f"word: {term.name}"


def _missing(kind: Kind, term: Term) -> str:
    table = TABLES.get(kind)
    return "" if table is None or table.parameters(term.name) is None else table.missing(term)


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
