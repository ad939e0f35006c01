"""One card of a board."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, Self

import msgspec

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.part import BoardPart, ChangeCounter
from gemp_bot.cards import Card, CardType
from gemp_bot.cards.texts import Term
from gemp_bot.protocol.enums import LIFE_FORCE, Side, Zone
from gemp_bot.protocol.ids import CardId

if TYPE_CHECKING:
    from gemp_bot.board.location import Location

FIGHTERS: Final = frozenset({CardType.CHARACTER, CardType.STARSHIP, CardType.VEHICLE})

IN_PLAY: Final = frozenset({Zone.AT_LOCATION, Zone.LOCATIONS, Zone.ATTACHED, Zone.SIDE_OF_TABLE})
"""The zones whose cards are face up and have numbers; our hand comes on top."""
PILES: Final = (*LIFE_FORCE, Zone.LOST_PILE)
HELD: Final = (*PILES, Zone.HAND, Zone.UNRESOLVED_DESTINY_DRAW)
"""The zones that are lists of one player's cards."""
_HELD: Final = frozenset(HELD)
STANDING: Final = frozenset({Zone.AT_LOCATION, Zone.ATTACHED})
"""The zones of cards that stand at a location, by themselves or aboard something."""


class AttachedAs(Enum):
    """What a card is to the card it is attached to."""

    NONE = auto()
    PILOT = auto()
    PASSENGER = auto()
    WORN = auto()
    """A weapon or device."""


class CardInPlay(BoardPart):
    """One card in play, or in a hand or pile where it is known. `Board.make` makes it.

    Attributes:
        id: of the card on this board.
        facts: what is printed on it, worked out. card: what is printed on it.
        side: of its owner.
        zone: where it lies.
        location: the location it is at, also aboard something; None for none.
        host: what it is attached to or aboard. attached_as: as what; NONE where nobody tells.
        attached: what is attached to it or aboard, directly.
        system_name: of a location the system it was deployed to, where the printed card names none.
        frozen, suspended, inverted, sideways, collapsed: as the table shows it (PROTOCOL 6.6).
        undercover: an undercover spy: it stands on the opponent's side of its location.
        active: its text works (rules 9).
        inside: it is inside an enclosed carrier, and so not present at its location (rules 5).
        pilots: it pilots or drives its host. unsure: whether its pilots do cannot be told.
        piloted: of a starship or vehicle.
        hit: it was hit by a weapon in the battle that goes on (rules 22).
        forfeit_zero: its forfeit value is 0. no_attrition: it does not satisfy attrition.
        noted: what its text noted, for as long as it is in play: just that, a card by its id, or a system.
        battled: number of the turn in which it was last in a battle; 0 for none.
    """

    id: CardId
    facts: CardFacts
    card: Card
    side: Side
    zone: Zone
    location: "Location | None" = None
    host: "CardInPlay | None" = None
    attached_as: AttachedAs = AttachedAs.NONE
    attached: "tuple[CardInPlay, ...]" = ()
    system_name: str | None = None
    frozen: bool = False
    suspended: bool = False
    inverted: bool = False
    sideways: bool = False
    collapsed: bool = False
    undercover: bool = False
    active: bool = True
    inside: bool = False
    pilots: bool = False
    unsure: bool = False
    piloted: bool = False
    hit: bool = False
    forfeit_zero: bool = False
    no_attrition: bool = False
    noted: CardId | str | bool = False
    battled: int = 0

    def __init__(
        self, changes: ChangeCounter, card_id: CardId, facts: CardFacts, side: Side, zone: Zone
    ) -> None:
        vars(self).update(_changes=changes, id=card_id, facts=facts, card=facts.card, side=side, zone=zone)

    @classmethod
    def supposed(cls, facts: CardFacts, side: Side, zone: Zone = Zone.HAND) -> Self:
        """A card that is on no board, to ask what the texts of a board say of one like it."""
        return cls(ChangeCounter(), CardId(-1), facts, side, zone)

    @property
    def name(self) -> str:
        """What the rules tell it by."""
        return str(self.id)

    @property
    def held(self) -> bool:
        """Whether it lies in a pile or hand."""
        return self.zone in _HELD

    @property
    def in_hand(self) -> bool:
        """Whether it is in a hand."""
        return self.zone is Zone.HAND

    @property
    def fights(self) -> bool:
        """Whether it is a character, starship or vehicle."""
        return self.card.type in FIGHTERS

    @property
    def carries(self) -> bool:
        """Whether it is a starship or vehicle."""
        return self.facts.carrier

    def faced(self, side: Side) -> Side:
        """The player at a printed side of it: the other one while a location is rotated."""
        return side.other if self.inverted and self.facts.location is not None else side

    def all_aboard(self) -> "Iterator[CardInPlay]":
        """Everything on it, at any depth; hosts before what is on them."""
        for card in self.attached:
            yield card
            if card.attached:
                yield from card.all_aboard()

    def heal(self) -> None:
        """Take back what weapons and texts did to it: it lasts until it leaves the table (rules 18)."""
        if self.hit or self.forfeit_zero or self.no_attrition or self.noted or self.undercover:
            self.hit = self.forfeit_zero = self.no_attrition = self.undercover = False
            self.noted = False

    def __repr__(self) -> str:
        return f"<{self.id} {self.card.title} {self.zone}>"


class Lasting(msgspec.Struct, frozen=True):
    """A change that lasts.

    Attributes:
        card: whose text it is of. you: the player it speaks to.
        modifier: what it changes, as the facts of cards have it.
        chosen: by reference the cards that were chosen for the action.
        until: `turn`, `battle` or `game`.
    """

    card: CardId
    you: Side
    modifier: Term
    chosen: tuple[tuple[str, CardId], ...]
    until: str
