"""No number is of an earlier board, however the table went on before."""

from pathlib import Path
from random import Random

import pytest
from every_number import every_number
from hypothesis import HealthCheck, given, settings
from made_table import YOURS, MadeTable, both, card, site, standing, starship, term
from made_tables import tables
from recordings import sparing, updates

from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardIndex, CardType, Icon
from gemp_bot.effects import CardEffects
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.values import base_price
from gemp_bot.state import Table

EVERY = 5
RECORDED = sorted((Path(__file__).parents[2] / "fixtures").glob("*s/*.jsonl.gz"))


@pytest.fixture(scope="module")
def lore() -> CardEffects:
    return CardEffects(CardIndex.load())


def anew(table: Table, lore: CardEffects) -> list[object]:
    """Every number of a table, worked out from nothing."""
    fresh = BoardTracker(table, lore.index).board
    return every_number(Numbers(fresh, lore), fresh)


@pytest.mark.parametrize(
    "path", sparing(RECORDED, 38_000), ids=lambda path: path.name.removesuffix(".jsonl.gz")
)
def test_after_every_update_no_number_is_of_an_earlier_board(path: Path, lore: CardEffects) -> None:
    table = Table()
    tracker = BoardTracker(table, lore.index)
    numbers = Numbers(tracker.board, lore)
    for update in updates(path):
        table.apply(update)
        tracker.update()
        assert every_number(numbers, tracker.board) == anew(table, lore)


@pytest.mark.parametrize(
    "path", sparing(RECORDED, 38_000), ids=lambda path: path.name.removesuffix(".jsonl.gz")
)
def test_whatever_is_done_to_a_tracked_board_changes_its_numbers(path: Path, lore: CardEffects) -> None:
    """Cards are moved by hand on a board that a table filled, as a search would."""
    table, chance, moved = Table(), Random(5), 0
    for number, update in enumerate(updates(path)):
        table.apply(update)
        if number % EVERY:
            continue
        board = BoardTracker(table, lore.index).board
        numbers = Numbers(board, lore)
        every_number(numbers, board)
        free = [card for card in board.cards.values() if card.fights and card.location is not None]
        if not free or not board.locations:
            continue
        for _ in range(3):
            board.stand(chance.choice(free), chance.choice(board.locations))
            assert every_number(numbers, board) == every_number(Numbers(board, lore), board)
            moved += 1
    assert moved > (0 if "edge" in path.name else 50)


_quick = settings(suppress_health_check=[HealthCheck.too_slow])


@_quick
@given(tables())
def test_tables_of_all_kinds_have_the_same_numbers_whenever_they_are_asked(made: MadeTable) -> None:
    board = made.board()
    numbers = Numbers(board, made.lore)
    first = every_number(numbers, board)
    assert every_number(numbers, board) == first
    assert anew(made.table, made.lore) == first
    for card_ in board.active:
        assert not card_.fights or numbers.power(board.known[card_.id]) >= 0
    for place in board.locations:
        assert not (place.controlled(Side.DARK) and place.controlled(Side.LIGHT))
        for side in Side:
            assert not place.controlled(side) or place.presence(side)
            assert numbers.drain(side, place) >= 0
            assert numbers.generation(side) >= 0


class TestWhenTheyChange:
    def test_a_starship_in_hand_has_its_own_pilot(self) -> None:
        """What deploying piloted starships costs is asked of those in hand."""
        starships = both(YOURS, term("category", category="starship"), term("has_permanent_pilot"))
        cheaper = standing("deploy_cost", amount=-2, who=starships)
        ship = starship(3, "Ship", icons=((Icon.PILOT, 1),), deploy=5)
        hill = site(2, "Endor: Hill")
        yard = card(4, "Yard", CardType.EFFECT, Side.LIGHT, cheaper)
        made = MadeTable(ship, hill, yard)
        made.place_there(hill)
        made.put(yard, Zone.SIDE_OF_TABLE)
        first = made.put(ship, Zone.HAND)
        tracker = BoardTracker(made.table, made.lore.index)
        board = tracker.board
        numbers = Numbers(board, made.lore)
        assert base_price(numbers.deploy_cost(board.known[first])) == 3
        second = made.put(ship, Zone.HAND)
        tracker.update()
        assert [base_price(numbers.deploy_cost(board.known[each])) for each in (first, second)] == [3, 3]
