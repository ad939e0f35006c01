"""Recorded games as they are watched: one file, a file that grows, lines as they are made."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.history.importing import recordings_in
from gemp_bot.journal.reader import JournalLine, JournalTail
from gemp_bot.replay import Relive, RelivedExchange
from gemp_bot.view.model import Frame
from gemp_bot.view.reasons import Reasons
from gemp_bot.view.watcher import GameWatcher


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


_PAUSE = 0.5
"""Seconds between two looks at a file that grows."""


class JournalWatcher:
    """Watches a game line by line: of a file, or as the lines are made.

    Args:
        path: of the journal; for lines that are not written yet, what they are called in a fault.
        catalogue: reads the server's English.
        effects: the cards, and what their texts do.
        boards: False to make frames without boards.
        reasons: of both players, see `GameWatcher`.
        continued: journals that continue it, in their order; `read` and `run` read them, too.
        on_step: is told every step before it is watched, with the number of its question in the whole game.

    Attributes:
        watcher: what is seen.
        relive: how far it is, in the file that is read.
        tallies: the counts of each file that was begun, in their order.
    """

    def __init__(
        self,
        path: Path,
        catalogue: Catalogue,
        effects: CardEffects,
        *,
        boards: bool = True,
        reasons: Reasons | None = None,
        continued: Sequence[Path] = (),
        on_step: Callable[[RelivedExchange], None] | None = None,
    ) -> None:
        self.relive = Relive(path, catalogue)
        self.tallies = [self.relive.tally]
        self._catalogue = catalogue
        self._continued = continued
        self._on_step = on_step
        self._asked = 0
        self.watcher = GameWatcher(effects.index, effects=effects, reasons=reasons, boards=boards)

    def take(self, number: int, line: JournalLine) -> tuple[Frame, ...]:
        """Take one line; gives the frames that are new or changed.

        Raises:
            JournalError: it does not go with those before it.
        """
        self._watch(self.relive.take(number, line))
        return self.watcher.news()

    def go_on(self, path: Path) -> None:
        """From here on the lines are those of a journal that continues what was taken."""
        self._asked += self.relive.tally.decisions
        self.relive = Relive(path, self._catalogue)
        self.tallies.append(self.relive.tally)

    def read(self) -> Iterator[tuple[Frame, ...]]:
        """Read the file to its end; gives the frames of each step that are new or changed.

        Raises:
            JournalError: it cannot be read, or not to its end. What came before was given.
        """
        for path in (None, *self._continued):
            if path is not None:
                self.go_on(path)
            for step in self.relive:
                self._watch(step)
                yield self.watcher.news()

    def _watch(self, step: RelivedExchange | None) -> None:
        self.watcher.head(self.relive.head)
        if step is None:
            return
        if self._asked:
            step = replace(step, number=self._asked + step.number)
        if self._on_step is not None:
            self._on_step(step)
        self.watcher.step(step)

    def run(self) -> GameWatcher:
        """Read the file to its end.

        Raises:
            JournalError: it cannot be read, or not to its end. What came before was watched.
        """
        for _ in self.read():
            pass
        return self.watcher

    async def follow(self, *, pause: float = _PAUSE) -> AsyncIterator[tuple[Frame, ...]]:
        """Read the file while it is written; ends with the game, or with the file.

        Args:
            pause: seconds between two looks at it.

        Raises:
            JournalError: it cannot be read.
        """
        tail = JournalTail(self.relive.path)
        try:
            while True:
                for number, line in tail.new():
                    if news := self.take(number, line):
                        yield news
                if tail.over or self.watcher.ending is not None:
                    return
                await asyncio.sleep(pause)
        finally:
            tail.close()
