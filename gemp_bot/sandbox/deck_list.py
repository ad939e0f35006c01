"""A list of cards as people write it: a title or an id a line, with the number of copies."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from gemp_bot.cards.deck import DeckError, is_card_id
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.model import Card
from gemp_bot.cards.search import suggestions, titled
from gemp_bot.cards.titles import folded
from gemp_bot.files.problems import Problem, shown
from gemp_bot.protocol.enums import Side

_LINE: Final = re.compile(
    r"(?:[-*]\s+)?(?:x\s*(?P<before>\d{1,3})\s+|(?P<count>\d{1,3})\s*x?\s+)?(?P<title>.*?)"
    r"(?:\s+(?:x\s*(?P<after>\d{1,3})|(?P<last>\d{1,3})\s*x))?",
    re.IGNORECASE,
)
_HEADING: Final = re.compile(r"#.*|//.*|\[.*\]|[^:]*\(\d+\):?|\w[\w ]*:")
_CANDIDATES: Final = 5
_SMALL_SET: Final = 15
"""Cards of a set that is sold to beginners: its cards are called by short names."""


class _Line(NamedTuple):
    """A line that counts."""

    number: int
    said: str
    copies: int
    title: str


class DeckRow(msgspec.Struct, frozen=True):
    """Some copies of one card."""

    count: int
    card: Card


def is_list(text: str) -> bool:
    """Whether a text is such a list rather than ids as a server takes them (PROTOCOL 8.1)."""
    entries = [entry for entry in re.split(r"[,\n]", text) if entry.strip()]
    return "|" not in text and 2 * sum(map(is_card_id, entries)) < len(entries)


def listed(text: str, where: str, index: CardIndex, side: Side | None) -> tuple[tuple[DeckRow, ...], Side]:
    """The cards of a list, and their side.

    A line has a title or an id, with the number of copies before it or after it: `2 Luke Skywalker`,
    `2x Luke Skywalker`, `x2 Luke Skywalker`, `Luke Skywalker x2`. Empty lines and headings (`Characters:`,
    `# weapons`) do not count.

    Raises:
        DeckError: every line that is wrong, with what would be right.
    """
    lines = enumerate(text.splitlines(), start=1)
    found = [
        line for number, said in lines if (line := _line(number, " ".join(said.replace("•", "").split())))
    ]
    if side is None:
        sides = [card.side for line in found for card in _named(line.title, index)[:1]]
        side = Side.DARK if sides.count(Side.DARK) > sides.count(Side.LIGHT) else Side.LIGHT
    rows: list[DeckRow] = []
    problems: list[Problem | str] = []
    for line in found:
        card = _card(line.title, index, side) if line.copies else "0 copies: a number from 1 on"
        if isinstance(card, str):
            problems.append(Problem(where, line.number, f"{shown(line.said)}: {card}"))
        else:
            rows.append(DeckRow(line.copies, card))
    if problems:
        raise DeckError(problems)
    return tuple(rows), side


def _line(number: int, said: str) -> _Line | None:
    """None for a line that does not count."""
    if not said or _HEADING.fullmatch(said):
        return None
    found = _LINE.fullmatch(said)
    assert found is not None, "any line is a title at least"  # noqa: S101
    count = int(next(filter(None, found.group("before", "count", "after", "last")), "1"))
    return _Line(number, said, count, found["title"].strip())


def _named(title: str, index: CardIndex) -> Sequence[Card]:
    """The cards of an id or a title."""
    known = index.get(title.rstrip("*^")) if is_card_id(title) else None
    return titled(index, title) if known is None else (known,)


def _card(title: str, index: CardIndex, side: Side) -> Card | str:
    """The card of a line, or what is wrong with it."""
    cards = _named(title, index)
    own = [card for card in cards if card.side is side]
    exact = [card for card in own if card.title.casefold() == title.casefold()] or own
    if not is_card_id(title) and (meant := _meant(title, exact, index)):
        this = f"{exact[0].blueprint_id} for {exact[0].title!r}, or " if len(exact) == 1 else ""
        return f"may be {_listed_titles(meant)}: write {this}the whole title"
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
