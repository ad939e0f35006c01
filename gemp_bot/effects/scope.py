"""A board as a text sees it: the card whose text it is, the player it speaks to, and what was chosen."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from itertools import repeat
from typing import Final, Protocol

from gemp_bot.board.board import Board
from gemp_bot.board.card import IN_PLAY, CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards.texts import Term, Value
from gemp_bot.effects.changes import GRANTED, Quantity
from gemp_bot.effects.meanings import EACH_OF, PLAYERS, TABLES, WORDS, Kind
from gemp_bot.protocol.enums import Side, Zone

_SIDES: Final = {"$dark": Side.DARK, "$light": Side.LIGHT}
_NOTED_BY: Final = {"get_subjugated_planet": Side.LIGHT, "get_renegade_planet": Side.DARK}
OPERATIVES: Final = {
    f"matching_operative_to_{word.removeprefix('get_')}": Term(word, {}) for word in _NOTED_BY
}
"""Selectors of the Operatives that match the planet that an Objective noted, with the word for it."""
_ABOUT: Final = "$target1"
"""How a function in the text of a card calls what it is asked of."""
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

    def politics(self, card: CardInPlay, /) -> float:
        """Politics of a card."""
        ...

    def has_immunity(self, card: CardInPlay, /) -> bool:
        """Whether a card is immune to any attrition."""
        ...

    def cannot_move(self, card: CardInPlay, /) -> bool:
        """Whether a card cannot move."""
        ...

    def is_told(self, card: CardInPlay, quantity: Quantity, /) -> bool:
        """Whether a text has it that something is so of a card."""
        ...

    def granted(self, card: CardInPlay, title: str, /) -> bool:
        """Whether a text has it that the cards of a title may target a card besides."""
        ...

    def has_trait(self, card: CardInPlay, word: str, /) -> bool:
        """Whether a text has it that a card has a keyword or icon besides those that are printed."""
        ...

    def may_target_to(self, card: CardInPlay, by: CardInPlay, reasons: Collection[Value], /) -> bool:
        """Whether no text keeps a card from being targeted by another one for any of these purposes."""
        ...

    def variable(self, card: CardInPlay, name: str, base: float, /) -> float:
        """The value of X, or of another variable, of the text of a card."""
        ...

    def text_changes(self, card: CardInPlay, /) -> Collection[str]:
        """How other texts change the text of a card."""
        ...


class Scope:
    """What a text of a card speaks of.

    Attributes:
        board: only read. card: the card whose text it is. you: the player it speaks to.
        numbers: what the board's numbers are.
        chosen: by reference (`$target1`) what was chosen for an action. drawn: totals that were drawn for it,
            and the way in which a card is deployed.
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
        self.drawn: Mapping[str, float | str] = {}

    # -- what values stand for ----------------------------------------------------------------------

    def side(self, player: Value) -> Side:
        """The player a value names."""
        if player == "$you":
            return self.you
        if player == "$opponent":
            return self.you.other
        if isinstance(player, Term):
            return self._player(player)
        return self.card.faced(_SIDES[str(player)])

    def _player(self, term: Term) -> Side:
        """The player a term names: another one's opponent, whose turn it is, or the owner of a card."""
        if term.name == "other":
            return self.side(term.get("of")).other
        if term.name == "get_player_to_choose_card_target_at_location":
            return self.side(term.get("3"))
        if term.name == "get_current_player_id":
            return self.board.turn or Side.DARK
        card = self.one(term.get("of"))
        return self.you if card is None else card.side

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
            printed = who.printed
            if printed is None:
                printed = who.printed = _is_printed(who)
            if printed:
                face = card.card.blueprint_id
                known = who.faces.get(face)
                if known is None:
                    known = who.faces[face] = self._asks(who, card)
                return known
            if who.name == "and":
                for part in who.parts or _parts(who):  # noqa: SIM110 - a generator takes twice as long
                    if not self.means(part, card):
                        return False
                return True
            return self._asks(who, card)
        if isinstance(who, tuple):
            return any(self.means(each, card) for each in who)
        return self.is_named(who, card)

    def is_named(self, name: Value, card: CardInPlay) -> bool:
        """Whether a reference stands for a card."""
        return self.one(name) is card

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
            return float(self.drawn.get(amount, 0))
        assert isinstance(amount, Term)  # noqa: S101 - so it was understood
        found: float = TABLES[Kind.AMOUNT].by_name[amount.name](self, card, **amount.args)
        return found

    def word(self, value: Value) -> str:
        """A word that stands for itself, or what a term asks of a card: title, system or species."""
        if not isinstance(value, Term):
            return str(value)
        if value.name in _NOTED_BY:
            notes = (each.noted for each in self.board.active if each.side is _NOTED_BY[value.name])
            return next((each for each in notes if isinstance(each, str)), "")
        card = self.one(value.args.get("of"))
        if card is not None and value.name == "get_species":
            return card.facts.traits.species or ""
        if card is not None and value.name == "get_title":
            return card.card.title
        return "" if card is None or card.location is None else card.location.group or ""

    def anything(self, value: Value) -> object:
        """What a value stands for, whatever that is; None for nothing."""
        if isinstance(value, str) and value.startswith("$"):
            named = value in ("$you", "$opponent", "$dark", "$light")
            return self.side(value) if named else self.drawn.get(value, self.one(value))
        if not isinstance(value, Term):
            return value
        if value.name == "choose":
            return self.anything(value.get("then" if self.holds(value.args["when"]) else "otherwise"))
        if value.name in TABLES[Kind.AMOUNT].by_name:
            return self.number(value)
        if value.name in WORDS:
            return self.word(value) or None
        return self.side(value) if value.name in PLAYERS else self.one(value)

    def asked_of(self, card: CardInPlay | None) -> "Scope":
        """The same for a function in the text that is asked of a card."""
        asked = copy(self)
        asked.chosen = self.chosen if card is None else {**self.chosen, _ABOUT: card}
        return asked

    def cards(self, who: Value) -> list[CardInPlay]:
        """The cards that a value names, or that a selector means on table."""
        if isinstance(who, tuple):
            return [card for each in who for card in self.cards(each)]
        if isinstance(who, Term) and who.name == "when":
            return list(self._listed(who.args["of"], who.args["then"]))
        if isinstance(who, Term) and who.name not in TABLES[Kind.CARD].by_name:
            return list(self.on_table(who))
        one = self.one(who)
        return [] if one is None else [one]

    def _listed(self, under: Value, then: Value) -> Iterator[CardInPlay]:
        """What is put in a list under conditions, some of them asked once for each of several cards."""
        if not under:
            yield from self.cards(then)
            return
        first, rest = (under[0], under[1:]) if isinstance(under, tuple) else (under, ())
        if isinstance(first, Term) and first.name == EACH_OF:
            before = self.chosen
            for card in self.cards(first.args["of"]):
                self.chosen = {**before, str(first.args["as"]): card}
                yield from self._listed(rest, then)
            self.chosen = before
        elif self.holds(first):
            yield from self._listed(rest, then)

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
        near = self._narrowed(who)
        if near is None and not all_too:
            yield from self.among(self.board.active, who)
            return
        for card in self.among(self.board.cards.values() if near is None else near, who):
            if (card.active or all_too) and card.zone in IN_PLAY:
                yield card

    def among(self, cards: Iterable[CardInPlay], who: Value) -> Iterator[CardInPlay]:
        """The cards of some that a selector means; what it asks of their print is looked at first."""
        printed, rest = _split(who)
        if printed is None:
            for card in cards:
                if self.means(who, card):
                    yield card
            return
        faces = printed.faces
        for card in cards:
            known = faces.get(card.card.blueprint_id)
            if known is None:
                known = self.means(printed, card)
            if known and (not rest or all(map(self.means, rest, repeat(card)))):
                yield card

    def spots(self, who: Value, number: int = 1, including: Value = None) -> bool:
        """Whether as many cards in play are meant; `including` as of `on_table`."""
        found = self.on_table(who, including)
        return all(next(found, None) is not None for _ in range(number))

    def places(self, where: Value) -> Iterator[Location]:
        """The locations that a selector means."""
        laid = [location.card for location in self.board.locations if location.card is not None]
        found = self.among(laid, where)
        return (card.location for card in found if card.location is not None)

    def candidates(self, who: Value) -> Iterable[CardInPlay]:
        """Cards among which all are that a selector means, as few as can be told without asking each."""
        found = self._narrowed(who)
        return self.board.cards.values() if found is None else found

    def _narrowed(self, who: Value) -> Iterable[CardInPlay] | None:
        if isinstance(who, Term) and who.name == "and":
            for part in who.parts or _parts(who):
                found = self._few(part)
                if found is not None:
                    return found
        return self._few(who)

    def _few(self, who: Value) -> Iterable[CardInPlay] | None:
        if who == "$self":
            return (self.card,)
        if not isinstance(who, Term):
            return None
        if who.args.get("card") == "$self":
            if who.name in _NEAR:
                here = self.here
                return () if here is None else here.cards
            if who.name == "here":
                here = self.here
                return () if here is None else (*filter(None, (here.card,)), *here.cards)
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
    if who.name in PRINTED:
        words = who.args.values()  # a term among them, and what texts grant, hang on the board
        return not any(isinstance(each, Term) or each in GRANTED for each in words)
    return who.name in _JOINTS and _is_printed(who.args["of"])


def _parts(who: Term) -> tuple[Value, ...]:
    """The parts of a selector that have to hold together: those that ask only for print in one, and first."""
    of = who.args["of"]
    parts = [part for each in (of if isinstance(of, tuple) else (of,)) for part in _flat(each)]
    printed = tuple(each for each in parts if _is_printed(each))
    rest = tuple(each for each in parts if not _is_printed(each))
    first = (Term("and", {"of": printed}),) if len(printed) > 1 else printed
    for each in first:
        if isinstance(each, Term):
            each.printed = True
    who.parts = (*first, *rest)
    return who.parts


def _split(who: Value) -> tuple[Term | None, tuple[Value, ...]]:
    """What a selector asks of the print of a card, and the rest of it; None for nothing."""
    if not isinstance(who, Term):
        return None, ()
    if who.printed is None:
        who.printed = _is_printed(who)
    if who.printed:
        return who, ()
    if who.name == "and":
        first, *rest = who.parts or _parts(who)
        if isinstance(first, Term) and first.printed:
            return first, tuple(rest)
    return None, ()


def _flat(who: Value) -> tuple[Value, ...]:
    """A selector, or the parts of one whose parts have to hold together."""
    if isinstance(who, Term) and who.name == "and":
        of = who.args["of"]
        return tuple(part for each in (of if isinstance(of, tuple) else (of,)) for part in _flat(each))
    return (who,)


_INACTIVE: Final = ("captive", "include_all")
"""Words for inactive cards that a text may include; those excluded from a battle are active here."""
_NEAR: Final = frozenset({"present", "present_with", "with", "same_site_here", "at_same_site"})
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
