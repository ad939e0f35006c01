"""What a text changes for a while, after the action that did it."""

import msgspec

from gemp_bot.cards.texts import Term
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId


class Lasting(msgspec.Struct, frozen=True):
    """A change that lasts.

    Attributes:
        card: whose text it is of. you: the player it speaks to.
        modifier: what it changes, as the facts of cards have it.
        chosen: by reference the cards that were chosen for the action.
        until: `turn`, `battle` or `game`.
    """

    card: CardId
    you: Side
    modifier: Term
    chosen: tuple[tuple[str, CardId], ...]
    until: str
