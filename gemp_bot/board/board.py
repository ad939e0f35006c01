"""The board: every card in play and every location, read by effects, rules and valuation alike."""

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId


class Board:
    """The cards in play and the locations, with the hand of one player.

    `tracked` fills it as one player may know it; the box fills it as it truly is.

    Attributes:
        me: whose hand is held; None for a spectator.
        turn: whose turn it is; None before the first.
        fighting: ids of the cards in the battle; None if there is no battle.
        cards: by id, those of the hand included.
        locations: left to right.
        active: the active cards in play, locations too.
    """

    __slots__ = ("active", "cards", "fighting", "locations", "me", "turn")

    def __init__(self, me: Side | None, turn: Side | None, fighting: frozenset[CardId] | None) -> None:
        self.me = me
        self.turn = turn
        self.fighting = fighting
        self.cards: dict[CardId, CardInPlay] = {}
        self.locations: list[Location] = []
        self.active: list[CardInPlay] = []
