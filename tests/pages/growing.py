"""Journals that grow, and pages about them."""

import gzip
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path

from aiohttp.test_utils import TestServer

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.pages.live import LivePages, LiveSettings
from gemp_bot.pages.live_games import LiveGames

DEMO = Path(__file__).parents[1] / "report/stories/demo.jsonl.gz"
LONG_AGO = 1_000_000_000.0


@cache
def lines() -> list[str]:
    """The lines of a whole game of ours."""
    with gzip.open(DEMO, "rt", encoding="utf-8") as file:
        return file.read().splitlines(keepends=True)


class Growing:
    """A journal that is being written.

    Attributes:
        written: how many lines of the game it has.
    """

    def __init__(self, path: Path, many: int, *, name: str | None = None) -> None:
        self.path = path
        self.written = 0
        self._name = name
        self.grow(many)

    def grow(self, many: int) -> None:
        """Write more lines."""
        more = lines()[self.written : self.written + many]
        self.written += len(more)
        with self.path.open("a", encoding="utf-8") as file:
            for line in more:
                file.write(line if self._name is None else line.replace("LightBot", self._name))


def old(path: Path) -> None:
    """Let a file be one that nobody writes any more."""
    os.utime(path, (LONG_AGO, LONG_AGO))


@cache
def effects() -> CardEffects:
    return CardEffects(CardIndex.load())


@contextmanager
def live_games(
    folder: Path, *, show_hands: bool = False, now: Callable[[], float] = time.time
) -> Iterator[LiveGames]:
    games = LiveGames(folder, Catalogue.load(), effects(), show_hands=show_hands, now=now, at_once=600.0)
    try:
        yield games
    finally:
        games.close()


@asynccontextmanager
async def pages(games: LiveGames, settings: LiveSettings | None = None) -> AsyncIterator[TestServer]:
    async with TestServer(LivePages(games, settings or LiveSettings()).app()) as running:
        yield running


async def catch_up(games: LiveGames) -> None:
    """Look until nothing is new: of a long file only so much is taken at once."""
    before: dict[str, int] | None = None
    while games.versions() != before:
        before = games.versions()
        await games.look()
