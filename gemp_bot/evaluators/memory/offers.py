"""In how many turns each card of our hand could have been played, and was not."""

from collections.abc import Iterable

from gemp_bot.protocol.ids import CardId


class OfferMemory:
    """The turns in which cards of our hand were offered."""

    __slots__ = ("_turns",)

    def __init__(self) -> None:
        self._turns: dict[CardId, set[int]] = {}

    def offer(self, cards: Iterable[CardId], turn: int) -> None:
        """These cards can be played now."""
        for card in cards:
            self._turns.setdefault(card, set()).add(turn)

    def passed(self, card: CardId | None, turn: int) -> int:
        """In how many turns before this one a card could have been played."""
        found = () if card is None else self._turns.get(card, ())
        return sum(each < turn for each in found)
