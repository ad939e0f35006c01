"""One card in play, or in a hand that is seen."""

from typing import TYPE_CHECKING, Final

from gemp_bot.cards import Card, CardType
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId

if TYPE_CHECKING:
    from gemp_bot.board.location import Location

FIGHTERS: Final = frozenset({CardType.CHARACTER, CardType.STARSHIP, CardType.VEHICLE})
CARRIERS: Final = frozenset({CardType.STARSHIP, CardType.VEHICLE})

IN_PLAY: Final = frozenset({Zone.AT_LOCATION, Zone.LOCATIONS, Zone.ATTACHED, Zone.SIDE_OF_TABLE})
"""The zones whose cards are face up and have numbers; our hand comes on top."""
STANDING: Final = frozenset({Zone.AT_LOCATION, Zone.ATTACHED})
"""The zones of cards that stand at a location, by themselves or aboard something."""


class CardInPlay:
    """One card in play, or in a hand that is seen.

    Attributes:
        id: of the card on this table.
        card: what is printed on it.
        side: of its owner.
        zone: where it lies.
        location: the location it is at, also aboard something; None for none.
        host: what it is attached to or aboard.
        attached: what is attached to it or aboard, directly.
        system_name: of a location the system it was deployed to, where the printed card names none.
        frozen, suspended, inverted, sideways, collapsed: as the table shows it (PROTOCOL 6.6).
        undercover: an undercover spy: it stands on the opponent's side of its location.
        active: its text works (rules 9).
        inside: it is inside an enclosed carrier, and so not present at its location (rules 5).
        pilots: it pilots or drives its host. unsure: whether its pilots do cannot be told.
        piloted: of a starship or vehicle. crew: ability of its permanent pilots.
    """

    __slots__ = (
        "active",
        "attached",
        "card",
        "collapsed",
        "crew",
        "frozen",
        "host",
        "id",
        "inside",
        "inverted",
        "location",
        "piloted",
        "pilots",
        "side",
        "sideways",
        "suspended",
        "system_name",
        "undercover",
        "unsure",
        "zone",
    )

    def __init__(self, card_id: CardId, card: Card, side: Side, zone: Zone) -> None:
        self.id = card_id
        self.card = card
        self.side = side
        self.zone = zone
        self.location: Location | None = None
        self.host: CardInPlay | None = None
        self.attached: list[CardInPlay] = []
        self.system_name: str | None = None
        self.frozen = self.suspended = self.inverted = self.sideways = self.collapsed = False
        self.undercover = False
        self.active = True
        self.inside = False
        self.pilots = False
        self.unsure = False
        self.piloted = False
        self.crew = 0.0

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
        return self.card.type in CARRIERS

    def __repr__(self) -> str:
        return f"<{self.id} {self.card.title} {self.zone}>"
