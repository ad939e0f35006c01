"""Decks as text: any deck survives, what is none is named, a deck is described and checked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.cards import CardIndex
from gemp_bot.cards.deck import DeckError, DeckList, deck_side, describe, faults, parse_deck
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

INDEX = CardIndex.load()
ids = st.builds(
    lambda code, number, mark: BlueprintId(f"{code}_{number}{mark}"),
    st.integers(1, 601), st.integers(1, 400), st.sampled_from(("", "*", "^")),
)  # fmt: skip
decks = st.builds(
    DeckList, st.lists(ids, min_size=1, max_size=70).map(tuple), st.lists(ids, max_size=20).map(tuple)
)


@given(decks)
def test_a_deck_survives_its_text(deck: DeckList) -> None:
    assert parse_deck(deck.text) == deck
    assert parse_deck(deck.text).text == deck.text


@given(decks, st.sampled_from((" ,", ",\n", ",, ", "\n", " \n ")))
def test_blanks_and_line_breaks_do_not_count(deck: DeckList, between: str) -> None:
    assert parse_deck(deck.text.replace(",", between)) == deck


@given(st.text(alphabet=st.sampled_from("12_*^,|\n aB"), max_size=40))
def test_any_text_is_a_deck_or_one_line(text: str) -> None:
    said = ""
    try:
        deck = parse_deck(text)
    except DeckError as error:
        said = str(error)
    else:
        assert parse_deck(deck.text) == deck
    assert "\n" not in said


@given(decks)
def test_any_deck_can_be_described_and_checked(deck: DeckList) -> None:
    described = describe(deck, INDEX)
    assert (
        described.cards == len(deck.cards) == sum(described.types.values()) + sum(described.unknown.values())
    )
    assert "\n" not in described.line
    assert all("\n" not in line for line in faults(deck, INDEX))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the deck has no cards"), ("|1_1", "the deck has no cards"),
        ("1_1|1_2|1_3", "a deck has one bar at most"), ("1_1,x", "entry 2, 'x', is no card id such as 1_291"),
        ("1_1|1_2,\x1b[31m1_3", r"entry 3, '1_3', is no card id"), ("1_1|a" + "b" * 99, "entry 2, 'a"),
    ],
)  # fmt: skip
def test_what_is_no_deck(text: str, said: str) -> None:
    with pytest.raises(DeckError, match=said):
        parse_deck(text)


def test_a_description() -> None:
    deck = parse_deck("7_297,1_168,1_168,1_291,1_289,1_301,999_1|13_61")
    described = describe(deck, INDEX)
    assert described.archetype == "Hunt Down And Destroy The Jedi"
    assert (described.cards, described.outside, described.unknown) == (7, 1, {"999_1": 1})
    assert described.types == {"Character": 2, "Location": 2, "Objective": 1, "Starship": 1}
    assert described.sides == {"DARK": 6}
    assert described.deploy == pytest.approx((6 + 6 + 8) / 3)
    assert described.curve == {6: 2, 8: 1}
    assert described.destiny is not None
    assert described.line.startswith("Hunt Down And Destroy The Jedi; 2 characters, 2 locations")
    assert "6:2 8+:1" in described.line
    assert described.line.endswith("1 unknown")


def test_the_place_names_a_deck_without_objective() -> None:
    assert describe(parse_deck("1_127,1_128,1_133,1_19"), INDEX).archetype == "Tatooine"
    assert describe(parse_deck("1_19"), INDEX).archetype == ""
    assert describe(parse_deck("999_1"), INDEX).line == "no archetype; 1 unknown"


def test_sides() -> None:
    assert deck_side(parse_deck("1_19,999_9"), INDEX) is Side.LIGHT
    assert deck_side(parse_deck("1_19,1_168"), INDEX) is None
    assert deck_side(parse_deck("999_9"), INDEX) is None


def test_faults() -> None:
    assert faults(parse_deck(",".join(["1_168"] * 60)), INDEX) == ()
    assert faults(parse_deck("1_168"), INDEX) == ("the deck has 1 cards, not 60",)
    both = parse_deck("1_168,1_19,7_297,7_298,10_42,10_42,102_9|" + ",".join(["13_61"] * 51))
    assert faults(both, INDEX, size=7) == (
        "51 cards begin outside the deck, more than 50",
        "the deck has cards of both sides of the Force",
        "the deck has 2 objectives, more than 1",
        "the deck has 2 Jabba's Prize, more than 1",
        "Jabba's Prize needs Carbon Chamber Testing",
        "the deck has a game aid",
    )
