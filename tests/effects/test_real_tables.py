"""Recorded games: every table can be reckoned, and agrees with what the server's statistics say of it."""

from collections import Counter
from pathlib import Path

import pytest
from reckon import reckon
from reckoned_numbers import Reckoning
from recordings import relived

from gemp_bot.board.card import IN_PLAY
from gemp_bot.cards import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.protocol.enums import Side
from gemp_bot.state import Table

GAMES = (
    "open-demo-light-vs-server-ai",
    "anh-light-vs-server-ai",
    "premiere-intro-light-vs-server-ai",
    "open40-dark-vs-player",
    "ds2-dark-vs-server-ai",
)
EVERY = 25


@pytest.fixture(scope="module")
def lore() -> CardEffects:
    return CardEffects(CardIndex.load())


def test_tables_of_recorded_games(fixtures: Path, lore: CardEffects) -> None:
    found: Counter[tuple[str, bool]] = Counter()
    for game in GAMES:
        _follow(fixtures / "games" / f"{game}.jsonl.gz", lore, found)
    for what, least in (("power", 0.95), ("generation", 0.8)):
        right, wrong = found[what, True], found[what, False]
        assert right + wrong > 100
        assert right >= least * (right + wrong), (what, right, wrong)


def _follow(path: Path, lore: CardEffects, found: Counter[tuple[str, bool]]) -> None:
    relive = relived(path, Catalogue.load())
    for number, _ in enumerate(relive):
        table = relive.table
        if number % EVERY == 0 and table.columns_agree:
            reckoned = reckon(table, lore)
            held = {card.id for card in table.hand}
            assert _known(table, lore) == reckoned.cards.keys() - held
            assert len(reckoned.places) == len(table.locations)
            _count_power(reckoned, found)
            _count_generation(table, reckoned, found)


def _known(table: Table, lore: CardEffects) -> set[int]:
    return {card.id for card in table.cards(*IN_PLAY) if lore.index.get(card.blueprint_id) is not None}


def _count_power(reckoned: Reckoning, found: Counter[tuple[str, bool]]) -> None:
    """Total power of each side at each location, where every card there is understood."""
    for place in reckoned.places:
        for side in Side:
            there = [
                one.power
                for one in reckoned.cards_at(place.column, side)
                if one.power is not None and one.active and one.present
            ]
            theirs = place.of(side).power
            if theirs is not None and all(number.understood for number in there):
                found["power", sum(number.value for number in there) == theirs] += 1


def _count_generation(table: Table, reckoned: Reckoning, found: Counter[tuple[str, bool]]) -> None:
    if table.statistics is None:
        return
    for name in table.players:
        player = table.player(name)
        found["generation", reckoned.generation[player.side].value == player.force_generation] += 1
