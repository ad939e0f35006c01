"""What a sentence about a game names: a card, and why somebody did something."""

import msgspec

from gemp_bot.protocol.enums import Side


class NamedCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card in a sentence.

    Attributes:
        id: of the card at that moment; it changes with most zone changes (PROTOCOL 6.2).
        title: empty for a card that is not shown.
        blueprint: its face; empty for a card that is not shown.
        side: of its owner; None where nobody knows it.
    """

    id: int
    title: str = ""
    blueprint: str = ""
    side: Side | None = None


class Why(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a player did something: a few words of his own, and what he hoped to gain, in Force."""

    text: str
    force: float = 0.0
