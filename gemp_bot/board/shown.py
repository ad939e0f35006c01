"""One card that the table shows and that takes no part in its numbers."""

from typing import TYPE_CHECKING

from gemp_bot.cards import Card
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId, CardId

if TYPE_CHECKING:
    from gemp_bot.board.location import Location


class ShownCard:
    """A card back, the top of a pile, a card that is stacked or out of play, or one that is not in the index.

    Attributes:
        id: of the card on this table.
        face: what is shown of it, a back or a front.
        card: what is printed on it; None for a back and for a card that is not in the index.
        side: of its owner; None if it is nobody's.
        zone: where it lies.
        host: id of the card it is attached to or stacked on.
        location: the location it is at; None for none.
    """

    __slots__ = ("card", "face", "host", "id", "location", "side", "zone")

    def __init__(self, card_id: CardId, face: BlueprintId, side: Side | None, zone: Zone) -> None:
        self.id = card_id
        self.face = face
        self.side = side
        self.zone = zone
        self.card: Card | None = None
        self.host: CardId | None = None
        self.location: Location | None = None

    def __repr__(self) -> str:
        return f"<{self.id} {self.face} {self.zone}>"
