"""Since when nothing comes to a location or leaves one."""

from gemp_bot.protocol.ids import CardId


class StandstillMemory:
    """The turn of the last change of what stands at locations."""

    __slots__ = ("_changed", "_standing")

    def __init__(self) -> None:
        self._standing: tuple[int, frozenset[CardId]] | None = None
        self._changed = 0

    def observe(self, standing: tuple[int, frozenset[CardId]], turn: int) -> None:
        """Take note of the number of locations, and of the cards at them."""
        if standing != self._standing:
            self._standing, self._changed = standing, turn

    def turns(self, turn: int) -> int:
        """Turns since a card came to a location or left one, or a location was deployed."""
        return turn - self._changed
