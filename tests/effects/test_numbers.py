"""The bare numbers are those of the whole reckoning, however the table went on before."""

from pathlib import Path
from random import Random

import pytest
from every_number import every_number
from gemp_bot.cards.text import FactKind
from hypothesis import HealthCheck, given, settings
from made_table import MadeTable, card, character, fact, site, starship
from reckon import reckon
from reckoned_numbers import Number
from recordings import relived, updates
from test_reckoning_properties import tables

from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardIndex, CardType, Icon
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.values import base_price
from gemp_bot.state import Table

GAMES = ("open40-dark-vs-player", "anh-light-snapshots", "opponent-loops-hoth")
EVERY = 5
OWN_COSTS = (FactKind.DEPLOY_COST, FactKind.DEPLOYS_FREE)
RECORDED = sorted((Path(__file__).parents[2] / "fixtures").glob("*s/*.jsonl.gz"))
SMALL = [path for path in RECORDED if path.stat().st_size < 70_000]


@pytest.fixture(scope="module")
def lore() -> CardEffects:
    return CardEffects(CardIndex.load())


def value(number: Number | None) -> float | None:
    return None if number is None else number.value


def tracked(made: MadeTable) -> BoardTracker:
    return BoardTracker(made.table, made.lore.index)


def agree(numbers: Numbers, tracker: BoardTracker, lore: CardEffects) -> int:
    """Compare all numbers; how many there are."""
    reckoned, board = reckon(tracker.table, lore), tracker.board
    for card_id, expected in reckoned.cards.items():
        card = board.known[card_id]
        if card.in_hand:
            if expected.deploy is not None and not any(fact.kind in OWN_COSTS for fact in card.card.text):
                assert base_price(numbers.deploy_cost(card)) == expected.deploy.value
            continue
        if not card.fights:
            continue
        found = numbers.power(card), numbers.ability(card), numbers.forfeit(card)
        ability = expected.crew_ability if expected.ability is None else expected.ability.value
        assert found == (value(expected.power), ability, value(expected.forfeit))
    for place in reckoned.places:
        location = board.locations[place.column]
        for side in Side:
            there = place.of(side)
            expected_drain = there.drain.value if there.may_drain and not location.spied(side) else 0
            assert numbers.drain(side, location) == expected_drain
    for side in Side:
        assert numbers.generation(side) == reckoned.generation[side].value
    return len(reckoned.cards)


@pytest.mark.parametrize("game", GAMES)
def test_recorded_games(game: str, fixtures: Path, lore: CardEffects) -> None:
    relive = relived(fixtures / "games" / f"{game}.jsonl.gz", Catalogue.load())
    met = 0
    tracker = BoardTracker(relive.table, lore.index)
    numbers = Numbers(tracker.board, lore)
    for number, _ in enumerate(relive):
        if tracker.table is not relive.table:
            tracker = BoardTracker(relive.table, lore.index)
            numbers = Numbers(tracker.board, lore)
        tracker.update()
        if number % EVERY == 0:
            met += agree(numbers, tracker, lore)
    assert met > 500


def anew(table: Table, lore: CardEffects) -> list[object]:
    """Every number of a table, worked out from nothing."""
    fresh = BoardTracker(table, lore.index).board
    return every_number(Numbers(fresh, lore), fresh)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_after_every_update_no_number_is_of_an_earlier_board(path: Path, lore: CardEffects) -> None:
    table = Table()
    tracker = BoardTracker(table, lore.index)
    numbers = Numbers(tracker.board, lore)
    for update in updates(path):
        table.apply(update)
        tracker.update()
        assert every_number(numbers, tracker.board) == anew(table, lore)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
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


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables())
def test_tables_of_all_kinds(made: MadeTable) -> None:
    tracker = tracked(made)
    agree(Numbers(tracker.board, made.lore), tracker, made.lore)


class TestWhenTheyChange:
    def made(self) -> tuple[MadeTable, BoardTracker]:
        hero, hill = character(1, "Hero"), site(2, "Endor: Hill")
        made = MadeTable(hero, hill)
        made.place_there(hill)
        made.put(hero)
        self.hero = hero
        return made, tracked(made)

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
        tracker = tracked(made)
        board = tracker.board
        numbers = Numbers(board, made.lore)
        assert base_price(numbers.deploy_cost(board.known[first])) == 3
        second = made.put(ship, Zone.HAND)
        tracker.update()
        assert [base_price(numbers.deploy_cost(board.known[each])) for each in (first, second)] == [3, 3]
