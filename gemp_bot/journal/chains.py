"""Which journals belong to one game: a journal may continue another one, which its first line names."""

import glob
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from gemp_bot.journal.lines import Head
from gemp_bot.journal.reader import JournalError, JournalReader


def journal_head(path: Path) -> Head | None:
    """With what the game of a journal was played; None if it does not say so.

    Raises:
        JournalError: its beginning cannot be read.
    """
    first = next(iter(JournalReader(path)), None)
    return first.line if first is not None and isinstance(first.line, Head) else None


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
