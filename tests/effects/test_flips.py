"""What objectives want held: read from data, counted on the board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_table import MadeTable, card, character, site

from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardIndex, CardType
from gemp_bot.effects import CardEffects, Need
from gemp_bot.effects.flips import FlipEntry, FlipEntryError, Flips, read_flips, shipped_flips
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId

GOAL = card(1, "A Goal", CardType.OBJECTIVE)
SITES = [site(10 + number, f"Ralltiir: Site {number}") for number in range(4)]
ALLY, FOE = character(30, "Ally"), character(31, "Foe", Side.DARK)


def needs(ours: set[int], theirs: set[int], *, number: int = 3, control: bool = True) -> tuple[Need, ...]:
    """What the goal wants with us and them at these sites."""
    table = MadeTable(GOAL, *SITES, ALLY, FOE)
    table.put(GOAL, Zone.SIDE_OF_TABLE)
    for column, place in enumerate(SITES):
        table.place_there(place, column)
    for column in ours:
        table.put(ALLY, column=column)
    for column in theirs:
        table.put(FOE, column=column)
    entry = FlipEntry(GOAL.blueprint_id, ("Ralltiir site",), number, control)
    lore = table.lore
    board = BoardTracker(table.table, lore.index).board
    return Flips((entry,), lore._nouns, lore.phrases).needs(board, Side.LIGHT)


def test_what_is_missing_is_counted_and_told_with_the_places_that_would_count() -> None:
    (need,) = needs({0, 1}, {1, 2})
    assert (need.held, need.number, need.columns) == (1, 3, frozenset({1, 2, 3}))


def test_occupying_counts_beside_the_opponent_where_control_is_not_wanted() -> None:
    (need,) = needs({0, 1}, {1}, control=False)
    assert (need.held, need.columns) == (2, frozenset({2, 3}))


def test_what_the_other_face_wants_is_read_before_the_flip() -> None:
    table = MadeTable(GOAL, *SITES, ALLY)
    table.put(GOAL, Zone.SIDE_OF_TABLE)
    table.place_there(SITES[0], 0)
    table.put(ALLY, column=0)
    entry = FlipEntry(BlueprintId(f"{GOAL.blueprint_id}_BACK"), ("Ralltiir site",), 2, a_turn=1.5)
    lore = table.lore
    flips = Flips((entry,), lore._nouns, lore.phrases)
    board = BoardTracker(table.table, lore.index).board
    need = flips.flipped(board, Side.LIGHT, GOAL.blueprint_id)
    assert need is not None
    assert (need.held, need.number, need.keeps, need.a_turn) == (1, 2, True, 1.5)
    assert flips.flipped(board, Side.DARK, GOAL.blueprint_id) is None
    assert flips.needs(board, Side.LIGHT) == ()


columns = st.sets(st.integers(0, 3))


@given(columns, columns, st.integers(1, 4), st.booleans())
def test_each_place_counts_or_is_still_open(
    ours: set[int], theirs: set[int], number: int, control: bool
) -> None:
    counting = ours - theirs if control else ours
    found = needs(ours, theirs, number=number, control=control)
    (need,) = found
    assert (need.held < number) == (len(counting) < number)
    assert need.counting == counting
    assert need.columns == frozenset(range(4)) - counting


def test_every_shipped_entry_is_understood_and_of_an_objective() -> None:
    index = CardIndex.load()
    assert index.derived(CardEffects).flips.unread == ()
    entries = shipped_flips()
    assert len({entry.card for entry in entries}) == len(entries)
    assert all(index.get(entry.card).type == CardType.OBJECTIVE for entry in entries)


@pytest.mark.parametrize(
    "toml", ["[[flip]]\ncard = 3", "flip = 1", "[[flip", '[[flip]]\ncard = "1"\nplace = []']
)
def test_what_is_no_entry_is_one_clear_line(toml: str) -> None:
    with pytest.raises(FlipEntryError, match=r"^flips\.toml: .+$"):
        read_flips(toml)
