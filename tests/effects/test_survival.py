"""What would be lost as soon as it is deployed: read from facts and from data, told from the board."""

import pytest
from made_table import MadeTable, card, character, fact, site

from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import Card, CardIndex, CardType
from gemp_bot.cards.text import Condition, ConditionKind, FactKind
from gemp_bot.effects import CardEffects
from gemp_bot.effects.survival import (
    Survival,
    SurvivalEntry,
    SurvivalEntryError,
    read_survival,
    shipped_survival,
)
from gemp_bot.protocol.enums import Side


def lost_when(number: int, *conditions: Condition) -> Card:
    """An Effect of ours that is canceled then."""
    gone = fact(FactKind.LOST_WHEN, None, *conditions, what="canceled")
    return card(number, f"Effect {number}", CardType.EFFECT, Side.LIGHT, gone)


C = ConditionKind
HERE = lost_when(1, Condition(C.CONTROLS, who="opponent", where="this site"))
SOME_FOE = lost_when(2, Condition(C.ON_TABLE, who="Foe"))
LONELY = lost_when(3, Condition(C.HERE, who="pilot", negated=True))
EITHER = lost_when(
    4, Condition(C.ANY_OF, parts=(Condition(C.BATTLE_INITIATED, who="you"), HERE.text[0].conditions[0]))
)
TOLD = card(5, "Told Elsewhere", CardType.EFFECT)
SITES = [site(10 + number, f"Ralltiir: Site {number}") for number in range(3)]
ALLY, FOE = character(30, "Ally"), character(31, "Foe", Side.DARK)


class Scene(MadeTable):
    """Three sites; we hold some of them, and they hold others."""

    def __init__(self, ours: set[int], theirs: set[int]) -> None:
        super().__init__(HERE, SOME_FOE, LONELY, EITHER, TOLD, *SITES, ALLY, FOE)
        for column, place in enumerate(SITES):
            self.place_there(place, column)
        for column in ours:
            self.put(ALLY, column=column)
        for column in theirs:
            self.put(FOE, column=column)

    def lost(self, face: Card, column: int | None = None, *entries: SurvivalEntry) -> bool:
        lore = self.lore
        board = BoardTracker(self.table, lore.index).board
        survival = Survival(entries, lore._nouns, lore.phrases, lore._conditions, lore.facts)
        return survival.lost(board, face, Side.LIGHT, None if column is None else board.locations[column])


@pytest.mark.parametrize("face", [HERE, EITHER])
def test_where_they_hold_the_place_it_would_be_lost(face: Card) -> None:
    scene = Scene(set(), {0})
    assert scene.lost(face, 0)
    assert not scene.lost(face, 1)
    assert not scene.lost(face), "where it goes is not known"


def test_what_stands_anywhere_is_told_without_a_place() -> None:
    assert Scene(set(), {0}).lost(SOME_FOE)
    assert not Scene({0}, set()).lost(SOME_FOE)


def test_what_depends_on_its_place_is_not_guessed() -> None:
    assert not Scene(set(), set()).lost(LONELY)


def test_an_entry_tells_how_many_locations_keep_it() -> None:
    entry = SurvivalEntry(TOLD.blueprint_id, ("Ralltiir site",), 2, "us")
    assert Scene({0}, set()).lost(TOLD, None, entry)
    assert not Scene({0, 1}, {1}).lost(TOLD, None, entry), "occupying is enough"
    assert Scene({0, 1}, {1}).lost(
        TOLD, None, SurvivalEntry(TOLD.blueprint_id, ("Ralltiir site",), 2, "us", control=True)
    )


def test_an_entry_tells_how_many_of_theirs_take_it_off() -> None:
    entry = SurvivalEntry(TOLD.blueprint_id, ("Ralltiir site",), 2, "them")
    assert not Scene(set(), {0}).lost(TOLD, None, entry)
    assert Scene({0}, {0, 1}).lost(TOLD, None, entry)


def test_every_shipped_entry_is_understood_and_of_an_effect() -> None:
    index = CardIndex.load()
    assert index.derived(CardEffects).survival.unread == ()
    entries = shipped_survival()
    assert len({entry.card for entry in entries}) == len(entries)
    for entry in entries:
        found = index.get(entry.card)
        assert found is not None
        assert found.type == CardType.EFFECT


@pytest.mark.parametrize("toml", ["[[survival]]\ncard = 3", "survival = 1", "[[survival"])
def test_what_is_no_entry_is_one_clear_line(toml: str) -> None:
    with pytest.raises(SurvivalEntryError, match=r"^survival\.toml: .+$"):
        read_survival(toml)
