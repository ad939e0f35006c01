"""Decks as people name them."""

from pathlib import Path
from random import Random

import pytest

from gemp_bot.cards.index import CardIndex
from gemp_bot.game.understanding import Share, understood
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox import deck_files
from gemp_bot.sandbox.deck_choice import any_deck, choose_deck
from gemp_bot.sandbox.deck_files import DeckFileError, Untold, all_decks, read_decks, shipped_decks

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
        ("rebel fleit", "did you mean 'Rebel fleet'? A path ends with .toml or .txt."),
        (
            "xyzzy",
            "there are Army of Naboo, Rebel fleet, Rebels of Tatooine. A path ends with .toml or .txt.",
        ),
        ("Walkers of Hoth", "'Walkers of Hoth' is a dark deck, not a light one"),
        ("nowhere.toml", "nowhere.toml"),
    ],
)
def test_what_is_no_deck_is_one_line(index: CardIndex, said: str, message: str) -> None:
    with pytest.raises(DeckFileError) as caught:
        choose_deck(said, index, Side.LIGHT)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


TEXT = "1_128,1_19,1_19,1_28*"


@pytest.mark.parametrize("shown", ["{}|13_51\n", "Mine (LIGHT, 4 cards)\n\ncount  card\n1  1_128\n\n{}|\n"])
def test_a_deck_as_a_server_has_it_is_a_file_of_text(index: CardIndex, tmp_path: Path, shown: str) -> None:
    """The line of ids alone, or all that `decks show` prints; any number of cards goes."""
    file = tmp_path / "Mine.txt"
    file.write_text(shown.format(TEXT), "utf-8")
    deck = choose_deck(str(file), index)
    assert (deck.name, deck.side, deck.start) == ("Mine", Side.LIGHT, None), "no start is wished for"
    assert deck.text == "1_128,1_19,1_19,1_28|"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "'hello': there is no such card: write the title"),
        ("1_128,1_171", "is of no side"),
        ("1_19,1_19", "has no location"),
        ("|1_19", "the deck has no cards"),
    ],
)
def test_a_text_that_is_no_deck_is_one_line(
    index: CardIndex, tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(text, "utf-8")
    with pytest.raises(DeckFileError) as caught:
        read_decks(tmp_path, index)
    assert str(caught.value).startswith(f"{file}:")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_all_mistakes_of_a_text_are_told_with_their_lines(index: CardIndex, tmp_path: Path) -> None:
    """Ids above the last line are cards, too: a mistake among them does not make the last line the deck."""
    file = tmp_path / "mine.txt"
    file.write_text("1_128\nhello,1_19\n\n1-19\n1_128,1_19|\n", "utf-8")
    with pytest.raises(DeckFileError) as caught:
        choose_deck(str(file), index)
    assert [str(problem) for problem in caught.value.problems] == [
        f"{file}:2: entry 2, 'hello', is no card id such as 1_291",
        f"{file}:4: entry 4, '1-19', is no card id such as 1_291",
    ]


def test_a_deck_called_like_a_shipped_one_is_refused(index: CardIndex, tmp_path: Path) -> None:
    (tmp_path / "Rebel fleet.txt").write_text(TEXT, "utf-8")
    with pytest.raises(DeckFileError, match="has a deck called 'Rebel fleet' already"):
        all_decks(tmp_path, index)


def test_what_is_played_without_its_text_is_counted(index: CardIndex, tmp_path: Path) -> None:
    kinds: dict[tuple[str, Share], str] = {}
    for card in index:
        if card.side is Side.LIGHT and not card.is_back:
            share = understood(index.texts.of(card.blueprint_id))
            kinds.setdefault((card.type, share), card.blueprint_id)
    blank = kinds["Interrupt", Share.NONE]
    played = [kinds["Interrupt", Share.ALL], kinds["Interrupt", Share.SOME], kinds["Objective", Share.SOME]]
    (tmp_path / "mine.txt").write_text(",".join(["1_128", blank, blank, *played, "999_999"]), "utf-8")
    untold = Untold.of(read_decks(tmp_path, index), index)
    assert (untold.cards, untold.idle, untold.unknown) == (7, 2, 1)
    assert (untold.wholly, untold.partly) == (0, 2)
    assert "of 7 cards 2 are never played" in untold.line
    assert "1 are unknown" in untold.line


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
