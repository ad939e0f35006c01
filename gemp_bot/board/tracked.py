"""The board as one player may know it: what a server tells becomes the moves of `Board`."""

from collections.abc import Iterable, Iterator
from typing import Final, cast

from gemp_bot.board.board import Board
from gemp_bot.board.card import IN_PLAY, PILES, AttachedAs, CardInPlay, Lasting
from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.board.until_turn import IT, bars
from gemp_bot.cards import CardIndex, unknown_card
from gemp_bot.protocol.enums import PILE_TOPS, Zone
from gemp_bot.protocol.events import Statistics
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Mark, Table, TableCard
from gemp_bot.state.table_data import Affected

_PILES: Final = {top: Zone(top.removeprefix("TOP_OF_")) for top in PILE_TOPS}
"""Of each top of a pile the pile."""
_SIZES: Final = {zone: zone.name.lower() for zone in (*PILES, Zone.HAND)}
"""Which of the numbers of the server is the size of a pile or hand."""
_SEATS: Final = {None: AttachedAs.NONE, True: AttachedAs.PILOT, False: AttachedAs.PASSENGER}
_NOWHERE: Final[Mark] = (-1, 0)


class BoardTracker:
    """Keeps a board as one player may know it.

    The board stays as it was at the last `update`, however the table goes on; `update` brings forward only
    what the events since then touched. A card whose face is not known, or not in the index, is one of which
    nothing is known; it is not active. Piles and hands hold what is shown of them, and how many more.

    Args:
        table: the tracked table; only read.
        index: the cards; None to know nothing of any card.

    Attributes:
        table: as given.
        board: what the player sees, in the order in which the cards came.
        numbers: the last statistics of the server.
    """

    def __init__(self, table: Table, index: CardIndex | None) -> None:
        self.table = table
        self.board = Board(None, None, None)
        self.numbers: Statistics | None = None
        self._index = index
        self._facts = CardFactsCache(None) if index is None else index.derived(CardFactsCache)
        self._unknown = CardFactsCache(None)
        self._mark = _NOWHERE
        self._affected: tuple[Affected, ...] = ()
        self.update()

    def update(self) -> None:
        """Bring it forward to what the table is now."""
        table, board = self.table, self.board
        board.turn = None if table.turn_player is None else table.side_of(table.turn_player)
        if (table.turn or 0) != board.round:
            board.round = table.turn or 0
        fighting = None if table.battle is None else frozenset(table.battle.cards)
        if fighting != board.fighting:
            board.fighting = fighting
        if table.turn_record.affected != self._affected:
            self._affected = table.turn_record.affected
            board.lasting = tuple(self._lasting())
        mark = table.mark
        if mark != self._mark:
            touched = table.touched_since(self._mark)
            self._mark = _NOWHERE  # should this be cut short, the next one begins anew
            self._take_in(touched)
            self._mark = mark
        elif table.statistics is self.numbers:
            return
        self.numbers = table.statistics
        self._count_hidden()

    def _lasting(self) -> Iterator[Lasting]:
        """What Interrupts that were played this turn bar cards from until it ends.

        Where the Interrupt lies by then is not known: the change is bound to the card that bears it.
        """
        for each in self._affected:
            printed = None if self._index is None else self._index.get(each.by)
            player = None if each.player is None else self.table.side_of(each.player)
            if printed is None or player is None:
                continue
            for modifier in bars(printed.type, self._facts.of(printed).text):
                yield Lasting(each.card, player, modifier, ((IT, each.card),), "turn")

    def _count_hidden(self) -> None:
        """Take in how many cards there are in piles and hands besides those that are shown."""
        zones = () if self.numbers is None else self.numbers.player_zones
        held = {self.table.side_of(each.name): each for each in zones}
        for side, piles in self.board.piles.items():
            for zone, pile in piles.items():
                pile.hidden = max(getattr(held.get(side), _SIZES.get(zone, ""), 0) - len(pile.cards), 0)

    def _take_in(self, touched: Iterable[CardId | None] | None) -> None:
        """Move the cards that were touched, with all that is on them; None for all cards.

        If locations were touched, all is laid anew: a new column shifts the others.
        """
        table, board = self.table, self.board
        columns = table.locations
        laid = {None, *(column.card.id for column in columns if column.card is not None)}
        laid.update(location.id for location in board.locations)
        ids = None if touched is None else self._with_riders(touched)
        if ids is not None and laid.isdisjoint(ids):
            states = self._make_cards(cast("set[CardId]", ids))
        else:
            board.clear()
            board.me = table.my_side
            states = self._make_cards([card.id for card in table.cards()])
            for column in columns:
                location = None if column.card is None else board.known.get(column.card.id)
                state = None if location is None else states.get(location.id)
                if (
                    location is None
                    or state is None
                    or not location.card.known
                    or state.zone is not Zone.LOCATIONS
                ):
                    board.insert(column.index).id = None if column.card is None else column.card.id
                else:
                    board.lay(location, column.index, state.system_name)
                    del states[location.id]
        while states:
            self._place(states.pop(next(iter(states))), states)
        board.sort(lambda card: table.rank(card.id))
        self._note_planets()

    def _note_planets(self) -> None:
        """Note on an Objective the planet that was chosen for it, which no event tells.

        It deploys the system, then a site there, before its owner deploys any other location: the oldest id
        is that of the system, or of the site where the opponent converted the system (PROTOCOL 6.2).
        """
        for card in self.board.side_of_table:
            if card.facts.chooses_planet:
                laid = [each.card for each in self.board.locations if each.card is not None]
                ours = [each for each in laid if each.side is card.side and each.facts.planet]
                first = min(ours, key=lambda each: each.id, default=None)
                planet = first is not None and first.location is not None and first.location.group
                if card.noted != planet:
                    card.noted = planet

    def _with_riders(self, touched: Iterable[CardId | None]) -> set[CardId | None]:
        """The cards with all that is on them, directly or not."""
        riders: dict[CardId | None, list[CardId]] = {}
        for card in self.table.cards():
            if card.host is not None:
                riders.setdefault(card.host, []).append(card.id)
        found = set(touched)
        waiting = list(found)
        while waiting:
            more = set(riders.get(waiting.pop(), ())) - found
            found |= more
            waiting += more
        return found

    def _make_cards(self, ids: Iterable[CardId]) -> dict[CardId, TableCard]:
        """Have cards on the board as they look now, if they are shown; gives how they are shown."""
        known, states = self.board.known, {}
        gone: list[CardInPlay] = []
        made: list[CardInPlay] = []
        for card_id in ids:
            state, before = self.table.card(card_id), known.get(card_id)
            card = None if state is None else self._card(state, before)
            if card is not None and state is not None:
                states[card_id] = state
            if card is not before:
                gone += [] if before is None else [before]
                made += [] if card is None else [card]
        if gone:
            self.board.remove(gone)
        if made:
            self.board.add(sorted(made, key=lambda card: self.table.rank(card.id)))
        return states

    def _card(self, state: TableCard, card: CardInPlay | None) -> CardInPlay | None:
        """A card as it looks now, the same one as before if it still is; None for a back on top of a pile."""
        printed = None if self._index is None else self._index.get(state.blueprint_id)
        side = None if state.owner is None else self.table.side_of(state.owner)
        if printed is not None:
            facts, side = self._facts.of(printed), side or printed.side
        elif side is None or (state.hidden and state.zone in PILE_TOPS):
            return None
        else:
            facts = self._unknown.of(unknown_card(state.blueprint_id))
        if card is None or card.facts is not facts or card.side is not side:
            card = self.board.make(state.id, facts, side, Zone.HAND)
        card.system_name = state.system_name
        card.frozen, card.suspended, card.inverted = state.frozen, state.suspended, state.inverted
        card.sideways, card.collapsed, card.undercover = state.sideways, state.collapsed, state.undercover
        card.forfeit_zero = state.forfeits_nothing
        off = state.frozen or state.suspended or (state.inverted and facts.location is None)
        card.active = printed is not None and not off
        return card

    def _place(self, state: TableCard, waiting: dict[CardId, TableCard]) -> None:
        """Move a card to where the table shows it, after the card it is on."""
        board, zone = self.board, state.zone
        below = None if state.host is None else waiting.pop(state.host, None)
        if below is not None:
            self._place(below, waiting)
        card, host = board.known[state.id], self._host(state)
        if zone in _PILES or (zone is Zone.HAND and card.side is board.me):
            board.to_pile(card, _PILES.get(zone, zone))
        elif zone not in IN_PLAY:
            board.put_aside(card, zone, host)
        elif host is not None:
            board.attach(card, host, _SEATS[state.pilots])
        else:
            column = self.table.column_of(state.id)
            board.stand(card, None if column is None else board.locations[column])
        card.zone = _PILES.get(zone, zone)

    def _host(self, state: TableCard) -> CardInPlay | None:
        """The card in play a card is on; None for none, and for cards that are said to be on each other."""
        below, chain = state, {state.id}
        while below.host is not None:
            if below.host in chain:
                return None
            chain.add(below.host)
            found = self.table.card(below.host)
            if found is None:
                break
            below = found
        host = None if state.host is None else self.board.known.get(state.host)
        return host if host is not None and host.zone in IN_PLAY else None
