"""Attributes of an XML element to plain values, without ever failing over an unusual one."""

import re
from datetime import UTC, date, datetime, timedelta

from lxml import etree

from gemp_bot.protocol.bounds import LONGEST_NAME, whole_number
from gemp_bot.protocol.errors import MalformedAnswerError
from gemp_bot.protocol.xml import XmlReader

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = re.compile(r"([0-9]{4})-?([0-9]{2})-?([0-9]{2})")


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


def day(element: etree._Element, name: str) -> date | None:
    """A day written `yyyyMMdd` (PROTOCOL 3.8); None if it is absent or no such day."""
    found = _DAY.fullmatch(element.get(name, ""))
    if found is None:
        return None
    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return None


def attributes(element: etree._Element) -> dict[str, str]:
    """All attributes of the element, unchanged."""
    return {str(name): str(value) for name, value in element.items()}


def tag(element: etree._Element) -> str:
    """The name of an element."""
    return str(element.tag)
