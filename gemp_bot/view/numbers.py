"""The numbers of a tracked table as texts make them: the one place where a view asks for them."""

from gemp_bot.board.tracked import TrackedBoard
from gemp_bot.cards.printed import known
from gemp_bot.effects import CardEffects, Values
from gemp_bot.protocol.enums import Side
from gemp_bot.state import Table, TableCard


class TableNumbers:
    """The numbers of one table; they are worked out when they are asked for.

    Args:
        table: the tracked table; only read.
        effects: the cards and what their texts do.
    """

    def __init__(self, table: Table, effects: CardEffects) -> None:
        self._index = effects.index
        self._board = TrackedBoard(table, effects.index)
        self._values = Values(effects)
        self._values.look(self._board)

    def update(self) -> int:
        """Take the table as it is now; gives a number that rises when one in play may have changed."""
        self._board.update()
        return self._board.version

    def power(self, card: TableCard) -> float | None:
        """Power of a card in play."""
        return self._values.power(card.id)

    def ability(self, card: TableCard) -> float | None:
        """Ability of a card in play; that of a starship or vehicle is what is printed."""
        found = self._values.ability(card.id)
        if found is not None:
            return found
        printed = self._index.get(card.blueprint_id)
        return None if printed is None else known(printed.ability)

    def forfeit(self, card: TableCard) -> float | None:
        """Forfeit value of a card in play."""
        return self._values.forfeit(card.id)

    def drain(self, column: int, side: Side) -> float | None:
        """What a Force drain of a side at a column costs the other."""
        return self._values.drain(column, side)
