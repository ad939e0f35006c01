"""Decks: lists, cards, the server's verdict on them, and the calls about them (PROTOCOL 3.5, 8)."""

from collections import Counter

import msgspec
from lxml import etree

from gemp_bot.protocol import xml
from gemp_bot.protocol.calls import Call, Caller, Repeat
from gemp_bot.protocol.errors import (
    GempError,
    MalformedAnswerError,
    NotFoundError,
    RefusedError,
    TooLargeError,
)
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
    root = xml.read_document(reader, body, "decks")
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
    root = xml.read_document(reader, body, "deck")
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
        kind, words = span.get("class", ""), printable("".join(map(str, span.itertext())))
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
        blueprint_id=BlueprintId(xml.needed(card, "blueprintId")),
        title=printable(card.get("title", "")),
        horizontal=xml.flag(card, "horizontal"),
    )


def _ids(part: str) -> tuple[BlueprintId, ...]:
    return tuple(BlueprintId(item.strip()) for item in part.split(",") if item.strip())


def _is_count(words: str) -> bool:
    return words.isascii() and words.isdigit() and len(words) < 10  # noqa: PLR2004


def _no_library(message: str) -> GempError:
    return RefusedError(f"{message}; or the server has no library at all", status=401)


class DeckCalls:
    """Decks of the account and of the server's library.

    Every call but those of the library may raise `SessionGoneError`, and all what `errors` lists for the
    connection.
    """

    def __init__(self, caller: Caller, reader: XmlReader) -> None:
        self._caller = caller
        self._reader = reader

    async def list(self) -> DeckNames:
        """The names of our decks."""
        call = Call(what="decks", segments=("deck", "list"))
        return await self._caller.ask(call, lambda body: read_deck_names(body, self._reader))

    async def library(self) -> DeckNames:
        """The names of the library's decks; needs no login.

        Raises:
            RefusedError: 401: the server has no library.
        """
        call = Call(what="library", segments=("deck", "libraryList"), status={401: _no_library})
        return await self._caller.ask(call, lambda body: read_deck_names(body, self._reader))

    async def show(self, name: str, *, library: bool = False) -> Deck:
        """The cards of a deck.

        Raises:
            NotFoundError: no deck of that name, or one without cards: the server shows both alike.
        """
        deck = await self._read(name, library=library)
        if not (deck.cards or deck.outside):
            where = "the library holds" if library else "the account has"
            raise NotFoundError(f"{where} no deck named {name!r}, or it is empty")
        return deck

    async def save(self, name: str, text: str) -> SavedDeck:
        """Save or overwrite a deck, and read it back: the server drops unknown cards silently.

        Args:
            name: at most 45 characters.
            text: blueprint ids, `id,id,...|id,...`; whether they make a legal deck is not checked.

        Raises:
            ServerFaultError: 500: an id is malformed, or the name too long.
        """
        await self._caller.call(
            Call(
                what=f"deck {name!r}",
                segments=("deck",),
                method="POST",
                form={"deckName": name, "deckContents": text},
            )
        )
        deck = await self._read(name, library=False)
        return SavedDeck(deck, dropped_cards(text, deck))

    async def rename(self, old: str, new: str) -> Deck:
        """Give a deck another name.

        Raises:
            NotFoundError: no deck of the old name.
        """
        call = Call(
            what=f"deck {old!r}",
            segments=("deck", "rename"),
            method="POST",
            form={"oldDeckName": old, "deckName": new},
            repeat=Repeat.UNSENT,
        )
        return await self._caller.ask(call, lambda body: read_deck(body, self._reader, name=new))

    async def delete(self, name: str) -> None:
        """Delete a deck. No such deck is fine, too."""
        await self._caller.call(
            Call(
                what=f"deck {name!r}",
                segments=("deck", "delete"),
                method="POST",
                form={"deckName": name},
            )
        )

    async def validate(self, text: str) -> DeckReport:
        """The server's verdict on a deck, format by format, without saving it.

        Raises:
            ServerFaultError: 500: an id is malformed.
            RefusedError: 400: no deck at all.
        """
        call = Call(
            what="deck report",
            segments=("deck", "stats"),
            method="POST",
            form={"deckContents": text},
        )
        most = self._caller.settings.max_answer_bytes
        return await self._caller.ask(call, lambda body: read_deck_report(body, max_bytes=most))

    async def _read(self, name: str, *, library: bool) -> Deck:
        call = Call(
            what=f"library deck {name!r}" if library else f"deck {name!r}",
            segments=("deck", "library") if library else ("deck",),
            form={"deckName": name},
            status={401: _no_library} if library else {},
        )
        return await self._caller.ask(call, lambda body: read_deck(body, self._reader, name=name))
