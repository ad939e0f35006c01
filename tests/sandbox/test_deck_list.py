"""Decks as people paste them."""

from pathlib import Path

import pytest

from gemp_bot.cards.index import CardIndex
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_files import DeckFile, DeckFileError, deck_of_list, read_deck, shipped_decks


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.fixture(scope="module")
def fleet(index: CardIndex) -> DeckFile:
    return next(deck for deck in shipped_decks(index) if deck.name == "Rebel fleet")


@pytest.mark.parametrize(
    "form",
    ["{count} {id}", "{count}x {id}", "x{count} {id}", "- {count} {id}", "{id} x{count}", "{id} {count}x"],
)
def test_a_list_of_ids_with_numbers_is_the_deck(index: CardIndex, fleet: DeckFile, form: str) -> None:
    lines = [form.format(count=row.count, id=row.card.blueprint_id) for row in fleet.rows]
    text = "# ships\n\n" + "\n".join(lines) + "\nOthers (0):\n"
    assert deck_of_list(text, index, Side.LIGHT, "Mine").cards == fleet.cards


def test_titles_name_cards_of_the_side(index: CardIndex, fleet: DeckFile) -> None:
    lines = [f"{row.count} {row.card.title}" for row in fleet.rows]
    found = deck_of_list("\n".join(lines), index, Side.LIGHT, "Mine")
    assert [card.title for card in found.cards] == [card.title for card in fleet.cards]
    assert {card.side for card in found.cards} == {Side.LIGHT}
    assert found.name == "Mine"


def test_the_text_of_a_server_is_a_deck_too(index: CardIndex, fleet: DeckFile) -> None:
    assert deck_of_list(fleet.text, index, Side.LIGHT, "Mine").cards == fleet.cards


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            "1 Luke Skywalkre",
            ["the list:1: '1 Luke Skywalkre': there is no such card: did you mean 'Luke Skywalker'"],
        ),
        ("\n2 Darth Vader", ["the list:2: '2 Darth Vader': is a dark card, and the deck is light"]),
        ("Luke", ["the list:1: 'Luke': may be 'Luke', 'Luke Skywalker', "]),
        ("0 Han Solo", ["the list:1: '0 Han Solo': 0 copies: a number from 1 on"]),
        ("3 Luke Skywalker", ["the list: has no location: a game begins at one"]),
        ("1 Yavin 4", ["the deck has 1 cards, not 60"]),
        ("cards = 3", ["the list:"]),
    ],
)
def test_every_wrong_line_is_told(index: CardIndex, text: str, problems: list[str]) -> None:
    with pytest.raises(DeckFileError) as told:
        deck_of_list(text, index, Side.LIGHT, "Mine")
    found = [str(each) for each in told.value.problems]
    assert all(any(each.startswith(problem) for each in found) for problem in problems), found


def test_a_deck_of_the_other_side_is_told(index: CardIndex, fleet: DeckFile) -> None:
    with pytest.raises(DeckFileError, match="light deck"):
        deck_of_list(fleet.text, index, Side.DARK, "Mine")


def test_a_file_may_be_a_list_of_titles(index: CardIndex, fleet: DeckFile, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("\n".join(f"{row.count} {row.card.title}" for row in fleet.rows), "utf-8")
    found = read_deck(file, index)
    assert (found.name, found.side) == ("mine", Side.LIGHT)
    assert [card.title for card in found.cards] == [card.title for card in fleet.cards]


def test_a_file_of_ids_with_a_mistake_is_no_list_of_titles(index: CardIndex, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("1_291,1_2x1,1_19", "utf-8")
    with pytest.raises(DeckFileError, match="entry 2, '1_2x1', is no card id"):
        read_deck(file, index)
