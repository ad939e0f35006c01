"""The luck of draws: what they brought beyond what was to be expected of them.

What is expected of a draw is the average of the cards that it can bring, by all that is known just before. So
luck is 0 on average, however the game is played, and a life margin is on average the same without it.
"""

from typing import Final

import msgspec

DESTINY_FORCE: Final = 0.5
"""Life force at the end for a point of destiny: 0.50 ± 0.23 in 880 games in the box, 0.70 ± 0.65 in 77 on a
server (docs/strength.md, Luck)."""


class DrawnCards(msgspec.Struct, frozen=True):
    """Some draws: how many cards, what they brought, and what was to be expected."""

    cards: int = 0
    drawn: float = 0.0
    expected: float = 0.0

    @property
    def luck(self) -> float:
        """What they brought beyond that."""
        return self.drawn - self.expected

    def __add__(self, other: "DrawnCards") -> "DrawnCards":
        return DrawnCards(self.cards + other.cards, self.drawn + other.drawn, self.expected + other.expected)
