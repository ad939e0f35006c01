"""Builders of game events for tests: those of the sandbox, and those that only made-up games need."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import CardIds, Indexes
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.sandbox.server.events import (
    AnyCardEvent,
    contest,
    message,
    numbers,
    phase,
    remove,
    snapshot_start,
    turn,
    warning,
)

__all__ = [
    "CardAttributes",
    "affects",
    "attack",
    "card_event",
    "contest",
    "destiny",
    "hint",
    "message",
    "move",
    "phase",
    "put",
    "remove",
    "remove_columns",
    "replace",
    "snapshot_start",
    "statistics",
    "turn",
    "warning",
]


class CardAttributes(msgspec.Struct, frozen=True, kw_only=True):
    """The full set of card attributes (PROTOCOL 6.1, 6.4), with the defaults of an ordinary card.

    Attributes:
        blueprint: the face shown.
        owner: `participantId`; `zone_owner` is the same if empty.
        column: `locationIndex`.
        target: `targetCardId`, the host.
        system: `systemName`, locations only.
    """

    card_id: int
    blueprint: str
    owner: str
    zone: Zone
    zone_owner: str = ""
    column: int = 0
    target: int | None = None
    system: str | None = None
    phase: Phase = Phase.PLAY_STARTING_CARDS
    horizontal: bool = False
    inverted: bool = False
    sideways: bool = False
    frozen: bool = False
    suspended: bool = False
    collapsed: bool = False
    testing_text: str | None = None


def card_event(kind: type[AnyCardEvent], card: CardAttributes, acting: str = "") -> AnyCardEvent:
    """Make any event that carries the card attributes and nothing else.

    Args:
        acting: `participantId`; the owner if empty.
    """
    return kind(
        card_id=CardId(card.card_id),
        blueprint_id=BlueprintId(card.blueprint),
        zone=card.zone,
        zone_owner_id=PlayerName(card.zone_owner or card.owner),
        participant_id=PlayerName(acting or card.owner),
        location_index=card.column,
        target_card_id=None if card.target is None else CardId(card.target),
        system_name=card.system,
        phase=card.phase,
        horizontal=card.horizontal,
        inverted=card.inverted,
        sideways=card.sideways,
        frozen=card.frozen,
        suspended=card.suspended,
        collapsed=card.collapsed,
        testing_text=card.testing_text,
    )


def put(card: CardAttributes) -> e.CardPut:
    """`PCIP`: a card appears; in `LOCATIONS` it inserts a column."""
    return card_event(e.CardPut, card)


def replace(card: CardAttributes) -> e.CardReplaced:
    """`RCIP`: a card appears in place of the one with the same id."""
    return card_event(e.CardReplaced, card)


def move(card: CardAttributes) -> e.CardPlaceChanged:
    """`MCIP`: a card on the table changed place, host or side."""
    return card_event(e.CardPlaceChanged, card)


def affects(card: CardAttributes, card_ids: Iterable[int], acting: str = "") -> e.CardAffects:
    """`CAC`: a card affects others."""
    shown = card_event(e.CardAffects, card, acting)
    return msgspec.structs.replace(shown, other_card_ids=_ids(card_ids))


def destiny(card: CardAttributes, text: str) -> e.DestinyShown:
    """`DD`: a destiny is being drawn."""
    return msgspec.structs.replace(card_event(e.DestinyShown, card), destiny_text=text)


def remove_columns(indexes: Iterable[int]) -> e.ColumnsRemoved:
    """`RLFP`: these columns are gone; goes before the `RCFP` of their cards."""
    return e.ColumnsRemoved(Indexes(indexes))


def attack(
    column: int, attackers: Iterable[int], defenders: Iterable[int], attacking: str, defending: str
) -> e.AttackStarted:
    """`SA`: a creature attack starts."""
    return e.AttackStarted(
        column, _ids(attackers), _ids(defenders), PlayerName(attacking), PlayerName(defending)
    )


def hint(blueprint: str, title: str) -> str:
    """Give the HTML of a card reference as it stands in messages and labels (PROTOCOL 6.9)."""
    return f"<div class='cardHint' value='{blueprint}'>{title}</div>"


def statistics(
    piles: Mapping[str, Mapping[str, int]],
    dark_power: Sequence[float] = (),
    light_power: Sequence[float] = (),
    **changes: float,
) -> e.Statistics:
    """`GS`: the full set of numbers (PROTOCOL 6.10); what is not given has its "none" value.

    Args:
        piles: for each player the sizes by zone name; missing ones are 0.
        changes: any other number by its name, like `dark_battle_power=7`.
    """
    zones = tuple(
        e.PlayerZones(PlayerName(name), **{zone.lower(): size for zone, size in sizes.items()})
        for name, sizes in piles.items()
    )
    return numbers(zones, dark_power, light_power, changes)


def _ids(card_ids: Iterable[int]) -> CardIds:
    return CardIds(map(CardId, card_ids))
