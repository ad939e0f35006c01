"""Check D itself: whose pages are asked for, and that differences are seen."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from agreement import EVERY, AgreementCheck, check_agreement, shown_cards, tables
from agreement_compare import KINDS, Agreement, Compared, compare_journal
from check_games import Job
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from setup_server import Bot, Pair, Pool, client_settings

from gemp_bot.cards import CardIndex
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalReader
from gemp_bot.protocol.bounds import PlayerNames
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.events import CardPut, SnapshotStart
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_60
from gemp_bot.state import Table

ME, THEM = PlayerName("me"), PlayerName("them")


@pytest.fixture(scope="module")
def lore() -> CardEffects:
    return CardEffects(CardIndex.load())


@pytest.fixture
async def server() -> AsyncIterator[FakeGemp]:
    async with FakeGemp(
        idle_seconds=0.01, script_factory=lambda setup: ToyScript(setup.seed, length=50)
    ) as running:
        yield running


def test_a_recorded_game_agrees(fixtures: Path, lore: CardEffects) -> None:
    found = AgreementCheck()
    for number in compare_journal(fixtures / "agreement" / "open-demo.jsonl.gz", lore):
        found.agreement.add(number)
    assert found.judged() == []
    for kind in KINDS:
        assert found.agreement.share(kind)[0] > 30, kind


def test_a_wrong_number_is_seen(fixtures: Path, lore: CardEffects, tmp_path: Path) -> None:
    """The same game with other pages: a server that calls every power one more."""
    source = fixtures / "agreement" / "open-demo.jsonl.gz"
    other = tmp_path / "other.jsonl.gz"
    text = gzip.decompress(source.read_bytes()).decode()
    for power in range(9, -1, -1):
        text = text.replace(f"<div>Power: {power}<", f"<div>Power: {power + 1}<")
    other.write_bytes(gzip.compress(text.encode()))
    found = AgreementCheck()
    for number in compare_journal(other, lore):
        found.agreement.add(number)
    assert [line.partition(":")[0] for line in found.judged()] == ["power"]
    assert any(line.startswith("power of ") for line in found.agreement.differing)


def test_only_cards_that_are_shown_to_us_are_asked_for() -> None:
    table = Table()
    table.apply_event(SnapshotStart(ME, PlayerNames((THEM, ME))))
    places = (
        (1, "1_19", Zone.AT_LOCATION, ME),
        (2, "1_19", Zone.AT_LOCATION, THEM),
        (3, "-1_2", Zone.AT_LOCATION, THEM),
        (4, "1_19", Zone.HAND, ME),
        (5, "1_19", Zone.TOP_OF_LOST_PILE, THEM),
        (6, "-1_2", Zone.TOP_OF_RESERVE_DECK, THEM),
        (7, "1_19", Zone.STACKED, ME),
        (8, "1_19", Zone.SIDE_OF_TABLE, THEM),
    )
    for number, face, zone, owner in places:
        table.apply_event(
            CardPut(
                card_id=CardId(number),
                blueprint_id=BlueprintId(face),
                zone=zone,
                zone_owner_id=owner,
                participant_id=owner,
            )
        )
    assert sorted(shown_cards(table)) == [1, 2, 4, 8]


async def test_pages_are_asked_for_and_kept(server: FakeGemp, tmp_path: Path) -> None:
    job = Job(0, "ai:RANDO", Pair("open", DARK_60, LIGHT_60), True, ("steady", "steady"), games=1, seed=5)
    said: list[str] = []
    found = await check_agreement(
        client_settings(server.url),
        [job],
        Pool([Bot("alice", "test")]),
        parallel=1,
        folder=tmp_path,
        tell=said.append,
    )
    assert found.faults == []
    assert found.decks == {DARK_60, LIGHT_60}
    assert "| games | 1 |" in tables(found)
    assert len(said) == 1
    exchanges = _exchanges(tmp_path)
    answers = [one for one in exchanges if "decisionValue" in one.form]
    pages = [one for one in exchanges if one.path.endswith("/cardInfo")]
    assert len(answers) > EVERY
    assert pages
    first = exchanges.index(pages[0])
    assert sum("decisionValue" in one.form for one in exchanges[:first]) == EVERY - 1


def _exchanges(folder: Path) -> list[Exchange]:
    (path,) = folder.glob("*.jsonl.gz")
    return [line for _, line in JournalReader(path) if isinstance(line, Exchange)]


async def test_a_game_that_never_came_about_is_told(server: FakeGemp, tmp_path: Path) -> None:
    job = Job(0, "ai:RANDO", Pair("open", "no such deck", LIGHT_60), True, ("steady", "steady"), 1, 1)
    found = await check_agreement(
        client_settings(server.url),
        [job],
        Pool([Bot("alice", "test")]),
        parallel=1,
        folder=tmp_path,
        tell=lambda _: None,
    )
    assert "no such deck" in found.faults[0]


def test_the_table_counts_what_is_equal() -> None:
    agreement = Agreement()
    for theirs in (3.0, 4.0, 3.04, 5.0):
        agreement.add(Compared("power", "Scout", "1_1", 20, 3.0, theirs, ("Power +1 from 1_2",)))
    assert agreement.share("power") == agreement.share(None) == (4, 2)
    lines = agreement.markdown()
    assert "| power | 4 | 2 | 50.0% |" in lines
    assert any("ours 3, theirs 4 (Power +1 from 1_2)" in line for line in lines)
