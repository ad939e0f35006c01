"""Saved decks and library decks (PROTOCOL 3.5, 8)."""

import html
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gemp_bot.sandbox.server.http import HttpCall, HttpRefusal, HttpReply, html_reply, xml_reply
from gemp_bot.sandbox.server.xml import Node, node

_ID = re.compile(r"\d+_\d+(_BACK)?[*^]?", re.ASCII)
_LONGEST_NAME = 45
MOST_DECKS = 1_000
"""Saved by all players together."""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """What the server knows of a card; enough to list and count it."""

    title: str
    side: str
    horizontal: bool = False


@dataclass(slots=True)
class DeckRoom:
    """All decks by owner.

    Attributes:
        cards: every blueprint id this server knows; others are dropped silently on save and load.
        saved: owner to deck name to deck text (`id,id|id`).
        sizes: format code to deck size, for the validity report and for opening tables.
        check: tells what else is wrong with a deck text of the right size; None for nothing.
    """

    cards: Mapping[str, KnownCard]
    saved: dict[str, dict[str, str]]
    sizes: Mapping[str, int] = field(default_factory=dict)
    check: Callable[[str, int], str | None] = lambda _text, _size: None

    def text(self, owner: str, name: str) -> str | None:
        """Give the text of a deck, None if there is no such deck."""
        return self.saved.get(owner, {}).get(name)

    def side(self, text: str) -> str | None:
        """Tell the side of a deck; None if mixed or empty."""
        sides = {self.cards[card].side for card in _split(text)[0] if card in self.cards}
        return sides.pop() if len(sides) == 1 else None

    def problem(self, text: str, code: str) -> str | None:
        """Tell what is wrong with a deck in a format, None if it is legal there."""
        size, count = self.sizes.get(code, 60), len(self._known(_split(text)[0]))
        if count != size:
            return f"Deck contains {count} cards, however {size} cards are required."
        if self.side(text) is None:
            return "Deck contains cards of both sides of the Force"
        return self.check(text, size)

    # -- calls --------------------------------------------------------------------------------

    def names(self, owner: str) -> HttpReply:
        """Answer `deck/list` and `deck/libraryList`."""
        tags = {"DARK": "darkDeck", "LIGHT": "lightDeck", None: "otherDeck"}
        decks = sorted(self.saved.get(owner, {}).items())
        rows = [
            node(tag, text=name)
            for side, tag in tags.items()
            for name, text in decks
            if self.side(text) == side
        ]
        return xml_reply(node("decks", *rows))

    def show(self, owner: str, name: str) -> HttpReply:
        """Answer `deck` and `deck/library`; an unknown name gives an empty deck."""
        return xml_reply(self._node(self.text(owner, name) or ""))

    def html(self, owner: str, name: str) -> HttpReply:
        """Answer `deck/html` and `deck/libraryHtml`."""
        text = self.text(owner, name)
        if text is None:
            raise HttpRefusal(404, f"no deck {name!r}")
        counts: Counter[str] = Counter(self._known(_split(text)[0]))
        rows = "".join(f"{count}x {html.escape(self._title(card))}<br/>" for card, count in counts.items())
        return html_reply(f"<html><body><h1>{html.escape(name)}</h1>{rows}</body></html>")

    def save(self, call: HttpCall) -> HttpReply:
        """Save or overwrite: no check of legality, unknown ids dropped, malformed ones fatal."""
        name = _name(call)
        inside, outside = _split(call.text("deckContents"))
        text = f"{','.join(self._known(inside))}|{','.join(self._known(outside))}"
        own = self.saved.setdefault(call.user, {})
        if name not in own and sum(map(len, self.saved.values())) >= MOST_DECKS:
            raise HttpRefusal(409, told=f"{MOST_DECKS} decks are saved here already: delete some first")
        own[name] = text
        return xml_reply(node("ok"))

    def rename(self, call: HttpCall) -> HttpReply:
        """Rename a deck."""
        decks, name = self.saved.get(call.user, {}), _name(call)
        text = decks.pop(call.text("oldDeckName"), None)
        if text is None:
            raise HttpRefusal(404, f"no deck {call.text('oldDeckName')!r}")
        decks[name] = text
        return xml_reply(self._node(text))

    def delete(self, call: HttpCall) -> HttpReply:
        """Delete a deck; always OK."""
        self.saved.get(call.user, {}).pop(call.form.get("deckName", ""), None)
        return HttpReply()

    def stats(self, call: HttpCall, formats: Mapping[str, str]) -> HttpReply:
        """Report counts and validity in each format, as HTML."""
        text = call.text("deckContents")
        sides = Counter(self.cards[card].side for card in self._known(_split(text)[0]))
        lines = [
            f'<div><span id="deckstats-{side.lower()}">{side.title()} Cards:</span> '
            f'<span id="deckstats-{side.lower()}-content">{sides[side]}</span></div>'
            for side in ("LIGHT", "DARK")
        ]
        for code, title in formats.items():
            problem = self.problem(text, code)
            verdict = "invalid" if problem else "valid"
            lines.append(
                f'<div class="deckstats-format-container">'
                f'<span class="deckstats-format-name">{title}:</span> '
                f'<span class="deckstats-format-{verdict}">{problem or "valid"}</span></div>'
            )
        return html_reply("".join(lines))

    # -- inside -------------------------------------------------------------------------------

    def _known(self, cards: list[str]) -> list[str]:
        wrong = next((card for card in cards if _ID.fullmatch(card) is None), None)
        if wrong is not None:
            raise HttpRefusal(500, f"{wrong!r} is no blueprint id like 1_168")
        return [card for card in cards if card.rstrip("*^") in self.cards]

    def _node(self, text: str) -> Node:
        inside, outside = _split(text)
        return node(
            "deck",
            *(self._card("card", card) for card in sorted(self._known(inside), key=self._title)),
            *(self._card("cardOutsideDeck", card) for card in self._known(outside)),
        )

    def _title(self, card: str) -> str:
        return self.cards[card.rstrip("*^")].title

    def _card(self, tag: str, card: str) -> Node:
        known = self.cards[card.rstrip("*^")]
        return node(tag, blueprintId=card, title=known.title, horizontal=known.horizontal)


def _name(call: HttpCall) -> str:
    """The name a deck is to have."""
    name = call.text("deckName")
    if len(name) > _LONGEST_NAME:
        raise HttpRefusal(500, f"a name of more than {_LONGEST_NAME} characters")
    return name


def _split(text: str) -> tuple[list[str], list[str]]:
    inside, _, outside = text.partition("|")
    return [card for card in inside.split(",") if card], [card for card in outside.split(",") if card]
