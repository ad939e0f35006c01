"""Decks as people name them: one that is shipped, by its name or file name, or a file of their own."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from gemp_bot.cards.index import CardIndex
from gemp_bot.files.problems import meant, shown
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_files import (
    SUFFIX,
    TEXT_SUFFIX,
    DeckFile,
    DeckFileError,
    deck_of_text,
    read_deck,
    shipped_decks,
)


def choose_deck(said: str, index: CardIndex, side: Side | None = None) -> DeckFile:
    """The deck somebody means by a name, the path of a file, or its text as a server takes it.

    Raises:
        DeckFileError: one line: there is none, it is no deck, or it is of the other side.
    """
    if said.endswith((SUFFIX, TEXT_SUFFIX)) or "/" in said:
        found = read_deck(Path(said), index)
    elif "|" in said:
        found = deck_of_text(said, "deck", index)
    else:
        decks = {deck.name.casefold(): deck for deck in shipped_decks(index)}
        name = " ".join(said.replace("_", " ").split()).casefold()
        if name not in decks:
            right = meant(name, (deck.name for deck in decks.values() if side in (None, deck.side)))
            ended = right if right.endswith("?") else f"{right}."
            raise DeckFileError(f"no deck {shown(said)}: {ended} A path ends with {SUFFIX} or {TEXT_SUFFIX}.")
        found = decks[name]
    if side is not None and found.side is not side:
        raise DeckFileError(f"{found.name!r} is a {found.side.lower()} deck, not a {side.lower()} one")
    return found


def any_deck(decks: Sequence[DeckFile], side: Side, random: Random) -> DeckFile:
    """One of a side by chance."""
    return random.choice([deck for deck in decks if deck.side is side])
