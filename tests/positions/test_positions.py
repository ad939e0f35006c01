"""The strategy that is shipped as the default keeps the positions of this folder."""

import gzip
from pathlib import Path

import pytest

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.positions.checking import check_position
from gemp_bot.positions.form import DEFAULT_STRATEGY, read_position

FOLDER = Path(__file__).resolve().parent
FILES = sorted(FOLDER.glob("*.toml"))
MAX_BYTES = 1_500_000


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_default_strategy_keeps_it(
    file: Path, catalogue: Catalogue, index: CardIndex, request: pytest.FixtureRequest
) -> None:
    position = read_position(file, index)
    if position.known is not None:  # must not be kept yet: else its file is out of date
        request.applymarker(pytest.mark.xfail(reason=position.known, strict=True))
    found = check_position(position, catalogue, index)
    assert found.strategy == DEFAULT_STRATEGY
    answer = found.described.words(found.verdict.answer.wire)
    assert found.kept, f"{answer}: {'; '.join(each.why for each in found.broken)}"


def test_each_has_a_journal_of_its_own_and_all_together_stay_small() -> None:
    journals = sorted(FOLDER.glob("*.jsonl.gz"))
    assert [path.name.removesuffix(".jsonl.gz") for path in journals] == [file.stem for file in FILES]
    assert sum(path.stat().st_size for path in journals) < MAX_BYTES


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl.gz")), ids=lambda path: path.stem)
def test_no_journal_tells_who_played_where(path: Path) -> None:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        text = lines.read()
    assert "player1" in text
    for told in ("http://", "https://", '"server"', "login", "password", "cookie"):
        assert told not in text
