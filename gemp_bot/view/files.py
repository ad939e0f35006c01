"""Which recorded games are meant by files and folders."""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from gemp_bot.history.importing import REPLAY_END, journals_in


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
        files = list(_recordings(path))
        if not files:
            tell(f"{path}: no recorded game in this folder (.jsonl or .jsonl.gz)")
        found += files
    return found


def _recordings(folder: Path) -> Iterator[Path]:
    for where, folders, _ in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (file for file in journals_in(Path(where)) if not file.name.endswith(REPLAY_END))
