"""Cards by name, as far as they are shown."""

from gemp_bot.cards import Card, CardIndex
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, PlayerName, is_hidden
from gemp_bot.state import Table, TableCard
from gemp_bot.view.named import NamedCard
from gemp_bot.view.titles import Titles


class Names:
    """Names cards; the same card at the same moment has one name.

    Args:
        index: the cards.

    Attributes:
        titles: what cards are called.
    """

    def __init__(self, index: CardIndex) -> None:
        self.titles = Titles(index)
        self._index = index
        self._known: dict[tuple[int, BlueprintId, Side | None], NamedCard] = {}

    def title(self, face: BlueprintId) -> str:
        """What a face is called, without marks of uniqueness: a combined card has one for each part."""
        return self.titles.title(face).replace("•", "")

    def printed(self, face: BlueprintId) -> Card | None:
        """What is printed on a face; None for one that is not shown, or that nobody knows."""
        return None if is_hidden(face) else self._index.get(face)

    def name(self, card_id: int, face: BlueprintId, side: Side | None) -> NamedCard:
        """A card by name."""
        key = card_id, face, side
        found = self._known.get(key)
        if found is None:
            hidden = is_hidden(face)
            title = "" if hidden else self.title(face)
            found = self._known[key] = NamedCard(card_id, title, "" if hidden else face, side)
        return found

    def of(self, table: Table, card: TableCard) -> NamedCard:
        """A card of the table by name."""
        return self.name(card.id, card.blueprint_id, side_of(table, card.owner))

    def place(self, table: Table, column: int | None) -> NamedCard | None:
        """The location of a column; None for none."""
        if column is None:
            return None
        locations = table.locations
        card = locations[column].card if column < len(locations) else None
        return None if card is None else self.of(table, card)


def side_of(table: Table, name: PlayerName | None) -> Side | None:
    """The side of a player; None for nobody and for a name that is not at this table."""
    return None if name is None else table.side_of(name)
