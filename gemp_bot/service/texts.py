"""The texts the operator may write: templates with placeholders, checked when they are loaded."""

import re
import string
from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from gemp_bot.files.problems import meant, shown
from gemp_bot.protocol.html import printable

MOST_SAID = 250
"""Characters of a line of chat that fit a narrow window; the server itself has no limit of its own."""
MOST_AT_TABLE = 50
"""Characters of a table's text that the web client lets people write, and shows."""


class Placeholder(StrEnum):
    """What a template may name."""

    OPPONENT = "opponent"
    DECK = "deck"
    STRATEGY = "strategy"
    LEVEL = "level"
    OWNER = "owner"
    CONTACT = "contact"
    KEPT = "kept"
    SCORE = "score"
    REASON = "reason"
    REVIEW = "review"


Values = Mapping[Placeholder, str]

_TABLE = (Placeholder.STRATEGY, Placeholder.LEVEL, Placeholder.OWNER)
_CHAT = (
    Placeholder.OPPONENT,
    Placeholder.DECK,
    *_TABLE,
    Placeholder.CONTACT,
    Placeholder.KEPT,
    Placeholder.SCORE,
)
_MORE = {"unwelcome": (Placeholder.REASON,), "farewell": (Placeholder.REVIEW,)}
_OPERATORS = frozenset(
    {Placeholder.OWNER, Placeholder.CONTACT, Placeholder.KEPT, Placeholder.LEVEL, Placeholder.REVIEW}
)
"""Values that the operator wrote."""
_LENGTHS = {
    Placeholder.OPPONENT: 10,
    Placeholder.DECK: 30,
    Placeholder.STRATEGY: 10,
    Placeholder.LEVEL: 10,
    Placeholder.OWNER: 15,
    Placeholder.CONTACT: 30,
    Placeholder.KEPT: 10,
    Placeholder.SCORE: 40,
    Placeholder.REASON: 60,
    Placeholder.REVIEW: 100,
}
"""Characters a value may have, for the advice; what is longer after all is cut where it is said."""


class ChatTexts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said, as templates; an empty one says nothing. `{{` and `}}` stand for braces.

    Attributes:
        table: beside an open table.
        greeting: once, when a game with a person begins.
        farewell: after a game that was won or lost.
        rematch: after the farewell, if there is a table for another game.
        unwelcome: to somebody who sat down and may not play; {reason} says why.
        about: answers the command `about`.
        stopped: answers the command `stop`.
        fallback: when a simple rule answered because the strategy failed or was too late.
        fault: after a game that a fault of ours ended.
    """

    table: str = "Bot, level {level}: everybody is welcome"
    greeting: str = (
        "Hello {opponent}! I am a bot, run by {owner}. Write !help to see what I can tell. Good luck!"
    )
    farewell: str = "Good game, {opponent}. Thank you!"
    rematch: str = "I open another table now, if you would like a rematch."
    unwelcome: str = "Sorry, {opponent}: {reason}. I ask to cancel this game; please agree."
    about: str = (
        "I am a bot (gemp-bot), run by {owner}. Games are recorded and kept for {kept}. "
        "To be forgotten, write to {contact}."
    )
    stopped: str = "As you wish: after this one I begin no game with you. To undo it, write to {contact}."
    fallback: str = "My thinking failed at this move, so a simple rule answered."
    fault: str = "Sorry, a fault of mine ended this game."


def choices(text: str) -> tuple[Placeholder, ...]:
    """The placeholders a text may have."""
    if text == "table":
        return _TABLE
    return (*_CHAT, *_MORE.get(text, ()))


def fill(template: str, values: Values, most: int = MOST_SAID) -> str:
    """A text with its values, as one line of at most so many characters.

    Values are data; those that are not the operator's own add no markup and no links. A placeholder without a
    value leaves nothing behind.
    """
    parts = []
    for literal, name, _, _ in string.Formatter().parse(template):
        parts.append(literal)
        if name is not None:
            value = values.get(placeholder := Placeholder(name), "")
            parts.append(value if placeholder in _OPERATORS else harmless(value))
    return cut(printable("".join(parts)), most)


_MARKUP = re.compile(r"[<>&]")
_LINK = re.compile(r"(?<=:)/+|(?<=www)\.", re.IGNORECASE)


def harmless(text: str) -> str:
    """A text of somebody else as it may stand in a line of ours: no markup, links, control characters."""
    return _LINK.sub("", _MARKUP.sub("", printable(text)))


def cut(text: str, most: int) -> str:
    """A text of at most so many characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def check_texts(texts: ChatTexts) -> tuple[list[str], list[str]]:
    """What is wrong with the texts, and what could be better; a line each."""
    errors: list[str] = []
    hints: list[str] = []
    for name, template in msgspec.structs.asdict(texts).items():
        wrong = [f"{name}: {line}" for line in _wrong(name, template)]
        errors += wrong
        most = MOST_AT_TABLE if name == "table" else MOST_SAID
        if not wrong and (length := _length(template)) > most:
            hints.append(f"{name}: about {length} characters with its values, cut after {most}: shorten it")
    return errors, hints


def _wrong(name: str, template: str) -> Iterator[str]:
    if template != printable(template):
        yield "one line without control characters or double spaces is needed"
    if template.startswith("/"):
        yield "must not begin with '/': the server would take it for a command"
    allowed = [placeholder.value for placeholder in choices(name)]
    try:
        parsed = list(string.Formatter().parse(template))
    except ValueError as fault:
        yield f"{fault}; write {{{{ and }}}} for braces"
        return
    for _, placeholder, spec, conversion in parsed:
        if placeholder is None:
            continue
        if spec or conversion:
            yield f"{shown('{' + placeholder + '}')} takes no format: write just the name in braces"
        elif placeholder not in allowed:
            yield (
                f"no placeholder {shown(placeholder)} here: {meant(placeholder, allowed)} "
                f"(all of them: {', '.join(allowed)})"
            )


def _length(template: str) -> int:
    parsed = string.Formatter().parse(template)
    return sum(
        len(literal) + (0 if name is None else _LENGTHS[Placeholder(name)]) for literal, name, _, _ in parsed
    )
