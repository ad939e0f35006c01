"""A board as plain values, with everything it says: two of them can be compared."""

from typing import Any

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.protocol.enums import Side


def whole(board: Board) -> dict[str, Any]:
    """Every attribute of the board, its cards and its locations; other objects are told by their ids."""
    return {
        "frame": (board.me, board.turn, board.fighting),
        "known": {card_id: everything_of(card) for card_id, card in board.known.items()},
        "cards": list(board.cards),
        "piles": [
            [_plain([pile.cards, pile.hidden]) for pile in held.values()] for held in board.piles.values()
        ],
        "locations": [everything_of(location) for location in board.locations],
        "presence": [[location.presence(side) for side in Side] for location in board.locations],
        "active": [card.id for card in board.active],
    }


def everything_of(thing: CardInPlay | Location) -> dict[str, Any]:
    """Every attribute of one thing, but what is only remembered of what was asked."""
    names = type(thing).__annotations__
    return {name: _plain(getattr(thing, name)) for name in names if not name.startswith("_")}


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, CardInPlay):
        return value.id
    return ("column", value.column) if isinstance(value, Location) else value
