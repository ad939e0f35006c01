"""Which cards moved, and which moves of several cards have begun."""

from collections.abc import Iterable

from gemp_bot.decisions import ActionKind
from gemp_bot.protocol.ids import CardId


class MoveMemory:
    """Moves of this turn.

    Attributes:
        moved: the cards that have moved this turn.
        offered: by card and kind of move, the locations that were offered it this turn.
        movers: of the move that is being carried out, the cards that its menu offers the same move.
        group_move: the move of a whole group that has begun, from which column to which; None for none.
        transit_target: the column of the docking bay that a transit goes to.
    """

    __slots__ = ("group_move", "moved", "movers", "offered", "transit_target")

    def __init__(self) -> None:
        self.moved: set[CardId] = set()
        self.offered: dict[tuple[CardId, ActionKind], frozenset[CardId]] = {}
        self.movers: frozenset[CardId] = frozenset()
        self.group_move: tuple[int, int] | None = None
        self.transit_target: int | None = None

    def new_turn(self) -> None:
        """Every card may move again, and perhaps elsewhere."""
        self.moved.clear()
        self.offered.clear()

    def new_phase(self) -> None:
        """A group move ends with its phase."""
        self.group_move = None

    def begin(self, movers: frozenset[CardId]) -> None:
        """An action was chosen.

        Args:
            movers: the cards that the menu offers the same move; none if it is no move.
        """
        self.movers = movers

    def offer(self, card: CardId, kind: ActionKind, locations: frozenset[CardId]) -> None:
        """These locations, and no others, were offered to a card for a kind of move."""
        self.offered[card, kind] = locations

    def move(self, card: CardId, group: tuple[int, int] | None) -> None:
        """A card moves; `group` is the way of its group, if others are to follow."""
        self.moved.add(card)
        self.group_move = group

    def transit_to(self, column: int | None) -> None:
        """The docking bay of a transit was chosen."""
        self.transit_target = column

    def transit(self, cards: Iterable[CardId]) -> None:
        """The cards of a transit were chosen."""
        self.moved.update(cards)
