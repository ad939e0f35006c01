"""One card as it is shown to us."""

import msgspec

from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.events import CardEvent
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName, is_hidden


class TableCard(msgspec.Struct, frozen=True):
    """A card with the place and the flags of its last event (PROTOCOL 6.1, 6.6).

    Attributes:
        id: changes with most zone changes: no key for a long memory (PROTOCOL 6.2).
        blueprint_id: the visible face, or a card back.
        owner: whose card it is; None only for cards nobody owns.
        zone_owner: whose side or pile it lies on; the opponent's for an undercover spy.
        host: the card it is attached to or stacked on.
        system_name: locations only: the system, or persona or card id of the related ship or vehicle.
    """

    id: CardId
    blueprint_id: BlueprintId
    zone: Zone
    owner: PlayerName | None
    zone_owner: PlayerName | None
    host: CardId | None = None
    system_name: str | None = None
    horizontal: bool = False
    inverted: bool = False
    sideways: bool = False
    frozen: bool = False
    suspended: bool = False
    collapsed: bool = False

    @property
    def hidden(self) -> bool:
        """Whether only its back is shown to us."""
        return is_hidden(self.blueprint_id)

    @property
    def undercover(self) -> bool:
        """Whether it stands on its opponent's side of a location: an undercover spy (PROTOCOL 6.6)."""
        return self.zone is Zone.AT_LOCATION and self.zone_owner != self.owner


def card_of(event: CardEvent) -> TableCard:
    """The card an event shows. The event's column is kept by the table, which shifts it."""
    return TableCard(
        event.card_id,
        event.blueprint_id,
        event.zone,
        event.participant_id,
        event.zone_owner_id,
        event.target_card_id,
        event.system_name,
        event.horizontal,
        event.inverted,
        event.sideways,
        event.frozen,
        event.suspended,
        event.collapsed,
    )
