"""The server's HTML to plain text, and the cards it names (PROTOCOL 6.9)."""

import html
import re

import msgspec

from gemp_bot.protocol.ids import BlueprintId

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_BREAK = re.compile(r"<(?:br|/?p|/?div|/?h\d|/?li|/?tr)\b[^<>]*>", re.IGNORECASE)
_CARD = re.compile(r"<div\b([^<>]*)>([^<]*)", re.IGNORECASE)
_CLOSED_CARD = re.compile(_CARD.pattern + "</div>", re.IGNORECASE)
_HINT = re.compile(r"\bclass\s*=\s*['\"]cardHint['\"]", re.IGNORECASE)
_VALUE = re.compile(r"(?<![-\w])value\s*=\s*(?:'([^']*)'|\"([^\"]*)\")", re.IGNORECASE)
_BULLET = "•"


class CardRef(msgspec.Struct, frozen=True, gc=False):
    """A card named in a message.

    Attributes:
        blueprint: the face the server names, foil and alternate-image marks included.
        title: the title without the bullets that mark uniqueness.
    """

    blueprint: BlueprintId
    title: str


def printable(text: str) -> str:
    """One line without control characters: nothing in it can move a terminal's cursor or colour it."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())


def plain(message: str) -> str:
    """The text of an HTML message as one printable line; card titles keep their bullets.

    Never fails: what is no tag is kept as text.
    """
    if "<" not in message and "&" not in message and message.isprintable() and "  " not in message:
        return message.strip()
    # A card reference is a <div> in mid-sentence and must not part the words around it.
    inline = _CLOSED_CARD.sub(_without_hint, message)
    return printable(html.unescape(_TAG.sub("", _BREAK.sub(" ", inline))))


def _without_hint(found: re.Match[str]) -> str:
    return found[2] if "cardhint" in found[1].lower() else found[0]


def chat_plain(message: str) -> str:
    """The text of a chat line.

    The server escapes chat as HTML before it goes into XML (PROTOCOL 3.3). The XML parser undid one of
    the two, this undoes the other; a `<b>` in the result is what a person typed.
    """
    return printable(html.unescape(message))


def card_refs(message: str) -> tuple[CardRef, ...]:
    """Every card an HTML message names, in order, repeats included."""
    found = []
    for attributes, inner in _CARD.findall(message):
        value = _VALUE.search(attributes)
        if value is None or _HINT.search(attributes) is None:
            continue
        title = printable(html.unescape(inner))
        blueprint = BlueprintId(value[1] if value[1] is not None else value[2])
        found.append(CardRef(blueprint, title.lstrip(_BULLET).strip()))
    return tuple(found)
