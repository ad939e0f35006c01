"""The 33 event types of a game, one frozen class each (PROTOCOL 6.4). The table is the documentation.

Attribute names on the wire are camelCase; here they are the same words in snake_case. Attributes
without a value are absent on the wire and None here.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gemp_bot.protocol.bounds import (
    MOST_COLUMNS,
    MOST_PLAYERS,
    Amount,
    AnyCardId,
    CardIds,
    ColumnIndex,
    Count,
    Face,
    Indexes,
    Name,
    PlayerNames,
    ServerInt,
    Text,
    TurnNumber,
    Word,
)
from gemp_bot.protocol.decisions import Decision, UnknownDecision
from gemp_bot.protocol.enums import Phase, Zone

Powers = Annotated[tuple[Amount, ...], Meta(max_length=MOST_COLUMNS)]


class Event(msgspec.Struct, frozen=True, tag_field="type", rename="camel", gc=False):
    """Anything a `<ge>` element can be."""

    @classmethod
    def wire_code(cls) -> str:
        """The `type` of the wire: `PCIP`."""
        return str(cls.__struct_config__.tag)


class CardEvent(Event, frozen=True):
    """The full set of card attributes; most events about one card carry them all (PROTOCOL 6.1).

    Attributes:
        blueprint_id: its visible face, or a card back.
        participant_id: the owner; in `CAC` and `CA` the acting player.
        zone_owner_id: whose side or pile it lies on.
        location_index: column, meaningful only in zones `LOCATIONS` and `AT_LOCATION`.
        target_card_id: the card it is attached to or stacked on.
        system_name: locations: system, or the persona or card id of the ship or vehicle.
        inverted: upside down. sideways: turned (hit, crashed, blown away). frozen: in carbonite.
    """

    card_id: AnyCardId
    blueprint_id: Face
    zone: Zone
    zone_owner_id: Name | None = None
    participant_id: Name | None = None
    location_index: ColumnIndex = 0
    target_card_id: AnyCardId | None = None
    system_name: Word | None = None
    phase: Phase | None = None
    horizontal: bool = False
    inverted: bool = False
    sideways: bool = False
    frozen: bool = False
    suspended: bool = False
    collapsed: bool = False
    testing_text: Text | None = None
    back_side_testing_text: Text | None = None


# -- the frame of a game ------------------------------------------------------------------------


class SnapshotStart(Event, frozen=True, tag="P"):
    """Start of a snapshot: drop everything known of the table (PROTOCOL 5.2, 6.7)."""

    participant_id: Name
    all_participant_ids: PlayerNames
    """Dark player first, light second."""


class TurnChanged(Event, frozen=True, tag="TC"):
    """Whose turn it is; before turn 1 a placeholder."""

    participant_id: Name


class PhaseChanged(Event, frozen=True, tag="GPC"):
    """The phase, with the current player's own turn number once there is one."""

    phase: Phase
    turn: TurnNumber | None = None


# -- cards come, go and change ------------------------------------------------------------------


class CardPut(CardEvent, frozen=True, tag="PCIP"):
    """A card appears; in zone `LOCATIONS` it inserts a column (PROTOCOL 6.8)."""


class CardPutAgain(CardEvent, frozen=True, tag="PCIPAR"):
    """The same as `PCIP`, during the snapshot after a revert."""


class CardReplaced(CardEvent, frozen=True, tag="RCIP"):
    """A card appears in place of the one with the same id; never inserts a column."""


class CardPlaceChanged(CardEvent, frozen=True, tag="MCIP"):
    """A card on the table changed place, host or side."""


class CardsRemoved(Event, frozen=True, tag="RCFP"):
    """These cards are no longer shown."""

    other_card_ids: CardIds
    participant_id: Name | None = None


class ColumnsRemoved(Event, frozen=True, tag="RLFP"):
    """These location columns are gone; comes before the `RCFP` of their cards."""

    location_indexes: Indexes


class CardTurned(CardEvent, frozen=True, tag="ROCIP"):
    """Only orientation and flags are new."""


class CardFaceFlipped(CardEvent, frozen=True, tag="FCIP"):
    """The card shows its other face."""


class DeckTopTurned(CardEvent, frozen=True, tag="TCO"):
    """The top of a Reserve Deck was turned face up or down."""


# -- contests -----------------------------------------------------------------------------------


class BattleStarted(Event, frozen=True, tag="SB"):
    """A battle begins at a column, with all participants of both sides."""

    location_index: ColumnIndex
    other_card_ids: CardIds = CardIds()


class CardJoinedBattle(CardEvent, frozen=True, tag="ATB"):
    """A card joins the battle."""


class CardLeftBattle(CardEvent, frozen=True, tag="RFB"):
    """A card leaves the battle."""


class BattleOver(Event, frozen=True, tag="EB"):
    """The battle is over."""


class AttackStarted(Event, frozen=True, tag="SA"):
    """A creature attack begins."""

    location_index: ColumnIndex
    other_card_ids: CardIds = CardIds()
    """The attackers."""
    other_card_ids2: CardIds = CardIds()
    """The defenders."""
    player_attacking: Name | None = None
    player_defending: Name | None = None


class AttackEnded(Event, frozen=True, tag="EA"):
    """The attack is over."""


class DuelStarted(Event, frozen=True, tag="SD"):
    """A duel begins; the ids are the top hosts standing at the location."""

    location_index: ColumnIndex
    other_card_ids: CardIds = CardIds()


class DuelEnded(Event, frozen=True, tag="ED"):
    """The duel is over."""


class CombatStarted(Event, frozen=True, tag="SLC"):
    """Lightsaber combat begins."""

    location_index: ColumnIndex
    other_card_ids: CardIds = CardIds()


class CombatEnded(Event, frozen=True, tag="ELC"):
    """Lightsaber combat is over."""


class SabaccStarted(Event, frozen=True, tag="SS"):
    """A sabacc game begins."""


class SabaccRevealed(Event, frozen=True, tag="RSH"):
    """Both sabacc hands are shown."""


class SabaccEnded(Event, frozen=True, tag="ES"):
    """The sabacc game is over."""


# -- words and numbers --------------------------------------------------------------------------


class Message(Event, frozen=True, tag="M"):
    """A line of the game log, HTML (PROTOCOL 6.9). Only these lines report the end of a game (6.11)."""

    message: Text


class Warned(Event, frozen=True, tag="W"):
    """A warning for us alone; after an illegal answer it comes with the same question again."""

    message: Text


class PlayerZones(msgspec.Struct, frozen=True, gc=False):
    """Sizes of the piles and hands of one player; all of them are public (PROTOCOL 6.10)."""

    name: Name
    hand: Count = msgspec.field(name="HAND", default=0)
    sabacc_hand: Count = msgspec.field(name="SABACC_HAND", default=0)
    reserve_deck: Count = msgspec.field(name="RESERVE_DECK", default=0)
    force_pile: Count = msgspec.field(name="FORCE_PILE", default=0)
    used_pile: Count = msgspec.field(name="USED_PILE", default=0)
    lost_pile: Count = msgspec.field(name="LOST_PILE", default=0)
    out_of_play: Count = msgspec.field(name="OUT_OF_PLAY", default=0)


class Statistics(Event, frozen=True, tag="GS"):
    """All numbers of the game, the full set each time; the last one of a batch counts (PROTOCOL 6.10).

    -1 means: that side has no card there (power), not in a contest (battle, duel, race, sabacc).
    """

    dark_force_generation: Amount = 0.0
    light_force_generation: Amount = 0.0
    dark_battle_power: Amount = -1.0
    light_battle_power: Amount = -1.0
    dark_battle_num_battle_destiny: Amount = 0.0
    light_battle_num_battle_destiny: Amount = 0.0
    dark_battle_num_destiny_to_power: Amount = 0.0
    light_battle_num_destiny_to_power: Amount = 0.0
    dark_battle_num_destiny_to_attrition: Amount = 0.0
    light_battle_num_destiny_to_attrition: Amount = 0.0
    dark_battle_damage_remaining: Amount = 0.0
    light_battle_damage_remaining: Amount = 0.0
    dark_battle_attrition_remaining: Amount = 0.0
    light_battle_attrition_remaining: Amount = 0.0
    dark_immune_to_remaining_attrition: bool = False
    light_immune_to_remaining_attrition: bool = False
    dark_sabacc_total: Amount = -1.0
    light_sabacc_total: Amount = -1.0
    dark_duel_or_lightsaber_combat_total: Amount = -1.0
    light_duel_or_lightsaber_combat_total: Amount = -1.0
    dark_duel_or_lightsaber_combat_num_destiny: Amount = 0.0
    light_duel_or_lightsaber_combat_num_destiny: Amount = 0.0
    dark_race_total: Amount = -1.0
    light_race_total: Amount = -1.0
    dark_politics_total: Amount = -1.0
    light_politics_total: Amount = -1.0
    attacking_power_or_ferocity_in_attack: Amount = -1.0
    defending_power_or_ferocity_in_attack: Amount = -1.0
    attacking_num_destiny_in_attack: Amount = 0.0
    defending_num_destiny_in_attack: Amount = 0.0
    player_zones: Annotated[tuple[PlayerZones, ...], Meta(max_length=MOST_PLAYERS)] = ()
    dark_power_at_locations: Powers = ()
    """One number a column, left to right."""
    light_power_at_locations: Powers = ()


# -- animations ---------------------------------------------------------------------------------


class CardAffects(CardEvent, frozen=True, tag="CAC", kw_only=True):
    """A card affects others. Seen by players, no change of the table by itself."""

    other_card_ids: CardIds = CardIds()


class CardShown(CardEvent, frozen=True, tag="IP"):
    """An interrupt or epic event is played, or a card is shown to both players."""


class DestinyShown(CardEvent, frozen=True, tag="DD", kw_only=True):
    """A destiny is being drawn; the face follows in the next `PCIP` (PROTOCOL 6.4)."""

    destiny_text: Text = ""


class CardUsed(CardEvent, frozen=True, tag="CA"):
    """A card is used or activated."""


# -- questions ----------------------------------------------------------------------------------


class Asked(Event, frozen=True, tag="D"):
    """A decision for us (PROTOCOL 7). `id` is always 1 and identifies nothing."""

    participant_id: Name
    id: ServerInt
    decision: Decision | UnknownDecision


class UnknownEvent(msgspec.Struct, frozen=True):
    """An event that is not in the table, or one whose attributes do not fit it. Kept unchanged.

    Attributes:
        code: the `type` of the wire, empty if there was none.
        attributes: everything the element carried.
        why: what did not fit.
    """

    code: str
    attributes: dict[str, Any]
    why: str


GameEvent = (
    SnapshotStart
    | TurnChanged
    | PhaseChanged
    | CardPut
    | CardPutAgain
    | CardReplaced
    | CardPlaceChanged
    | CardsRemoved
    | ColumnsRemoved
    | CardTurned
    | CardFaceFlipped
    | DeckTopTurned
    | BattleStarted
    | CardJoinedBattle
    | CardLeftBattle
    | BattleOver
    | AttackStarted
    | AttackEnded
    | DuelStarted
    | DuelEnded
    | CombatStarted
    | CombatEnded
    | SabaccStarted
    | SabaccRevealed
    | SabaccEnded
    | Message
    | Warned
    | Statistics
    | CardAffects
    | CardShown
    | DestinyShown
    | CardUsed
)
"""Every event but `D`, which is built with its parameters, and the unknown ones."""

AnyEvent = GameEvent | Asked | UnknownEvent
