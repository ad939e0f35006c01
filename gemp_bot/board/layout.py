"""What lies where, at one moment: all that reckoning and judging need of the table.

A layout stays what it is when the table goes on, so whatever is made of it can be made later, or never. Each
is made from the one before it: while nothing in play changed both have the same `play`, and what was worked
out of that is still true. A card that is drawn changes a hand and nothing in play.
"""

from operator import is_
from typing import Final

import msgspec

from gemp_bot.protocol.enums import PILE_TOPS, Side, Zone
from gemp_bot.protocol.ids import CardId, PlayerName
from gemp_bot.state import Table, TableCard

IN_PLAY: Final = frozenset({Zone.AT_LOCATION, Zone.LOCATIONS, Zone.ATTACHED, Zone.SIDE_OF_TABLE})
"""The zones whose cards are face up and have numbers; our hand comes on top."""


class Play(msgspec.Struct, frozen=True, eq=False):
    """What is face up in play.

    Attributes:
        all: every card but those of hands and of the tops of piles, whether it is in play or not: while these
            are the same, all are where they were.
        cards: in the order of the table.
        columns: of each of them; None for one that is at no location.
        locations: the location of each column; None for the instant between two of them.
        players: both names, the Dark player first.
        me: our name; None for a spectator.
    """

    all: tuple[TableCard, ...]
    cards: tuple[TableCard, ...]
    columns: tuple[int | None, ...]
    locations: tuple[TableCard | None, ...]
    players: tuple[PlayerName, ...]
    me: PlayerName | None

    def side_of(self, name: PlayerName | None) -> Side | None:
        """The side a player plays; None for nobody, and for a name that is not at this table."""
        if name is None or name not in self.players:
            return None
        return Side.LIGHT if self.players.index(name) else Side.DARK

    def is_still(self, table: Table, cards: list[TableCard]) -> bool:
        """Whether these are the very same cards at the same places, looked at from the same seat."""
        locations = table.columns
        return (
            len(self.all) == len(cards)
            and len(self.locations) == len(locations)
            and all(map(is_, self.all, cards))
            and all(map(is_, self.locations, locations))
            and (self.players, self.me) == (table.players, table.me)
        )


class Layout(msgspec.Struct, frozen=True, eq=False):
    """The table at one moment.

    Attributes:
        play: what is face up in play.
        hand: our own hand.
        turn: whose turn it is.
        fighting: the cards in the battle; None if there is no battle.
        changes: the counter of the table then.
        table: whose counter that is.
    """

    play: Play
    hand: tuple[TableCard, ...]
    turn: Side | None
    fighting: frozenset[CardId] | None
    changes: int
    table: Table


def layout_of(table: Table, before: Layout | None = None) -> Layout:
    """Take in the table.

    Args:
        table: as it is now.
        before: an earlier layout; of what did not change since then its parts are taken over.
    """
    turn = None if table.turn_player is None else table.side_of(table.turn_player)
    fighting = None if table.battle is None else frozenset(table.battle.cards)
    if before is not None and before.table is table and before.changes == table.changes:
        if turn is before.turn and fighting == before.fighting:
            return before
        return Layout(before.play, before.hand, turn, fighting, before.changes, table)
    me = table.me
    known: list[TableCard] = []
    hand: list[TableCard] = []
    for card in table.cards():
        zone = card.zone
        if zone is Zone.HAND:
            if card.owner == me:
                hand.append(card)
        elif zone not in PILE_TOPS:
            known.append(card)
    if before is not None and before.table is table and before.play.is_still(table, known):
        play = before.play
    else:
        play = _play_of(table, known)
    return Layout(play, tuple(hand), turn, fighting, table.changes, table)


def _play_of(table: Table, known: list[TableCard]) -> Play:
    cards = tuple(card for card in known if card.zone in IN_PLAY)
    return Play(
        tuple(known),
        cards,
        tuple(table.column_of(card.id) for card in cards),
        table.columns,
        table.players,
        table.me,
    )
