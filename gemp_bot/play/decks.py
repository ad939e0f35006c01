"""Which deck is played: pools of decks, and the ways to choose among them."""

import random
from dataclasses import dataclass
from enum import StrEnum

from gemp_bot.protocol.enums import Side


class Choice(StrEnum):
    """How a deck is chosen out of a pool."""

    FIXED = "fixed"
    """Always the first."""
    ROTATION = "rotation"
    """One after the other, in their order."""
    WEIGHTED = "weighted"
    """By chance, as often as their weights say."""
    RANDOM = "random"
    """By chance, all alike."""


@dataclass(frozen=True, slots=True)
class PooledDeck:
    """A deck that may be played.

    Attributes:
        name: as the server knows it.
        library: it is one of the server's library, not of the account.
        side: which side of the Force it is; None if it is not known.
        text: its cards (PROTOCOL 8.1); None if they are not known.
        weight: how often it is chosen, beside the others of its pool.
        start: the card id of the starting location its owner wishes for; empty for no wish.
    """

    name: str
    library: bool = False
    side: Side | None = None
    text: str | None = None
    weight: float = 1.0
    start: str = ""


@dataclass(frozen=True, slots=True)
class DeckPool:
    """Decks, and how one of them is chosen."""

    decks: tuple[PooledDeck, ...]
    choice: Choice = Choice.FIXED

    def pick(self, side: Side | None, number: int, chance: random.Random) -> PooledDeck | None:
        """Choose a deck.

        Args:
            side: of this side, or of a side that is not known; None for either.
            number: how many were chosen before.
            chance: of the ways that have to do with chance.

        Returns:
            The deck; None if none is of that side.
        """
        fitting = [deck for deck in self.decks if side is None or deck.side in (side, None)]
        if not fitting:
            return None
        match self.choice:
            case Choice.FIXED:
                return fitting[0]
            case Choice.ROTATION:
                return fitting[number % len(fitting)]
            case Choice.WEIGHTED:
                return chance.choices(fitting, [deck.weight for deck in fitting])[0]
            case Choice.RANDOM:
                return chance.choice(fitting)
