"""What texts on table forbid or bound: drains and deployments, from facts and from data."""

import pytest
from made_table import MadeTable, card, character, fact, site

from gemp_bot.board.board import Board
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import Card, CardIndex, CardType
from gemp_bot.cards.text import Action, Condition, ConditionKind, FactKind
from gemp_bot.effects import CardEffects
from gemp_bot.effects.restrictions import (
    DrainEntry,
    RestrictionEntryError,
    Restrictions,
    read_restrictions,
    shipped_restrictions,
)
from gemp_bot.protocol.enums import Side, Zone

PLAIN = card(1, "A Goal", CardType.OBJECTIVE)
AT_MOST_ONE = card(
    2, "Hidden", CardType.OBJECTIVE, Side.LIGHT,
    fact(FactKind.DRAIN_LIMIT, who="opponent", where="Ralltiir site", limit=1.0),
)  # fmt: skip
WE_LOSE_TWO = card(
    3, "Hardy", CardType.OBJECTIVE, Side.LIGHT, fact(FactKind.DRAIN_LIMIT, who="you", limit=2.0)
)
NO_ALLIES = card(
    4, "Lonely", CardType.OBJECTIVE, Side.LIGHT,
    fact(FactKind.MAY_NOT, who="you", what="Ally", action=Action.DEPLOY),
)  # fmt: skip
IF_FOE = card(
    5, "Wary", CardType.OBJECTIVE, Side.LIGHT,
    fact(
        FactKind.MAY_NOT, None, Condition(ConditionKind.ON_TABLE, who="Foe"),
        who="you", what="Ally", action=Action.DEPLOY,
    ),
)  # fmt: skip
SITES = [site(10, "Ralltiir: Site"), site(11, "Endor: Site")]
ALLY, OTHER, FOE = character(30, "Ally"), character(32, "Other"), character(31, "Foe", Side.DARK)


class Scene(MadeTable):
    """Two sites of two planets, and an objective of ours; our ally stands at the first site."""

    def __init__(self, goal: Card) -> None:
        super().__init__(PLAIN, AT_MOST_ONE, WE_LOSE_TWO, NO_ALLIES, IF_FOE, *SITES, ALLY, OTHER, FOE)
        self.put(goal, Zone.SIDE_OF_TABLE)
        for column, place in enumerate(SITES):
            self.place_there(place, column)
        self.put(ALLY)

    def reader(self, *entries: DrainEntry) -> tuple[Restrictions, Board]:
        lore = self.lore
        board = BoardTracker(self.table, lore.index).board
        return Restrictions(entries, lore._nouns, lore.phrases, lore._conditions), board

    def drains(self, side: Side, *entries: DrainEntry) -> dict[int, float]:
        restrictions, board = self.reader(*entries)
        return restrictions.drains(board, side)

    def may_deploy(self, face: Card, side: Side = Side.LIGHT) -> bool:
        restrictions, board = self.reader()
        return restrictions.may_deploy(board, side)(self.lore.facts.of(face))


def test_what_they_lose_at_the_most_bounds_our_drains_there() -> None:
    scene = Scene(AT_MOST_ONE)
    assert scene.drains(Side.LIGHT) == {0: 1}
    assert scene.drains(Side.DARK) == {}


def test_what_we_lose_at_the_most_bounds_theirs_everywhere() -> None:
    scene = Scene(WE_LOSE_TWO)
    assert scene.drains(Side.DARK) == {0: 2, 1: 2}
    assert scene.drains(Side.LIGHT) == {}


def test_an_entry_bounds_the_drains_of_its_owner() -> None:
    scene, entry = Scene(PLAIN), DrainEntry(PLAIN.blueprint_id, ("Endor site",))
    assert scene.drains(Side.LIGHT, entry) == {1: 0}
    assert scene.drains(Side.DARK, entry) == {}


def test_an_entry_may_ask_who_stands_there() -> None:
    scene = Scene(PLAIN)
    entry = DrainEntry(PLAIN.blueprint_id, ("Ralltiir site", "Endor site"), who="Ally")
    assert scene.drains(Side.LIGHT, entry) == {0: 0}


def test_cards_that_may_not_be_deployed_are_those_of_the_owner_of_the_text() -> None:
    scene = Scene(NO_ALLIES)
    assert not scene.may_deploy(ALLY)
    assert scene.may_deploy(OTHER)
    assert scene.may_deploy(FOE, Side.DARK)


def test_it_is_so_while_its_condition_holds() -> None:
    scene = Scene(IF_FOE)
    assert scene.may_deploy(ALLY)
    scene.put(FOE)
    assert not scene.may_deploy(ALLY)


def test_every_shipped_entry_is_understood_and_of_an_objective() -> None:
    index = CardIndex.load()
    assert index.derived(CardEffects).restrictions.unread == ()
    for entry in shipped_restrictions():
        found = index.get(entry.card)
        assert found is not None
        assert found.type == CardType.OBJECTIVE


@pytest.mark.parametrize("toml", ["[[drain]]\ncard = 3", "drain = 1", "[[drain"])
def test_what_is_no_entry_is_one_clear_line(toml: str) -> None:
    with pytest.raises(RestrictionEntryError, match=r"^restrictions\.toml: .+$"):
        read_restrictions(toml)
