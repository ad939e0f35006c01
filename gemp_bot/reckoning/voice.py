"""Who speaks: the card whose text is read, and the player its `you` means."""

from collections.abc import Callable

from gemp_bot.protocol.enums import Side
from gemp_bot.reckoning.scene import Scene, Seen, Spot


class Voice:
    """A card of the scene with its text.

    Attributes:
        card: the card whose text it is.
        you: the player the text speaks to: of a location the side the text stands on, else the owner.
    """

    __slots__ = ("card", "scene", "spot", "you")

    def __init__(self, scene: Scene, card: Seen, you: Side) -> None:
        self.scene = scene
        self.card = card
        self.you = you
        self.spot = card.spot


CardTest = Callable[[Voice, Seen], bool]
"""Whether a card is one of those a phrase means."""

PlaceTest = Callable[[Voice, Spot], bool]
"""Whether a place is one of those a phrase means."""

Holds = Callable[[Voice], bool]
"""Whether a condition holds now."""
