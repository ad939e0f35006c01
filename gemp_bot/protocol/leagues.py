"""Leagues: which there are, and whether we are in them (PROTOCOL 3.8)."""

from datetime import date

import msgspec
from lxml import etree

from gemp_bot.protocol import xml
from gemp_bot.protocol.calls import Call, Caller
from gemp_bot.protocol.html import printable
from gemp_bot.protocol.xml import XmlReader


class League(msgspec.Struct, frozen=True):
    """A league that has not expired.

    Attributes:
        code: its `type`, which also is a format code of the hall.
        member: whether we are in it.
        start, end: first and last day.
    """

    code: str
    name: str
    member: bool = False
    start: date | None = None
    end: date | None = None


def read_leagues(body: bytes, reader: XmlReader) -> tuple[League, ...]:
    """Decode the list of leagues.

    Raises:
        WireError: no such answer, or a league without its code.
    """
    root = xml.read_document(reader, body, "leagues")
    return tuple(_league(row) for row in root.iter("league"))


def _league(row: etree._Element) -> League:
    return League(
        code=xml.needed(row, "type"),
        name=printable(row.get("name", "")),
        member=xml.flag(row, "member"),
        start=xml.day(row, "start"),
        end=xml.day(row, "end"),
    )


class LeagueCalls:
    """Leagues."""

    def __init__(self, caller: Caller, reader: XmlReader) -> None:
        self._caller = caller
        self._reader = reader

    async def list(self) -> tuple[League, ...]:
        """The leagues that have not expired."""
        call = Call(what="leagues", segments=("league",))
        return await self._caller.ask(call, lambda body: read_leagues(body, self._reader))
