"""Tournaments: the running ones, the past ones, and one with its standings (PROTOCOL 3.9)."""

import msgspec
from lxml import etree

from gemp_bot.protocol import elements
from gemp_bot.protocol.html import printable
from gemp_bot.protocol.leagues import Standing, standing
from gemp_bot.protocol.xml import XmlReader


class Tournament(msgspec.Struct, frozen=True):
    """A tournament.

    Attributes:
        stage: the server's word: `Drafting`, `Deck building`, `Playing games`, `Finished`.
        standings: only where one tournament was asked for.
    """

    id: str
    name: str
    format_name: str = ""
    collection: str = ""
    round: int | None = None
    stage: str = ""
    standings: tuple[Standing, ...] = ()


def read_tournaments(body: bytes, reader: XmlReader) -> tuple[Tournament, ...]:
    """Decode a list of tournaments.

    Raises:
        WireError: no such answer, or a tournament without its id.
    """
    root = elements.read_document(reader, body, "tournaments")
    return tuple(_tournament(row) for row in root.iter("tournament"))


def read_tournament(body: bytes, reader: XmlReader) -> Tournament:
    """Decode one tournament with its standings.

    Raises:
        WireError: no such answer, or one without the id of the tournament.
    """
    return _tournament(elements.read_document(reader, body, "tournament"))


def _tournament(row: etree._Element) -> Tournament:
    return Tournament(
        id=elements.needed(row, "id"),
        name=printable(row.get("name", "")),
        format_name=printable(row.get("format", "")),
        collection=printable(row.get("collection", "")),
        round=elements.whole(row, "round"),
        stage=printable(row.get("stage", "")),
        standings=tuple(standing(place) for place in row.iter("tournamentStanding")),
    )
