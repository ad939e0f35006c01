"""The leagues of a server (PROTOCOL 3.8)."""

import msgspec

from gemp_bot.protocol import xml
from gemp_bot.protocol.html import printable
from gemp_bot.protocol.xml import XmlReader


class League(msgspec.Struct, frozen=True):
    """A league that has not expired.

    Attributes:
        code: its `type`, which also is a format code of the hall.
        member: whether we are in it.
    """

    code: str
    name: str
    member: bool = False


def read_leagues(body: bytes, reader: XmlReader) -> tuple[League, ...]:
    """Decode the list of leagues.

    Raises:
        WireError: no such answer, or a league without its code.
    """
    root = xml.read_document(reader, body, "leagues")
    return tuple(
        League(xml.needed(row, "type"), printable(row.get("name", "")), xml.flag(row, "member"))
        for row in root.iter("league")
    )
