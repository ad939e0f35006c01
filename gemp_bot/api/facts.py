"""Cards and decks by the names people call them."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TypeAlias

from gemp_bot.api.checks import ArgumentError, text, wrong
from gemp_bot.cards import Card, CardIndex
from gemp_bot.cards.deck import DeckList
from gemp_bot.cards.search import find, suggestions, titled
from gemp_bot.effects import CardEffects
from gemp_bot.game.understanding import Share
from gemp_bot.game.understanding import understood as understood_of
from gemp_bot.inference.odds import Destinies
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.destiny_sums import Reserve
from gemp_bot.sandbox.deck_choice import choose_deck
from gemp_bot.sandbox.deck_files import DeckFile, shipped_decks

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
