"""A pile, hand or unresolved destiny draw of one player."""

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.part import BoardPart, ChangeCounter


class Pile(BoardPart):
    """A pile, hand or unresolved destiny draw of one player.

    Attributes:
        cards: those that are known to lie there, the top one last; of a board as it truly is all of them.
        hidden: how many more lie there.
    """

    cards: tuple[CardInPlay, ...] = ()
    hidden: int = 0
    held = True

    def __init__(self, changes: ChangeCounter) -> None:
        vars(self).update(_changes=changes)

    @property
    def size(self) -> int:
        """How many cards lie there."""
        return len(self.cards) + self.hidden
