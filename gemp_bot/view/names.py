"""What a sentence about a game names: cards, as far as they are shown, and why somebody did something."""

from collections.abc import Iterable

import msgspec

from gemp_bot.cards import Card, CardIndex
from gemp_bot.cards.texts import NO_TEXT, CardText
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.events import AnyEvent, Asked, Message
from gemp_bot.protocol.html import CardRef, card_refs
from gemp_bot.protocol.ids import BlueprintId, PlayerName, base_blueprint, is_hidden
from gemp_bot.state import Table, TableCard


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


class Titles:
    """Remembers the title of every card that a message or a question names.

    Args:
        index: knows the other cards; None to know only what is named.
    """

    def __init__(self, index: CardIndex | None = None) -> None:
        self._titles: dict[BlueprintId, str] = {}
        self._index = index

    def learn(self, events: Iterable[AnyEvent]) -> None:
        """Read the cards named in the log and in prompts."""
        for event in events:
            if isinstance(event, Message):
                self.learn_refs(card_refs(event.message))
            elif isinstance(event, Asked):
                self.learn_refs(card_refs(event.decision.text))

    def learn_refs(self, refs: Iterable[CardRef]) -> None:
        """Take over titles; the first one of a face stays."""
        for ref in refs:
            self._titles.setdefault(base_blueprint(ref.blueprint), ref.title.lstrip("◇"))

    def title(self, blueprint: BlueprintId | None) -> str:
        """The title; the blueprint id in brackets for an unknown card."""
        if blueprint is None:
            return "(not shown)"
        if is_hidden(blueprint):
            return "(face down)"
        return self.known(blueprint) or f"[{blueprint}]"

    def text(self, blueprint: BlueprintId) -> CardText:
        """What a card does; nothing if it is unknown."""
        return NO_TEXT if self._index is None else self._index.texts.of(base_blueprint(blueprint))

    def known(self, blueprint: BlueprintId) -> str:
        """The title of a face; empty if it is unknown."""
        told = self._titles.get(base_blueprint(blueprint))
        if told is not None or self._index is None:
            return told or ""
        card = self._index.get(blueprint)
        return "" if card is None else card.title


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
