"""What Force drains cost by texts, and what makes them free: Battle Plan and Battle Order of the index."""

import pytest
from made_table import MadeTable, card, character, of_index, site, starship, system

from gemp_bot.cards import CardIndex, CardType
from gemp_bot.effects.drains import drain_needs
from gemp_bot.protocol.enums import Side, Zone

INDEX = CardIndex.load()
TEXTS = ("8_35", "8_118", "12_41", "12_129", "13_8", "13_54")
"""Every card of the index that lets Force drains cost Force: two Effects, two combinations, two shields."""
DOCKS, FIELD, HOLE = site(1, "Docks"), site(2, "Field"), site(4, "Imperial Holotable")
BARREN, MOON = site(5, "Barren", dark=1, light=0), system(3, "Moon")
GUARD, SHIP = character(11, "Guard"), starship(14, "Ship", ability=2)
FOE, RAIDER = character(21, "Foe", Side.DARK), starship(22, "Raider", Side.DARK, ability=2)
OLD_PLAN = card(17, "Old Plan", CardType.EFFECT)


class Scene(MadeTable):
    """Docks, Field, a holosite, a site without Light Side icons and a system, in this order."""

    def __init__(self, *faces: str) -> None:
        places = (DOCKS, FIELD, HOLE, BARREN, MOON)
        texts = {face: of_index(INDEX, face) for face in TEXTS}
        super().__init__(*places, GUARD, SHIP, FOE, RAIDER, OLD_PLAN, *texts.values())
        for column, place in enumerate(places):
            self.place_there(place, column)
        for face in faces:
            self.put(texts[face], Zone.SIDE_OF_TABLE)

    def costs(self) -> tuple[float, float]:
        """What a Force drain of the Dark Side costs, and one of the Light Side."""
        numbers, docks = self.numbers(), self.board().locations[0]
        return numbers.drain_cost(Side.DARK, docks), numbers.drain_cost(Side.LIGHT, docks)

    def kinds(self, side: Side = Side.LIGHT) -> set[tuple[frozenset[int], frozenset[int]]]:
        """For each kind of location that frees drains, where one would count, and where one does."""
        needs = drain_needs(self.lore, self.board(), side, self.numbers())
        return {(each.columns, each.counting) for each in needs}


@pytest.mark.parametrize("face", TEXTS)
def test_drains_of_either_player_cost_3_until_he_occupies_both_kinds(face: str) -> None:
    scene = Scene(face)
    assert scene.costs() == (3, 3)
    scene.put(GUARD, column=0)
    assert scene.costs() == (3, 3)
    scene.put(SHIP, column=4)
    assert scene.costs() == (3, 0)
    scene.put(FOE, column=0)
    scene.put(RAIDER, column=4)
    assert scene.costs() == (0, 0)


@pytest.mark.parametrize("column", [2, 3], ids=["a holosite", "a site without icons of one side"])
def test_only_a_battleground_counts(column: int) -> None:
    scene = Scene("8_35")
    scene.put(GUARD, column=column)
    scene.put(SHIP, column=4)
    assert scene.costs() == (3, 3)


@pytest.mark.parametrize("plan", ["8_35", "12_41", "13_8"])
@pytest.mark.parametrize("order", ["8_118", "12_129", "13_54"])
def test_both_texts_together_cost_as_much_as_one(plan: str, order: str) -> None:
    """Battle Order does nothing beside Battle Plan, nor beside a combination that has that title, too."""
    assert Scene(plan, order).costs() == (3, 3)


def test_without_such_a_text_drains_are_free_and_nothing_is_needed() -> None:
    scene = Scene()
    scene.put(OLD_PLAN, Zone.SIDE_OF_TABLE)
    scene.put(GUARD)
    assert scene.costs() == (0, 0)
    assert scene.kinds() == set()


@pytest.mark.parametrize("face", TEXTS)
def test_the_kinds_that_free_drains_are_told_with_what_is_occupied(face: str) -> None:
    scene = Scene(face)
    scene.put(GUARD, column=1)
    none = frozenset[int]()
    systems = frozenset({4}), none
    assert scene.kinds() == {(frozenset({0}), frozenset({1})), systems}
    assert scene.kinds(Side.DARK) == {(frozenset({0, 1}), none), systems}
