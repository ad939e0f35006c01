"""How long games and journals are kept."""

from dataclasses import dataclass
from pathlib import Path

from gemp_bot.history.database import Connection

_DAY = 86_400.0
_JOURNALS = "*.jsonl.gz"


@dataclass(frozen=True, slots=True)
class Keep:
    """Days after which something is removed; 0 for never.

    Attributes:
        games: days after the end of a game, with its incidents; also of commands used in chat.
        journals: days after the last line of a journal.
    """

    games: float = 0.0
    journals: float = 0.0


def prune_games(database: Connection, keep: Keep, now: float) -> int:
    """Remove what is too old; tell how many games. Games that run stay, and so do refusals.

    Raises:
        sqlite3.Error: it cannot be written.
    """
    if not keep.games:
        return 0
    before = now - keep.games * _DAY
    database.execute("BEGIN IMMEDIATE")
    try:
        gone = database.execute(
            "DELETE FROM games WHERE result IS NOT NULL AND coalesce(ended, begun) < ?", (before,)
        ).rowcount
        database.execute("DELETE FROM incidents WHERE at < ?", (before,))
        database.execute("DELETE FROM chat WHERE at < ?", (before,))
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    return gone


def prune_journals(folder: Path, keep: Keep, now: float) -> int:
    """Remove the journals of a folder that are too old; tell how many.

    Raises:
        OSError: one cannot be removed.
    """
    if not keep.journals:
        return 0
    before = now - keep.journals * _DAY
    old = [path for path in folder.glob(_JOURNALS) if path.stat().st_mtime < before]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)
