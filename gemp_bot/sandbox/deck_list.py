"""A deck as people paste it: ids, a deck file, or a list of titles with numbers of copies."""

import re
from typing import Final

from gemp_bot.cards.deck import faults, is_card_id
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType
from gemp_bot.cards.model import Card
from gemp_bot.cards.search import suggestions, titled
from gemp_bot.files.problems import Problem, shown
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_files import (
    LONGEST_NAME,
    DeckFile,
    DeckFileError,
    DeckRow,
    deck_of_text,
    deck_of_toml,
)

_LINE: Final = re.compile(
    r"(?:(?P<count>\d{1,3})\s*x?\s+|[-*]\s+)?(?P<title>.*?)(?:\s+x\s*(?P<after>\d{1,3}))?"
)
_HEADING: Final = re.compile(r"#.*|//.*|\[.*\]|[^:]*\(\d+\):?|\w[\w ]*:")
_TOML: Final = re.compile(r"^\s*cards\s*=", re.MULTILINE)
_WHERE: Final = "the list"


def deck_of_list(text: str, index: CardIndex, side: Side, name: str) -> DeckFile:
    """A deck that somebody pasted.

    A list has a title or an id a line, with the number of copies before it or after it: `2 Luke Skywalker`,
    `2x Luke Skywalker`, `Luke Skywalker x2`. Empty lines and headings (`Characters:`, `# weapons`) do not
    count.

    Args:
        text: the list; also a deck as a server takes it, or a deck file of ours.
        index: the cards there are.
        side: that it must be of.
        name: what the deck is called if it does not say so.

    Raises:
        DeckFileError: every line that is wrong, with what would be right.
    """
    if _TOML.search(text):
        deck = deck_of_toml(text, _WHERE, index)
    elif "|" in text or _all_ids(text):
        deck = deck_of_text(text, _WHERE, index, name)
    else:
        deck = _listed(text, index, side, name)
    if deck.side is not side:
        raise DeckFileError(f"this is a {deck.side.lower()} deck, and a {side.lower()} one is wanted")
    if wrong := faults(deck.deck, index):
        raise DeckFileError(wrong)
    return deck


def _all_ids(text: str) -> bool:
    entries = [entry for entry in re.split(r"[,\s]+", text) if entry]
    return bool(entries) and all(map(is_card_id, entries))


def _listed(text: str, index: CardIndex, side: Side, name: str) -> DeckFile:
    problems: list[Problem | str] = []
    rows: list[DeckRow] = []
    for number, line in enumerate(text.splitlines(), start=1):
        said = line.strip().replace("•", "")
        if not said or _HEADING.fullmatch(said):
            continue
        found = _LINE.fullmatch(said)
        assert found is not None, "any line is a title at least"  # noqa: S101
        count = int(found["count"] or found["after"] or 1)
        card = _card(found["title"].strip(), index, side)
        if isinstance(card, str):
            problems.append(Problem(_WHERE, number, card))
        elif count < 1:
            problems.append(Problem(_WHERE, number, f"{count} copies: a number from 1 on"))
        else:
            rows.append(DeckRow(count, card))
    if problems:
        raise DeckFileError(problems)
    if not any(row.card.type == CardType.LOCATION for row in rows):
        raise DeckFileError(f"{_WHERE}: has no location: a game begins at one")
    return DeckFile(name=name[:LONGEST_NAME], side=side, about="", start=None, rows=tuple(rows))


def _card(title: str, index: CardIndex, side: Side) -> Card | str:
    """The card of a line, or what is wrong with it."""
    known = index.get(title.rstrip("*^")) if is_card_id(title) else None
    cards = titled(index, title) if known is None else (known,)
    own = [card for card in cards if card.side is side]
    if own:
        return own[0]
    if cards:
        return f"{shown(title)} is a {cards[0].side.lower()} card, and the deck is {side.lower()}"
    close = suggestions(index, title)
    right = f"did you mean {' or '.join(map(repr, close))}?" if close else "write the title as on the card"
    return f"there is no card {shown(title)}: {right}"
