"""The board as one player may know it, kept by the events of the tracked table."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Self, TypeVar, cast

from gemp_bot.board.board import Board
from gemp_bot.board.card import IN_PLAY, PILES, CardInPlay
from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.board.location import Location
from gemp_bot.board.piloting import attach, find_pilots
from gemp_bot.board.shown import ShownCard
from gemp_bot.cards import CardIndex
from gemp_bot.protocol.enums import PILE_TOPS, Zone
from gemp_bot.protocol.events import Statistics
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Mark, Table, TableCard, TableColumn

_OUT_OF_PLAY: Final = PILE_TOPS | {Zone.HAND}
"""Zones whose cards change nothing in play."""
_SIZES: Final = {zone: zone.name.lower() for zone in (*PILES, Zone.HAND)}
"""Which of the numbers of the server is the size of a pile or hand."""
_NOWHERE: Final[Mark] = (-1, 0)
_States = dict[CardId, TableCard | None]
"""Cards as they are shown now; None for those that are not any more."""
AnyCard = TypeVar("AnyCard", CardInPlay, ShownCard)


class TrackedBoard(Board):
    """What one player sees of the board.

    It stays as it was at the last `update`, however the table goes on; `update` brings forward only what
    the events since then touched.

    Args:
        table: the tracked table; only read.
        index: the cards; None to know nothing of any card.

    Attributes:
        table: as given.
        numbers: the last statistics of the server.
        piles: our hand, and the sizes of all others; what is shown of their tops is in `others`.
    """

    def __init__(self, table: Table, index: CardIndex | None) -> None:
        super().__init__(None, None, None)
        self.table = table
        self.numbers = table.statistics
        self._index = index
        self._facts = CardFactsCache(None) if index is None else index.derived(CardFactsCache)
        self._mark = _NOWHERE
        self._filled_for: Statistics | None = None
        self._cards: dict[CardId, CardInPlay] = {}
        self._others: dict[CardId, ShownCard] = {}
        self._hosts: dict[CardId, CardId] = {}
        self._riders: dict[CardId, set[CardId]] = {}
        self.update()

    def update(self) -> None:
        """Bring it forward to what the table is now."""
        table = self.table
        if table.statistics != self.numbers:
            self._set_aside("numbers", table.statistics)
        self.turn = None if table.turn_player is None else table.side_of(table.turn_player)
        fighting = None if table.battle is None else frozenset(table.battle.cards)
        if fighting != self.fighting:
            self.fighting = fighting
        mark = table.mark
        if mark != self._mark:
            touched = table.touched_since(self._mark)
            self._mark = _NOWHERE  # should this be cut short, the next one begins anew
            if touched is None:
                self._begin()
            else:
                self._take_in(touched)
            self._mark = mark
        elif self.numbers is self._filled_for:
            return
        self._fill_piles()

    def _fill_piles(self) -> None:
        """Take in our hand, and of everything else that is held how many cards there are."""
        numbers = self._filled_for = self.numbers
        sizes = {} if numbers is None else {zones.name: zones for zones in numbers.player_zones}
        held = {self.table.side_of(name): zones for name, zones in sizes.items()}
        rank = self.table.rank
        hand = sorted((card for card in self.known.values() if card.in_hand), key=lambda card: rank(card.id))
        for side, piles in self.piles.items():
            for zone, pile in piles.items():
                cards = tuple(hand) if zone is Zone.HAND and side is self.me else ()
                if cards != pile.cards:
                    pile.cards = cards
                hidden = max(getattr(held.get(side), _SIZES.get(zone, ""), 0) - len(cards), 0)
                if hidden != pile.hidden:
                    pile.hidden = hidden

    def _begin(self) -> None:
        """Forget all, and take in the whole table."""
        self.me = self.table.my_side
        self.known, self.others = {}, {}
        self._hosts.clear()
        self._riders.clear()
        self._change({card.id: card for card in self.table.cards()}, columns=True, in_play=True)

    def _take_in(self, touched: Iterable[CardId | None]) -> None:
        """Take in what changed."""
        ids = set(touched)
        # A column keeps the id of a location that is gone, and shows it again if the id comes back.
        laid = [None if column.card is None else column.card.id for column in self.table.locations]
        columns = None in ids or laid != [location.id for location in self.locations]
        ids.discard(None)
        card = self.table.card
        states = {card_id: card(card_id) for card_id in self._with_riders(cast("set[CardId]", ids))}
        zones = {state.zone for state in states.values() if state is not None}
        for card_id in states:
            was = self.known.get(card_id) or self.others.get(card_id)
            if was is not None:
                zones.add(was.zone)
        in_play = columns or not zones <= _OUT_OF_PLAY
        if columns or Zone.LOCATIONS in zones or any(each.id in states for each in self.locations):
            columns = True
            states = {each: card(each) for each in (*self.known, *self.others, *states)}
        self._change(states, columns=columns, in_play=in_play)

    # -- what changed ---------------------------------------------------------------------------------

    def _change(self, states: _States, *, columns: bool, in_play: bool) -> None:
        """Take cards up, with all that is aboard them, and lay them down where they are now.

        Args:
            states: the cards.
            columns: the locations are laid anew.
            in_play: some of the cards are not in hands or piles, or were not.
        """
        self._cards, self._others = dict(self.known), dict(self.others)
        manned: set[CardId] = set()
        for card_id, state in states.items():
            self._lift(card_id, state, manned)
        rank = self.table.rank
        shown = [state for state in states.values() if state is not None]
        shown.sort(key=lambda state: rank(state.id))
        for state in shown:
            self._know(state)
        if columns:
            self.locations = tuple(self._location(column) for column in self.table.locations)
        for state in shown:
            self._place(state, manned)
        for card_id in manned:
            self._find_pilots(card_id)
        if in_play:
            self.known, self.others = self._cards, self._others
        else:
            self._set_aside("known", self._cards)
            self._set_aside("others", self._others)

    def _find_pilots(self, card_id: CardId) -> None:
        carrier = self._cards.get(card_id)
        if carrier is not None and carrier.carries:
            find_pilots(carrier)

    def _with_riders(self, touched: set[CardId]) -> set[CardId]:
        """The cards with all that is aboard them, directly or not."""
        found = set(touched)
        waiting = [card_id for card_id in touched if card_id in self._riders]
        while waiting:
            more = self._riders[waiting.pop()] - found
            found |= more
            waiting += [rider for rider in more if rider in self._riders]
        return found

    def _lift(self, card_id: CardId, state: TableCard | None, manned: set[CardId]) -> None:
        """Take a card from where it is, and out of the board if it is shown no more."""
        wire_host = self._hosts.pop(card_id, None)
        if wire_host is not None:
            riders = self._riders[wire_host]
            riders.discard(card_id)
            if not riders:
                del self._riders[wire_host]
        other = self._others.pop(card_id, None)
        if other is not None and other.location is not None and other.zone is not Zone.LOCATIONS:
            other.location.others = _without(other.location.others, other)
        card = self._cards.get(card_id)
        if card is None:
            return
        if card.host is not None:
            card.host.attached = _without(card.host.attached, card)
            manned.add(card.host.id)
            card.host = None
        if card.location is not None:
            if card.zone is not Zone.LOCATIONS:
                card.location.cards = _without(card.location.cards, card)
            card.location = None
        if state is None:
            del self._cards[card_id]

    def _know(self, state: TableCard) -> None:
        """Note what a card is and how it lies, wherever that is."""
        if state.host is not None:
            self._hosts[state.id] = state.host
            self._riders.setdefault(state.host, set()).add(state.id)
        printed = None if self._index is None else self._index.get(state.blueprint_id)
        side = None if state.owner is None else self.table.side_of(state.owner)
        zone = state.zone
        ours = self.me is not None and side is self.me
        if printed is None or not (zone in IN_PLAY or (zone is Zone.HAND and ours)):
            self._cards.pop(state.id, None)
            other = self._others[state.id] = ShownCard(state.id, state.blueprint_id, side, zone)
            other.card, other.host = printed, state.host
            return
        side = side or printed.side
        card = self._cards.get(state.id)
        if card is None or card.card is not printed or card.side is not side:
            card = self._cards[state.id] = self.make(state.id, self._facts.of(printed), side, zone)
        card.zone = zone
        card.system_name = state.system_name
        card.frozen, card.suspended, card.inverted = state.frozen, state.suspended, state.inverted
        card.sideways, card.collapsed, card.undercover = state.sideways, state.collapsed, state.undercover
        card.active = not (state.frozen or state.suspended or state.inverted)
        card.inside = card.pilots = False

    def _location(self, column: TableColumn) -> Location:
        state = column.card
        found = Location(self._changes, column.index)
        card = None if state is None else self._cards.get(state.id)
        if card is not None:
            found.lay(card)
        found.id = None if state is None else state.id
        return found

    def _place(self, state: TableCard, manned: set[CardId]) -> None:
        """Lay a card down where the table says; what it is aboard is known by now."""
        column = self.table.column_of(state.id)
        location = None if column is None else self.locations[column]
        card = self._cards.get(state.id)
        if card is None:
            other = self._others[state.id]
            other.location = location
            if location is not None and state.zone is not Zone.LOCATIONS:
                location.others = self._with(location.others, other)
            return
        manned.add(card.id)
        if card.in_hand:
            return
        card.location = location
        if location is not None and card.zone is not Zone.LOCATIONS:
            location.cards = self._with(location.cards, card)
        host = None if state.host is None else self._cards.get(state.host)
        if host is None or host is card or host.in_hand:
            return
        attach(card, host)
        host.attached = self._with(host.attached, card)
        manned.add(host.id)

    def _with(self, cards: tuple[AnyCard, ...], card: AnyCard) -> tuple[AnyCard, ...]:
        """Cards with one more; they lie in the order they came."""
        rank = self.table.rank
        found = list(cards)
        found.append(card)
        if cards and rank(cards[-1].id) > rank(card.id):
            found.sort(key=lambda each: rank(each.id))
        return tuple(found)

    def copy(self) -> Self:
        """As of any board; both read the same table, and each is brought forward by itself."""
        new = super().copy()
        riders = {host: set(riders) for host, riders in self._riders.items()}
        vars(new).update(_hosts=dict(self._hosts), _riders=riders, _cards={}, _others={})
        return new

    def _in_order(self) -> Iterator[CardInPlay]:
        return iter(self.known.values())

    def _active_of(self, cards: Iterable[CardInPlay]) -> Sequence[CardInPlay]:
        rank = self.table.rank
        return sorted(super()._active_of(cards), key=lambda card: rank(card.id))


def _without(cards: tuple[AnyCard, ...], card: AnyCard) -> tuple[AnyCard, ...]:
    return tuple(each for each in cards if each is not card)
