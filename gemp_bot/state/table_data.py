"""The tracked data behind the table. Only the event handlers write here; read through `Table`."""

from collections import Counter, deque
from dataclasses import dataclass, field

import msgspec

from gemp_bot.protocol.ending import Ending
from gemp_bot.protocol.enums import PILE_TOPS, Phase, Zone
from gemp_bot.protocol.events import Asked, CardEvent, Statistics
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName, is_hidden
from gemp_bot.protocol.wording import Seat


class TableCard(msgspec.Struct, frozen=True, gc=False):
    """A card with the place and the flags of its last event (PROTOCOL 6.1, 6.6).

    Attributes:
        id: changes with most zone changes: no key for a long memory (PROTOCOL 6.2).
        blueprint_id: the visible face, or a card back.
        owner: whose card it is; None only for cards nobody owns.
        zone_owner: whose side or pile it lies on; the opponent's for an undercover spy.
        host: the card it is attached to or stacked on.
        system_name: locations only: the system, or persona or card id of the related ship or vehicle.
        pilots: whether it pilots its host or is a passenger, as the game log told; None if it did not.
        forfeits_nothing: it was hit so that its forfeit value is 0, as the game log told.
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
    pilots: bool | None = None
    forfeits_nothing: bool = False

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


class Affected(msgspec.Struct, frozen=True):
    """A card affected another one (`CAC`, PROTOCOL 6.4).

    Attributes:
        by: the face of the card whose effect came about. player: who used or played it.
        card: whom it affected.
    """

    by: BlueprintId
    player: PlayerName | None
    card: CardId


@dataclass(slots=True)
class TurnRecord:
    """What was done in this turn. A new snapshot does not mention it but for a battle in progress.

    Attributes:
        used: the location that the player whose turn it is used last in the control phase, for a Force drain
            or by its text, with all cards that were there; None for none.
        drained: locations of his Force drains, likewise; the game log tells that it was one.
        moved: cards that went from one location to another, in whatever phase; what is carried does not.
        fought: locations at which there was a battle.
        battled: cards that were in one.
        activated: Force that the player whose turn it is activated.
        affected: who was affected by a card whose effect came about, in order.
    """

    used: tuple[CardId, frozenset[CardId]] | None = None
    drained: dict[CardId, frozenset[CardId]] = field(default_factory=dict)
    moved: set[CardId] = field(default_factory=set)
    fought: set[CardId] = field(default_factory=set)
    battled: set[CardId] = field(default_factory=set)
    activated: int = 0
    affected: tuple[Affected, ...] = ()


@dataclass(slots=True)
class TableBattle:
    """A battle in progress.

    Attributes:
        column: index of the location.
        cards: all participants of both sides, as the server names them.
    """

    column: int
    cards: set[CardId] = field(default_factory=set)


@dataclass(slots=True)
class Attack:
    """A creature attack in progress. A new snapshot does not mention it (PROTOCOL 5.2)."""

    column: int
    attackers: set[CardId] = field(default_factory=set)
    defenders: set[CardId] = field(default_factory=set)
    attacking: PlayerName | None = None
    defending: PlayerName | None = None


@dataclass(slots=True)
class Duel:
    """A duel or a lightsaber combat in progress; the cards are the hosts at the location.

    A new snapshot mentions a duel but no lightsaber combat (PROTOCOL 5.2).
    """

    column: int
    cards: set[CardId] = field(default_factory=set)


@dataclass(slots=True)
class Sabacc:
    """A sabacc game in progress."""

    revealed: bool = False


_MAX_HOSTS = 32
"""How far a chain of attachments is followed; a longer one could only be a loop."""
RECENT_MESSAGES = 500
"""How many lines of the game log are kept; the journal has them all. The border bounds the length of each."""

MOST_TOUCHED = 4000
"""How many changes of cards are told one by one; who comes later than that begins anew."""


class Column:
    """A column of the table: the place itself, whatever location lies on it.

    Cards refer to the column object, so that inserting and removing neighbours shifts nothing.

    Attributes:
        location: the location card, None after it was removed and before another takes its place.
    """

    __slots__ = ("location",)

    def __init__(self, location: CardId | None = None) -> None:
        self.location = location


class TableData:
    """Everything known of one game; a snapshot clears it all but the clocks (PROTOCOL 6.4, `P`).

    Cards and columns change through its methods only: each notes what it touched.

    Attributes:
        places: the column of each card that has one of its own.
        ranks: cards in the order they came.
        changes: rises whenever a card outside the tops of the piles, or a column, changes.
        version: rises whenever any card or column changes.
        touched: the cards that changed, in the order they did; None for the columns.
        seat: taken by a card that is not shown there yet.
        playing: the card that was shown as it was played, until the log goes on; None for none.
        voided: what was hit so that it forfeits nothing, and is not shown so yet.
        epoch: rises with each snapshot, and whenever `touched` starts over.
    """

    __slots__ = (
        "asked",
        "attack",
        "battle",
        "cards",
        "changes",
        "clocks",
        "columns",
        "combat",
        "duel",
        "ending",
        "epoch",
        "log_digest",
        "log_length",
        "me",
        "messages",
        "oddities",
        "phase",
        "places",
        "players",
        "playing",
        "ranks",
        "sabacc",
        "seat",
        "statistics",
        "tops",
        "touched",
        "turn",
        "turn_player",
        "turn_record",
        "version",
        "voided",
        "warning",
    )

    def __init__(self) -> None:
        self.clocks: dict[PlayerName, int] = {}
        self.oddities: Counter[str] = Counter()
        self.changes = 0
        self.version = 0
        self.epoch = 0
        self.messages: deque[str] = deque(maxlen=RECENT_MESSAGES)
        self.clear()

    def clear(self) -> None:
        """Forget the table: a snapshot begins. Clocks and oddities are not part of it."""
        self.changes += 1
        self.version += 1
        self.epoch += 1
        self.touched: list[CardId | None] = []
        self.me: PlayerName | None = None
        self.players: tuple[PlayerName, ...] = ()
        self.turn_player: PlayerName | None = None
        self.phase: Phase | None = None
        self.turn: int | None = None
        self.turn_record = TurnRecord()
        self.playing: CardId | None = None
        self.cards: dict[CardId, TableCard] = {}
        self.ranks: dict[CardId, int] = {}
        self.columns: list[Column] = []
        self.places: dict[CardId, Column] = {}
        self.tops: dict[tuple[Zone, PlayerName | None], CardId] = {}
        self.battle: TableBattle | None = None
        self.attack: Attack | None = None
        self.duel: Duel | None = None
        self.combat: Duel | None = None
        self.sabacc: Sabacc | None = None
        self.seat: Seat | None = None
        self.voided: set[BlueprintId] = set()
        self.statistics: Statistics | None = None
        self.ending: Ending | None = None
        self.asked: Asked | None = None
        self.warning: str | None = None
        self.messages.clear()
        self.log_length = 0
        self.log_digest = 0

    def column_of(self, card_id: CardId) -> Column | None:
        """The column a card is at: its own, or that of the host it is attached to; None if it is at none."""
        for _ in range(_MAX_HOSTS):
            card, column = self.cards.get(card_id), self.places.get(card_id)
            if column is not None or card is None or card.host is None:
                return column
            card_id = card.host
        return None

    # -- cards and columns: all that changes them ---------------------------------------------------

    def put(self, card: TableCard) -> None:
        """Show a card as it is now, whether it was shown before or not."""
        before = self.cards.get(card.id)
        if before is not None and before.pilots is not None and before.host == card.host:
            card = msgspec.structs.replace(card, pilots=before.pilots)
        if self.seat is not None and self._takes(card, self.seat):
            card, self.seat = msgspec.structs.replace(card, pilots=self.seat.pilot), None
        if card.sideways and before is not None and before.sideways:
            card = msgspec.structs.replace(card, forfeits_nothing=before.forfeits_nothing)
        elif card.sideways and card.blueprint_id in self.voided:
            card = msgspec.structs.replace(card, forfeits_nothing=True)
            self.voided.discard(card.blueprint_id)
        self._show(card, before)

    def _show(self, card: TableCard, before: TableCard | None) -> None:
        self.cards[card.id] = card
        if before is None:
            self.ranks[card.id] = self.version
        self._touch(card.id, piles=card.zone in PILE_TOPS and (before is None or before.zone in PILE_TOPS))

    def take_seat(self, seat: Seat) -> None:
        """Note who takes a seat; the log may tell it before the card is shown there."""
        self.seat = seat
        there = (each for each in self.cards.values() if self._takes(each, seat))
        card = next((each for each in there if each.pilots is not seat.pilot), None)
        if card is not None:
            self.put(card)

    def settle(self) -> None:
        """Note who forfeits nothing of those shown before the log told it: a snapshot tells it last."""
        for card in list(self.cards.values()) if self.voided else ():
            if card.sideways and card.blueprint_id in self.voided:
                self._show(msgspec.structs.replace(card, forfeits_nothing=True), card)
        self.voided.clear()

    def _takes(self, card: TableCard, seat: Seat) -> bool:
        host = None if card.host is None else self.cards.get(card.host)
        return host is not None and (card.blueprint_id, host.blueprint_id) == (seat.card, seat.host)

    def remove(self, card_id: CardId) -> TableCard | None:
        """Forget a card; its column, if it is a location, stays empty. None if it was not shown."""
        card = self.cards.pop(card_id, None)
        if card is None:
            return None
        del self.ranks[card_id]
        column = self.places.pop(card_id, None)
        self._touch(card_id, piles=card.zone in PILE_TOPS)
        if column is not None and column.location == card_id:
            column.location = None
            self._touch(None)
        return card

    def stand(self, card_id: CardId, index: int | None) -> None:
        """Note the column a card has of its own; None for none. `put` comes after it."""
        if index is None:
            self.places.pop(card_id, None)
        else:
            self.places[card_id] = self.columns[index]

    def lay(self, card_id: CardId, index: int, *, insert: bool) -> None:
        """Lay a location on a column: on a new one, or on the one that is there. `put` comes after it."""
        if insert:
            self.columns.insert(index, Column())
        column = self.columns[index]
        column.location = card_id
        self.places[card_id] = column
        self._touch(None)

    def remove_column(self, index: int) -> None:
        """Remove a column; cards that still stand there stand nowhere."""
        del self.columns[index]
        self._touch(None)

    def _touch(self, card_id: CardId | None, *, piles: bool = False) -> None:
        self.version += 1
        if not piles:
            self.changes += 1
        if len(self.touched) >= MOST_TOUCHED:
            self.touched.clear()
            self.epoch += 1
        self.touched.append(card_id)
