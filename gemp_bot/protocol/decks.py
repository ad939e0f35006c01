"""Decks: their lists, their cards, and the server's verdict on them (PROTOCOL 3.5, 8)."""

from collections import Counter

import msgspec
from lxml import etree

from gemp_bot.protocol import elements
from gemp_bot.protocol.errors import MalformedAnswerError, TooLargeError
from gemp_bot.protocol.html import printable
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.protocol.xml import MAX_ANSWER_BYTES, XmlReader

_LIGHT_COUNT = "deckstats-light-content"
_DARK_COUNT = "deckstats-dark-content"
_NAME = "deckstats-format-name"
_VALID = "deckstats-format-valid"
_INVALID = "deckstats-format-invalid"


class DeckNames(msgspec.Struct, frozen=True):
    """The names of decks by side; `other` are mixed or empty ones."""

    dark: tuple[str, ...] = ()
    light: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


class DeckCard(msgspec.Struct, frozen=True):
    """One copy of a card in a deck."""

    blueprint_id: BlueprintId
    title: str
    horizontal: bool = False


class Deck(msgspec.Struct, frozen=True):
    """A deck, one entry a copy, in the server's order: by category, then by name.

    Attributes:
        cards: the deck itself.
        outside: what begins outside the deck, such as defensive shields.
    """

    name: str
    cards: tuple[DeckCard, ...]
    outside: tuple[DeckCard, ...] = ()

    @property
    def text(self) -> str:
        """The deck as the server takes it: `1_291,1_291|13_51` (PROTOCOL 8.1)."""
        return "|".join(",".join(c.blueprint_id for c in part) for part in (self.cards, self.outside))


class SavedDeck(msgspec.Struct, frozen=True):
    """What became of a deck we saved.

    Attributes:
        deck: as the server holds it now.
        dropped: copies it did not keep, without a word, because it does not know the card.
    """

    deck: Deck
    dropped: tuple[BlueprintId, ...]


class FormatCheck(msgspec.Struct, frozen=True):
    """Whether a deck may be played in a format, and why not, in the server's words."""

    name: str
    valid: bool
    reasons: tuple[str, ...] = ()


class DeckReport(msgspec.Struct, frozen=True):
    """The server's verdict on a deck: cards of either side, and each format."""

    light: int
    dark: int
    formats: tuple[FormatCheck, ...]

    def verdict(self, format_name: str) -> FormatCheck | None:
        """The verdict of one format, by its name; None if the server did not judge by it."""
        return next((verdict for verdict in self.formats if verdict.name == format_name), None)


def read_deck_names(body: bytes, reader: XmlReader) -> DeckNames:
    """Decode a list of decks.

    Raises:
        WireError: no such answer.
    """
    root = elements.read_document(reader, body, "decks")
    return DeckNames(
        dark=tuple(deck.text or "" for deck in root.iter("darkDeck")),
        light=tuple(deck.text or "" for deck in root.iter("lightDeck")),
        other=tuple(deck.text or "" for deck in root.iter("otherDeck")),
    )


def read_deck(body: bytes, reader: XmlReader, *, name: str) -> Deck:
    """Decode a deck, which does not contain its own name. A deck that does not exist comes as an empty one.

    Raises:
        WireError: no such answer, or a card without its blueprint id.
    """
    root = elements.read_document(reader, body, "deck")
    return Deck(
        name=name,
        cards=tuple(_card(card) for card in root.iter("card")),
        outside=tuple(_card(card) for card in root.iter("cardOutsideDeck")),
    )


def deck_ids(text: str) -> tuple[tuple[BlueprintId, ...], tuple[BlueprintId, ...]]:
    """The blueprint ids of a deck text: those of the deck, and those outside it (PROTOCOL 8.1)."""
    inside, _, outside = text.partition("|")
    return _ids(inside), _ids(outside)


def dropped_cards(text: str, deck: Deck) -> tuple[BlueprintId, ...]:
    """The copies a deck text names and a deck does not hold."""
    missing = []
    for wanted, held in zip(deck_ids(text), (deck.cards, deck.outside), strict=True):
        left = Counter(card.blueprint_id for card in held)
        for blueprint in wanted:
            if left[blueprint] > 0:
                left[blueprint] -= 1
            else:
                missing.append(blueprint)
    return tuple(missing)


def read_deck_report(body: bytes, *, max_bytes: int = MAX_ANSWER_BYTES) -> DeckReport:
    """Decode the HTML of `deck/stats`.

    Raises:
        WireError: no such page.
    """
    if len(body) > max_bytes:
        raise TooLargeError(f"answer of {len(body)} bytes, more than the cap of {max_bytes}")
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError):
        raise MalformedAnswerError("deck report: no HTML") from None
    if root is None:
        raise MalformedAnswerError("deck report: empty")
    verdicts: list[FormatCheck] = []
    counts: dict[str, int] = {}
    name: str | None = None
    for span in root.iter("span"):
        kind, words = span.get("class", ""), _words(span)
        if kind == _NAME:
            name = words.removesuffix(":")
        elif kind in (_VALID, _INVALID) and name is not None:
            valid = kind == _VALID
            verdicts.append(FormatCheck(name, valid, () if valid or not words else (words,)))
            name = None
        elif span.get("id") in (_LIGHT_COUNT, _DARK_COUNT) and _is_count(words):
            counts[span.get("id", "")] = int(words)
    if counts.keys() != {_LIGHT_COUNT, _DARK_COUNT}:
        raise MalformedAnswerError("deck report: without the number of light and dark cards")
    return DeckReport(counts[_LIGHT_COUNT], counts[_DARK_COUNT], tuple(verdicts))


def _card(card: etree._Element) -> DeckCard:
    return DeckCard(
        blueprint_id=BlueprintId(elements.needed(card, "blueprintId")),
        title=printable(card.get("title", "")),
        horizontal=elements.flag(card, "horizontal"),
    )


def _ids(part: str) -> tuple[BlueprintId, ...]:
    return tuple(BlueprintId(item.strip()) for item in part.split(",") if item.strip())


def _words(element: etree._Element) -> str:
    return printable("".join(str(part) for part in element.itertext()))


def _is_count(words: str) -> bool:
    return words.isascii() and words.isdigit() and len(words) < 10  # noqa: PLR2004
