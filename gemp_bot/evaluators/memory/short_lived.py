"""Which cards of ours left the table as soon as they were deployed."""

from collections import Counter
from collections.abc import Iterable

from gemp_bot.protocol.ids import BlueprintId, CardId

MOST_LOSSES = 2
"""So often a card is deployed that leaves the table at once."""


class ShortLivedMemory:
    """Cards that were lost by the next menu, by their own text or by the opponent's."""

    def __init__(self) -> None:
        self._deployed: tuple[CardId, BlueprintId, int, int] | None = None
        self._losses = Counter[BlueprintId]()

    def deploy(self, card: CardId, face: BlueprintId, in_play: int, lost: int) -> None:
        """A card of our hand is being deployed.

        Args:
            card: the card.
            face: its blueprint.
            in_play: copies of ours that are in play already.
            lost: cards in our Lost Pile.
        """
        self._deployed = card, face, in_play, lost

    def withdraw(self) -> None:
        """The card is not deployed."""
        self._deployed = None

    def settle(self, hand: Iterable[CardId], in_play: Iterable[BlueprintId | None], lost: int) -> None:
        """The next menu came.

        Args:
            hand: the cards of our hand.
            in_play: the faces of our cards in play.
            lost: cards in our Lost Pile. What went elsewhere, as into the opponent's deck, did what it does.
        """
        done, self._deployed = self._deployed, None
        if done is None:
            return
        card, face, before, lost_before = done
        if lost > lost_before and card not in set(hand) and sum(each == face for each in in_play) <= before:
            self._losses[face] += 1

    def hopeless(self, face: BlueprintId | None) -> bool:
        """Whether a card left the table at once as often as we let it."""
        return face is not None and self._losses[face] >= MOST_LOSSES
