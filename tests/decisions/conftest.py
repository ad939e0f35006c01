from collections.abc import Callable

import pytest

from gemp_bot.decisions import Catalogue, Question, ask
from gemp_bot.protocol.decisions import Decision, UnknownDecision
from gemp_bot.protocol.ids import BlueprintId, CardId


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.fixture(scope="session")
def question(catalogue: Catalogue) -> Callable[[Decision | UnknownDecision], Question]:
    faces = {CardId(11): BlueprintId("1_19")}
    return lambda decision: ask(decision, faces.get, catalogue)
