"""The hall: tables, and the channels that tell about them (PROTOCOL 3.2)."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from gemp_bot.protocol.enums import TableStatus
from gemp_bot.sandbox.server import refusals
from gemp_bot.sandbox.server.channels import Channel, Channels, Lot
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.http import HttpCall, HttpReply, xml_reply
from gemp_bot.sandbox.server.refusals import HallRefusalError, Mode
from gemp_bot.sandbox.server.seats import Entry, SeatedPlayer, TableRequest
from gemp_bot.sandbox.server.xml import Node, node

_IDLE_LIMIT = 60.0
_FINISHED_KEPT = 300.0
_MOST_CREATED, _MOST_JOINED = 8, 2


class HallChannel(Channel):
    """A hall channel with what its client knows already."""

    def __init__(self, number: int, now: float) -> None:
        super().__init__(number, now)
        self.tables: dict[str, dict[str, str]] = {}
        self.games: set[str] = set()
        self.motd: str | None = None


@dataclass(slots=True)
class HallTable:
    """One table: who sits there, and the game once it is full."""

    id: str
    request: TableRequest
    seats: list[SeatedPlayer]
    game: ServedGame | None = None

    @property
    def status(self) -> TableStatus:
        """Waiting, playing or finished."""
        if self.game is None:
            return TableStatus.WAITING
        return TableStatus.PLAYING if self.game.outcome is None else TableStatus.FINISHED

    def sits(self, player: str) -> bool:
        """Tell whether a player sits at this table."""
        return any(seat.player == player for seat in self.seats)


@dataclass(slots=True, kw_only=True)
class ServedHall:
    """All tables of the server.

    Attributes:
        entry: checks decks and formats.
        start: starts the game of a full table.
        mode: operational or not; tests and admins change it.
        ai_tables, private_games: server settings.
    """

    entry: Entry
    start: Callable[[TableRequest, list[SeatedPlayer]], ServedGame]
    new_id: Callable[[], str]
    now: Callable[[], float]
    lot: Lot
    mode: Mode = Mode.OPERATIONAL
    ai_tables: bool = True
    private_games: bool = True
    motd: str = "Welcome"
    tables: dict[str, HallTable] = field(default_factory=dict)
    channels: Channels[HallChannel] = field(default_factory=lambda: Channels(_IDLE_LIMIT))

    # -- the channel --------------------------------------------------------------------------

    def open(self, player: str) -> HttpReply:
        """Answer `GET hall`: a new channel and everything there is."""
        self._sweep()
        channel = HallChannel(self.channels.next_number(), self.now())
        self.channels.open(player, channel)
        formats = (node("format", text=name, type=code) for code, name in self.entry.formats.items())
        return xml_reply(self._news(player, channel, formats))

    async def update(self, call: HttpCall) -> HttpReply:
        """Answer `POST hall/update`: what is new, or nothing after a while."""
        self._sweep()
        channel = self.channels.get(call.user, call.number("channelNumber"), self.now())
        answer = self._news(call.user, channel)
        if not answer.children and "motd" not in answer.attrs:
            await self.lot.park(channel)
            channel.touched = self.now()
            answer = self._news(call.user, channel)
        return xml_reply(answer)

    def changed(self) -> None:
        """Wake everybody who waits for news of the hall."""
        for _, channel in self.channels:
            channel.wake()

    # -- tables -------------------------------------------------------------------------------

    def create(self, call: HttpCall) -> HttpReply:
        """Answer `POST hall`; refusals are `<error>` with status 200, and no id is ever told."""
        self._sweep()
        if call.flag("isPrivate"):
            call.text("tableDesc")
        try:
            request = TableRequest.read(call, self.entry.strategies)
            self.mode.check()
            request.check(ai_tables=self.ai_tables, private_games=self.private_games)
            self._check_room(call.user, creating=True)
            seats = [self.entry.seat(request, call.user, request.deck)]
            if request.bot is not None:
                seats.append(self.entry.bot_seat(request, call.user, seats[0]))
        except HallRefusalError as refusal:
            return refusal.reply()
        table = HallTable(self.new_id(), request, seats)
        self.tables[table.id] = table
        self._fill(table)
        return HttpReply()

    def join(self, call: HttpCall, table_id: str) -> HttpReply:
        """Answer `POST hall/<id>`: sit down at a waiting table, which starts the game."""
        self._sweep()
        try:
            self.mode.check()
            table = self._joinable(table_id, call.user)
            self._check_room(call.user, creating=False)
            deck = (call.text("deckName"), call.flag("sampleDeck"))
            seat = self.entry.seat(table.request, call.user, deck, opponent=table.seats[0])
        except HallRefusalError as refusal:
            return refusal.reply()
        table.seats.append(seat)
        self._fill(table)
        return HttpReply()

    def seat(self, request: TableRequest, seats: list[SeatedPlayer], game: ServedGame) -> None:
        """Show a table whose game was started without the hall."""
        table = HallTable(self.new_id(), request, seats, game)
        self.tables[table.id] = table
        self.changed()

    def leave(self, player: str, table_id: str) -> HttpReply:
        """Answer `POST hall/<id>/leave`: always OK."""
        table = self.tables.get(table_id)
        if table is not None and table.game is None and table.sits(player):
            del self.tables[table_id]
            self.changed()
        return HttpReply()

    def set_mode(self, mode: Mode) -> None:
        """Switch between operational and shutdown mode, which clears the waiting tables."""
        if mode is not self.mode:
            self.mode = mode
            self._drop_waiting(lambda _: True)

    def _fill(self, table: HallTable) -> None:
        if len(table.seats) > 1:
            names = {seat.player for seat in table.seats}
            self._drop_waiting(lambda other: other is not table and any(map(other.sits, names)))
            table.game = self.start(table.request, table.seats)
        self.changed()

    def _drop_waiting(self, which: Callable[[HallTable], bool]) -> None:
        gone = [key for key, table in self.tables.items() if table.game is None and which(table)]
        for key in gone:
            del self.tables[key]
        self.changed()

    def _check_room(self, player: str, *, creating: bool) -> None:
        """Refuse a player who sits at too many tables: 8 for creating, 2 running games for joining."""
        counted = {TableStatus.PLAYING, TableStatus.WAITING if creating else TableStatus.PLAYING}
        sitting = sum(table.status in counted and table.sits(player) for table in self.tables.values())
        if sitting >= (_MOST_CREATED if creating else _MOST_JOINED):
            raise HallRefusalError(refusals.TOO_MANY_TABLES if creating else refusals.NO_MORE_JOINED)

    def _joinable(self, table_id: str, player: str) -> HallTable:
        """Find the table somebody wants to join, unless it is gone, full, his own or not for him."""
        table = self.tables.get(table_id)
        if table is None or table.game is not None:
            raise HallRefusalError(refusals.TABLE_GONE)
        if table.sits(player):
            raise HallRefusalError(refusals.OWN_TABLE)
        if table.request.private and table.request.description != player:
            raise HallRefusalError(refusals.NOT_INVITED)
        return table

    def _sweep(self) -> None:
        """Apply what time does: silent players lose their waiting tables, finished ones disappear."""
        now = self.now()
        for player, channel in self.channels:
            parked = channel.waiter is not None and not channel.waiter.done()
            if now - channel.touched > _IDLE_LIMIT and not parked:
                self.channels.drop(player)
                self._drop_waiting(lambda table, gone=player: table.sits(gone))  # type: ignore[misc]
        for table in list(self.tables.values()):
            game = table.game
            if game is None or game.ended_at is None:
                continue
            if game.removed or now - game.ended_at > _FINISHED_KEPT:
                del self.tables[table.id]

    # -- what is told -------------------------------------------------------------------------

    def _news(self, player: str, channel: HallChannel, extra: Iterable[Node] = ()) -> Node:
        rows = {key: self._row(player, table) for key, table in self.tables.items()}
        found = [node("table", id=key, action="remove") for key in channel.tables if key not in rows]
        for key, row in rows.items():
            if channel.tables.get(key) != row:
                action = "update" if key in channel.tables else "add"
                found.append(Node("table", row | {"action": action}))
        channel.tables = rows
        for table in self.tables.values():
            game = table.game
            if game is None or game.outcome is not None or game.id in channel.games:
                continue
            if table.sits(player):
                channel.games.add(game.id)
                found.append(node("newGame", id=game.id))
        told = None if channel.motd == self.motd else self.motd
        channel.motd = self.motd
        return node(
            "hall",
            *found,
            *extra,
            channelNumber=channel.number,
            serverTime=time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(self.now())),
            motd=told,
            currency=0,
            privateGamesEnabledBoolean=self.private_games,
            aiTablesEnabledBoolean=self.ai_tables,
        )

    def _row(self, player: str, table: HallTable) -> dict[str, str]:
        game, private = table.game, table.request.private
        row = {
            "id": table.id,
            "gameId": game.id if game is not None else "",
            "status": table.status.value,
            "statusDescription": "" if private and game is not None else _described(game),
            "format": self.entry.formats[table.request.format],
            "tournament": table.request.kind(),
            "players": ",".join(f"{seat.player} ({seat.side})" for seat in table.seats),
            "playing": "true" if table.sits(player) else "false",
            "watchable": "true" if game is not None and not private else "false",
        }
        if game is not None and game.outcome is not None and game.outcome.winner is not None:
            row["winner"] = "" if private else game.outcome.winner
        return row


def _described(game: ServedGame | None) -> str:
    if game is None:
        return "Waiting"
    if game.outcome is not None:
        return "Finished" if game.outcome.winner is not None else "Cancelled"
    return game.description()
