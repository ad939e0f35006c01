"""What came about in a game: enough for events on a wire, for a narrator, and for a log.

They come in order, and each tells the table as it was at that moment: columns are those after it. A card is
named by the engine's id, which it keeps; a wire that gives new ids with new zones (PROTOCOL 6.2) keeps its
own. All numbers are Force, power or destiny as the rules have them.
"""

from typing import TypeAlias

import msgspec

from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.game.outcome import OutcomeReason
from gemp_bot.protocol.enums import Phase, Side, Zone


class GameBegan(msgspec.Struct, frozen=True):
    """Both decks lie as Reserve Decks; nothing is dealt yet."""


class TurnBegan(msgspec.Struct, frozen=True):
    """A turn began; `number` counts this player's own turns from 1."""

    player: Side
    number: int


class PhaseBegan(msgspec.Struct, frozen=True):
    """A phase began."""

    phase: Phase


class CardMoved(msgspec.Struct, frozen=True, gc=False):
    """A card came to another zone or place. Every change of the table is told by one of these.

    Attributes:
        card: its id. owner: whose it is.
        was, zone: the zones; piles are `RESERVE_DECK` and so on, and the card lies on top of them unless
            `bottom`. To `LOCATIONS` a column is inserted at `column` (unless `converted` is set).
        column: where it stands, aboard something or not; -1 for nowhere.
        host: what it is attached to or aboard of.
        bottom: it was put under the pile.
        converted: of a location: the one that it took the place of, in the same column.
    """

    card: int
    owner: Side
    was: Zone
    zone: Zone
    column: int = -1
    host: int | None = None
    bottom: bool = False
    converted: int | None = None


class CardFlipped(msgspec.Struct, frozen=True):
    """A double-sided card shows its other face.

    Attributes:
        card: id. face: blueprint id of the face.
    """

    card: int
    face: str


class Shuffled(msgspec.Struct, frozen=True):
    """A Reserve Deck was shuffled."""

    player: Side


class GenerationCounted(msgspec.Struct, frozen=True):
    """How much Force a player may activate this turn: the count is locked."""

    player: Side
    amount: int


class ForceActivated(msgspec.Struct, frozen=True):
    """A player activated Force."""

    player: Side
    amount: int


class ForceUsed(msgspec.Struct, frozen=True):
    """A player used Force."""

    player: Side
    amount: int


class Recirculated(msgspec.Struct, frozen=True):
    """A Used Pile went under its Reserve Deck."""

    player: Side
    amount: int


class CardDrawn(msgspec.Struct, frozen=True):
    """A player drew a card from his Force Pile into hand."""

    player: Side
    card: int


class ActionTaken(msgspec.Struct, frozen=True):
    """An action was initiated and paid: it can be responded to.

    Attributes:
        player: who acts.
        kind: what it is.
        card: the card it hangs on.
        target: where it goes, what it goes aboard, or whom it is fired at.
        cost: Force used for it.
        action: of what the card's text lets a player do its place among the actions of the card; else -1.
    """

    player: Side
    kind: ActionKind
    card: int
    target: int | None = None
    cost: int = 0
    action: int = -1


class DrainInitiated(msgspec.Struct, frozen=True):
    """A Force drain was initiated at a location."""

    player: Side
    location: int
    column: int
    amount: int


class ForceLost(msgspec.Struct, frozen=True):
    """A unit of Force was lost; the `CardMoved` before it tells the card."""

    player: Side
    card: int
    was: Zone


class BattleBegan(msgspec.Struct, frozen=True):
    """A battle was initiated; the cards of both sides that take part."""

    player: Side
    location: int
    column: int
    cards: tuple[int, ...]


class BattleJoined(msgspec.Struct, frozen=True):
    """A card joined the battle by a react."""

    card: int


class WeaponFired(msgspec.Struct, frozen=True):
    """A weapon was fired: `total` is its destiny (None if none could be drawn), `needed` to be exceeded."""

    player: Side
    weapon: int
    target: int
    total: float | None
    needed: float
    hit: bool


class CardHit(msgspec.Struct, frozen=True):
    """A card was hit and is turned sideways."""

    card: int


class DestinyDrawn(msgspec.Struct, frozen=True):
    """A card was drawn for destiny; None: the Reserve Deck was empty.

    Attributes:
        what: as the server calls it: `battle destiny`, `weapon destiny`.
    """

    player: Side
    card: int | None
    value: float
    what: str


class PowerTotalled(msgspec.Struct, frozen=True):
    """The power segment is over.

    Attributes:
        dark, light: total power with battle destiny.
        dark_attrition, light_attrition: attrition against that side; None for none at all.
        winner: None for a tie.
        damage: battle damage of the loser.
    """

    dark: float
    light: float
    dark_attrition: float | None
    light_attrition: float | None
    winner: Side | None
    damage: float


class Forfeited(msgspec.Struct, frozen=True):
    """A card was forfeited, with what it carried lost; `value` is what it satisfied."""

    player: Side
    card: int
    value: float


class BattleEnded(msgspec.Struct, frozen=True):
    """A battle is over; `early` if a side had no presence left."""

    location: int
    early: bool = False


class GameEnded(msgspec.Struct, frozen=True):
    """The game is over."""

    winner: Side | None
    reason: OutcomeReason


Happened: TypeAlias = (
    GameBegan
    | TurnBegan
    | PhaseBegan
    | CardMoved
    | CardFlipped
    | Shuffled
    | GenerationCounted
    | ForceActivated
    | ForceUsed
    | Recirculated
    | CardDrawn
    | ActionTaken
    | DrainInitiated
    | ForceLost
    | BattleBegan
    | BattleJoined
    | WeaponFired
    | CardHit
    | DestinyDrawn
    | PowerTotalled
    | Forfeited
    | BattleEnded
    | GameEnded
)
