"""The numbers of a tracked table as texts make them: the one place where a view asks for them."""

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.effects import CardEffects
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side
from gemp_bot.state import Table, TableCard


class TableNumbers:
    """The numbers of one table; they are worked out when they are asked for.

    Args:
        table: the tracked table; only read.
        effects: the cards and what their texts do.
    """

    def __init__(self, table: Table, effects: CardEffects) -> None:
        self._tracker = BoardTracker(table, effects.index)
        self._board = self._tracker.board
        self._numbers = Numbers(self._board, effects)

    def update(self) -> int:
        """Take the table as it is now; gives a number that rises when one in play may have changed."""
        self._tracker.update()
        return self._board.version

    def power(self, card: TableCard) -> float | None:
        """Power of a card in play."""
        found = self._fighter(card)
        return None if found is None else self._numbers.power(found)

    def ability(self, card: TableCard) -> float | None:
        """Ability of a card in play; of a starship or vehicle that of its permanent pilots, None without."""
        found = self._fighter(card)
        ability = 0.0 if found is None else self._numbers.ability(found)
        return ability if ability or (found is not None and not found.carries) else None

    def forfeit(self, card: TableCard) -> float | None:
        """Forfeit value of a card in play."""
        found = self._fighter(card)
        return None if found is None else self._numbers.forfeit(found)

    def drain(self, column: int, side: Side) -> float | None:
        """What a Force drain of a side at a column costs the other; None if there is no such column."""
        locations = self._board.locations
        return self._numbers.drain(side, locations[column]) if 0 <= column < len(locations) else None

    def _fighter(self, card: TableCard) -> CardInPlay | None:
        """A character, starship or vehicle in play."""
        found = self._board.cards.get(card.id)
        return found if found is not None and found.fights and not found.in_hand else None
