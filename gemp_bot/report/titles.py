"""Titles of cards, learned from what the server says; the border has only blueprint ids."""

from collections.abc import Iterable

from gemp_bot.protocol.events import AnyEvent, Asked, Message
from gemp_bot.protocol.html import CardRef, card_refs
from gemp_bot.protocol.ids import BlueprintId, base_blueprint, is_hidden


class Titles:
    """Remembers the title of every card that a message or a question names."""

    def __init__(self) -> None:
        self._titles: dict[BlueprintId, str] = {}

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
            self._titles.setdefault(base_blueprint(ref.blueprint), ref.title)

    def title(self, blueprint: BlueprintId | None) -> str:
        """The title, or the blueprint id in brackets while no message named the card."""
        if blueprint is None:
            return "(not shown)"
        if is_hidden(blueprint):
            return "(face down)"
        return self._titles.get(base_blueprint(blueprint), f"[{blueprint}]")
