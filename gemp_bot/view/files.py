"""Which recorded games are meant by files and folders."""

from collections.abc import Callable, Iterable
from pathlib import Path

from gemp_bot.history.importing import recordings_in


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
