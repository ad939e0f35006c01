"""The hall: tables, queues, tournaments, formats, and its calls (PROTOCOL 3.2)."""

import re
from datetime import UTC, datetime
from enum import StrEnum

import msgspec
from lxml import etree

from gemp_bot.protocol import xml
from gemp_bot.protocol.bounds import MOST_ROWS
from gemp_bot.protocol.calls import CHANNEL_STATUS, Call, Caller, Repeat
from gemp_bot.protocol.enums import AiSkill, Side, TableStatus
from gemp_bot.protocol.errors import HallRefusedError, MalformedAnswerError, NotOperationalError
from gemp_bot.protocol.html import plain, printable
from gemp_bot.protocol.ids import ChannelNumber, GameId, PlayerName, TableId
from gemp_bot.protocol.pace import CallKind
from gemp_bot.protocol.wording import HallRefusal, read_hall_refusal
from gemp_bot.protocol.xml import XmlReader

_SEAT_START = re.compile(r",(?=\s{0,9}[~\w-]{0,40}\s{0,9}\((?:DARK|LIGHT)[:)])")
_SEAT = re.compile(r"(?P<name>[^()]*)\((?P<side>DARK|LIGHT)(?::(?P<label>.*))?\)", re.DOTALL)
_LIFE_FORCE = re.compile(r"Life Force: (-?[0-9]{1,9}), (-?[0-9]{1,9})")
_SERVER_TIME = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2})")


class RowAction(StrEnum):
    """What a row does to the list we keep."""

    ADD = "add"
    UPDATE = "update"
    """The row is complete; it replaces the old one."""
    REMOVE = "remove"
    """Only the id is told."""


class HallSeat(msgspec.Struct, frozen=True):
    """A player at a table.

    Attributes:
        name: None where a league hides it.
        side: None where the text does not tell.
        label: archetype of the deck, told once the game is past its preparation.
    """

    name: PlayerName | None
    side: Side | None = None
    label: str | None = None


class TableRow(msgspec.Struct, frozen=True):
    """A table; of a removed one only `id` is known.

    Attributes:
        id: for joining and leaving; not the id of the game.
        game_id: None while no game runs.
        status: None if it is not told, or a word we do not know.
        status_text: `Waiting`, `Preparation`, `Life Force: a, b`, `Finished`, `Cancelled` or empty.
        format_name: name of the format, not its code.
        tournament: `Casual`, a league or a tournament, with the description of the table.
        winner: once there is one and the table is not private.
        attributes: everything as it came.
    """

    action: RowAction
    id: TableId
    game_id: GameId | None = None
    status: TableStatus | None = None
    status_text: str = ""
    format_name: str = ""
    tournament: str = ""
    seats: tuple[HallSeat, ...] = ()
    playing: bool = False
    watchable: bool = False
    winner: PlayerName | None = None
    attributes: dict[str, str] = {}

    @property
    def life_forces(self) -> tuple[int, int] | None:
        """Life force of the two players in no fixed order; None before play (PROTOCOL 3.2)."""
        found = _LIFE_FORCE.fullmatch(self.status_text)
        return None if found is None else (int(found[1]), int(found[2]))


class QueueRow(msgspec.Struct, frozen=True):
    """A tournament that gathers players."""

    action: RowAction
    id: str
    name: str = ""
    format_name: str = ""
    collection: str = ""
    cost: int | None = None
    players: int | None = None
    prizes: str = ""
    system: str = ""
    start: str = ""
    signed_up: bool = False
    joinable: bool = False
    attributes: dict[str, str] = {}


class TournamentRow(msgspec.Struct, frozen=True):
    """A running tournament. `stage` is the server's text: `Deck building`, `Playing games`, ..."""

    action: RowAction
    id: str
    name: str = ""
    format_name: str = ""
    collection: str = ""
    system: str = ""
    stage: str = ""
    round: int | None = None
    players: int | None = None
    signed_up: bool = False
    attributes: dict[str, str] = {}


class FormatRow(msgspec.Struct, frozen=True):
    """A format, or a league series of ours. Told only when the hall is opened."""

    code: str
    name: str


class Hall(msgspec.Struct, frozen=True):
    """One answer of the hall: everything after opening it, the differences after a poll.

    Attributes:
        channel: to poll with.
        server_time: UTC.
        motd: message of the day as plain text, only when it is new to this channel.
        currency: money of the account in the game's own shop.
        private_games: whether private tables can be made.
        ai_tables: whether bot tables can be made.
        new_games: running games of ours that this channel did not tell yet: all of them after opening.
    """

    channel: ChannelNumber
    server_time: datetime | None
    motd: str | None
    currency: int | None
    private_games: bool
    ai_tables: bool
    formats: tuple[FormatRow, ...]
    tables: tuple[TableRow, ...]
    queues: tuple[QueueRow, ...]
    tournaments: tuple[TournamentRow, ...]
    new_games: tuple[GameId, ...]


def read_hall(body: bytes, reader: XmlReader) -> Hall:
    """Decode an answer of the hall.

    Raises:
        WireError: no such answer, one without its channel number or the id of a row, or with too many rows.
    """
    root = xml.read_document(reader, body, "hall")
    if len(root) > MOST_ROWS:
        raise MalformedAnswerError(f"a hall of {len(root):,} rows, more than {MOST_ROWS:,}")
    motd = xml.text(root, "motd")
    return Hall(
        channel=ChannelNumber(xml.needed_whole(root, "channelNumber")),
        server_time=_server_time(root.get("serverTime", "")),
        motd=None if motd is None else plain(motd),
        currency=xml.whole(root, "currency"),
        private_games=xml.flag(root, "privateGamesEnabledBoolean"),
        ai_tables=xml.flag(root, "aiTablesEnabledBoolean"),
        formats=tuple(
            FormatRow(xml.needed(row, "type"), printable(row.text or "")) for row in root.iter("format")
        ),
        tables=tuple(_table(row) for row in root.iter("table")),
        queues=tuple(_queue(row) for row in root.iter("queue")),
        tournaments=tuple(_tournament(row) for row in root.iter("tournament")),
        new_games=tuple(GameId(xml.needed(row, "id")) for row in root.iter("newGame")),
    )


def read_hall_reply(body: bytes, reader: XmlReader) -> str | None:
    """Decode what the hall says to a table made, joined or left.

    Returns:
        None for a bare OK; the plain text of an information (lock-in leagues), for the request was granted.

    Raises:
        HallRefusedError: the hall refused; `NotOperationalError` while no game can start at all.
        WireError: no such answer.
    """
    root = xml.read_document(reader, body, "result", "response", "error")
    message = plain(root.get("message", ""))
    match xml.tag(root):
        case "error":
            kind = read_hall_refusal(message)
            if kind is HallRefusal.NOT_OPERATIONAL:
                raise NotOperationalError(message, kind=kind)
            raise HallRefusedError(message or "the hall refused without a word", kind=kind)
        case "response":
            return message
    return None


def read_seats(players: str) -> tuple[HallSeat, ...]:
    """The players at a table, out of `alice (DARK: Hunt Down, v2),~YodaBot (LIGHT)`.

    A label may hold commas and brackets, so seats are parted only where the next one visibly begins.
    """
    return tuple(_seat(part) for part in _SEAT_START.split(players) if part.strip())


def _seat(part: str) -> HallSeat:
    found = _SEAT.fullmatch(part.strip())
    if found is None:
        return HallSeat(PlayerName(printable(part)))
    name = printable(found["name"])
    label = printable(found["label"] or "")
    return HallSeat(PlayerName(name) if name else None, Side(found["side"]), label or None)


def _table(row: etree._Element) -> TableRow:
    game, winner, status = (xml.text(row, name) for name in ("gameId", "winner", "status"))
    return TableRow(
        action=_action(row),
        id=TableId(xml.needed(row, "id")),
        game_id=None if game is None else GameId(xml.needed(row, "gameId")),
        status=next((known for known in TableStatus if known == status), None),
        status_text=printable(row.get("statusDescription", "")),
        format_name=printable(row.get("format", "")),
        tournament=printable(row.get("tournament", "")),
        seats=read_seats(row.get("players", "")),
        playing=xml.flag(row, "playing"),
        watchable=xml.flag(row, "watchable"),
        winner=None if winner is None else PlayerName(printable(winner)),
        attributes=xml.attributes(row),
    )


def _queue(row: etree._Element) -> QueueRow:
    return QueueRow(
        action=_action(row),
        id=xml.needed(row, "id"),
        name=printable(row.get("queue", "")),
        format_name=printable(row.get("format", "")),
        collection=printable(row.get("collection", "")),
        cost=xml.whole(row, "cost"),
        players=xml.whole(row, "playerCount"),
        prizes=plain(row.get("prizes", "")),
        system=printable(row.get("system", "")),
        start=printable(row.get("start", "")),
        signed_up=xml.flag(row, "signedUp"),
        joinable=xml.flag(row, "joinable"),
        attributes=xml.attributes(row),
    )


def _tournament(row: etree._Element) -> TournamentRow:
    return TournamentRow(
        action=_action(row),
        id=xml.needed(row, "id"),
        name=printable(row.get("name", "")),
        format_name=printable(row.get("format", "")),
        collection=printable(row.get("collection", "")),
        system=printable(row.get("system", "")),
        stage=printable(row.get("stage", "")),
        round=xml.whole(row, "round"),
        players=xml.whole(row, "playerCount"),
        signed_up=xml.flag(row, "signedUp"),
        attributes=xml.attributes(row),
    )


def _action(row: etree._Element) -> RowAction:
    # `update` carries everything and replaces, so it is the safe reading of a word we do not know.
    word = row.get("action", "")
    return next((action for action in RowAction if action == word), RowAction.UPDATE)


def _server_time(value: str) -> datetime | None:
    found = _SERVER_TIME.fullmatch(value)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part) for part in found.groups())
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None


class HallCalls:
    """The hall. Poll it at least once a minute while you wait: silence removes your table.

    Every call may raise `SessionGoneError` and what `errors` lists for the connection.
    """

    def __init__(self, caller: Caller, reader: XmlReader) -> None:
        self._caller = caller
        self._reader = reader

    async def open(self) -> Hall:
        """Open a hall channel and read everything; an older channel of the account is closed.

        The way to find a game to rejoin: `new_games` holds all running games of the account.

        Raises:
            WireError: the answer is none of a hall.
        """
        call = Call(what="hall", segments=("hall",), kind=CallKind.HALL_CALL, status=CHANNEL_STATUS)
        return await self._caller.ask(call, lambda body: read_hall(body, self._reader))

    async def poll(self, channel: ChannelNumber) -> Hall:
        """Wait up to 3.5 s for differences.

        A poll whose answer was lost took its differences with it and is not repeated: open the hall anew.

        Raises:
            ChannelTakenOverError: the hall was opened anew under this name.
            ChannelExpiredError: silent for more than a minute; tables and queues are lost.
            UnreachableError: differences may be lost.
            WireError: the answer is none of a hall.
        """
        call = Call(
            what="hall",
            segments=("hall", "update"),
            method="POST",
            form={"channelNumber": str(channel)},
            kind=CallKind.HALL_POLL,
            repeat=Repeat.UNSENT,
            status=CHANNEL_STATUS,
        )
        return await self._caller.ask(call, lambda body: read_hall(body, self._reader))

    async def create_table(
        self,
        format_code: str,
        deck: str,
        *,
        library: bool = False,
        description: str = "",
        private_for: PlayerName | None = None,
    ) -> str | None:
        """Open a table and wait for an opponent. The ids come with the next polls of the hall.

        A private table has no description; `private_for` is the exact name of the one who may join.

        Returns:
            None, or what the server has to say about the table, which was made (lock-in leagues).

        Raises:
            HallRefusedError: with the server's reason and its kind.
            NotOperationalError: no game can start on this server now.
            SessionGoneError: also if the server has no library at all.
        """
        form = {
            "format": format_code,
            "deckName": deck,
            "sampleDeck": _flag(library),
            # The description of a private table names its guest.
            "tableDesc": description if private_for is None else private_for,
            "isPrivate": _flag(private_for is not None),
            "playVsAi": "false",
        }
        return await self._ask(f"table in {format_code}", ("hall",), form, repeat=Repeat.NEVER)

    async def create_ai_table(
        self,
        format_code: str,
        deck: str,
        *,
        library: bool,
        skill: AiSkill | str,
        ai_deck: str,
        ai_deck_own: bool = False,
    ) -> str | None:
        """Start a game against one of the server's own AIs. The id of the game comes with the hall.

        `skill` may also be the name of a strategy, in the sandbox.

        Raises:
            HallRefusedError: with the server's reason and its kind.
            NotOperationalError: no game can start on this server now.
            SessionGoneError: also if the server has no library at all, which every bot table needs.
        """
        form = {
            "format": format_code,
            "deckName": deck,
            "sampleDeck": _flag(library),
            "tableDesc": "",
            "isPrivate": "false",
            "playVsAi": "true",
            "aiSkill": str(skill),
            "aiDeckName": ai_deck,
            "aiDeckSample": _flag(not ai_deck_own),
        }
        return await self._ask(f"bot table in {format_code}", ("hall",), form, repeat=Repeat.NEVER)

    async def join_table(self, table_id: TableId, deck: str, *, library: bool = False) -> str | None:
        """Sit down at a table; the game starts inside this call.

        Raises:
            HallRefusedError: with the server's reason and its kind: the table is gone, same side, ...
            NotOperationalError: no game can start on this server now.
        """
        form = {"deckName": deck, "sampleDeck": _flag(library)}
        return await self._ask(f"table {table_id}", ("hall", table_id), form, repeat=Repeat.NEVER)

    async def leave_table(self, table_id: TableId) -> None:
        """Leave a waiting table. Not sitting there is fine, too."""
        await self._ask(f"table {table_id}", ("hall", table_id, "leave"), {}, repeat=Repeat.SAFE)

    async def join_queue(self, queue_id: str, deck: str = "", *, library: bool = False) -> str | None:
        """Join the queue of a tournament.

        Raises:
            HallRefusedError: with the server's reason and its kind.
        """
        form = {"deckName": deck, "sampleDeck": _flag(library)}
        return await self._ask(f"queue {queue_id}", ("hall", "queue", queue_id), form, repeat=Repeat.UNSENT)

    async def _ask(
        self, what: str, segments: tuple[str, ...], form: dict[str, str], *, repeat: Repeat
    ) -> str | None:
        call = Call(
            what=what,
            segments=segments,
            method="POST",
            form=form,
            kind=CallKind.HALL_CALL,
            repeat=repeat,
            # A table may start a game, and an AI may think, inside the call (PROTOCOL 9.2).
            silence=self._caller.settings.answer_timeout,
        )
        told = await self._caller.ask(call, lambda body: read_hall_reply(body, self._reader))
        return None if told is None else self._caller.tidy(told)


def _flag(value: bool) -> str:
    return "true" if value else "false"
