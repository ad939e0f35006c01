"""The cards, read once, and a table to set by hand."""

import pytest
from engine_tables import Stage

from gemp_bot.effects import CardEffects


@pytest.fixture(scope="session")
def effects() -> CardEffects:
    return CardEffects()


@pytest.fixture
def stage(effects: CardEffects) -> Stage:
    return Stage(effects)
