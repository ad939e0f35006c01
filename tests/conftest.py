"""What all tests share: where the fixtures are, and a clean start for event loops."""

import asyncio
import gc
import logging
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

from gemp_bot.cards import index
from gemp_bot.decisions import Catalogue
from gemp_bot.evaluators import card_sources
from gemp_bot.logs import HANDLER_NAME

# Machines are shared: no example has a time limit.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


def pytest_sessionstart() -> None:
    """Have no current event loop.

    Up to Python 3.13 asking for one makes one, which nobody closes; its `ResourceWarning` then fails
    whatever test happens to run when the garbage is collected.
    """
    asyncio.set_event_loop(None)


def pytest_collection_finish() -> None:
    """Spare the garbage collector what is there to stay: it would go through it some fifty times."""
    gc.collect()
    gc.freeze()


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
def _data_read_once() -> Iterator[None]:
    """Read the package's cards, their texts and the catalogue once a process: hundreds of tests need them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "_unpack", cache(index._unpack))
        patch.setattr(Catalogue, "load", staticmethod(cache(Catalogue.load)))
        patch.setattr(card_sources, "CardEffects", lru_cache(maxsize=2)(card_sources.CardEffects))
        yield


@pytest.fixture(scope="session", autouse=True)
def _runtime_folder_of_our_own() -> Iterator[None]:
    """Share nothing with the programs of this machine. Its path is short: sockets are made in it."""
    folder = tempfile.mkdtemp()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", folder)
        yield
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """The folder of recorded games and hand-made events."""
    return FIXTURES
