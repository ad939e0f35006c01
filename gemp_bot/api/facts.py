"""Cards and decks by the names people call them, and the one error for what a program passes wrongly."""

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NoReturn, TypeAlias

from gemp_bot.cards import Card, CardIndex
from gemp_bot.cards.deck import DeckList
from gemp_bot.cards.search import find, suggestions, titled
from gemp_bot.effects import CardEffects
from gemp_bot.errors import BotError
from gemp_bot.files.problems import shown
from gemp_bot.game.understanding import Share
from gemp_bot.game.understanding import understood as understood_of
from gemp_bot.inference.odds import Destinies
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.destiny_sums import Reserve
from gemp_bot.sandbox.deck_choice import choose_deck
from gemp_bot.sandbox.deck_files import DeckFile, shipped_decks


class ArgumentError(BotError, ValueError):
    """A wrong thing was passed; the message names it and what would be right."""


def wrong(name: str, given: object, right: str) -> NoReturn:
    """Refuse an argument.

    Args:
        name: of the argument.
        given: what was passed.
        right: what would be right.

    Raises:
        ArgumentError: always.
    """
    what = shown(given) if isinstance(given, str | os.PathLike) else _brief(given)
    raise ArgumentError(f"{name}: {what}: {right}") from None


def count(name: str, given: object, least: int = 1) -> int:
    """A whole number from `least` on.

    Raises:
        ArgumentError: it is none.
    """
    if isinstance(given, bool) or not isinstance(given, int) or given < least:
        wrong(name, given, f"a whole number from {least} on is needed")
    return given


def text(name: str, given: object, example: str) -> str:
    """A text that is not empty.

    Raises:
        ArgumentError: it is none.
    """
    if not isinstance(given, str) or not given.strip():
        wrong(name, given, f"a text such as {example!r} is needed")
    return given


def path(name: str, given: object) -> Path:
    """A path.

    Raises:
        ArgumentError: it is none.
    """
    if not isinstance(given, str | os.PathLike) or not str(given):
        wrong(name, given, "a path is needed, as text or pathlib.Path")
    return Path(given)


def _brief(given: object) -> str:
    found = repr(given)
    return found if len(found) <= _LONGEST else f"{found[: _LONGEST - 3]}..."


_LONGEST = 60


DeckLike: TypeAlias = str | Path | DeckFile
"""The name of a deck of `box_decks`, the path of a file, a text as a server takes it, or of `read_deck`."""


@cache
def card_index() -> CardIndex:
    """All cards on the wire, by blueprint id, title and persona; read once in a process.

    Raises:
        CardIndexError: the file of the package cannot be read.
    """
    return CardIndex.load()


@cache
def card_effects() -> CardEffects:
    """What the texts of all cards do; made once in a process."""
    return CardEffects(card_index())


def find_card(name: str) -> Card:
    """The card that is meant by a title, a nickname or a blueprint id; the plain one before a virtual one.

    Raises:
        ArgumentError: there is none, with titles that are close; or there are several, with their ids.
    """
    index = card_index()
    found = titled(index, text("name", name, "Luke Skywalker")) or find(index, name)
    if not found:
        close = suggestions(index, name)
        wrong("name", name, f"no such card: did you mean {' or '.join(close)}?" if close else "no such card")
    if len(found) > 1:
        ids = " or ".join(f"{card.blueprint_id} ({card.side.lower()})" for card in found)
        wrong("name", name, f"{len(found)} cards are called this: {ids}: pass the id of one")
    return found[0]


def understood(card: Card) -> Share:
    """How much is understood of what a card does."""
    return understood_of(card_index().texts.of(card.blueprint_id))


def box_decks() -> tuple[DeckFile, ...]:
    """The decks that are shipped for games in the box, the light ones first."""
    return shipped_decks(card_index())


def read_deck(deck: str) -> DeckFile:
    """A deck: one of `box_decks` by its name, or the path of a TOML file (docs/sandbox-decks.md).

    It may also be the deck itself, as a server takes it and a journal keeps it: `1_291,1_291,2_147|`.

    Raises:
        DeckFileError: there is none, or it is no deck; with what would be right.
        ArgumentError: it is no text.
    """
    return choose_deck(text("deck", str(deck), "Rebels of Tatooine"), card_index())


def two_decks(decks: tuple[DeckLike, DeckLike]) -> tuple[DeckFile, DeckFile]:
    """Two decks, one of each side of the Force.

    Raises:
        DeckFileError: there is none, or it is no deck; with what would be right.
        ArgumentError: they are no two decks, or of one side.
    """
    given: object = decks
    if not isinstance(given, tuple | list) or len(given) != len(Side):
        wrong("decks", given, "two decks are needed, one of each side of the Force")
    mine, theirs = (deck if isinstance(deck, DeckFile) else read_deck(str(deck)) for deck in decks)
    if mine.side is theirs.side:
        sides = f"{mine.name!r} and {theirs.name!r} are both {mine.side.lower()}"
        raise ArgumentError(f"decks: {sides}: one of each side of the Force is needed")
    return mine, theirs


def reserve_of(deck: DeckFile | DeckList | Iterable[Card]) -> Reserve:
    """The destinies printed on cards, to draw from: for `draw_destiny`.

    Of two numbers the higher one counts, as their owner takes it. Cards without a plain number are left out.

    Args:
        deck: a deck, or any cards.

    Raises:
        ArgumentError: it is neither.
    """
    given: object = deck
    if isinstance(given, DeckFile):
        ids = list(given.deck.cards)
    elif isinstance(given, DeckList):
        ids = list(given.cards)
    elif isinstance(given, Iterable) and not isinstance(given, str | bytes):
        ids = [_card(each).blueprint_id for each in given]
    else:
        wrong("deck", given, _RIGHT)
    destinies = Destinies(card_index(), Side.LIGHT)
    return Reserve.of(value for each in ids if (value := destinies.value(each)) is not None)


def _card(given: object) -> Card:
    if not isinstance(given, Card):
        wrong("deck", given, _RIGHT)
    return given


_RIGHT = "a deck of read_deck() is needed, or a list of cards of find_card()"
