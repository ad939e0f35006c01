"""Bytes to an XML element, hardened: nothing of a GEMP answer needs a DTD, an entity or the network.

Attributes become plain values without ever failing over an unusual one.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from lxml import etree

from gemp_bot.protocol.bounds import LONGEST_NAME, whole_number
from gemp_bot.protocol.errors import MalformedAnswerError, TooLargeError

MAX_ANSWER_BYTES = 16 * 1024 * 1024
"""Default cap of one answer, after decompression. The largest seen is 0.15 MB; a snapshot with a full
message log (25,000 lines, PROTOCOL 5.2) stays below 10 MB."""

MOST_TAGS = 100_000
"""Tags of one answer: a full message log is 25,000 of them (PROTOCOL 5.2), everything else is far below.
Each costs up to a kilobyte of memory once it is decoded."""

_DTD_MARK = b"<!"
"""How a DTD begins, and a comment or a CDATA section, none of which GEMP ever sends."""

_CONTROL_REFERENCE = re.compile(
    rb"&#(?:x0{0,6}(?:[0-8bcBCeEfF]|1[0-9a-fA-F])|0{0,6}(?:[0-8]|1[124-9]|2[0-9]|3[01]));"
)
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


class XmlReader:
    """Reads whole answers into a tree, with one reused parser.

    lxml still expands internal entities inside attributes with `resolve_entities=False`, and GEMP puts
    nearly everything into attributes, so every document with a DTD is refused: by its bytes, and once
    more after parsing, which catches a DTD written in another encoding.
    """

    __slots__ = ("_max_bytes", "_parser")

    def __init__(self, *, max_bytes: int = MAX_ANSWER_BYTES) -> None:
        self._max_bytes = max_bytes
        self._parser = hardened_parser()

    def read(self, body: bytes, *, roots: frozenset[str]) -> etree._Element:
        """Parse one answer whose root must be one of `roots`.

        Raises:
            TooLargeError: more bytes or tags than the cap; nothing was parsed.
            MalformedAnswerError: not well-formed, with a DTD, or another root.
        """
        root: etree._Element = parse(body, self._parser, max_bytes=self._max_bytes)
        if root.getroottree().docinfo.internalDTD is not None:
            raise dtd_refused()
        check_root(str(root.tag), roots, body)
        return root


def hardened_parser(target: object | None = None) -> etree.XMLParser[Any]:
    """A parser that loads nothing and recovers from nothing, and resolves nothing but `&amp;` and its like.

    Args:
        target: gets the start of each element instead of a tree being built; see lxml's parser targets.
    """
    parser: etree.XMLParser[Any] = etree.XMLParser(
        # A target that resolves nothing is given `&#38;` for every `&` of an attribute, where a tree has `&`.
        resolve_entities=False if target is None else "internal",
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        recover=False,
        remove_comments=True,
        remove_pis=True,
        collect_ids=False,
        target=target,  # type: ignore[call-overload]
    )
    return parser


def parse(
    body: bytes,
    parser: etree.XMLParser[Any],
    *,
    max_bytes: int,
    restart: Callable[[], None] | None = None,
) -> Any:
    """Parse one answer with a hardened parser: a tree, or what its target gives when it is closed.

    People type names, descriptions and chat lines, and the server lets control characters pass as
    numeric references that XML 1.0 forbids (PROTOCOL 1.1). One such line must not blind us to a game or
    a room for ever, so an answer that fails to parse is tried once more without them.

    Raises:
        TooLargeError: more bytes or tags than the cap; nothing was parsed.
        MalformedAnswerError: not well-formed, or plainly with a DTD.
    """
    if len(body) > max_bytes:
        raise TooLargeError(f"answer of {len(body)} bytes, more than the cap of {max_bytes}")
    # Most answers have no `!` at all, and one byte is found ten times as fast as two.
    if b"!" in body and _DTD_MARK in body:
        raise dtd_refused()
    if len(body) > MOST_TAGS and (tags := body.count(b"<")) > MOST_TAGS:
        raise TooLargeError(f"answer with {tags} tags, more than the cap of {MOST_TAGS}")
    if restart is not None:
        restart()
    try:
        return _fed(body, parser)
    except (etree.XMLSyntaxError, ValueError) as fault:
        why = _first_line(fault)
    cleaned = _CONTROL.sub(b"", _CONTROL_REFERENCE.sub(b"", body))
    if cleaned != body:
        if restart is not None:
            restart()
        try:
            return _fed(cleaned, parser)
        except (etree.XMLSyntaxError, ValueError) as fault:
            why = _first_line(fault)
    raise MalformedAnswerError(f"not XML: {why}{_glimpse(body)}")


def _fed(body: bytes, parser: etree.XMLParser[Any]) -> Any:
    """The same as `etree.fromstring`, which costs two microseconds more where a parser has a target."""
    parser.feed(body)
    return parser.close()


def check_root(tag: str, roots: frozenset[str], body: bytes) -> None:
    """Make sure that an answer is what was asked for.

    Raises:
        MalformedAnswerError: it has another root.
    """
    if tag not in roots:
        wanted = " or ".join(f"<{name}>" for name in sorted(roots))
        raise MalformedAnswerError(f"expected {wanted}, got <{tag}>{_glimpse(body)}")


def dtd_refused() -> MalformedAnswerError:
    """The error of an answer with a DTD."""
    return MalformedAnswerError("answer holds a DTD or a comment, which GEMP never sends")


def _first_line(fault: Exception) -> str:
    return (str(fault) or type(fault).__name__).splitlines()[0]


def _glimpse(body: bytes) -> str:
    """The start of the body, printable, so that a proxy's HTML page is recognised in a log."""
    start = body[:60].decode("utf-8", "replace")
    return " (begins with " + repr("".join(c if c.isprintable() else " " for c in start)) + ")"


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def read_document(reader: XmlReader, body: bytes, *roots: str) -> etree._Element:
    """Parse an answer whose root is one of `roots`.

    Raises:
        WireError: not such an answer.
    """
    return reader.read(body, roots=frozenset(roots))


def needed(element: etree._Element, name: str) -> str:
    """An id or a name without which the element means nothing.

    Raises:
        MalformedAnswerError: absent, empty, or longer than any.
    """
    value = element.get(name)
    if not value:
        raise MalformedAnswerError(f"<{tag(element)}> without {name}")
    if len(value) > LONGEST_NAME:
        raise MalformedAnswerError(f"<{tag(element)}> with {len(value):,} characters in {name}")
    return value


def needed_whole(element: etree._Element, name: str) -> int:
    """A whole number without which the element means nothing.

    Raises:
        MalformedAnswerError: absent, or no number.
    """
    value = whole(element, name)
    if value is None:
        raise MalformedAnswerError(f"<{tag(element)}> without a number in {name}")
    return value


def text(element: etree._Element, name: str) -> str | None:
    """A text; None if it is absent or empty."""
    return element.get(name) or None


def whole(element: etree._Element, name: str) -> int | None:
    """A whole number; None if it is absent or none."""
    return whole_number(element.get(name, ""))


def flag(element: etree._Element, name: str) -> bool:
    """Whether an attribute says `true`; absent is no."""
    return element.get(name, "").lower() == "true"


def moment(element: etree._Element, name: str) -> datetime | None:
    """A point in time given in epoch milliseconds, in UTC; None if it is absent or no such number."""
    value = whole(element, name)
    if value is None:
        return None
    try:
        return _EPOCH + timedelta(milliseconds=value)
    except OverflowError:
        return None


def attributes(element: etree._Element) -> dict[str, str]:
    """All attributes of the element, unchanged."""
    return {str(name): str(value) for name, value in element.items()}


def tag(element: etree._Element) -> str:
    """The name of an element."""
    return str(element.tag)
