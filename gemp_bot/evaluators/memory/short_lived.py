"""Which cards of ours left the table as soon as they were deployed."""

from collections import Counter
from collections.abc import Iterable

from gemp_bot.protocol.ids import BlueprintId, CardId

MOST_LOSSES = 2
"""So often a card is deployed that leaves the table at once."""


class ShortLivedMemory:
    """Cards that were gone again by the next menu, by their own text or by the opponent's."""

    def __init__(self) -> None:
        self._deployed: tuple[CardId, BlueprintId, int] | None = None
        self._losses = Counter[BlueprintId]()

    def deploy(self, card: CardId, face: BlueprintId, in_play: int) -> None:
        """A card of our hand is being deployed; `in_play` are the copies of ours that are in play already."""
        self._deployed = card, face, in_play

    def withdraw(self) -> None:
        """The card is not deployed."""
        self._deployed = None

    def settle(self, hand: Iterable[CardId], in_play: Iterable[BlueprintId | None]) -> None:
        """The next menu came.

        Args:
            hand: the cards of our hand.
            in_play: the faces of our cards in play.
        """
        done, self._deployed = self._deployed, None
        if done is None:
            return
        card, face, before = done
        if card not in set(hand) and sum(each == face for each in in_play) <= before:
            self._losses[face] += 1

    def hopeless(self, face: BlueprintId | None) -> bool:
        """Whether a card left the table at once as often as we let it."""
        return face is not None and self._losses[face] >= MOST_LOSSES
