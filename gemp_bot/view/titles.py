"""Titles of cards: those the server gives, else those of the card index."""

from collections.abc import Iterable

from gemp_bot.cards.index import CardIndex
from gemp_bot.protocol.events import AnyEvent, Asked, Message
from gemp_bot.protocol.html import CardRef, card_refs
from gemp_bot.protocol.ids import BlueprintId, base_blueprint, is_hidden


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

    def known(self, blueprint: BlueprintId) -> str:
        """The title of a face; empty if it is unknown."""
        told = self._titles.get(base_blueprint(blueprint))
        if told is not None or self._index is None:
            return told or ""
        card = self._index.get(blueprint)
        return "" if card is None else card.title
