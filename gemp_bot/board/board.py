"""The board: every card in play and every location, read by effects, rules and valuation alike."""

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.board.shown import ShownCard
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
        others: by id, the cards that are shown and take no part: backs, tops of piles, what is stacked or
            out of play, what is not in the index.
        version: rises with every change in play, of the turn and of the battle.
        hand_version: rises with every change of the hand.
    """

    __slots__ = (
        "active",
        "cards",
        "fighting",
        "hand_version",
        "locations",
        "me",
        "others",
        "turn",
        "version",
    )

    def __init__(self, me: Side | None, turn: Side | None, fighting: frozenset[CardId] | None) -> None:
        self.me = me
        self.turn = turn
        self.fighting = fighting
        self.cards: dict[CardId, CardInPlay] = {}
        self.locations: list[Location] = []
        self.active: list[CardInPlay] = []
        self.others: dict[CardId, ShownCard] = {}
        self.version = 0
        self.hand_version = 0
