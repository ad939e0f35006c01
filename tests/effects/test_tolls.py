"""What cards cost the other player: counted on the board, and asked of a battle."""

import pytest
from made_table import (
    MadeCard,
    MadeTable,
    action,
    both,
    card,
    character,
    effect,
    of_index,
    on,
    site,
    term,
    titled,
)

from gemp_bot.cards import CardIndex, CardType
from gemp_bot.cards.texts import Moment, Term, Value
from gemp_bot.effects import Need
from gemp_bot.effects.survival import toll_needs
from gemp_bot.effects.tolls import BattleToll, battle_toll, battle_tolls, standoff_toll, turn_toll
from gemp_bot.protocol.enums import Side, Zone

SITES = [site(20 + number, f"Ralltiir: Site {number}") for number in range(3)]
ALLY = character(30, "Ally")
OCCUPIED = term("count_top_locations_on_table", who=both(on("Ralltiir"), term("occupies", player="$you")))


def loses(number: int, amount: Value, *when: Term, player: str = "$opponent") -> MadeCard:
    """An Effect by which a player loses Force."""
    loss = action("", effect("lose_force", player=player, amount=amount), moment=Moment.MUST_AFTER, when=when)
    return card(number, f"Effect {number}", CardType.EFFECT, Side.LIGHT, loss)


YOUR_END = term("is_end_of_your_phase", player="$you", phase="control")
EACH_END = term("is_end_of_each_turn")


def toll(face: MadeCard, *ours: int) -> float:
    table = MadeTable(face, ALLY, *SITES)
    for column, place in enumerate(SITES):
        table.place_there(place, column)
    for column in ours:
        table.put(ALLY, column=column)
    found = table.put(face, Zone.SIDE_OF_TABLE)
    numbers = table.numbers()
    return turn_toll(numbers.scope(numbers._board.known[found]))


def test_it_is_what_the_board_makes_it() -> None:
    occupation = loses(1, OCCUPIED, YOUR_END)
    assert [toll(occupation, *range(number)) for number in (0, 1, 3)] == [0, 1, 3]


def test_what_has_to_be_held_so_that_a_card_leaves_that_takes_force() -> None:
    """Trap: an empty system, control of which would have ended it, was left alone for 12 Force."""
    rule = term("controls", player="$opponent", count=1, where=titled("Ralltiir: Site 2"))
    ends = action("", effect("cancel_card_on_table", card="$self"), moment=Moment.MUST_AFTER, when=(rule,))
    takes = loses(3, OCCUPIED, YOUR_END)
    occupation = card(3, "Occupation", CardType.EFFECT, Side.LIGHT, *takes.does.actions, ends)
    table = MadeTable(occupation, *SITES, ALLY)
    for column, place in enumerate(SITES):
        table.place_there(place, column)
    table.put(occupation, Zone.SIDE_OF_TABLE)

    def needs(side: Side = Side.DARK) -> list[Need]:
        return list(toll_needs(table.board(), side, table.numbers(), table.lore.printed))

    assert needs() == [], "it takes nothing yet"
    for column in (0, 1):
        table.put(ALLY, column=column)
    (need,) = needs()
    assert (need.columns, need.control, need.a_turn, need.ends) == (frozenset({2}), True, 2.0, True)
    assert needs(Side.LIGHT) == []


def test_at_the_end_of_each_turn_it_is_twice() -> None:
    assert toll(loses(2, 1, EACH_END)) == 2


def test_what_its_owner_loses_counts_against_it() -> None:
    assert toll(loses(3, 1, YOUR_END, player="$you")) == -1


def test_it_is_none_while_its_condition_does_not_hold() -> None:
    wanted = loses(4, 3, YOUR_END, term("occupies", player="$you", count=2, where=on("Ralltiir")))
    assert (toll(wanted, 0), toll(wanted, 0, 1)) == (0, 3)


def test_what_comes_about_by_something_else_is_no_toll() -> None:
    assert toll(loses(5, 3, term("battle_initiated", player="$opponent"))) == 0


@pytest.mark.parametrize(("face", "asked"), [("5_149", 2), ("7_244", 0), ("1_249", 0)])
def test_what_a_battle_is_asked_by_cards_of_the_index(face: str, asked: float) -> None:
    assert battle_toll(CardIndex.load().texts.of(face)) == asked


@pytest.mark.parametrize(("face", "lost"), [("4_30", 3), ("4_128", 0), ("5_149", 0)])
def test_what_a_standoff_costs_by_cards_of_the_index(face: str, lost: float) -> None:
    """Order To Engage asks it of every location, Much Anger In Him of one where a certain character is."""
    assert standoff_toll(CardIndex.load().texts.of(face)) == lost


def battle(face: str, began: Side, won: Side | None = None, column: int = 0) -> list[BattleToll]:
    """What a card of the index at the first site makes of a battle at a site."""
    imperial = of_index(CardIndex.load(), "1_194")
    it = of_index(CardIndex.load(), face)
    table = MadeTable(it, imperial, ALLY, *SITES)
    places = [table.place_there(place, at) for at, place in enumerate(SITES)]
    found = table.put(it, Zone.AT_LOCATION if it.type == CardType.CHARACTER else Zone.SIDE_OF_TABLE)
    table.put(ALLY, column=column)
    table.put(imperial, column=column)
    numbers = table.numbers()
    board = numbers._board
    there = board.known[places[column]].location
    assert there is not None
    with board.fought(each.id for each in there.cards):
        scope = numbers.scope(board.known[found])
        return list(battle_tolls(scope, board.known[places[column]], began, won))


@pytest.mark.parametrize(("began", "loses"), [(Side.LIGHT, Side.DARK), (Side.DARK, Side.LIGHT)])
def test_who_begins_a_battle_takes_force_from_the_other(began: Side, loses: Side) -> None:
    """Draw Their Fire, of either player's battles."""
    assert battle("7_60", began) == [(began, 1, True), (loses, 1, False)]
    assert battle("7_60", began, won=began) == []


@pytest.mark.parametrize(
    ("face", "won", "tolls"),
    [
        ("200_101", Side.DARK, [(Side.LIGHT, 1, False)]),  # A Day Long Remembered
        ("200_101", Side.LIGHT, []),
        ("200_101", None, []),
        ("9_127", Side.DARK, [(Side.LIGHT, 1, False)]),  # Insignificant Rebellion
        ("1_191", Side.DARK, []),  # Prophetess asks who is to win
    ],
)
def test_who_loses_a_battle_loses_more(face: str, won: Side | None, tolls: list[object]) -> None:
    assert battle(face, Side.DARK, won) == tolls


@pytest.mark.parametrize(("column", "tolls"), [(0, [(Side.DARK, 2, False)]), (1, [])])
def test_who_has_to_be_in_the_battle_is_asked(column: int, tolls: list[object]) -> None:
    """Orrimaarko, in battle with an Imperial."""
    assert battle("8_23", Side.DARK, Side.LIGHT, column) == tolls
