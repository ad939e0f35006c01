"""The cards, read once."""

import pytest

from gemp_bot.sandbox.engine.sheets import Sheets


@pytest.fixture(scope="session")
def sheets() -> Sheets:
    return Sheets()
