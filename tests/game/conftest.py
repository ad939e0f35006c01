"""The cards, read once, and a table to set by hand."""

import pytest
from engine_tables import Stage

from gemp_bot.game.card_profiles import CardProfiles


@pytest.fixture(scope="session")
def sheets() -> CardProfiles:
    return CardProfiles()


@pytest.fixture
def stage(sheets: CardProfiles) -> Stage:
    return Stage(sheets)
