"""The cards, read once, and a table to set by hand."""

import pytest
from engine_tables import Stage

from gemp_bot.sandbox.engine.sheets import Sheets


@pytest.fixture(scope="session")
def sheets() -> Sheets:
    return Sheets()


@pytest.fixture
def stage(sheets: Sheets) -> Stage:
    return Stage(sheets)
