"""One game of others, watched to its end: opened as a spectator, polled, opened anew after doubt."""

from collections.abc import Callable, Iterator
from typing import Protocol

from gemp_bot.errors import BotError
from gemp_bot.files.problems import meant
from gemp_bot.play.game import ConnectedGame, LogIn
from gemp_bot.play.timing import Clock, PlaySettings
from gemp_bot.play.trouble import GivenUpError
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.enums import TableStatus
from gemp_bot.protocol.errors import (
    ChannelTakenOverError,
)
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.protocol.hall import Hall, RowAction, TableRow
from gemp_bot.protocol.ids import GameId
from gemp_bot.state import Table

IsOurs = Callable[[str], bool]
"""Whether a player of this name is a bot of ours."""


class NotWatchableError(BotError):
    """A game must not be watched, or does not run; one line."""


def watchable(hall: Hall, is_ours: IsOurs) -> Iterator[TableRow]:
    """The tables whose games may be watched."""
    for row in _running(hall):
        if row.watchable and not _is_own(row, hall, is_ours):
            yield row


def row_to_watch(game: GameId, hall: Hall, is_ours: IsOurs) -> TableRow:
    """The table of a game that may be watched.

    Raises:
        NotWatchableError: it does not run, or must not be watched.
    """
    found = next((row for row in _running(hall) if row.game_id == game), None)
    if found is None:
        known = [row.game_id for row in watchable(hall, is_ours) if row.game_id]
        raise NotWatchableError(f"{game}: no running game of this id: {meant(game, known)}")
    if _is_own(found, hall, is_ours):
        raise NotWatchableError(
            f"{game}: a bot of ours plays in it, and its games are not watched from outside"
        )
    if not found.watchable:
        raise NotWatchableError(f"{game}: the server permits no spectators in this game")
    return found


def _running(hall: Hall) -> Iterator[TableRow]:
    for row in hall.tables:
        if row.action is not RowAction.REMOVE and row.game_id and row.status is TableStatus.PLAYING:
            yield row


def _is_own(row: TableRow, hall: Hall, is_ours: IsOurs) -> bool:
    names = [seat.name for seat in row.seats if seat.name]
    return row.playing or row.game_id in hall.new_games or any(is_ours(name) for name in names)


class SpectatedTable(Protocol):
    """What takes the updates of the game."""

    @property
    def table(self) -> Table:
        """The table after the last update."""

    def update(self, update: GameUpdate) -> None:
        """Take what the server told."""


class Spectator(ConnectedGame):
    """Watches one game. It answers nothing, and asks for nothing but the game.

    Args:
        channel: the game, not opened yet.
        watcher: takes what the server tells.
        log_in: logs the client in again after its session was lost.
        is_ours: whether a player of this name is a bot of ours; such a game is left at once.
        on_news: called after each update.
        settings: patience, and how often the game is opened at most.
        clock: what time it is, and how to wait.
    """

    def __init__(
        self,
        channel: GameChannel,
        watcher: SpectatedTable,
        *,
        log_in: LogIn,
        is_ours: Callable[[str], bool],
        on_news: Callable[[], None],
        settings: PlaySettings | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(channel, log_in, settings, clock)
        self._watcher = watcher
        self._is_ours = is_ours
        self._on_news = on_news

    async def run(self) -> None:
        """Watch to the end.

        Raises:
            GivenUpError: it cannot, or must not, be watched on. One line.
        """
        self._doubt.last_good = self._clock.now()
        while self._watcher.table.ending is None or self._doubt.must_open:
            await self._round()

    async def _go_on(self) -> None:
        self._take(await self._channel.poll())

    def _opened(self, update: GameUpdate) -> None:
        self._take(update)

    async def _taken_over(self, fault: ChannelTakenOverError) -> None:
        raise GivenUpError(f"{fault}: another client on our account watches this game") from None

    def _take(self, update: GameUpdate) -> None:
        self._watcher.update(update)
        table = self._watcher.table
        if table.me is not None or any(self._is_ours(name) for name in table.players):
            raise GivenUpError(f"game {self._channel.game_id}: a bot of ours plays in it: it is not watched")
        self._on_news()
