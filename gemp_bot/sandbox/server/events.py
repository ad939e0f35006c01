"""Builders of game events: one function for each family of `<ge>` (PROTOCOL 6.4)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.sandbox.server.xml import Node, Value, ge, wire

LIGHT_BACK = "-1_1"
DARK_BACK = "-1_2"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardAttributes:
    """The full set of card attributes (PROTOCOL 6.1, 6.4), with the defaults of an ordinary card.

    Attributes:
        card_id: in-game id.
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


def card_event(code: str, card: CardAttributes, **extra: Value) -> Node:
    """Make any event that carries the card attributes: `PCIP`, `MCIP`, `FCIP`, `CA`, `DD`, ..."""
    attrs: dict[str, Value] = {
        "cardId": card.card_id,
        "blueprintId": card.blueprint,
        "testingText": card.testing_text,
        "horizontal": card.horizontal,
        "participantId": card.owner,
        "zone": card.zone,
        "zoneOwnerId": card.zone_owner or card.owner,
        "locationIndex": card.column,
        "targetCardId": card.target,
        "systemName": card.system,
        "phase": card.phase,
        "inverted": card.inverted,
        "sideways": card.sideways,
        "frozen": card.frozen,
        "suspended": card.suspended,
        "collapsed": card.collapsed,
    }
    return ge(code, **(attrs | extra))


def put(card: CardAttributes) -> Node:
    """`PCIP`: a card appears; in `LOCATIONS` it inserts a column."""
    return card_event("PCIP", card)


def replace(card: CardAttributes) -> Node:
    """`RCIP`: a card appears in place of the one with the same id."""
    return card_event("RCIP", card)


def move(card: CardAttributes) -> Node:
    """`MCIP`: a card on the table changed place, host or side."""
    return card_event("MCIP", card)


def remove(card_ids: Iterable[int], player: str | None = None) -> Node:
    """`RCFP`: these cards are no longer shown."""
    return ge("RCFP", otherCardIds=card_ids, participantId=player)


def remove_columns(indexes: Iterable[int]) -> Node:
    """`RLFP`: these columns are gone; goes before the `RCFP` of their cards."""
    return ge("RLFP", locationIndexes=indexes)


def snapshot_start(player: str, players: Sequence[str]) -> Node:
    """`P`: start of a snapshot, dark player first."""
    return ge("P", participantId=player, allParticipantIds=players)


def turn(player: str) -> Node:
    """`TC`: whose turn it is."""
    return ge("TC", participantId=player)


def phase(now: Phase, number: int | None = None) -> Node:
    """`GPC`: display text of the phase, with the current player's own turn number once there is one."""
    return ge("GPC", phase=now.display + (f" (turn #{number})" if number is not None else ""))


def message(text: str) -> Node:
    """`M`: a line of the game log, HTML."""
    return ge("M", message=text)


def warning(text: str) -> Node:
    """`W`: a warning for one player; the channel puts it after everything else of a batch."""
    return ge("W", message=text)


def contest(code: str, column: int, card_ids: Iterable[int]) -> Node:
    """`SB`, `SD`, `SLC`: a battle, duel or lightsaber combat starts. `ge("EB")` and so on end it."""
    return ge(code, locationIndex=column, otherCardIds=card_ids)


def attack(column: int, attackers: Iterable[int], defenders: Iterable[int], **players: str) -> Node:
    """`SA`: a creature attack starts; `players` are `playerAttacking`, `playerDefending`."""
    return ge("SA", locationIndex=column, otherCardIds=attackers, otherCardIds2=defenders, **players)


def hint(blueprint: str, title: str) -> str:
    """Give the HTML of a card reference as it stands in messages and labels (PROTOCOL 6.9)."""
    return f"<div class='cardHint' value='{blueprint}'>{title}</div>"


_SIDED: Mapping[str, Value] = {
    "ForceGeneration": 0,
    "BattlePower": -1,
    "BattleNumBattleDestiny": 0,
    "BattleNumDestinyToPower": 0,
    "BattleNumDestinyToAttrition": 0,
    "BattleDamageRemaining": 0,
    "BattleAttritionRemaining": 0,
    "ImmuneToRemainingAttrition": False,
    "SabaccTotal": -1,
    "DuelOrLightsaberCombatTotal": -1,
    "DuelOrLightsaberCombatNumDestiny": 0,
    "RaceTotal": -1,
    "PoliticsTotal": -1,
}
_ATTACK: Mapping[str, Value] = {
    "attackingPowerOrFerocityInAttack": -1,
    "defendingPowerOrFerocityInAttack": -1,
    "attackingNumDestinyInAttack": 0,
    "defendingNumDestinyInAttack": 0,
}
_PILES = (
    "HAND",
    "SABACC_HAND",
    "RESERVE_DECK",
    "FORCE_PILE",
    "USED_PILE",
    "LOST_PILE",
    "OUT_OF_PLAY",
)


def statistics(
    piles: Mapping[str, Mapping[str, int]],
    dark_power: Sequence[float] = (),
    light_power: Sequence[float] = (),
    **changes: Value,
) -> Node:
    """`GS`: the full set of numbers (PROTOCOL 6.10); what is not given has its "none" value.

    Args:
        piles: for each player the sizes by zone name; missing ones are 0.
        dark_power: one number a column.
        light_power: one number a column.
        changes: any attribute by its wire name, like `darkBattlePower=7`.
    """
    attrs: dict[str, Value] = {
        side + name: value for side in ("dark", "light") for name, value in _SIDED.items()
    }
    zones = [
        Node("playerZones", {"name": name} | {pile: str(sizes.get(pile, 0)) for pile in _PILES})
        for name, sizes in piles.items()
    ]
    powers = [
        Node(tag, {f"locationIndex{index}": wire(power) for index, power in enumerate(numbers)})
        for tag, numbers in (
            ("darkPowerAtLocations", dark_power),
            ("lightPowerAtLocations", light_power),
        )
    ]
    return ge("GS", *zones, *powers, **(attrs | dict(_ATTACK) | changes))
