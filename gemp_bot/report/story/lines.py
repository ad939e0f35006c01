"""The parts of a story: sentences of typed words, and life force bars."""

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from typing import TypeAlias

import msgspec

from gemp_bot.protocol.enums import Side
from gemp_bot.terminal import plain
from gemp_bot.view.names import NamedCard, Why


class Style(Enum):
    """What a word is, so that it can be coloured."""

    PLAIN = auto()
    DARK = auto()
    LIGHT = auto()
    PLACE = auto()
    STRONG = auto()
    QUIET = auto()
    ALARM = auto()


class Word(msgspec.Struct, frozen=True):
    """Some text of one kind."""

    text: str
    tint: Style = Style.PLAIN


Words: TypeAlias = tuple[Word, ...]
Part: TypeAlias = str | Word | Words


class Sentence(msgspec.Struct, frozen=True):
    """A sentence.

    Attributes:
        depth: how far it is set in; 0 is a heading.
        apart: an empty line goes before it.
        whole: it is never broken, as it may be copied.
    """

    words: Words
    depth: int = 1
    apart: bool = False
    whole: bool = False

    @property
    def text(self) -> str:
        """The text of the sentence without its style."""
        return "".join(word.text for word in self.words)


class LifeForce(msgspec.Struct, frozen=True):
    """The life force of a side.

    Attributes:
        now, most: as it is, and as it was at the beginning.
        change: since it was last shown.
        drawn, lost, deployed: how many cards of that were taken into hand, were lost, and came to the table.
    """

    side: Side
    now: int
    most: int
    change: int = 0
    drawn: int = 0
    lost: int = 0
    deployed: int = 0

    @property
    def rest(self) -> int:
        """What of the change is none of these: Force retrieved, cards that were played."""
        return self.change + self.drawn + self.lost + self.deployed


class LifeBars(msgspec.Struct, frozen=True):
    """The life force of both sides.

    Attributes:
        full: a bar for each side, also where nothing changed.
    """

    lives: tuple[LifeForce, ...]
    full: bool = False

    @property
    def drawn_out(self) -> tuple[LifeForce, ...]:
        """The sides that get a bar: those whose life force changed, or all."""
        return self.lives if self.full else tuple(life for life in self.lives if life.change)

    @property
    def beside(self) -> str:
        """The other sides, in a word each: `Light 51`."""
        bars = self.drawn_out
        return ", ".join(f"{name_of(life.side)} {life.now}" for life in self.lives if life not in bars)


Line: TypeAlias = Sentence | LifeBars

_TINTS = {Side.DARK: Style.DARK, Side.LIGHT: Style.LIGHT}


def words(*parts: Part) -> Words:
    """One row of words of many parts."""
    found: list[Word] = []
    for part in parts:
        if isinstance(part, str):
            found.append(Word(part))
        elif isinstance(part, Word):
            found.append(part)
        else:
            found.extend(part)
    return tuple(word for word in found if word.text)


def strong(text: object) -> Word:
    """What matters in a sentence."""
    return Word(str(text), Style.STRONG)


def quiet(text: str) -> Word:
    """Words of little importance."""
    return Word(text, Style.QUIET)


def alarm(text: str) -> Word:
    """Words that must not be overlooked."""
    return Word(text, Style.ALARM)


def of_side(text: str, side: Side) -> Word:
    """What belongs to a side."""
    return Word(text, _TINTS[side])


def name_of(side: Side) -> str:
    """`Dark` or `Light`."""
    return side.value.capitalize()


def side_name(side: Side) -> Word:
    """`Dark` or `Light`, as a word of that side."""
    return of_side(name_of(side), side)


def number(value: float) -> str:
    """`3`, `2.5`."""
    return f"{value:g}"


def counted(count: int, what: str) -> str:
    """`1 card`, `2 cards`."""
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def listed(items: Sequence[Part], last: str = " and ") -> Words:
    """`A, B and C`."""
    found: list[Part] = []
    for place, item in enumerate(items):
        if place:
            found.append(last if place == len(items) - 1 else ", ")
        found.append(item)
    return words(*found)


def times(titles: Iterable[str]) -> list[str]:
    """Titles in the order in which they come first, each once: `Stormtrooper (2)`."""
    counts: dict[str, int] = {}
    for title in titles:
        counts[title] = counts.get(title, 0) + 1
    return [title if count == 1 else f"{title} ({count})" for title, count in counts.items()]


def card_name(card: NamedCard) -> Word:
    """A card as a word of its side; one that is not shown is a card."""
    title = plain(card.title) or "a card"
    return Word(title) if card.side is None else of_side(title, card.side)


def place_name(location: NamedCard | None) -> Word:
    """A location, as a word."""
    return Word("an unknown place" if location is None else plain(location.title), Style.PLACE)


def named(cards: Iterable[NamedCard]) -> Words:
    """Cards by name, equal ones of a side counted."""
    groups: dict[Side | None, list[str]] = {}
    for card in cards:
        groups.setdefault(card.side, []).append(plain(card.title) or "a card")
    found = [
        Word(text) if side is None else of_side(text, side)
        for side, titles in groups.items()
        for text in times(titles)
    ]
    return listed(found) if found else words("nobody")


def because(why: Why | None) -> Words:
    """A reason behind a sentence; nothing where there is none."""
    return (
        () if why is None or not why.text else words(quiet(f" ({plain(why.text)}, {why.force:+.1f} Force)"))
    )
