"""What all tests share: where the fixtures are."""

from pathlib import Path

import pytest

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """The folder of recorded games and hand-made events."""
    return FIXTURES
