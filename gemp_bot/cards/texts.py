"""What a card does, as values: made from its public definition, and never a sentence.

A `Term` is a named function with its arguments: `at(who=character, where=site)`. Which names there are and
what each means is written once, in `effects/` and `game/`. Arguments are numbers, words, other terms, and
references to what is known in play only: `$self` is the card whose text it is, `$you` and `$opponent` are its
owner and the other player, `$dark` and `$light` the players on the two sides of a location, `$target1` what
was chosen first.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum, auto
from typing import Final, TypeAlias

import msgspec


class Term:
    """A named function with its arguments. It is a value: equal to another one that says the same.

    Attributes:
        name: which function.
        args: by name; what is left out is none or false.
        printed: whether it is a selector that asks only for what is printed; None before anybody asked.
        faces: of such a selector which faces of cards it means, as far as they were asked for.
        parts: of a joint its parts, what is printed first; None before anybody asked.
    """

    __slots__ = ("_hash", "args", "faces", "name", "parts", "printed")

    def __init__(self, name: str, args: "Mapping[str, Value]") -> None:
        self.name = name
        self.args = args
        self.printed: bool | None = None
        self.faces: dict[str, bool] = {}
        self.parts: tuple[Value, ...] | None = None
        self._hash: int | None = None

    def get(self, name: str, default: "Value" = None) -> "Value":
        """An argument."""
        return self.args.get(name, default)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Term) and self.name == other.name and self.args == other.args
        )

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.name, tuple(self.args.items())))
        return self._hash

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{name}={each!r}' for name, each in self.args.items())})"


Value: TypeAlias = bool | int | float | str | Term | tuple["Value", ...] | None


class Moment(StrEnum):
    """When an action of a card is offered or comes about."""

    ACTION = auto()  # as an action of its own, in a phase
    IN_HAND = auto()  # the same, while the card is in hand and is not played by it
    STACKED = auto()
    AFTER = auto()  # as a response to what just came about
    BEFORE = auto()  # as a response to what is about to come about
    MUST_AFTER = auto()  # by itself
    MUST_BEFORE = auto()
    DEPLOYED = auto()  # of an Objective, when it is deployed at the start
    SET_UP = auto()  # when the card's deployment is completed
    STARTING = auto()  # of an Interrupt that is played at the start
    LEAVES = auto()
    DRAWN = auto()  # when it is drawn for destiny


class Standing(msgspec.Struct, frozen=True):
    """Something that holds all the time while the card is what `while_` says.

    Attributes:
        while_: `active` (piloted, of a starship or vehicle), `unpiloted` (active, piloted or not), `always`
            (wherever it is), `dark` or `light` (the side of a location), `inactive`, `stacked`.
        term: what holds: `power(who=..., when=..., amount=...)`.
        guard: what has to hold besides.
    """

    while_: str
    term: Term
    guard: tuple[Value, ...] = ()


class CardAction(msgspec.Struct, frozen=True):
    """Something that a card's text lets a player do, or does by itself.

    Attributes:
        moment: when.
        label: digest of what it is called in a menu (`labels.label_digest`).
        when: conditions, all of which hold where it is offered.
        steps: what it does, in order: `usage`, `cost`, `target`, `effect`, `results`, `when`; `unknown` is a
            step that is not read.
        mode: of an Interrupt `used`, `lost` or `starting`; empty where the card has one only.
        use: actions with the same word share their limit of use.
        single: it comes about once for all copies.
        unpiloted: of a starship or vehicle: also where nobody pilots it.
    """

    moment: Moment
    label: int
    when: tuple[Value, ...] = ()
    steps: tuple[Term, ...] = ()
    mode: str = ""
    use: str = ""
    single: bool = False
    unpiloted: bool = False


class CardText(msgspec.Struct, frozen=True):
    """What a card does.

    Attributes:
        standing: what changes numbers and rules.
        actions: what it lets a player do, and what it does by itself.
        selectors: by name what it may be deployed on, used by, and the like.
        traits: by name keywords, personas, room aboard and the like.
        unread: parts of the definition that are not read; of them nothing is known.
    """

    standing: tuple[Standing, ...] = ()
    actions: tuple[CardAction, ...] = ()
    selectors: Mapping[str, Value] = {}
    traits: Mapping[str, Value] = {}
    unread: tuple[str, ...] = ()

    @property
    def told(self) -> "tuple[Told, ...]":
        """The standing texts, then the actions, then the ways to fire it or its permanent weapon."""
        return (*self.standing, *self.actions, *self.shots)

    @property
    def shots(self) -> tuple[Term, ...]:
        """The ways to fire it or its permanent weapon."""
        weapons = [each.get("shots") for each in _terms(self.traits.get("weapon"))]
        return tuple(each for told in (self.traits.get("shots"), *weapons) for each in _terms(told))


NO_TEXT: Final = CardText()
Told: TypeAlias = Standing | CardAction | Term


def _terms(value: Value) -> tuple[Term, ...]:
    return tuple(each for each in value if isinstance(each, Term)) if isinstance(value, tuple) else ()


def terms_in(value: "Value | CardAction | Standing") -> Iterator[Term]:
    """Every term in a value, the outer ones first."""
    left: list[Value | CardAction | Standing] = [value]
    while left:
        each = left.pop()
        if isinstance(each, Term):
            yield each
            each = tuple(each.args.values())
        elif isinstance(each, CardAction):
            each = (*each.when, *each.steps)
        elif isinstance(each, Standing):
            each = (each.term, *each.guard)
        if isinstance(each, tuple):
            left.extend(each[::-1])
