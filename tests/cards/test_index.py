"""The shipped index: known cards by hand, looking up, searching, unknown cards, and no prose in it."""

import random
import zlib
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from gemp_bot.cards import CardIndex, CardIndexError, CardType, Icon, Odd, SubType, Uniqueness, unknown_card
from gemp_bot.cards.index import FORMAT, HOW_TO_BUILD
from gemp_bot.cards.model import Card
from gemp_bot.cards.search import find, search, suggestions
from gemp_bot.cards.showing import NUMBERS, card_json, card_lines
from gemp_bot.cards.texts import terms_in
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

LARGEST_BYTES = 1_000_000


@pytest.fixture(scope="module")
def shipped() -> CardIndex:
    return CardIndex.load()


@pytest.fixture
def index() -> CardIndex:
    """One of our own, whose counter nobody else changes."""
    return CardIndex.load()


def the(index: CardIndex, blueprint: str) -> Card:
    found = index.get(blueprint)
    assert found is not None
    return found


KNOWN: dict[str, dict[str, object]] = {
    "1_168": {
        "title": "Darth Vader", "side": Side.DARK, "type": CardType.CHARACTER,
        "subtypes": (SubType.IMPERIAL,), "uniqueness": Uniqueness.UNIQUE,
        "destiny": 1, "power": 6, "ability": 6, "deploy": 6, "forfeit": 8,
        "icons": (("Pilot", 1), ("Warrior", 1)), "personas": ("Darth Vader",), "set": "1", "rarity": "R1",
    },
    "1_19": {
        "title": "Luke Skywalker", "side": Side.LIGHT, "subtypes": (SubType.REBEL,),
        "personas": ("Luke Skywalker",), "destiny": 1, "power": 3, "ability": 4, "deploy": 3, "forfeit": 7,
    },
    "1_301": {
        "title": "Devastator", "type": CardType.STARSHIP, "subtypes": (SubType.CAPITAL,),
        "model": "Imperial-Class Star Destroyer", "power": 9, "armor": 6, "hyperspeed": 3, "deploy": 8,
        "forfeit": 9, "maneuver": None,
    },
    "1_127": {
        "title": "Tatooine", "type": CardType.LOCATION, "subtypes": (SubType.SYSTEM,), "parsec": 7,
        "force_light": 2, "force_dark": 1, "power": None,
    },
    "2_14": {"title": "R2-D2 (Artoo-Detoo)", "destiny": Odd("2 or 5", (2.0, 5.0)), "personas": ("R2-D2",)},
    "7_297": {
        "title": "Hunt Down And Destroy The Jedi", "type": CardType.OBJECTIVE, "destiny": 0,
        "double_sided": True,
    },
    "7_297_BACK": {"title": "Their Fire Has Gone Out Of The Universe", "destiny": 7},
    "2_110": {"type": CardType.CREATURE, "defense": 5, "ferocity": Odd("* + destiny", (), 1)},
    "4_111": {"title": "Sleen", "ferocity": Odd("destiny - 3", (-3.0,), 1)},
    "4_77": {"type": CardType.JEDI_TEST, "model": "#1", "title": "Great Warrior"},
    "601_1": {"title": "Knowledge And Defense", "virtual": True, "side": Side.DARK},
    "11_52": {"title": "Aurra Sing", "virtual": False},
    "109_8": {"personas": ("Boba Fett", "Slave I")},
    "10_42": {"personas": ("Han Solo",)},
}  # fmt: skip


@pytest.mark.parametrize("blueprint", KNOWN)
def test_known_cards(shipped: CardIndex, blueprint: str) -> None:
    card = the(shipped, blueprint)
    assert {name: getattr(card, name) for name in KNOWN[blueprint]} == KNOWN[blueprint]


def test_every_card_of_every_main_set_is_there(shipped: CardIndex) -> None:
    sizes = {"1": 324, "2": 162, "3": 162, "4": 180, "5": 180, "6": 180, "7": 324, "8": 180}
    for code, size in sizes.items():
        ids = {card.blueprint_id for card in shipped if card.set == code and not card.is_back}
        assert ids == {f"{code}_{number}" for number in range(1, size + 1)}


def test_every_card_decodes_and_can_be_shown(shipped: CardIndex) -> None:
    assert len(shipped) > 3_800
    for card in shipped:
        assert card.known
        assert card.title
        assert card == msgspec.msgpack.decode(msgspec.msgpack.encode(card), type=Card)
        assert next(card_lines(card, shipped)).startswith(card.name)
        msgspec.json.encode(card_json(card, shipped))
        assert (shipped.back_of(card) is not None) is card.double_sided
        for name in NUMBERS:
            assert isinstance(getattr(card, name), int | float | Odd | None)
        for other in (*card.matching, *card.pulls, *card.pulled_by):
            assert other in shipped


def test_what_fetches_is_the_inverse_of_what_is_fetched(shipped: CardIndex) -> None:
    forth = {(card.blueprint_id, other) for card in shipped for other in card.pulls}
    back = {(other, card.blueprint_id) for card in shipped for other in card.pulled_by}
    assert forth == back
    assert len(forth) > 5_000


def test_words_of_the_shipped_cards_are_all_known(shipped: CardIndex) -> None:
    for card in shipped:
        assert card.type in set(CardType)
        assert set(card.subtypes) <= set(SubType)
        assert all(name in set(Icon) or name.startswith("Set ") for name, _ in card.icons)


def texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in value.values() for text in texts(item)]
    if isinstance(value, list | tuple):
        return [text for item in value for text in texts(item)]
    return []


def test_no_prose_is_in_the_index(shipped: CardIndex) -> None:
    """Titles are the longest texts; nothing is a sentence, a link, or markup."""
    for card in shipped:
        for text in texts(msgspec.to_builtins(card)):
            assert len(text) <= 70, text
            assert "http" not in text
            assert "<u>" not in text
            assert text.count(". ") <= 1 or text == card.title, text


def test_no_prose_is_in_what_cards_do(shipped: CardIndex) -> None:
    for one in shipped.texts:
        text = shipped.texts.of(one)
        told = [each for part in (*text.standing, *text.actions) for each in terms_in(part)]
        told += terms_in((*text.selectors.values(), *text.traits.values()))
        for word in (word for each in told for word in each.args.values() if isinstance(word, str)):
            assert len(word) <= 60 or " " not in word, word
            assert ". " not in word.replace("Dr. ", "").replace("Lt. ", ""), word


def test_it_is_small() -> None:
    assert len(files("gemp_bot.cards").joinpath("index.bin").read_bytes()) < LARGEST_BYTES


def test_ids_with_marks(shipped: CardIndex) -> None:
    vader = the(shipped, "1_168")
    assert shipped.get("1_168*") is vader
    assert shipped.get("1_168^") is vader
    assert shipped.get("1_168*") is vader
    assert "1_168^" in shipped
    assert the(shipped, "7_297_BACK^").is_back


@pytest.mark.parametrize("blueprint", ["-1_1", "-1_2", "inPlay", "rules", ""])
def test_what_is_no_card_is_not_counted_as_unknown(index: CardIndex, blueprint: str) -> None:
    assert index.get(blueprint) is None
    assert not index.unknown
    assert index.unknown_advice == ""


def test_unknown_cards_are_counted(index: CardIndex) -> None:
    for _ in range(3):
        assert index.get("999_1*") is None
    assert index.get("1_168_BACK") is None
    assert index.unknown == {"999_1": 3, "1_168_BACK": 1}
    assert "2 cards are not in the index (1_168_BACK, 999_1)" in index.unknown_advice
    assert HOW_TO_BUILD in index.unknown_advice
    assert "\n" not in index.unknown_advice


def test_a_server_cannot_fill_the_memory_with_unknown_ids(index: CardIndex) -> None:
    for number in range(5_000):
        index.get(f"999_{number}*")
        index.get(f"1_168{'*' * (number % 50)}")
    assert len(index.unknown) <= 1_000
    assert len(index._faces) <= len(index) + 2


def test_an_unknown_card_plays_with_unknown_numbers() -> None:
    card = unknown_card("999_1", Side.LIGHT, "Rover")
    assert (card.known, card.title, card.side) == (False, "Rover", Side.LIGHT)
    assert all(getattr(card, name) is None for name in NUMBERS)
    assert card.destinies == ()
    assert "999_1" in unknown_card("999_1").name


def test_personas_and_titles(shipped: CardIndex) -> None:
    vaders = {card.title for card in shipped.persona("darth vader")}
    assert {"Darth Vader", "Vader", "Lord Vader", "Darth Vader, Dark Lord Of The Sith"} <= vaders
    assert {card.side for card in shipped.persona("Luke Skywalker")} == {Side.DARK, Side.LIGHT}
    assert {card.title for card in shipped.persona("Leia Organa")} >= {
        "Boushh",
        "Princess Leia",
        "Leia Organa",
    }
    assert [card.blueprint_id for card in shipped.titled("DARTH VADER")] == ["1_168", "200_78"]
    assert shipped.persona("nobody") == shipped.titled("nobody") == ()


def test_locations(shipped: CardIndex) -> None:
    assert the(shipped, "1_127").system == "Tatooine"
    assert the(shipped, "1_128").system == "Tatooine"
    assert the(shipped, "1_128").title == "Tatooine: Cantina"
    assert the(shipped, "7_126").system == ""  # a docking bay that goes to any system
    assert the(shipped, "1_168").system == ""
    assert the(shipped, "1_127").force_icons(Side.LIGHT) == 2


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("1_168", "1_168"), ("1_168*", "1_168"), ("7_297_back", "7_297_BACK"), ("Darth Vader", "1_168"),
        ("  •darth   VADER ", "1_168"), ("darth vader (v)", "200_78"), ("DVDLOTS", "7_175"),
        ("Hunt Down And Destroy The Jedi / Their Fire Has Gone Out Of The Universe", "7_297"),
        ("their fire has gone out of the universe", "7_297_BACK"),
    ],
)  # fmt: skip
def test_find(shipped: CardIndex, name: str, first: str) -> None:
    assert find(shipped, name)[0].blueprint_id == first


def test_finding_nothing(index: CardIndex) -> None:
    assert find(index, "999_999") == find(index, "xyzzy plugh") == find(index, "") == ()
    assert not index.unknown
    assert suggestions(index, "darth vadr")[0] == "Darth Vader"
    assert suggestions(index, "xyzzy plugh") == suggestions(index, "") == ()
    assert "Devastator" in suggestions(index, "devastater")


def test_search(shipped: CardIndex) -> None:
    hunters = search(shipped, ["bounty hunter"], side=Side.DARK, icon="pilot")
    assert {"Boba Fett", "Bossk"} <= {card.title for card in hunters}
    assert all(card.side is Side.DARK and card.has("bounty hunter") for card in hunters)
    sites = search(shipped, kind="site", card_set="hoth")
    assert len(sites) > 10
    assert sites == search(shipped, kind="Site", card_set="3") == search(shipped, kind="SITE", card_set="H")
    assert search(shipped, ["xyzzy"]) == []
    assert len(search(shipped)) == sum(not card.is_back for card in shipped)
    assert {card.set for card in search(shipped, card_set="601")} <= {
        one.code for one in shipped.sets.values() if one.legacy
    }


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is no index of cards"),
        (b"hello\nworld", "is no index of cards"),
        (b"gemp-bot cards 99\n", "is an index of another version"),
        (f"gemp-bot cards {FORMAT}\n".encode() + zlib.compress(b"\xc1"), "is damaged"),
        (f"gemp-bot cards {FORMAT}\nxx".encode(), "is damaged"),
        (f"gemp-bot cards {FORMAT}\n".encode() + zlib.compress(bytes(40 * 2**20)), "is cut or too large"),
    ],
)
def test_a_file_that_is_no_index(tmp_path: Path, data: bytes, said: str) -> None:
    file = tmp_path / "index.bin"
    file.write_bytes(data)
    with pytest.raises(CardIndexError, match=said) as caught:
        CardIndex.load(file)
    assert HOW_TO_BUILD in str(caught.value)


def test_a_damaged_index_is_an_error_and_never_a_crash(tmp_path: Path) -> None:
    data = files("gemp_bot.cards").joinpath("index.bin").read_bytes()
    chance = random.Random(5)
    file = tmp_path / "index.bin"
    for _ in range(20):
        broken = bytearray(data)
        broken[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        file.write_bytes(broken[: chance.choice((len(data), chance.randrange(len(data))))])
        with pytest.raises(CardIndexError):
            CardIndex.load(file)


def test_a_missing_index(tmp_path: Path) -> None:
    with pytest.raises(CardIndexError, match=r"nothing\.bin: No such file"):
        CardIndex.load(tmp_path / "nothing.bin")


def test_looking_up_any_text_never_fails(index: CardIndex) -> None:
    for text in ("*", "^", "_", "_BACK", "1_", "1_168**", "\x00", "1_168 ", "é", "1" * 10_000):
        assert index.get(BlueprintId(text)) is None or text.rstrip("*") == "1_168"
