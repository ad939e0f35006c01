"""The bare numbers are those of the whole reckoning, however the table went on before."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from made_table import MadeTable, card, character, fact, site, starship
from reckon import reckon
from reckoned_numbers import Number
from recordings import relived
from test_reckoning_properties import tables

from gemp_bot.cards import CardIndex, CardType, Icon
from gemp_bot.cards.text import FactKind
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects, Layout, Values, layout_of
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.events import CardsRemoved, TurnChanged
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.lists import CardIds
from gemp_bot.state import Table

GAMES = ("open40-dark-vs-player", "anh-light-snapshots", "opponent-loops-hoth")
EVERY = 5


@pytest.fixture(scope="module")
def lore() -> CardEffects:
    return CardEffects(CardIndex.load())


def value(number: Number | None) -> float | None:
    return None if number is None else number.value


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
    layout: Layout | None = None
    for number, _ in enumerate(relive):
        layout = layout_of(relive.table, layout)
        values.look(layout)
        if number % EVERY == 0:
            met += agree(values, relive.table, lore)
    assert met > 500


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables())
def test_tables_of_all_kinds(made: MadeTable) -> None:
    values = Values(made.lore)
    values.look(layout_of(made.table))
    agree(values, made.table, made.lore)


class TestLayout:
    def made(self) -> tuple[MadeTable, Layout]:
        hero, hill = character(1, "Hero"), site(2, "Endor: Hill")
        made = MadeTable(hero, hill)
        made.place_there(hill)
        made.put(hero)
        self.hero = hero
        return made, layout_of(made.table)

    def test_it_is_the_same_while_nothing_changes(self) -> None:
        made, layout = self.made()
        assert layout_of(made.table, layout) is layout
        made.powers((0, 3))
        assert layout_of(made.table, layout) is layout

    def test_a_card_in_hand_changes_nothing_in_play(self) -> None:
        made, layout = self.made()
        drawn = made.put(self.hero, Zone.HAND)
        later = layout_of(made.table, layout)
        assert later.play is layout.play
        assert [card.id for card in later.hand] == [drawn]
        assert layout.hand == ()

    def test_whose_turn_it_is_and_a_battle_change_nothing_in_play(self) -> None:
        made, layout = self.made()
        made.table.apply_event(TurnChanged(participant_id=PlayerName("them")))
        later = layout_of(made.table, layout)
        assert (later.play, later.turn) == (layout.play, Side.DARK)
        made.battle(*(card.id for card in made.table.cards(Zone.AT_LOCATION)))
        fighting = layout_of(made.table, later)
        assert fighting.play is layout.play
        assert fighting.fighting is not None

    def test_a_card_that_comes_or_goes_changes_it(self) -> None:
        made, layout = self.made()
        card_id = made.put(self.hero)
        more = layout_of(made.table, layout)
        assert len(more.play.cards) == len(layout.play.cards) + 1
        made.table.apply_event(CardsRemoved(other_card_ids=CardIds((card_id,))))
        assert len(layout_of(made.table, more).play.cards) == len(layout.play.cards)

    def test_another_table_with_as_many_changes_is_another(self) -> None:
        made, layout = self.made()
        other = MadeTable()
        while other.table.changes < made.table.changes:
            other.place_there(site(2, "Endor: Hill"))
        assert other.table.changes == made.table.changes
        assert layout_of(other.table, layout).table is other.table

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
        values, layout = Values(made.lore), layout_of(made.table)
        values.look(layout)
        assert values.deploy(first) == 3
        second = made.put(ship, Zone.HAND)
        values.look(layout_of(made.table, layout))
        assert (values.deploy(first), values.deploy(second)) == (3, 3)

    def test_values_stay_those_of_the_layout_until_the_next_look(self) -> None:
        made, layout = self.made()
        values = Values(made.lore)
        values.look(layout)
        drawn = made.put(self.hero, Zone.HAND)
        assert values.deploy(drawn) is None
        version = values.version
        values.look(layout_of(made.table, layout))
        assert values.deploy(drawn) == 3
        assert values.version == version
