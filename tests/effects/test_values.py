"""The bare numbers are those of the whole reckoning, however the table went on before."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from made_table import MadeTable, card, character, fact, site, starship
from reckon import reckon
from reckoned_numbers import Number
from recordings import relived, updates
from test_reckoning_properties import tables

from gemp_bot.board.tracked import TrackedBoard
from gemp_bot.cards import CardIndex, CardType, Icon
from gemp_bot.cards.text import FactKind
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects, Values
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.state import Table

GAMES = ("open40-dark-vs-player", "anh-light-snapshots", "opponent-loops-hoth")
EVERY = 5
RECORDED = sorted((Path(__file__).parents[2] / "fixtures").glob("*s/*.jsonl.gz"))
SMALL = [path for path in RECORDED if path.stat().st_size < 70_000]


@pytest.fixture(scope="module")
def lore() -> CardEffects:
    return CardEffects(CardIndex.load())


def value(number: Number | None) -> float | None:
    return None if number is None else number.value


def board_of(made: MadeTable) -> TrackedBoard:
    return TrackedBoard(made.table, made.lore.index)


def agree(values: Values, table: Table, lore: CardEffects) -> int:
    """Compare all numbers; how many there are."""
    reckoned = reckon(table, lore)
    held = {card.id for card in table.hand}
    for card_id, numbers in reckoned.cards.items():
        if card_id in held:
            assert value(numbers.deploy) == values.deploy(card_id)
            assert values.power(card_id) is None
            continue
        found = (values.power(card_id), values.ability(card_id), values.forfeit(card_id))
        assert found == (value(numbers.power), value(numbers.ability), value(numbers.forfeit))
        assert values.deploy(card_id) is None
    for place in reckoned.places:
        for side in Side:
            there = place.of(side)
            assert values.drain(place.column, side) == (there.drain.value if there.may_drain else 0)
    assert values.drain(len(reckoned.places), Side.DARK) is None
    return len(reckoned.cards)


@pytest.mark.parametrize("game", GAMES)
def test_recorded_games(game: str, fixtures: Path, lore: CardEffects) -> None:
    relive = relived(fixtures / "games" / f"{game}.jsonl.gz", Catalogue.load())
    values, met = Values(lore), 0
    board = TrackedBoard(relive.table, lore.index)
    for number, _ in enumerate(relive):
        if board.table is not relive.table:
            board = TrackedBoard(relive.table, lore.index)
        board.update()
        values.look(board)
        if number % EVERY == 0:
            met += agree(values, relive.table, lore)
    assert met > 500


def every_number(values: Values, board: TrackedBoard) -> list[object]:
    """Everything that can be asked of a board."""
    cards = [
        (
            card_id, values.power(card_id), values.power(card_id, fighting=True), values.ability(card_id),
            values.forfeit(card_id), values.draws(card_id), values.deploy(card_id),
        ) for card_id in board.cards
    ]  # fmt: skip
    drains = [values.drain(place.column, side) for place in board.locations for side in Side]
    return [cards, drains, [values.drain_cost(side) for side in Side]]


def anew(board: TrackedBoard, lore: CardEffects) -> list[object]:
    """Every number of the same table, worked out from nothing."""
    fresh, values = TrackedBoard(board.table, lore.index), Values(lore)
    values.look(fresh)
    return every_number(values, fresh)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_after_every_update_no_number_is_of_an_earlier_board(path: Path, lore: CardEffects) -> None:
    table, values = Table(), Values(lore)
    board = TrackedBoard(table, lore.index)
    values.look(board)
    for update in updates(path):
        table.apply(update)
        board.update()
        assert every_number(values, board) == anew(board, lore)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_whatever_is_done_to_a_tracked_board_changes_its_numbers(path: Path, lore: CardEffects) -> None:
    """Cards are moved by hand on a board that a table filled, as a search would."""
    table, values, chance, moved = Table(), Values(lore), Random(5), 0
    for number, update in enumerate(updates(path)):
        table.apply(update)
        if number % EVERY:
            continue
        board = TrackedBoard(table, lore.index)
        values.look(board)
        every_number(values, board)
        free = [card for card in board.cards.values() if card.fights and card.location is not None]
        if not free or not board.locations:
            continue
        for _ in range(3):
            board.stand(chance.choice(free), chance.choice(board.locations))
            values_anew = Values(lore)
            values_anew.look(board)
            assert every_number(values, board) == every_number(values_anew, board)
            moved += 1
    assert moved > (0 if "edge" in path.name else 50)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables())
def test_tables_of_all_kinds(made: MadeTable) -> None:
    values = Values(made.lore)
    values.look(board_of(made))
    agree(values, made.table, made.lore)


class TestWhenTheyChange:
    def made(self) -> tuple[MadeTable, TrackedBoard]:
        hero, hill = character(1, "Hero"), site(2, "Endor: Hill")
        made = MadeTable(hero, hill)
        made.place_there(hill)
        made.put(hero)
        self.hero = hero
        return made, board_of(made)

    def test_a_starship_in_hand_has_its_own_pilot(self) -> None:
        """What deploying piloted starships costs is asked of those in hand."""
        cheaper = fact(FactKind.DEPLOY_COST, -2.0, who="your piloted starships")
        ship = starship(3, "Ship", icons=((Icon.PILOT, 1),), deploy=5)
        hill = site(2, "Endor: Hill")
        yard = card(4, "Yard", CardType.EFFECT, Side.LIGHT, cheaper)
        made = MadeTable(ship, hill, yard)
        made.place_there(hill)
        made.put(yard, Zone.SIDE_OF_TABLE)
        first = made.put(ship, Zone.HAND)
        values, board = Values(made.lore), board_of(made)
        values.look(board)
        assert values.deploy(first) == 3
        second = made.put(ship, Zone.HAND)
        board.update()
        assert (values.deploy(first), values.deploy(second)) == (3, 3)

    def test_they_are_those_of_the_last_update(self) -> None:
        made, board = self.made()
        values = Values(made.lore)
        values.look(board)
        drawn = made.put(self.hero, Zone.HAND)
        assert values.deploy(drawn) is None
        board.update()
        assert values.deploy(drawn) == 3

    def test_another_board_has_other_numbers(self) -> None:
        made, board = self.made()
        other = MadeTable(self.hero)
        values = Values(made.lore)
        values.look(board)
        hero = next(card.id for card in made.table.cards(Zone.AT_LOCATION))
        assert values.power(hero) == 3
        values.look(board_of(other))
        assert values.power(hero) is None
