"""The card whose text is read, and the player its `you` means."""

from collections.abc import Callable
from typing import TypeVar

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.protocol.enums import Side


class EffectContext:
    """A card in play with its text.

    Attributes:
        card: the card whose text it is.
        you: the player the text speaks to: of a location the side the text stands on, else the owner.
    """

    __slots__ = ("board", "card", "you")

    def __init__(self, board: Board, card: CardInPlay, you: Side) -> None:
        self.board = board
        self.card = card
        self.you = you

    @property
    def location(self) -> Location | None:
        """Where the card is."""
        return self.card.location


Subject = TypeVar("Subject")
Test = Callable[[EffectContext, Subject], bool]
"""Whether a card or a location is one of those a phrase means."""

CardTest = Test[CardInPlay]
PlaceTest = Test[Location]
Holds = Callable[[EffectContext], bool]
"""Whether a condition holds now."""
