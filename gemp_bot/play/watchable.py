"""Which games may be watched: running ones that take spectators, and never one that a bot of ours plays."""

from collections.abc import Callable, Iterator

from gemp_bot.errors import BotError
from gemp_bot.protocol.enums import TableStatus
from gemp_bot.protocol.hall import Hall, RowAction, TableRow
from gemp_bot.protocol.ids import GameId

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
        raise NotWatchableError(f"{game}: no running game of this id: `gemp-bot watch` lists them")
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
