"""An index made of a tiny checkout and a tiny folder of card data: told apart, joined, kept."""

import json
import sys
from pathlib import Path

import pytest
from made_checkout import ROVER, write

from gemp_bot.cards import CardIndex, CardType, Icon, SubType, Uniqueness
from gemp_bot.cards.index import IndexFile
from gemp_bot.cards.model import Made
from gemp_bot.cards.texts import NO_TEXT
from gemp_bot.cli.main import main
from gemp_bot.protocol.enums import Side
from tools import cards
from tools.card_data.source import CARD_FILES, BuildError
from tools.card_index import Report, build

EMPTY = CardIndex(IndexFile(Made("", 0, 0, 0, 0, 0, 0), (), ()))
FIDO = ROVER.replace("Card1_001", "Card77_003").replace('"Rover"', '"Fido"')
YARD = """
    public class Card77_004 extends AbstractYard {
        public Card77_004() {
            super(Side.LIGHT, Title.Kennel, Uniqueness.UNIQUE);
            addIcon(Icon.DARK_FORCE, 1); addIcon(Icon.LIGHT_FORCE, 2); addIcons(Icon.VIRTUAL_SET_3);
            setVirtualSuffix(true);
        } }"""
REX = ROVER.replace("Card1_001", "Card601_005").replace('"Rover"', '"Rex"')


def data(folder: Path, **front: str) -> Path:
    """A folder of card data with Rover, and Rex of a legacy set."""
    face = {
        "title": "•Rover",
        "type": "Character",
        "subType": "Alien",
        "uniqueness": "*",
        "destiny": "2",
        **front,
    }
    common = {"side": "Dark", "rarity": "C", "legacy": False}
    rover = {"id": 1, "gempId": "1_1", "set": "1", **common, "front": face}
    rex = {
        "id": 2,
        "set": "1001",
        **common,
        "legacy": True,
        "front": {**face, "title": "•Rex (V)", "power": "9"},
    }
    folder.mkdir()
    cards = {"Dark.json": [rover], "DarkLegacy.json": [rex]}
    for name in CARD_FILES:
        (folder / name).write_text(json.dumps({"cards": cards.get(name, [])}), "utf-8")
    sets = [{"id": one, "name": one, "abbr": one, "legacy": False} for one in ("1", "1001")]
    (folder / "sets.json").write_text(json.dumps(sets), "utf-8")
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return write(tmp_path / "checkout", Card1_001=ROVER, Card77_003=FIDO, Card77_004=YARD, Card601_005=REX)


def made(tmp_path: Path, *sources: Path, present: CardIndex = EMPTY) -> tuple[CardIndex, Report, bytes]:
    packed, report = build(sources, lambda: present)
    file = tmp_path / "made.bin"
    file.write_bytes(packed)
    return CardIndex.load(file), report, packed


def test_card_data_and_definitions_are_joined(tmp_path: Path, checkout: Path) -> None:
    index, report, _ = made(tmp_path, checkout, data(tmp_path / "data", power="4", deploy="3"))
    assert [card.blueprint_id for card in index] == ["1_1", "77_3", "77_4", "601_5"]
    rover, fido, yard, rex = index
    assert (rover.power, rover.by_definition, len(index.texts.of("1_1").standing)) == (4, False, 1)
    assert (fido.title, fido.power, fido.by_definition, fido.personas) == ("Fido", 4, True, ("Fido",))
    assert (fido.type, fido.subtypes, fido.uniqueness) == (
        CardType.CHARACTER,
        (SubType.ALIEN,),
        Uniqueness.UNIQUE,
    )
    assert (fido.icons, fido.characteristics) == (((Icon.PILOT, 1),), ("good dog",))
    assert index.set_name(fido) == "Dogs"
    assert (yard.type, yard.subtypes, yard.side, yard.virtual) == (
        CardType.LOCATION,
        (SubType.SITE,),
        Side.LIGHT,
        True,
    )
    assert (yard.force_dark, yard.force_light, yard.icons) == (1, 2, (("Set 3", 1),))
    assert (rex.title, rex.set, rex.power) == ("Rex", "1001", 9)
    assert report.by_definition == ("77_3", "77_4")
    assert (report.texts, report.made.legacy_matched) == (4, 1)


def test_where_the_sources_differ_is_told(tmp_path: Path, checkout: Path) -> None:
    index, report, _ = made(
        tmp_path, checkout, data(tmp_path / "data", power="5", deploy="3", subType="Droid")
    )
    rover = index.get("1_1")
    assert rover is not None
    assert rover.power == 5
    assert report.differences["1_1"] == [
        "power 5, by its definition 4",
        "Character/Droid, by its definition Character/Alien",
    ]
    assert report.differences["601_5"] == [
        "power 9, by its definition 4",
        "Character/Droid, by its definition Character/Alien",
    ]
    assert index.made.differences == sum(map(len, report.differences.values()))


def test_the_same_sources_give_the_same_bytes(tmp_path: Path, checkout: Path) -> None:
    folder = data(tmp_path / "data", destiny="2 or 5")
    index, _, packed = made(tmp_path, checkout, folder)
    assert made(tmp_path, folder, checkout)[2] == packed
    for one in (folder, checkout):  # what is not given is kept
        assert made(tmp_path, one, present=index)[2] == packed


def test_new_definitions_alone(tmp_path: Path, checkout: Path) -> None:
    before, _, _ = made(tmp_path, checkout, data(tmp_path / "data", power="4"))
    stronger = FIDO.replace("2, 3, 4", "2, 3, 6")
    index, report, _ = made(tmp_path, write(tmp_path / "later", Card77_003=stronger), present=before)
    assert [card.blueprint_id for card in index] == ["1_1", "77_3", "601_5"]
    fido = index.get("77_3")
    assert fido is not None
    assert fido.power == 6
    assert index.texts.of("1_1") is NO_TEXT
    assert report.texts == 1
    assert index.made.source == before.made.source


def test_a_damaged_definition_leaves_the_card_its_print(tmp_path: Path, checkout: Path) -> None:
    write(checkout, Card1_001="public class Card1_001 extends AbstractDog { {", Card77_004="")
    index, report, _ = made(tmp_path, checkout, data(tmp_path / "data", power="4"))
    rover = index.get("1_1")
    assert rover is not None
    assert (rover.power, index.texts.of("1_1")) == (4, NO_TEXT)
    assert index.get("77_4") is None
    assert report.unreadable == dict.fromkeys(("1_1", "77_4"), "no class that can be read")
    assert index.made.unreadable == 2


def test_sources_that_are_none(tmp_path: Path, checkout: Path) -> None:
    folder = data(tmp_path / "data")
    with pytest.raises(BuildError, match=r"neither a folder of card data .* nor a checkout"):
        build([tmp_path], lambda: EMPTY)
    for twice in (folder, checkout):
        with pytest.raises(BuildError, match="is a second source of its kind"):
            build([twice, twice], lambda: EMPTY)
    with pytest.raises(BuildError, match="none of its definitions of cards can be read"):
        build([write(tmp_path / "empty", Card1_001="")], lambda: EMPTY)


def test_the_command_tells_what_it_read(
    tmp_path: Path, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        checkout,
        Card1_002="class",
        Card1_003=ROVER.replace("Card1_001", "Card1_003").replace("return mod", "throw x; return mod"),
    )
    out = tmp_path / "mine.bin"
    folder = data(tmp_path / "data", power="5", deploy="3")
    assert cards.main(["build", str(checkout), str(folder), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "cannot be read: no class that can be read: 1_2" in said
    assert "known by it only: 1_3, 77_3, 77_4" in said
    assert "1 getGameTextWhileActiveInPlayModifiers" in said
    assert "1_1 power 5, by its definition 4" in said
    assert main(["cards", "show", "Fido", "--index", str(out)]) == 0
    assert "only its definition is known" in capsys.readouterr().out


def test_without_tree_sitter_one_line_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_java", None)
    for name in [name for name in sys.modules if name.startswith("tools.")]:
        monkeypatch.delitem(sys.modules, name)
    assert cards.main(["build", str(tmp_path), "--out", str(tmp_path / "x")]) == 1
    err = capsys.readouterr().err
    assert "needs tree_sitter_java: install the dependency group `tools`" in err
    assert err.count("\n") == 1
