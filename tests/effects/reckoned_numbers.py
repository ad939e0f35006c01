"""The result: numbers of cards and places, each with its parts and with whether it can be trusted."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId


class Part(msgspec.Struct, frozen=True, gc=False):
    """One part of a number.

    Attributes:
        amount: what it adds; of a reset, what the number is set to.
        reason: in a few words: `printed`, or the title of the card it comes from.
        source: the card on the table it comes from; None for what is printed.
        resets: it replaces all other parts (rules 10).
    """

    amount: float
    reason: str
    source: CardId | None = None
    resets: bool = False


class Number(msgspec.Struct, frozen=True):
    """A number as it stands now.

    Attributes:
        value: never below zero (rules 10).
        understood: every text that could bear on it is understood: the card's own, that of what is attached
            to it, and each fact of another card that names it or its kind. Of a drain also no card of the
            draining side there is wholly unread. What else the unread text of other cards says is not known,
            and does not count here.
        parts: what makes it up.
        why_not: why it is not understood, one reason each: `text` for the card's own text, else a card.
    """

    value: float
    understood: bool = True
    parts: tuple[Part, ...] = ()
    why_not: tuple[str, ...] = ()


class CardNumbers(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of one card that lies face up in play or in our hand.

    A number is None if the card has none of the kind.

    Attributes:
        column: of the location it is at, aboard something or not; None for none.
        side: whose it is.
        power: zero for a starship or vehicle without a pilot, and for one that is landed.
        ability: of a character; starships and vehicles have that of their permanent pilots in `crew_ability`.
        deploy: of a card in our hand: what deploying it costs wherever it goes.
        crew_ability: of the permanent pilots.
        piloted: of a starship or vehicle.
        pilots: it pilots or drives what it is aboard.
        active: it does what it says (rules 9).
        present: it is at its location and not inside something enclosed there (rules 5); only then its power
            counts in a battle.
        alone: it is alone at its location (rules 5).
    """

    id: CardId
    title: str
    side: Side
    column: int | None = None
    power: Number | None = None
    ability: Number | None = None
    forfeit: Number | None = None
    destiny: Number | None = None
    deploy: Number | None = None
    crew_ability: float = 0
    piloted: bool = False
    pilots: bool = False
    active: bool = True
    present: bool = False
    alone: bool = False


class SideNumbers(msgspec.Struct, frozen=True, kw_only=True):
    """What one side has at a place.

    Attributes:
        drain: the Force the opponent would lose to a Force drain there (rules 4); nobody asks here who
            controls the place, or whether he drained already.
        may_drain: whether no text forbids drains there.
        generation: Force generation (rules 2).
        icons: Force icons on this side of the location.
        power: total power as the server tells it; None if nobody is there.
        ability: total ability of the side's active cards there.
        presence: has presence, which is to occupy (rules 5).
        controls: has presence and the opponent has none.
    """

    drain: Number
    generation: Number
    icons: int
    power: float | None
    ability: float
    presence: bool
    controls: bool
    may_drain: bool = True


class PlaceNumbers(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of one column of the table.

    Attributes:
        location: id of the card; None for the instant between two of them.
        system: the planet or system it belongs to; empty for none.
        site, sector, is_system: what it is; all are false for a card that is not known.
        battleground: both sides have Force icons there, and no rule or text speaks against it.
        dark, light: what the sides have.
    """

    column: int
    location: CardId | None
    title: str
    system: str
    site: bool
    sector: bool
    is_system: bool
    battleground: bool
    dark: SideNumbers
    light: SideNumbers

    def of(self, side: Side) -> SideNumbers:
        """What a side has there."""
        return self.dark if side is Side.DARK else self.light


class Reckoning(msgspec.Struct, frozen=True):
    """The whole table.

    Attributes:
        cards: by id, every face-up card in play, and our hand.
        places: by column, left to right.
        side: ours; None for a spectator.
        generation: total Force generation of both sides as we count it; the server's is in the table.
    """

    cards: Mapping[CardId, CardNumbers]
    places: tuple[PlaceNumbers, ...]
    side: Side | None
    generation: Mapping[Side, Number] = MappingProxyType({})

    def card(self, card_id: CardId) -> CardNumbers | None:
        """The numbers of a card; None if it is not face up in play or in our hand."""
        return self.cards.get(card_id)

    def place(self, column: int) -> PlaceNumbers | None:
        """The numbers of a column; None if there is no such column."""
        return self.places[column] if 0 <= column < len(self.places) else None

    def mine(self, column: int) -> SideNumbers | None:
        """What we have at a column; None for a spectator, or if there is no such column."""
        place = self.place(column)
        return None if place is None or self.side is None else place.of(self.side)

    def theirs(self, column: int) -> SideNumbers | None:
        """What the opponent has at a column; None for a spectator, or if there is no such column."""
        place = self.place(column)
        return None if place is None or self.side is None else place.of(self.side.other)

    def cards_at(self, column: int, side: Side | None = None) -> tuple[CardNumbers, ...]:
        """The cards at a column, of one side if one is given; those aboard others, too."""
        return tuple(
            card for card in self.cards.values() if card.column == column and side in (None, card.side)
        )
