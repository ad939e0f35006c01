"""The table: questions about one game, the one way to bring it forward, and how it differs from another."""

from collections.abc import Iterator
from dataclasses import dataclass

from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.ending import Ending
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import AnyEvent, Asked, PlayerZones, Statistics
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.rules.piles import Piles, life_force
from gemp_bot.state.handlers import HANDLERS
from gemp_bot.state.table_data import Attack, Duel, Sabacc, TableBattle, TableCard, TableData, TurnRecord

Mark = tuple[int, int]
"""How far a table had come: its epoch, and how many changes of cards it had told since."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column of the table.

    Attributes:
        index: 0 is leftmost, across all systems.
        card: the location card; None for the instant between removal and replacement.
        dark_power: total power there; None if no character, starship or vehicle of that side is there
            (-1 on the wire).
        light_power: the same for the Light Side.
    """

    index: int
    card: TableCard | None
    dark_power: float | None
    light_power: float | None

    def power(self, side: Side) -> float | None:
        """Total power of one side, None if nobody is there."""
        return self.dark_power if side is Side.DARK else self.light_power


@dataclass(frozen=True, slots=True)
class Player:
    """One player with everything public about him.

    Attributes:
        clock: seconds left, None before the first answer.
        force_generation: total Force generation.
        zones: sizes of hand and piles, None before the first statistics.
    """

    name: PlayerName
    side: Side
    clock: int | None
    force_generation: float
    zones: PlayerZones | None

    @property
    def life_force(self) -> int:
        """Life force (rules 3.1; PROTOCOL 6.10).

        Cards of a destiny draw under way are not counted: the server does not tell how many they are.
        """
        return 0 if self.zones is None else life_of(self.zones)


def life_of(zones: PlayerZones) -> int:
    """Life force by what the server tells of the piles (rules 3.1)."""
    return life_force(
        Piles(
            reserve=zones.reserve_deck, force=zones.force_pile, used=zones.used_pile, sabacc=zones.sabacc_hand
        )
    )


class Table:
    """One game as one player (or a spectator) may know it.

    Bring it forward with `apply`; everything else only reads. A fresh table knows nothing; the first
    snapshot fills it, and every later snapshot starts it over by the same path.
    """

    __slots__ = ("_board",)

    def __init__(self) -> None:
        self._board = TableData()

    def apply(self, update: GameUpdate) -> None:
        """Run every event of one answer through its handler, in order, and take its clocks.

        An unknown event changes nothing; the decoder has counted it.
        """
        board = self._board
        board.warning = None
        handlers = HANDLERS
        for event in update.events:
            handler = handlers.get(type(event))
            if handler is not None:
                handler(board, event)
        board.settle()
        board.clocks = update.clocks

    def apply_event(self, event: AnyEvent) -> None:
        """Run one event through its handler."""
        handler = HANDLERS.get(type(event))
        if handler is not None:
            handler(self._board, event)

    def answered(self) -> None:
        """Note that the pending question was answered: none is pending until the next `D`."""
        self._board.asked = None

    # -- the frame ------------------------------------------------------------------------------

    @property
    def me(self) -> PlayerName | None:
        """Our own name; None for a spectator or before the first snapshot."""
        return self._board.me

    @property
    def opponent(self) -> PlayerName | None:
        """The other player's name, None for a spectator."""
        board = self._board
        if board.me is None:
            return None
        return next((name for name in board.players if name != board.me), None)

    @property
    def my_side(self) -> Side | None:
        """Our side, None for a spectator."""
        return None if self._board.me is None else self.side_of(self._board.me)

    @property
    def players(self) -> tuple[PlayerName, ...]:
        """Both names, the Dark player first; empty before the first snapshot."""
        return self._board.players

    def side_of(self, name: PlayerName) -> Side | None:
        """The side a player plays, None for a name that is not at this table."""
        players = self._board.players
        if name not in players:
            return None
        return Side.DARK if players.index(name) == 0 else Side.LIGHT

    def player(self, name: PlayerName) -> Player:
        """Everything public about one player.

        Raises:
            KeyError: no such player at this table.
        """
        side = self.side_of(name)
        if side is None:
            raise KeyError(name)
        numbers = self._board.statistics
        zones = None
        generation = 0.0
        if numbers is not None:
            zones = next((zone for zone in numbers.player_zones if zone.name == name), None)
            generation = (
                numbers.dark_force_generation if side is Side.DARK else numbers.light_force_generation
            )
        return Player(name, side, self._board.clocks.get(name), generation, zones)

    @property
    def turn_player(self) -> PlayerName | None:
        """Whose turn it is; a placeholder before turn 1."""
        return self._board.turn_player

    @property
    def is_my_turn(self) -> bool:
        """Whether the current turn is ours."""
        return self._board.me is not None and self._board.turn_player == self._board.me

    @property
    def phase(self) -> Phase | None:
        """The current phase."""
        return self._board.phase

    @property
    def turn(self) -> int | None:
        """Number of the current player's own turn, None before his first."""
        return self._board.turn

    @property
    def turn_record(self) -> TurnRecord:
        """What was done in this turn; only to be read."""
        return self._board.turn_record

    # -- cards and places -----------------------------------------------------------------------

    def card(self, card_id: CardId) -> TableCard | None:
        """A card by its current id, None if it is not shown to us."""
        return self._board.cards.get(card_id)

    def face_of(self, card_id: CardId) -> BlueprintId | None:
        """The visible face of a card, None if it is not shown to us."""
        card = self._board.cards.get(card_id)
        return None if card is None else card.blueprint_id

    def cards(self, *zones: Zone, owner: PlayerName | None = None) -> Iterator[TableCard]:
        """The cards in any of the zones (all zones if none is given), of one owner if given."""
        for card in self._board.cards.values():
            if (not zones or card.zone in zones) and (owner is None or card.owner == owner):
                yield card

    @property
    def changes(self) -> int:
        """Rises whenever a card outside the tops of the piles came, went, moved or changed."""
        return self._board.changes

    @property
    def version(self) -> int:
        """Rises whenever any card came, went, moved or changed, the tops of the piles included."""
        return self._board.version

    @property
    def mark(self) -> Mark:
        """How far the table has come; for `touched_since`."""
        return self._board.epoch, len(self._board.touched)

    def touched_since(self, mark: Mark) -> list[CardId | None] | None:
        """The cards that changed since then, None among them for the columns; None to begin anew."""
        epoch, told = mark
        return self._board.touched[told:] if epoch == self._board.epoch else None

    def rank(self, card_id: CardId) -> int:
        """Orders cards by when they came.

        Raises:
            KeyError: no such card is shown.
        """
        return self._board.ranks[card_id]

    @property
    def hand(self) -> tuple[TableCard, ...]:
        """Our own hand; the opponent's is hidden, only its size is known."""
        if self._board.me is None:
            return ()
        return tuple(self.cards(Zone.HAND, owner=self._board.me))

    @property
    def locations(self) -> tuple[TableColumn, ...]:
        """All columns, left to right."""
        board = self._board
        numbers = board.statistics
        dark = () if numbers is None else numbers.dark_power_at_locations
        light = () if numbers is None else numbers.light_power_at_locations
        return tuple(
            TableColumn(
                index,
                None if column.location is None else board.cards.get(column.location),
                _power(dark, index),
                _power(light, index),
            )
            for index, column in enumerate(board.columns)
        )

    def column_of(self, card_id: CardId) -> int | None:
        """Index of the column a card is at: itself, or the host it is attached to (PROTOCOL 6.8)."""
        column = self._board.column_of(card_id)
        return self._board.columns.index(column) if column in self._board.columns else None

    def cards_at(self, index: int) -> tuple[TableCard, ...]:
        """The cards standing at a column, without the location and what is attached."""
        board = self._board
        if not 0 <= index < len(board.columns):
            return ()
        column = board.columns[index]
        return tuple(
            board.cards[card_id]
            for card_id, place in board.places.items()
            if place is column and card_id != column.location
        )

    def attached_to(self, card_id: CardId) -> tuple[TableCard, ...]:
        """The cards attached to or stacked on a card, directly."""
        return tuple(card for card in self._board.cards.values() if card.host == card_id)

    # -- what goes on ---------------------------------------------------------------------------

    @property
    def statistics(self) -> Statistics | None:
        """The last numbers the server sent (PROTOCOL 6.10)."""
        return self._board.statistics

    @property
    def battle(self) -> TableBattle | None:
        """The battle in progress."""
        return self._board.battle

    @property
    def attack(self) -> Attack | None:
        """The creature attack in progress."""
        return self._board.attack

    @property
    def duel(self) -> Duel | None:
        """The duel in progress."""
        return self._board.duel

    @property
    def combat(self) -> Duel | None:
        """The lightsaber combat in progress."""
        return self._board.combat

    @property
    def sabacc(self) -> Sabacc | None:
        """The sabacc game in progress."""
        return self._board.sabacc

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it runs. The loss line comes first, the win line completes it."""
        return self._board.ending

    @property
    def asked(self) -> Asked | None:
        """The question waiting for us. A game that is over still shows its last one: that is no question."""
        return None if self._board.ending else self._board.asked

    @property
    def warning(self) -> str | None:
        """The warning of the last answer, HTML."""
        return self._board.warning

    @property
    def messages(self) -> tuple[str, ...]:
        """The most recent lines of the game log, HTML."""
        return tuple(self._board.messages)

    @property
    def log_length(self) -> int:
        """How many lines the game log has; a re-opened game replays them all (PROTOCOL pitfall 10)."""
        return self._board.log_length

    @property
    def log_digest(self) -> int:
        """A fingerprint of the whole log within this process."""
        return self._board.log_digest

    @property
    def clocks(self) -> dict[PlayerName, int]:
        """Seconds left a player."""
        return dict(self._board.clocks)

    @property
    def oddities(self) -> dict[str, int]:
        """What the events asked for and the table could not do, counted; empty if all is well."""
        return dict(self._board.oddities)

    @property
    def columns_agree(self) -> bool:
        """Whether the last statistics have exactly one number a column (self-check, PROTOCOL 6.8)."""
        numbers = self._board.statistics
        return numbers is None or len(numbers.dark_power_at_locations) == len(self._board.columns)


def _power(powers: tuple[float, ...], index: int) -> float | None:
    if index >= len(powers) or powers[index] < 0:
        return None
    return powers[index]


def is_mine(view: Table, card_id: CardId | None) -> bool:
    """Whether a card is known to be ours."""
    card = None if card_id is None else view.card(card_id)
    return card is not None and card.owner is not None and card.owner == view.me


def is_theirs(view: Table, card_id: CardId | None) -> bool:
    """Whether a card is known to be the opponent's."""
    card = None if card_id is None else view.card(card_id)
    return card is not None and card.owner is not None and card.owner != view.me


def damage_due(view: Table) -> tuple[float, float]:
    """Battle damage and attrition that we still have to pay; attrition counts only if we are not immune."""
    numbers = view.statistics
    if numbers is None:
        return 0, 0
    if view.my_side is Side.DARK:
        damage, immune = numbers.dark_battle_damage_remaining, numbers.dark_immune_to_remaining_attrition
    else:
        damage, immune = numbers.light_battle_damage_remaining, numbers.light_immune_to_remaining_attrition
    return damage, 0 if immune else attrition_left(view)


def attrition_left(view: Table) -> float:
    """Attrition against us that is left, whether we are immune to it or not."""
    numbers = view.statistics
    if numbers is None:
        return 0
    dark, light = numbers.dark_battle_attrition_remaining, numbers.light_battle_attrition_remaining
    return dark if view.my_side is Side.DARK else light


def differences(tracked: Table, fresh: Table) -> list[str]:
    """List what differs, one short line each; empty if both know the same.

    Left out is what a snapshot never tells: an attack or a lightsaber combat in progress, and a
    pending warning (PROTOCOL 5.2).
    """
    return [*_frame(tracked, fresh), *_columns(tracked, fresh), *_cards(tracked, fresh)]


def missed_events(tracked: Table, fresh: Table) -> bool:
    """Whether the game may have gone on unseen between the tracked table and the snapshot.

    It did if its log is longer. While nobody asks us anything it may have done so without a word.
    """
    if fresh.log_length > tracked.log_length:
        return True
    return tracked.asked is None and tracked.ending is None


def _frame(tracked: Table, fresh: Table) -> Iterator[str]:
    for name in ("me", "players", "turn_player", "phase", "turn", "statistics", "battle", "duel"):
        yield from _unequal(name, getattr(tracked, name), getattr(fresh, name))
    yield from _unequal("sabacc", tracked.sabacc, fresh.sabacc)
    yield from _unequal("ending", tracked.ending, fresh.ending)
    yield from _unequal("log length", tracked.log_length, fresh.log_length)
    if tracked.log_length == fresh.log_length and tracked.log_digest != fresh.log_digest:
        yield "the logs are of one length but differ"
    was = None if tracked.asked is None else tracked.asked.decision
    now = None if fresh.asked is None else fresh.asked.decision
    yield from _unequal("question", was, now)


def _columns(tracked: Table, fresh: Table) -> Iterator[str]:
    was = [None if place.card is None else place.card.id for place in tracked.locations]
    now = [None if place.card is None else place.card.id for place in fresh.locations]
    yield from _unequal("columns", was, now)


def _cards(tracked: Table, fresh: Table) -> Iterator[str]:
    was = {card.id: card for card in tracked.cards()}
    now = {card.id: card for card in fresh.cards()}
    for card_id in was.keys() - now.keys():
        yield f"tracked only: {_name(was[card_id])}"
    for card_id in now.keys() - was.keys():
        yield f"in the snapshot only: {_name(now[card_id])}"
    for card_id in was.keys() & now.keys():
        yield from _unequal(f"card {card_id}", was[card_id], now[card_id])
        if was[card_id].zone in (Zone.AT_LOCATION, Zone.LOCATIONS):
            column = tracked.column_of(card_id)
            yield from _unequal(f"column of card {card_id}", column, fresh.column_of(card_id))


def _unequal(name: str, was: object, now: object) -> Iterator[str]:
    if was != now:
        yield f"{name}: tracked {was!r}, snapshot {now!r}"


def _name(card: TableCard) -> str:
    return f"card {card.id}, {card.blueprint_id} in {card.zone}"
