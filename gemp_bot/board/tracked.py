"""The board as one player may know it, made of the tracked table."""

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.layout import Layout
from gemp_bot.board.location import Location
from gemp_bot.board.notes import Note, Notes, permanent_pilots
from gemp_bot.cards import CardIndex, CardType, Icon, SubType
from gemp_bot.protocol.enums import Zone
from gemp_bot.state import TableCard

_ENCLOSED = "enclosed"


class TrackedBoard(Board):
    """What one player sees of the board; cards that are not in the index are left out.

    Args:
        layout: the table at one moment.
        index: the cards.
        notes: of printed cards.
    """

    __slots__ = ("_index", "_notes", "_play")

    def __init__(self, layout: Layout, index: CardIndex, notes: Notes) -> None:
        play = self._play = layout.play
        super().__init__(play.side_of(play.me), layout.turn, layout.fighting)
        self._index = index
        self._notes = notes
        self._add(play.cards)
        self.locations = [
            Location(column, None if card is None else self.cards.get(card.id), notes)
            for column, card in enumerate(play.locations)
        ]
        self._set_up()
        self.active = [card for card in self.cards.values() if card.active]
        self._add(layout.hand)
        self._man()

    def hold(self, hand: tuple[TableCard, ...]) -> None:
        """Take another hand. Nothing in play depends on it."""
        for card in [card for card in self.cards.values() if card.in_hand]:
            del self.cards[card.id]
        self._add(hand)
        self._man()

    def _add(self, states: tuple[TableCard, ...]) -> None:
        for state in states:
            printed = self._index.get(state.blueprint_id)
            if printed is None:
                continue
            side = self._play.side_of(state.owner) or printed.side
            card = self.cards[state.id] = CardInPlay(state.id, printed, side, state.zone)
            card.system_name = state.system_name
            card.frozen, card.suspended, card.inverted = state.frozen, state.suspended, state.inverted
            card.sideways, card.collapsed, card.undercover = state.sideways, state.collapsed, state.undercover
            card.active = not (state.frozen or state.suspended or state.inverted)

    def _man(self) -> None:
        """Find pilots; a starship in hand may have one of its own."""
        for card in self.cards.values():
            if card.carries:
                _man(card, self._notes.of(card.card))

    def _set_up(self) -> None:
        cards = self.cards
        for state in self._play.cards:
            card = cards.get(state.id)
            host = None if state.host is None else cards.get(state.host)
            if card is not None and host is not None and host is not card:
                card.host = host
                host.attached.append(card)
        for state, column in zip(self._play.cards, self._play.columns, strict=True):
            card = cards.get(state.id)
            if card is not None:
                self._place(card, column)

    def _place(self, card: CardInPlay, column: int | None) -> None:
        if column is not None and column < len(self.locations):
            card.location = self.locations[column]
            if card.zone is not Zone.LOCATIONS:
                card.location.cards.append(card)
        host = card.host
        if host is None or not card.fights:
            return
        if host.carries:
            card.inside = host.card.type == CardType.STARSHIP or host.card.has(_ENCLOSED)
        elif host.card.type == CardType.CHARACTER and host.side is not card.side:
            card.active = False  # a captive


def _man(carrier: CardInPlay, note: Note) -> None:
    """Note who pilots a carrier, and whether anybody does; the server sends no seats (PROTOCOL 6.6).

    A card that can pilot takes a pilot's seat while one is free. If more could than may, nobody can tell.
    """
    card = carrier.card
    carrier.crew = note.crew
    able = [
        aboard
        for aboard in carrier.attached
        if aboard.card.type == CardType.CHARACTER and aboard.active and aboard.card.icon(Icon.PILOT) > 0
    ]
    for aboard in able:
        aboard.pilots = note.seats > 0
    crashed = card.type == CardType.VEHICLE and carrier.sideways  # or hit: both look alike
    carrier.unsure = len(able) > note.seats or crashed
    if card.is_a(SubType.CREATURE_VEHICLE):
        carrier.piloted = True
        return
    on_ground = card.type == CardType.STARSHIP and carrier.location is not None and carrier.location.site
    crewed = any(aboard.pilots for aboard in able) or permanent_pilots(card) > 0
    carrier.piloted = crewed and carrier.host is None and not on_ground
