"""A folder of journals."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile

from gemp_bot.journal import Head, JournalError, JournalReader, JournalWriter
from gemp_bot.journal.chains import STAMP
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.journal.writer import MOST_BYTES
from gemp_bot.protocol.ids import GameId


class JournalFolder:
    """Makes the journals of games, one new file each; their names sort by time and name the game.

    Args:
        directory: made if it is missing, for its owner alone: names of files tell when was played.
        pseudonyms: write other names for people.
        name_of: gives these names, and None for who keeps his, see `Pseudonyms`; None to count people.
        most_bytes: of the lines of one journal, see `JournalWriter`.

    Raises:
        OSError: the folder cannot be made or written to. Said before a game begins, not after.
    """

    def __init__(
        self,
        directory: Path,
        *,
        pseudonyms: bool = False,
        name_of: Callable[[str], str | None] | None = None,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=directory):
            pass
        self.directory = directory
        self._pseudonyms = pseudonyms or name_of is not None
        self._name_of = name_of
        self._most_bytes = most_bytes

    def new(self, game: GameId) -> JournalWriter:
        """Begin a journal."""
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")[:-3]
        names = Pseudonyms(self._name_of) if self._pseudonyms else None
        path = self.directory / f"{stamp}-{_safe(game)}.jsonl.gz"
        return JournalWriter(path, pseudonyms=names, most_bytes=self._most_bytes)

    def latest(self, game: GameId) -> str | None:
        """File name of the newest journal of this game, None if there is none."""
        found = newest_journal(self.directory, game)
        return None if found is None else found.name

    def latest_head(self, game: GameId) -> Head | None:
        """How the newest journal of this game begins, None if there is none or it cannot be read."""
        name = self.latest(game)
        if name is None:
            return None
        try:
            first = next(iter(JournalReader(self.directory / name)), None)
        except JournalError:
            return None
        return first.line if first is not None and isinstance(first.line, Head) else None


def newest_journal(directory: Path, game: str) -> Path | None:
    """The newest journal of a game in a folder, None if there is none."""
    # The id of another game may end like this one.
    return max(directory.glob(f"{STAMP}-{_safe(game)}.jsonl.gz"), default=None)


def _safe(game: str) -> str:
    """The id without anything that could lead out of the folder, or be a pattern."""
    return "".join(c for c in game if c.isascii() and (c.isalnum() or c in "-_"))[:60]
