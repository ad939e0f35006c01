"""What the board needs of a printed card, worked out once."""

from typing import Final

import msgspec

from gemp_bot.board.card import CARRIERS
from gemp_bot.cards import Card, CardType, Icon
from gemp_bot.cards.text import FactKind
from gemp_bot.cards.titles import folded

_PILOTS: Final = "pilots"


class Note(msgspec.Struct, frozen=True, gc=False):
    """What the board needs of a printed card, worked out once.

    Attributes:
        seats: for pilots.
        crew: ability of the permanent pilots.
        key: its title, folded.
        names: of a location everything it may be called.
        system: of a location the system it is printed with, folded.
    """

    seats: int
    crew: float
    key: str
    names: frozenset[str] = frozenset()
    system: str = ""


class Notes:
    """The notes on printed cards, each made once."""

    def __init__(self) -> None:
        self._known: dict[str, Note] = {}

    def of(self, card: Card) -> Note:
        """The note on a card."""
        found = self._known.get(card.blueprint_id)
        if found is None:
            found = self._known[card.blueprint_id] = _note(card)
        return found


def _note(card: Card) -> Note:
    key = folded(card.title)
    if card.type == CardType.LOCATION:
        return Note(0, 0, key, place_names(card), folded(card.system))
    if card.type not in CARRIERS:
        return Note(0, 0, key)
    seats = sum(
        fact.amount or 0
        for fact in card.text
        if fact.kind is FactKind.CAPACITY and fact.what.startswith(_PILOTS)
    )
    crew = sum(fact.amount or 0 for fact in card.text if fact.kind is FactKind.PERMANENT_PILOT)
    pilots = permanent_pilots(card)
    # Who has no pilot of its own must have a seat for one, whether its text is understood or not.
    return Note(int(seats) or (0 if pilots else 1), crew or float(pilots), key)


def permanent_pilots(card: Card) -> int:
    """How many permanent pilots a starship or vehicle has."""
    return card.icon(Icon.PILOT) or card.icon(Icon.PERMANENT_PILOT)


def place_names(card: Card) -> frozenset[str]:
    """What a location may be called, folded: its title, and the parts before and after the colon."""
    before, colon, after = card.title.partition(":")
    names = {folded(card.title)}
    if colon:
        names |= {folded(before), folded(after)}
    return frozenset(names)
