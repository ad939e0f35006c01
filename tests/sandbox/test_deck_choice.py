"""Decks as people name them."""

from pathlib import Path
from random import Random

import pytest

from gemp_bot.cards.index import CardIndex
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox import deck_files
from gemp_bot.sandbox.deck_choice import any_deck, choose_deck
from gemp_bot.sandbox.deck_files import DeckFileError, shipped_decks

FILES = Path(deck_files.__file__).with_name("decks")


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.mark.parametrize(
    "said", ["Rebel fleet", "rebel FLEET", "rebel_fleet", str(FILES / "rebel_fleet.toml")]
)
def test_a_deck_is_found_by_name_or_by_file(index: CardIndex, said: str) -> None:
    assert choose_deck(said, index, Side.LIGHT).name == "Rebel fleet"
    assert choose_deck(said, index).side is Side.LIGHT


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("rebel fleit", "did you mean 'Rebel fleet'? A path ends with .toml."),
        ("xyzzy", "there are Army of Naboo, Rebel fleet, Rebels of Tatooine. A path ends with .toml."),
        ("Walkers of Hoth", "'Walkers of Hoth' is a dark deck, not a light one"),
        ("nowhere.toml", "nowhere.toml"),
    ],
)
def test_what_is_no_deck_is_one_line(index: CardIndex, said: str, message: str) -> None:
    with pytest.raises(DeckFileError) as caught:
        choose_deck(said, index, Side.LIGHT)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_hints_are_of_the_side_that_is_wanted(index: CardIndex) -> None:
    with pytest.raises(DeckFileError) as caught:
        choose_deck("xyzzy", index, Side.DARK)
    names = {deck.name: deck.side for deck in shipped_decks(index)}
    assert {side for name, side in names.items() if name in str(caught.value)} == {Side.DARK}


def test_a_deck_by_chance_is_of_its_side_and_any_of_them(index: CardIndex) -> None:
    decks = shipped_decks(index)
    chance = Random(1)
    found = {any_deck(decks, Side.DARK, chance).name for _ in range(40)}
    assert found == {deck.name for deck in decks if deck.side is Side.DARK}
