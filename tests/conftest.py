"""What all tests share: where the fixtures are, and a clean start for event loops."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import settings

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


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """The folder of recorded games and hand-made events."""
    return FIXTURES
