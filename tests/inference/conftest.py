import pytest

from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue


@pytest.fixture(scope="session")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return Catalogue.load()
