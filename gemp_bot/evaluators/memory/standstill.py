"""Since when nothing comes to a location or leaves one, and no card is lost."""

from gemp_bot.protocol.ids import CardId

_STILL = 6
"""Turns without anything of that after which neither side gets out of it by waiting."""


class StandstillMemory:
    """The turn of the last change of what stands at locations, or of the cards that players can lose.

    Attributes:
        changed: that turn.
    """

    __slots__ = ("_known", "changed")

    def __init__(self) -> None:
        self._known: tuple[int, frozenset[CardId], int] | None = None
        self.changed = 0

    def observe(self, standing: tuple[int, frozenset[CardId]], cards: int, turn: int) -> None:
        """Take note of the number of locations, the cards at them, and the cards of all piles and hands."""
        known = (*standing, cards)
        if known != self._known:
            self._known, self.changed = known, turn

    def still(self, turn: int) -> bool:
        """Whether nothing has changed for so long that waiting helps nobody."""
        return turn - self.changed >= _STILL
