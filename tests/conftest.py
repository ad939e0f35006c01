"""What all tests share: where the fixtures are, and a clean start for event loops."""

import asyncio
import gc
import logging
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import msgspec
import pytest
import structlog
from hypothesis import settings

from gemp_bot.cards import CardIndex, CardType, index
from gemp_bot.decisions import Catalogue
from gemp_bot.evaluators import card_sources
from gemp_bot.logs import HANDLER_NAME
from gemp_bot.sandbox import deck_files
from gemp_bot.sandbox.deck_files import DeckFile
from gemp_bot.sandbox.server.decks import DeckRoom

# Machines are shared: no example has a time limit.
settings.register_profile("untimed", deadline=None, max_examples=50)
settings.load_profile("untimed")

# The package's cards and the catalogue are read once a process: hundreds of tests need them, some as they are
# collected.
index._unpack = cache(index._unpack)
Catalogue.load = staticmethod(cache(Catalogue.load))  # type: ignore[method-assign]
card_sources.CardEffects = lru_cache(maxsize=2)(card_sources.CardEffects)  # type: ignore[attr-defined,misc]

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


def pytest_sessionstart() -> None:
    """Have no current event loop.

    Up to Python 3.13 asking for one makes one, which nobody closes; its `ResourceWarning` then fails
    whatever test happens to run when the garbage is collected.
    """
    asyncio.set_event_loop(None)


def pytest_collection_finish() -> None:
    """Spare the garbage collector what is there to stay, and let it begin less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    """A test that sets up the logs leaves no handler that writes to what is closed by then."""
    root = logging.getLogger()
    level = root.level
    yield
    root.setLevel(level)
    for handler in [found for found in root.handlers if found.name == HANDLER_NAME]:
        root.removeHandler(handler)
        structlog.reset_defaults()


@pytest.fixture(scope="session", autouse=True)
def _runtime_folder_of_our_own() -> Iterator[None]:
    """Share nothing with the programs of this machine. Its path is short: sockets are made in it."""
    folder = tempfile.mkdtemp()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", folder)
        yield
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def small_decks() -> Iterator[None]:
    """Shipped decks of 24 cards: games with them are a third as long, for tests that need some whole game."""
    whole_decks, real_problem, legal = deck_files.read_decks, DeckRoom.problem, set[str]()

    def read_decks(folder: Path, index: CardIndex) -> tuple[DeckFile, ...]:
        decks = whole_decks(folder, index)
        if folder != deck_files._FOLDER:
            return decks
        small = tuple(map(_smaller, decks))
        legal.update(deck.text for deck in small)
        return small

    def problem(room: DeckRoom, text: str, code: str) -> str | None:
        return None if text in legal else real_problem(room, text, code)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deck_files, "read_decks", read_decks)
        patch.setattr(DeckRoom, "problem", problem)
        yield


def _smaller(deck: DeckFile) -> DeckFile:
    """Six locations and every second or third other card."""
    places = [row for row in deck.rows if row.card.type == CardType.LOCATION]
    others = [row for row in deck.rows if row.card.type != CardType.LOCATION]
    places = sorted(places, key=lambda row: row.card is not deck.start)[:6]
    others = [others[number * len(others) // 18] for number in range(18)]
    rows = tuple(msgspec.structs.replace(row, count=1) for row in (*places, *others))
    return msgspec.structs.replace(deck, rows=rows)


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """The folder of recorded games and hand-made events."""
    return FIXTURES
