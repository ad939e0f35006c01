"""Bytes to an XML element, hardened: nothing of a GEMP answer needs a DTD, an entity or the network."""

import re

from lxml import etree

from gemp_bot.protocol.errors import MalformedAnswerError, TooLargeError

MAX_ANSWER_BYTES = 16 * 1024 * 1024
"""Default cap of one answer, after decompression. The largest seen is 0.15 MB; a snapshot with a full
message log (25,000 lines, PROTOCOL 5.2) stays below 10 MB."""

_DTD_MARKS = (b"<!DOCTYPE", b"<!ENTITY", b"<!doctype")

_CONTROL_REFERENCE = re.compile(
    rb"&#(?:x0{0,6}(?:[0-8bcBCeEfF]|1[0-9a-fA-F])|0{0,6}(?:[0-8]|1[124-9]|2[0-9]|3[01]));"
)
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


class XmlReader:
    """Reads whole answers with one reused parser.

    lxml still expands internal entities inside attributes with `resolve_entities=False`, and GEMP puts
    nearly everything into attributes, so every document with a DTD is refused: by its bytes, and once
    more after parsing, which catches a DTD written in another encoding.
    """

    __slots__ = ("_max_bytes", "_parser")

    def __init__(self, *, max_bytes: int = MAX_ANSWER_BYTES) -> None:
        self._max_bytes = max_bytes
        self._parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            dtd_validation=False,
            attribute_defaults=False,
            huge_tree=False,
            recover=False,
            remove_comments=True,
            remove_pis=True,
            collect_ids=False,
        )

    def read(self, body: bytes, *, roots: frozenset[str]) -> etree._Element:
        """Parse one answer whose root must be one of `roots`.

        Raises:
            TooLargeError: more bytes than the cap; nothing was parsed.
            MalformedAnswerError: not well-formed, with a DTD, or another root.
        """
        if len(body) > self._max_bytes:
            raise TooLargeError(f"answer of {len(body)} bytes, more than the cap of {self._max_bytes}")
        if any(mark in body for mark in _DTD_MARKS):
            raise MalformedAnswerError("answer holds a DTD, which GEMP never sends")
        try:
            root = etree.fromstring(body, self._parser)
        except (etree.XMLSyntaxError, ValueError) as fault:
            root = self._without_controls(body, fault)
        if root.getroottree().docinfo.internalDTD is not None:
            raise MalformedAnswerError("answer holds a DTD, which GEMP never sends")
        if root.tag not in roots:
            wanted = " or ".join(f"<{name}>" for name in sorted(roots))
            raise MalformedAnswerError(f"expected {wanted}, got <{root.tag!s}>{_glimpse(body)}")
        return root

    def _without_controls(self, body: bytes, fault: Exception) -> etree._Element:
        """Try once more without what XML 1.0 forbids.

        People type names, descriptions and chat lines, and the server lets control characters pass as
        numeric references (PROTOCOL 1.1). One such line must not blind us to a game or a room for ever.
        """
        cleaned = _CONTROL.sub(b"", _CONTROL_REFERENCE.sub(b"", body))
        if cleaned != body:
            try:
                return etree.fromstring(cleaned, self._parser)
            except (etree.XMLSyntaxError, ValueError) as second:
                fault = second
        raise MalformedAnswerError(f"not XML: {_first_line(fault)}{_glimpse(body)}") from None


def _first_line(fault: Exception) -> str:
    return (str(fault) or type(fault).__name__).splitlines()[0]


def _glimpse(body: bytes) -> str:
    """The start of the body, printable, so that a proxy's HTML page is recognised in a log."""
    start = body[:60].decode("utf-8", "replace")
    return " (begins with " + repr("".join(c if c.isprintable() else " " for c in start)) + ")"
