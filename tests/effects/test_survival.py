"""What would leave the table as soon as it is deployed: read from facts, told from the board."""

from typing import Any

import pytest
from made_table import MadeCard, MadeTable, action, card, character, effect, keyword, on, site, term, titled

from gemp_bot.cards import Card, CardIndex, CardType
from gemp_bot.cards.texts import Moment, Term
from gemp_bot.effects import CardEffects
from gemp_bot.effects.coverage import coverage
from gemp_bot.effects.survival import lost_at_once
from gemp_bot.protocol.enums import Side

RALLTIIR = on("Ralltiir")


def canceled_when(number: int, *when: Term, moment: Moment = Moment.MUST_AFTER) -> MadeCard:
    """An Effect of ours that is canceled when all of this holds."""
    gone = action("", effect("cancel_card_on_table", card="$self"), moment=moment, when=when)
    return card(number, f"Effect {number}", CardType.EFFECT, Side.LIGHT, gone)


def held(number: int, player: str, *, control: bool = False) -> Term:
    return term("controls" if control else "occupies", player=player, count=number, where=RALLTIIR)


CHANGED = term("is_table_changed")
THEIRS = term("controls", player="$opponent", location="$self")
HERE = canceled_when(1, CHANGED, THEIRS)
SOME_FOE = canceled_when(2, CHANGED, term("can_spot", count=1, who=titled("Foe")))
LONELY = canceled_when(3, CHANGED, term("not", of=term("is_here", card="$self", who=keyword("pilot"))))
EITHER = canceled_when(4, CHANGED, term("or", of=(term("battle_initiated", player="$you"), THEIRS)))
TWO = canceled_when(5, CHANGED, term("not", of=held(2, "$you")))
TWO_ALONE = canceled_when(6, CHANGED, term("not", of=held(2, "$you", control=True)))
THEIR_TWO = canceled_when(7, CHANGED, held(2, "$opponent"))
LATER = canceled_when(8, term("is_end_of_your_turn", player="$you"), term("can_spot", who=titled("Foe")))
BY_EVENT = canceled_when(9, term("just_lost", who=titled("Foe")))
OTHER = card(
    10, "Other", CardType.EFFECT, Side.LIGHT,
    action("", effect("cancel_card_on_table", card="$target1"), moment=Moment.MUST_AFTER, when=(CHANGED,)),
)  # fmt: skip
MADE = (HERE, SOME_FOE, LONELY, EITHER, TWO, TWO_ALONE, THEIR_TWO, LATER, BY_EVENT, OTHER)
SITES = [site(20 + number, f"Ralltiir: Site {number}") for number in range(3)]
ALLY, FOE = character(30, "Ally"), character(31, "Foe", Side.DARK)


class Scene(MadeTable):
    """Three sites; we hold some of them, and they hold others."""

    def __init__(self, ours: set[int], theirs: set[int]) -> None:
        super().__init__(*MADE, *SITES, ALLY, FOE)
        for column, place in enumerate(SITES):
            self.place_there(place, column)
        for column in ours:
            self.put(ALLY, column=column)
        for column in theirs:
            self.put(FOE, column=column)

    def lost(self, face: Card, column: int | None = None) -> bool:
        board, facts = self.board(), self.lore.facts.of(face)
        location = None if column is None else board.locations[column]
        return lost_at_once(board, facts, Side.LIGHT, location, self.numbers())


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
    scene = Scene(set(), set())
    assert not scene.lost(LONELY)
    assert scene.lost(LONELY, 0)


def test_so_many_locations_keep_it() -> None:
    assert Scene({0}, set()).lost(TWO)
    assert not Scene({0, 1}, {1}).lost(TWO), "occupying is enough"
    assert Scene({0, 1}, {1}).lost(TWO_ALONE)


def test_so_many_of_theirs_take_it_off() -> None:
    assert not Scene(set(), {0}).lost(THEIR_TWO)
    assert Scene({0}, {0, 1}).lost(THEIR_TWO)


@pytest.mark.parametrize("face", [LATER, BY_EVENT, OTHER])
def test_what_does_not_take_it_off_at_once(face: Card) -> None:
    assert not Scene(set(), {0, 1}).lost(face)


class TestOfTheIndex:
    """Search And Destroy, I Hope She's All Right, Echo Base Operations."""

    SITES = (
        "Hoth: Defensive Perimeter (3rd Marker)",
        "Hoth: Echo Docking Bay",
        "Tatooine: Cantina",
        "Farm",
        "Forest",
    )

    def lost(self, face: str, side: Side, ours: int, theirs: int = 0) -> bool:
        lore = CardEffects(CardIndex.load())
        table = MadeTable()
        table.lore = lore
        found = lore.index.get(face)
        assert found is not None
        troopers: dict[Side, Any] = {Side.DARK: lore.index.get("1_194"), Side.LIGHT: lore.index.get("1_28")}
        for column, title in enumerate(self.SITES):
            place = lore.index.titled(title)[0]
            table.place_there(place, column, system=None if place.system else "Hoth")
            if column < ours:
                table.put(troopers[side], column=column)
            if column < theirs:
                table.put(troopers[side.other], column=column)
        return lost_at_once(table.board(), lore.facts.of(found), side, None, table.numbers())

    @pytest.mark.parametrize(("face", "side"), [("8_131", Side.DARK), ("8_38", Side.LIGHT)])
    def test_two_battlegrounds_occupied_with_characters_keep_it(self, face: str, side: Side) -> None:
        assert self.lost(face, side, 1)
        assert not self.lost(face, side, 3)

    def test_hoth_occupied_takes_it_off(self) -> None:
        assert not self.lost("3_34", Side.LIGHT, 0, 1)


def test_much_of_what_ends_effects_is_understood() -> None:
    ending = coverage(CardIndex.load())[1]
    assert ending.known >= 0.6 * ending.of
