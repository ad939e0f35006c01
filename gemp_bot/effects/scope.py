"""A board as a text sees it: the card whose text it is, the player it speaks to, and what was chosen."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, Protocol

from gemp_bot.board.board import Board
from gemp_bot.board.card import IN_PLAY, CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards.texts import Term, Value
from gemp_bot.effects.kinds import Kind
from gemp_bot.effects.meanings import TABLES
from gemp_bot.protocol.enums import Side, Zone

_SIDES: Final = {"$dark": Side.DARK, "$light": Side.LIGHT}
NOTHING: Final[Mapping[str, CardInPlay]] = {}


class Reckoned(Protocol):
    """The numbers of the board, as texts make them."""

    def power(self, card: CardInPlay, /) -> float:
        """Power of a card."""
        ...

    def ability(self, card: CardInPlay, /) -> float:
        """Ability of a card."""
        ...

    def power_at(self, side: Side, location: Location, /) -> float | None:
        """Total power of a side at a location."""
        ...

    def immune_below(self, card: CardInPlay, /) -> float:
        """Attrition below which a card is immune."""
        ...

    def destiny(self, card: CardInPlay, /) -> float:
        """Destiny of a card."""
        ...

    def defense(self, card: CardInPlay, /) -> float:
        """Defense value of a card."""
        ...

    def immune_to(self, card: CardInPlay, title: str, /) -> bool:
        """Whether a card is immune to the cards of a title."""
        ...

    def cannot_move(self, card: CardInPlay, /) -> bool:
        """Whether a card cannot move."""
        ...

    def text_changes(self, card: CardInPlay, /) -> Collection[str]:
        """How other texts change the text of a card."""
        ...


class Scope:
    """What a text of a card speaks of.

    Attributes:
        board: only read. card: the card whose text it is. you: the player it speaks to.
        numbers: what the board's numbers are.
        chosen: by reference (`$target1`) what was chosen for an action. drawn: totals that were drawn for it.
    """

    __slots__ = ("board", "card", "chosen", "drawn", "numbers", "you")

    def __init__(
        self,
        board: Board,
        card: CardInPlay,
        you: Side,
        numbers: Reckoned,
        chosen: Mapping[str, CardInPlay] = NOTHING,
    ) -> None:
        self.board = board
        self.card = card
        self.you = you
        self.numbers = numbers
        self.chosen = chosen
        self.drawn: Mapping[str, float] = {}

    # -- what values stand for ----------------------------------------------------------------------

    def side(self, player: Value) -> Side:
        """The player a value names."""
        if player == "$you":
            return self.you
        if player == "$opponent":
            return self.you.other
        if isinstance(player, Term):
            card = self.one(player.get("of"))
            return self.you if card is None else card.side
        return self.card.faced(_SIDES[str(player)])

    def one(self, card: Value) -> CardInPlay | None:
        """The card a value names; None if there is none now."""
        if card == "$self":
            return self.card
        if isinstance(card, Term):
            found: CardInPlay | None = TABLES[Kind.CARD].by_name[card.name](self, **card.args)
            return found
        return self.chosen.get(str(card))

    def means(self, who: Value, card: CardInPlay) -> bool:
        """Whether a selector means a card; a location is meant by its card."""
        if isinstance(who, Term):
            if who.printed is None:
                who.printed = _is_printed(who)
            if who.printed:
                face = card.facts.card.blueprint_id
                known = who.faces.get(face)
                if known is None:
                    known = who.faces[face] = self._asks(who, card)
                return known
            return self._asks(who, card)
        if isinstance(who, tuple):
            return any(self.means(each, card) for each in who)
        return self.one(who) is card

    def _asks(self, who: Term, card: CardInPlay) -> bool:
        function = _SELECTORS.get(who.name)
        if function is None:
            return self.one(who) is card
        found: bool = function(self, card, **who.args)
        return found

    def means_place(self, where: Value, location: Location | None) -> bool:
        """Whether a selector means a location."""
        return location is not None and location.card is not None and self.means(where, location.card)

    def holds(self, when: Value) -> bool:
        """Whether a condition holds."""
        if isinstance(when, Term):
            function = TABLES[Kind.CONDITION].by_name.get(when.name)
            found: bool = (function or TABLES[Kind.SITUATION].by_name[when.name])(self, **when.args)
            return found
        if isinstance(when, tuple):
            return all(self.holds(each) for each in when)
        return when is None or bool(when)

    def number(self, amount: Value, card: CardInPlay | None = None) -> float:
        """How much an amount is now.

        Args:
            amount: a number or a term.
            card: the one it is worked out for.
        """
        if isinstance(amount, (int, float)):
            return amount
        if isinstance(amount, str):
            return self.drawn.get(amount, 0)
        assert isinstance(amount, Term)  # noqa: S101 - so it was understood
        found: float = TABLES[Kind.AMOUNT].by_name[amount.name](self, card, **amount.args)
        return found

    def word(self, value: Value) -> str:
        """A word that stands for itself, or the name of the system that a card belongs to; empty for none."""
        if not isinstance(value, Term):
            return str(value)
        card = self.one(value.args.get("of"))
        return "" if card is None or card.location is None else card.location.group

    def anything(self, value: Value) -> object:
        """What a value stands for, whatever that is; None for nothing."""
        if isinstance(value, str) and value.startswith("$"):
            if value in ("$you", "$opponent", "$dark", "$light"):
                return self.side(value)
            return self.drawn.get(value, self.one(value))
        if isinstance(value, Term):
            if value.name in TABLES[Kind.AMOUNT].by_name:
                return self.number(value)
            if value.name == "get_part_of_system":
                return self.word(value) or None
            return self.side(value) if value.name == "owner" else self.one(value)
        return value

    def cards(self, who: Value) -> list[CardInPlay]:
        """The cards that a value names, or that a selector means on table."""
        if isinstance(who, tuple):
            return [card for each in who for card in self.cards(each)]
        if isinstance(who, Term) and who.name not in TABLES[Kind.CARD].by_name:
            return list(self.on_table(who))
        one = self.one(who)
        return [] if one is None else [one]

    # -- where cards are ----------------------------------------------------------------------------

    @property
    def here(self) -> Location | None:
        """The location of the card whose text it is; of a location itself."""
        return self.card.location

    def on_table(self, who: Value, including: Value = None) -> Iterator[CardInPlay]:
        """The cards in play that a selector means: the active ones, and others that are included.

        Args:
            who: the selector.
            including: which inactive ones besides: captives, or all.
        """
        all_too = including is not None and any(word in repr(including) for word in _INACTIVE)
        for card in self.candidates(who):
            if (card.active or all_too) and card.zone in IN_PLAY and self.means(who, card):
                yield card

    def spots(self, who: Value, number: int = 1, including: Value = None) -> bool:
        """Whether as many cards in play are meant; `including` as of `on_table`."""
        found = self.on_table(who, including)
        return all(next(found, None) is not None for _ in range(number))

    def places(self, where: Value) -> Iterator[Location]:
        """The locations that a selector means."""
        return (location for location in self.board.locations if self.means_place(where, location))

    def candidates(self, who: Value) -> Iterable[CardInPlay]:
        """Cards among which all are that a selector means, as few as can be told without asking each."""
        if isinstance(who, Term):
            if who.name == "and":
                parts = who.args["of"]
                assert isinstance(parts, tuple)  # noqa: S101 - by its form
                for part in parts:
                    found = self._few(part)
                    if found is not None:
                        return found
            found = self._few(who)
        else:
            found = self._few(who)
        return self.board.cards.values() if found is None else found

    def _few(self, who: Value) -> Iterable[CardInPlay] | None:
        if who == "$self":
            return (self.card,)
        if not isinstance(who, Term):
            return None
        if who.args.get("card") == "$self":
            if who.name in _NEAR:
                here = self.here
                return () if here is None else here.cards
            if who.name in _HOSTS:
                return () if self.card.host is None else (self.card.host,)
        return None


_SELECTORS: Final = TABLES[Kind.SELECTOR].by_name
_JOINTS: Final = frozenset({"and", "or", "not"})
PRINTED: Final = frozenset(
    {"any", "none", "category", "type", "subtype", "icon", "icon_count", "keyword", "persona", "species"}
    | {"model", "model_type", "tie", "title", "title_contains", "unique", "non_unique", "generic", "side"}
    | {"character_weapon", "has_maneuver", "has_armor", "has_permanent_pilot", "has_permanent_weapon"}
)
"""Selectors that ask for nothing but what is printed."""


def _is_printed(who: Value) -> bool:
    if isinstance(who, tuple):
        return all(_is_printed(each) for each in who)
    if not isinstance(who, Term):
        return False
    return who.name in PRINTED or (who.name in _JOINTS and _is_printed(who.args["of"]))


_INACTIVE: Final = ("captive", "include_all")
"""Words for inactive cards that a text may include; those excluded from a battle are active here."""
_NEAR: Final = frozenset({"present", "present_with", "with", "same_site_here"})
_HOSTS: Final = frozenset({"has_attached", "has_piloting", "has_aboard", "has_driving"})


def is_place(card: CardInPlay) -> bool:
    """Whether a card is a location on table."""
    return card.zone is Zone.LOCATIONS


def location_at(card: CardInPlay) -> Location | None:
    """The location a card is at; None for a location itself."""
    return None if card.zone is Zone.LOCATIONS else card.location


def present_location(card: CardInPlay) -> Location | None:
    """The location a card is present at: not one that it is at inside something enclosed (rules 5)."""
    if card.zone is Zone.LOCATIONS or card.inside:
        return None
    host = card.host
    return None if host is not None and host.inside else card.location
