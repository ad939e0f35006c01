"""A story on a page: plain text for pipes and files, rich for a terminal. Nothing is told here."""

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gemp_bot.protocol.enums import Side
from gemp_bot.report.story.lines import LifeBars, LifeForce, Line, Sentence, Style, name_of
from gemp_bot.terminal import plain

if TYPE_CHECKING:
    from rich.text import Text

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
_SIDES = {Side.DARK: Style.DARK, Side.LIGHT: Style.LIGHT}


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
    colour = _STYLES[_SIDES[life.side]]
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
