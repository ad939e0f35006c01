"""The one place that writes GEMP's XML: nodes, and how they become bytes (PROTOCOL 1.1).

A node is a plain value. The bytes are those of the real server: the prologue, one line, attributes
sorted by name, a newline in an attribute as `&#10;`, what lies beyond the BMP as numeric reference. Only
control characters are not written as that server writes them: it makes XML of them that is none.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from lxml import etree

PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
OK = b"<result>OK</result>"
"""The literal body of a POST with nothing to say: XML content type, no prologue."""

Value: TypeAlias = str | int | float | bool | Iterable[int] | Iterable[str] | None
"""What an attribute may be given as; None means the attribute is absent."""


@dataclass(frozen=True, slots=True)
class Node:
    """One element: tag, attributes, children, text."""

    tag: str
    attrs: Mapping[str, str] = field(default_factory=dict)
    children: tuple["Node", ...] = ()
    text: str = ""

    @property
    def code(self) -> str:
        """The `type` of a `<ge>`, empty for other elements."""
        return self.attrs.get("type", "")


def node(tag: str, /, *children: Node, text: str = "", **attrs: Value) -> Node:
    """Make an element; attribute names are those of the wire."""
    return Node(tag, _attributes(attrs), children, text)


def ge(code: str, /, *children: Node, **attrs: Value) -> Node:
    """Make a game event of type `code` (PROTOCOL 6)."""
    return Node("ge", {"type": code} | _attributes(attrs), children)


def wire(value: Value) -> str:
    """Write one value as the server does: `true`, `7`, `2.5`, `3,9`."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    if isinstance(value, int):
        return str(value)
    return ",".join(str(part) for part in value or ())


def document(root: Node) -> bytes:
    """Give the bytes of a whole answer."""
    parts = [PROLOGUE]
    _write(root, parts)
    return "".join(parts).encode()


def fragment(root: Node) -> bytes:
    """Give the bytes of one element without the prologue."""
    parts: list[str] = []
    _write(root, parts)
    return "".join(parts).encode()


def parse(body: str | bytes) -> Node:
    """Read XML of our own, or of a trusted recording, back into nodes.

    Raises:
        ValueError: not well-formed.
    """
    data = body.encode() if isinstance(body, str) else body
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        return _node(etree.fromstring(data, parser))
    except etree.XMLSyntaxError as fault:
        raise ValueError(f"not XML: {fault}") from None


def _node(element: etree._Element) -> Node:
    return Node(
        str(element.tag),
        dict(element.items()),
        tuple(_node(child) for child in element),
        element.text or "",
    )


def _attributes(attrs: Mapping[str, Value]) -> dict[str, str]:
    return {name: wire(value) for name, value in attrs.items() if value is not None}


def _write(root: Node, parts: list[str]) -> None:
    parts.append(f"<{root.tag}")
    parts += [f' {name}="{_escape(root.attrs[name], _IN_ATTRIBUTE)}"' for name in sorted(root.attrs)]
    if not root.children and not root.text:
        parts.append("/>")
        return
    parts.append(">")
    if root.text:
        parts.append(_escape(root.text, _IN_TEXT))
    for child in root.children:
        _write(child, parts)
    parts.append(f"</{root.tag}>")


_NO_XML = [*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF]
"""What XML 1.0 cannot hold in any form. People type it into chat lines and names, and one would spoil a whole
answer for everybody, so it is left out."""
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"} | dict.fromkeys(map(chr, _NO_XML), ""))
_IN_ATTRIBUTE = _IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
_BMP_END = "\uffff"


def _escape(text: str, table: dict[int, str]) -> str:
    text = text.translate(table)
    if text.isascii() or max(text) <= _BMP_END:
        return text
    return "".join(c if c <= _BMP_END else f"&#{ord(c)};" for c in text)
