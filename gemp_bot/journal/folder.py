"""Journals in folders: those that are there, those of one game, and the next one."""

import glob
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from gemp_bot.files.problems import meant
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.journal.reader import Head, JournalError, journal_head
from gemp_bot.journal.writer import MOST_BYTES, JournalWriter
from gemp_bot.protocol.ids import GameId

RECORDINGS = (".jsonl", ".jsonl.gz")
"""What a recorded game ends with."""
REPLAY_END = ".replay.jsonl.gz"
"""How the names of a server's own replays end: they hold no questions, see `history.importing.Fetcher`."""


def journals_in(folder: Path) -> list[Path]:
    """The recorded games of a folder, in the order in which they began; then those of the folders in it.

    Hidden folders are passed over.
    """
    return [where / name for where, names in _walk(folder) for name in names if name.endswith(RECORDINGS)]


def _walk(folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """A folder and those in it, in order, each with the names of its files; without hidden folders."""
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield Path(where), sorted(names)


def recordings_in(folder: Path) -> list[Path]:
    """The recorded games of a folder, without the server's own replays."""
    return [path for path in journals_in(folder) if not path.name.endswith(REPLAY_END)]


def journal_files(paths: Iterable[Path], tell: Callable[[str], None]) -> list[Path]:
    """The recorded games that are meant: files as they are, and those of folders, by name.

    A folder gives the files in it that may be recorded games, without the server's own replays, which hold
    no questions; then those of the folders in it, but for hidden ones.

    Args:
        paths: files and folders.
        tell: told one line about each folder that has none.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        files = recordings_in(path)
        if not files:
            tell(f"{path}: no recorded game in this folder (.jsonl or .jsonl.gz)")
        found += files
    return found


_SHORTEST_PREFIX: Final = 6
"""Letters of an id that stand for the game, where they fit no other."""
STAMP: Final = "?" * 18
"""A pattern of the time with which the name of a journal begins; the rest is the game."""


def chain_of(path: Path) -> list[Path]:
    """The journals in its folder of the game of a journal, in their order.

    Only those are looked at whose names tell that they may be of the same game.
    """
    game = path.name[len(STAMP) :].removesuffix(".gz").removesuffix(".jsonl")
    alike = sorted(path.parent.glob(f"{STAMP}{glob.escape(game)}.jsonl*")) if game.startswith("-") else []
    return next((files for files in chains(alike) if path in files), [path])


def continuations(path: Path) -> list[Path]:
    """The journals in its folder that continue a journal, in their order; found as `chain_of` finds them."""
    chain = chain_of(path)
    return chain[chain.index(path) + 1 :]


def predecessors(path: Path) -> list[Path]:
    """The journals in its folder that a journal continues, in their order, as far as they can be read.

    Raises:
        JournalError: its own beginning cannot be read.
    """
    found = [path]
    before = _before(path, journal_head(path))
    with suppress(JournalError):
        while before is not None and before not in found and before.is_file():
            found.insert(0, before)
            before = _before(before, journal_head(before))
    return found[:-1]


def chains(
    files: Iterable[Path],
    *,
    damaged: Callable[[str], None] | None = None,
    wanted: Callable[[Head | None], bool] = lambda _: True,
) -> list[list[Path]]:
    """The files of each game, in their order: one continues the other, in the same folder.

    Args:
        files: journals, each after the one that it continues.
        damaged: told one line about a file that cannot be read, which is then left out; without it, such a
            file stands alone.
        wanted: whether files that begin so are meant; others are left out.
    """
    games: list[list[Path]] = []
    game_of: dict[Path, list[Path]] = {}
    for path in files:
        head: Head | None = None
        try:
            head = journal_head(path)
        except JournalError as fault:
            if damaged is not None:
                damaged(str(fault))
                continue
        if not wanted(head):
            continue
        previous = _before(path, head)
        game = None if previous is None else game_of.get(previous)
        if game is None:
            game = []
            games.append(game)
        game.append(path)
        game_of[path] = game
    return games


def _before(path: Path, head: Head | None) -> Path | None:
    """The journal in the same folder that one continues, by the name that its head gives; None for none."""
    name = Path((head and head.previous) or "").name
    return path.parent / name if name else None


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

    def begin(self, game: GameId, head: Head) -> JournalWriter:
        """Begin a journal with its head.

        Raises:
            OSError: it cannot be made or written to; nothing of it stays open.
        """
        journal = self.new(game)
        with ExitStack() as undo:
            undo.callback(journal.close)
            journal.head(head)
            undo.pop_all()
        return journal

    def latest(self, game: GameId) -> str | None:
        """File name of the newest journal of this game, None if there is none."""
        found = newest_journal(self.directory, game)
        return None if found is None else found.name

    def latest_head(self, game: GameId) -> Head | None:
        """How the newest journal of this game begins, None if there is none or it cannot be read."""
        found = newest_journal(self.directory, game)
        with suppress(JournalError):
            return None if found is None else journal_head(found)
        return None


def newest_journal(directory: Path, game: str) -> Path | None:
    """The newest journal of a game in a folder, None if there is none."""
    # The id of another game may end like this one.
    return max(directory.glob(f"{STAMP}-{_safe(game)}.jsonl.gz"), default=None)


def find_game(directory: Path, said: str) -> Path:
    """The newest journal of a game in a folder, else in the first of the folders in it that has one.

    Args:
        directory: the folder.
        said: the id of the game, the first letters of it that no other game has (at least 6), or the name of
            a journal of it without its ending.

    Raises:
        JournalError: there is no such game.
    """
    games: list[str] = []
    for where, names in _walk(directory):
        files = [name for name in names if name.endswith(RECORDINGS)]
        stems = {name.removesuffix(".gz").removesuffix(".jsonl"): name for name in files}
        if said in stems:
            return where / stems[said]
        if (found := newest_journal(where, said)) is not None:
            return found
        dated = {stem for stem in stems if stem[:8].isdecimal() and stem[len(STAMP) :].startswith("-")}
        games += [stem[len(STAMP) + 1 :] if stem in dated else stem for stem in stems]
    begun = {game for game in games if game.startswith(said)}
    if len(begun) == 1 and len(said) >= _SHORTEST_PREFIX and said not in begun:
        return find_game(directory, begun.pop())
    right = meant(said, games)
    raise JournalError(f"{said}: no such file, and no journal of a game of this id in {directory}: {right}")


def _safe(game: str) -> str:
    """The id without anything that could lead out of the folder, or be a pattern."""
    return "".join(c for c in game if c.isascii() and (c.isalnum() or c in "-_"))[:60]
