"""The lines of a story: sentences of typed words and life force bars, and how they look on a page.

Plain text for pipes and files, rich for a terminal.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from gemp_bot.protocol.enums import Side
from gemp_bot.terminal import plain
from gemp_bot.view.names import NamedCard, Why

if TYPE_CHECKING:
    from rich.text import Text


class Style(StrEnum):
    """What a word is, so that it can be coloured."""

    PLAIN = ""
    DARK = "dark"
    LIGHT = "light"
    PLACE = "place"
    STRONG = "strong"
    QUIET = "quiet"
    ALARM = "alarm"


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some text of one kind."""

    text: str
    tint: Style = Style.PLAIN


Words: TypeAlias = tuple[Word, ...]
Part: TypeAlias = str | Word | Words


TAKEN_BACK: Final = "Taken back: what follows was played anew."


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


def because(why: Why | None, *, alone: bool = True) -> Words:
    """A reason behind a sentence, with who was to come along where only one came; nothing for none."""
    if why is None or not why.text:
        return ()
    along = f"with {why.along}: " if why.along and alone else ""
    return words(quiet(f" ({plain(along + why.text)}, {why.force:+.1f} Force)"))


WIDTH = 96
"""Columns of a page that is no terminal."""
BAR = 30
_INDENT = "  "
_HANGING = "    "
_STYLES = {
    Style.PLAIN: "",
    Style.DARK: "red",
    Style.LIGHT: "bright_blue",
    Style.PLACE: "green",
    Style.STRONG: "bold",
    Style.QUIET: "dim",
    Style.ALARM: "bold yellow",
}


def plain_page(line: Line, width: int = WIDTH) -> Iterator[str]:
    """A line of the story as lines of plain text."""
    if isinstance(line, LifeBars):
        beside = line.beside
        for life in line.drawn_out:
            full = filled(life)
            bar = f"[{'#' * full}{'.' * (BAR - full)}]"
            yield f"{_INDENT}{_name(life)} {bar} {_numbers(life)}{f'; {beside}' if beside else ''}"
        if not line.drawn_out:
            yield f"{_INDENT}{beside}, as before"
        return
    if line.apart:
        yield ""
    text = plain(line.text)
    indent = _INDENT * line.depth
    if line.whole:
        yield indent + text
        return
    yield from textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent + _HANGING, break_on_hyphens=False
    ) or [""]


def rich_page(line: Line, width: int) -> Iterator["Text"]:
    """A line of the story as lines for a terminal of a width."""
    from rich.text import Text  # noqa: PLC0415 - a page that is piped does without

    if isinstance(line, LifeBars):
        beside = line.beside
        for life in line.drawn_out:
            yield _rich_bar(life).append(f"; {beside}" if beside else "")
        if not line.drawn_out:
            yield Text(f"{_INDENT}{beside}, as before")
        return
    if line.apart:
        yield Text()
    said = Text()
    for word in line.words:
        said.append(plain(word.text), _STYLES[word.tint])
    if line.whole:
        yield Text(_INDENT * line.depth) + said
    else:
        yield from _wrapped(said, line, width)


def _wrapped(said: "Text", line: Sentence, width: int) -> Iterator["Text"]:
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    indent = _INDENT * line.depth
    room = max(width - len(indent) - len(_HANGING), BAR)
    for number, row in enumerate(said.wrap(Console(width=width), room)):
        row.rstrip()
        yield Text(indent + (_HANGING if number else "")) + row


def _rich_bar(life: LifeForce) -> "Text":
    from rich.text import Text  # noqa: PLC0415

    full = filled(life)
    colour = _STYLES[_TINTS[life.side]]
    bar = Text(_INDENT).append(_name(life), colour).append(" ")
    return bar.append("━" * full, colour).append("─" * (BAR - full), "dim").append(f" {_numbers(life)}")


def filled(life: LifeForce) -> int:
    """How much of a bar is full: something as long as there is life, never more than all of it."""
    if life.now <= 0 or life.most <= 0:
        return 0
    return min(BAR, max(1, round(BAR * life.now / life.most)))


def _name(life: LifeForce) -> str:
    return f"{name_of(life.side):<5}"


def _numbers(life: LifeForce) -> str:
    """`45 (4 drawn, 2 lost)`; with the bare rest where it is neither, as when life force was gained."""
    counts = ((life.drawn, "drawn"), (life.lost, "lost"), (life.deployed, "deployed"))
    parts = [f"{count} {what}" for count, what in counts if count]
    if life.rest:
        parts.append(f"{life.rest:+d}")
    return f"{life.now:>2} ({', '.join(parts)})" if parts and life.change else f"{life.now:>2}"
