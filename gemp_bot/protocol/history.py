"""Games that are over, as the server remembers them (PROTOCOL 3.6)."""

from datetime import datetime

import msgspec
from lxml import etree

from gemp_bot.protocol import xml
from gemp_bot.protocol.html import printable
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.wording import is_recorded_cancel
from gemp_bot.protocol.xml import XmlReader


class HistoryEntry(msgspec.Struct, frozen=True):
    """A game that is over.

    Attributes:
        win_reason, lose_reason: in the server's words (PROTOCOL 6.11).
        winner_archetype, loser_archetype: what the server calls their decks; may be empty.
        tournament: league, tournament or `Casual`; None where it is not told.
        recording_id: names the server's own replay of our side; None if there is none.
        deck_name: our deck; None where it is not told.
        start, end: UTC.
    """

    winner: PlayerName
    loser: PlayerName
    win_reason: str
    lose_reason: str
    winner_archetype: str = ""
    loser_archetype: str = ""
    format_name: str = ""
    tournament: str | None = None
    recording_id: str | None = None
    deck_name: str | None = None
    start: datetime | None = None
    end: datetime | None = None

    @property
    def cancelled(self) -> bool:
        """Whether the game was cancelled: its winner is arbitrary and means nothing."""
        return is_recorded_cancel(self.win_reason) or is_recorded_cancel(self.lose_reason)


class GameHistory(msgspec.Struct, frozen=True):
    """A page of the history of a player.

    Attributes:
        count: how many games there are in all.
        entries: this page, the newest first.
    """

    player: PlayerName
    count: int
    entries: tuple[HistoryEntry, ...]


def read_history(body: bytes, reader: XmlReader) -> GameHistory:
    """Decode a page of the history.

    Raises:
        WireError: no such answer, or a game without its winner and loser.
    """
    root = xml.read_document(reader, body, "gameHistory")
    return GameHistory(
        player=PlayerName(root.get("playerId", "")),
        count=xml.needed_whole(root, "count"),
        entries=tuple(_entry(row) for row in root.iter("historyEntry")),
    )


def _entry(row: etree._Element) -> HistoryEntry:
    return HistoryEntry(
        winner=PlayerName(xml.needed(row, "winner")),
        loser=PlayerName(xml.needed(row, "loser")),
        win_reason=printable(row.get("winReason", "")),
        lose_reason=printable(row.get("loseReason", "")),
        winner_archetype=printable(row.get("winnerDeckArchetype", "")),
        loser_archetype=printable(row.get("loserDeckArchetype", "")),
        format_name=printable(row.get("formatName", "")),
        tournament=xml.text(row, "tournament"),
        recording_id=xml.text(row, "gameRecordingId"),
        deck_name=xml.text(row, "deckName"),
        start=xml.moment(row, "startTime"),
        end=xml.moment(row, "endTime"),
    )
