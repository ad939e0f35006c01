"""The account and the state of the server (PROTOCOL 2.3, 3.1), and the games it remembers (PROTOCOL 3.6)."""

import re
from datetime import datetime

import msgspec
from lxml import etree

from gemp_bot.protocol import xml
from gemp_bot.protocol.errors import MalformedAnswerError, RegistrationRefusedError, TooLargeError
from gemp_bot.protocol.html import plain, printable
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.wording import is_recorded_cancel
from gemp_bot.protocol.xml import MAX_ANSWER_BYTES, XmlReader

LOGIN_NAME = re.compile(r"[A-Za-z0-9_-]{2,10}")
RESERVED = ("admin", "guest", "system", "bye")
_ADMIN = "a"
_TABLES = re.compile(r"Tables count: ([0-9]{1,12})")
_IN_HALL = re.compile(r"Players in hall count: ([0-9]{1,12})")


class Account(msgspec.Struct, frozen=True):
    """The account of a session.

    Attributes:
        name: as the server spells it; case matters.
        type: letters of its rights: `a` admin, `d` deactivated, `l` league admin, `t` playtester,
            `p` playtesting admin, `c` commentator, `m` commentary admin, `u` unbanned.
    """

    name: PlayerName
    type: str

    @property
    def is_admin(self) -> bool:
        """Whether the account can act as any other player (PROTOCOL 2.2)."""
        return _ADMIN in self.type


class ServerStatus(msgspec.Struct, frozen=True):
    """What the server's status page says; a number it does not give is None."""

    tables: int | None = None
    in_hall: int | None = None


class _PlayerInfo(msgspec.Struct):
    name: str
    type: str = ""


def check_name(name: str) -> None:
    """Refuse a login name the server would refuse (PROTOCOL 2.3).

    Raises:
        RegistrationRefusedError: saying what a name must be.
    """
    if LOGIN_NAME.fullmatch(name) is None:
        raise RegistrationRefusedError(f"name {name!r}: use 2 to 10 of A-Z a-z 0-9 - _")
    if name.lower().startswith(RESERVED):
        raise RegistrationRefusedError(f"name {name!r}: names must not begin with {', '.join(RESERVED)}")


def read_account(body: bytes) -> Account:
    """Decode `playerStats/playerInfo`.

    Raises:
        WireError: no such answer.
    """
    if len(body) > MAX_ANSWER_BYTES:
        raise TooLargeError(f"answer of {len(body)} bytes, more than the cap of {MAX_ANSWER_BYTES}")
    try:
        info = msgspec.json.decode(body, type=_PlayerInfo)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise MalformedAnswerError("playerInfo is not the JSON of an account") from None
    if not info.name:
        raise MalformedAnswerError("playerInfo names no account")
    return Account(PlayerName(info.name), info.type)


def read_status(body: bytes) -> ServerStatus:
    """Decode the snippet of `$API/`. Any text will do; this never fails."""
    text = plain(body.decode("utf-8", "replace").replace("&nbsp;", " "))
    tables, hall = _TABLES.search(text), _IN_HALL.search(text)
    return ServerStatus(
        tables=None if tables is None else int(tables[1]),
        in_hall=None if hall is None else int(hall[1]),
    )


class HistoryEntry(msgspec.Struct, frozen=True):
    """A game that is over.

    Attributes:
        win_reason, lose_reason: in the server's words (PROTOCOL 6.11).
        tournament: league, tournament or `Casual`; None where it is not told.
        recording_id: names the server's own replay of our side; None if there is none.
        deck_name: our deck; None where it is not told.
        start, end: UTC.
    """

    winner: PlayerName
    loser: PlayerName
    win_reason: str
    lose_reason: str
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
        format_name=printable(row.get("formatName", "")),
        tournament=xml.text(row, "tournament"),
        recording_id=xml.text(row, "gameRecordingId"),
        deck_name=xml.text(row, "deckName"),
        start=xml.moment(row, "startTime"),
        end=xml.moment(row, "endTime"),
    )
