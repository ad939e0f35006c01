"""The cards of a process, as an engine is given them: the index, and what texts do."""

from gemp_bot.cards import Card, CardIndex, unknown_card
from gemp_bot.effects import CardEffects
from gemp_bot.protocol.enums import Side


class CardProfiles:
    """The cards, with what their texts do, each worked out once. Make one a process; it only grows.

    Args:
        index: the cards; None for the one of the package.
        lore: what texts do to numbers; made of the index if left out.
    """

    def __init__(self, index: CardIndex | None = None, lore: CardEffects | None = None) -> None:
        self.index = index if index is not None else CardIndex.load()
        self.lore = lore if lore is not None else CardEffects(self.index)

    def face(self, blueprint_id: str, side: Side) -> Card:
        """The printed card of an id; one without any number for an id that is not in the index."""
        return self.index.get(blueprint_id) or unknown_card(blueprint_id, side)
