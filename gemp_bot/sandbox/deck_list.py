"""A deck as people paste it: ids, a deck file, or a list of titles with numbers of copies."""

import re
from collections.abc import Sequence
from typing import Final

from gemp_bot.cards.deck import faults, is_card_id
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType
from gemp_bot.cards.model import Card
from gemp_bot.cards.search import suggestions, titled
from gemp_bot.cards.titles import folded
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
    r"(?:[-*]\s+)?(?:x\s*(?P<before>\d{1,3})\s+|(?P<count>\d{1,3})\s*x?\s+)?(?P<title>.*?)"
    r"(?:\s+(?:x\s*(?P<after>\d{1,3})|(?P<last>\d{1,3})\s*x))?",
    re.IGNORECASE,
)
_HEADING: Final = re.compile(r"#.*|//.*|\[.*\]|[^:]*\(\d+\):?|\w[\w ]*:")
_TOML: Final = re.compile(r"^\s*cards\s*=", re.MULTILINE)
_WHERE: Final = "the list"
_CANDIDATES: Final = 5
_SMALL_SET: Final = 15
"""Cards of a set that is sold to beginners: its cards are called by short names."""


def deck_of_list(text: str, index: CardIndex, side: Side, name: str) -> DeckFile:
    """A deck that somebody pasted.

    A list has a title or an id a line, with the number of copies before it or after it: `2 Luke Skywalker`,
    `2x Luke Skywalker`, `x2 Luke Skywalker`, `Luke Skywalker x2`. Empty
    lines and headings (`Characters:`, `# weapons`) do not count.

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
        count = int(next(filter(None, found.group("before", "count", "after", "last")), "1"))
        card = _card(found["title"].strip(), index, side) if count else "0 copies: a number from 1 on"
        if isinstance(card, str):
            problems.append(Problem(_WHERE, number, f"{shown(said)}: {card}"))
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
    exact = [card for card in own if card.title.casefold() == title.casefold()] or own
    if known is None and (meant := _meant(title, exact, index)):
        ending = f", or {exact[0].blueprint_id} for {exact[0].title!r}" if len(exact) == 1 else ""
        return f"may be {_listed_titles(meant)}: write the whole title{ending}"
    if exact:
        return exact[0]
    if cards:
        return f"is a {cards[0].side.lower()} card, and the deck is {side.lower()}"
    close = suggestions(index, title)
    right = f"did you mean {' or '.join(map(repr, close))}?" if close else "write the title as on the card"
    return f"there is no such card: {right}"


def _meant(title: str, found: Sequence[Card], index: CardIndex) -> tuple[str, ...]:
    """The titles that somebody can mean by one; empty where it is the title of the cards found.

    `Luke` and its like are titles of the sets for beginners, and people's short names for many other cards.
    """
    titles = tuple(dict.fromkeys(card.title for card in found))
    if len(titles) != 1 or " " in title or _set_size(index, found[0].set) > _SMALL_SET:
        return titles if len(titles) > 1 else ()
    word = folded(title)
    others = (
        card.title
        for card in index
        if card.side is found[0].side and not card.is_back and word in folded(card.title).split()
    )
    meant = tuple(dict.fromkeys((*titles, *others)))
    return meant if len(meant) > 1 else ()


def _set_size(index: CardIndex, code: str) -> int:
    return sum(card.set == code for card in index)


def _listed_titles(titles: Sequence[str]) -> str:
    listed = ", ".join(map(repr, titles[:_CANDIDATES]))
    return f"{listed} and {len(titles) - _CANDIDATES} more" if len(titles) > _CANDIDATES else listed
