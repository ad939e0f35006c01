"""The builder of the index: what it takes, what wins, what it leaves out, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
from card_data import build, card, face, legacy, write

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType, Icon, SubType, Uniqueness
from gemp_bot.cards.model import Card
from gemp_bot.cards.printed import Odd
from tools.card_data.build import read_cards
from tools.card_data.source import CARD_FILES, BuildError


def made(folder: Path, **files: Any) -> CardIndex:
    out = folder / "index.bin"
    out.write_bytes(build(write(folder / "data", **files))[0])
    return CardIndex.load(out)


def the(index: CardIndex, blueprint: str) -> Card:
    found = index.get(blueprint)
    assert found is not None
    return found


def test_facts_of_a_card(tmp_path: Path) -> None:
    front = face(
        "•Rover, The Dog (V)",
        subType="Alien/Imperial",
        uniqueness="*",
        destiny="2 or 5",
        power="*",
        ability="1.5",
        forfeit="½",
        politics="2",
        icons=["Pilot x2", "Permanent weapon", "Set 3"],
        characteristics=["leader"],
        extraText=[
            "Force Sensitive",
            "Astromech & Protocol",
            "Teras Kasi 5",
            "Armor 4",
            "NO HYPERDRIVE",
            "+ X",
        ],
        lore="A long story.",
        imageUrl="https://example.org/rover.gif",
        gametext="Immune to attrition < 3.",
    )
    rover = the(made(tmp_path, Dark=[card(1, front, abbr=["RTD"])]), "1_1")
    assert (rover.title, rover.virtual, rover.name) == ("Rover, The Dog", True, "•Rover, The Dog (V)")
    assert (rover.uniqueness, rover.unique) == (Uniqueness.UNIQUE, True)
    assert rover.subtypes == (SubType.ALIEN, SubType.IMPERIAL)
    assert rover.destinies == (2, 5)
    assert (rover.power, rover.ability, rover.forfeit, rover.politics) == (Odd("*"), 1.5, 0.5, 2)
    assert (rover.deploy, rover.maneuver, rover.force_dark) == (None, None, None)
    assert (rover.defense, rover.armor) == (5, 4)
    assert rover.icons == (("Pilot", 2), ("Permanent Weapon", 1), ("Set 3", 1))
    assert (rover.icon(Icon.PILOT), rover.icon(Icon.WARRIOR)) == (2, 0)
    assert set(rover.characteristics) == {
        "leader", "Force-Sensitive", "astromech droid", "protocol droid", "no hyperdrive",
    }  # fmt: skip
    assert rover.has("LEADER")
    assert rover.personas == ("Rover",)
    assert rover.nicknames == ("RTD",)


def test_no_lore_picture_or_ruling_gets_into_the_index(tmp_path: Path) -> None:
    front = face(
        "Rover",
        lore="xyzzylore",
        imageUrl="http://xyzzyurl",
        gametext="Xyzzy frobs plugh.",
        errataNotes="xyzzyerrata",
    )
    data = card(1, front, rulings=["xyzzyruling"], combo=["xyzzycombo"], conceptBy="xyzzyconcept")
    index = made(tmp_path, Dark=[data])
    assert "xyzzy" not in repr(the(index, "1_1")).casefold()


def test_a_new_word_is_kept_and_reported(tmp_path: Path) -> None:
    folder = write(
        tmp_path, Dark=[card(1, face("Rover", "Robot", subType="Walking", icons=["Tail", "Set 99"]))]
    )
    data, report = build(folder)
    assert report.new_words == ("icon Tail (1)", "subtype Walking (1)", "type Robot (1)")
    (tmp_path / "index").write_bytes(data)
    rover = the(CardIndex.load(tmp_path / "index"), "1_1")
    assert (rover.type, rover.subtypes, rover.known) == ("Robot", ("Walking",), True)


def test_the_current_printing_with_the_first_picture_wins(tmp_path: Path) -> None:
    one = {"gempId": "1_1"}
    folder = write(
        tmp_path,
        Dark=[
            card(7, face("•Rover (AI)", power="1"), **one),
            card(8, face("•Rover", power="2"), **one),
            card(9, face("•Rover (Holo AI)", power="3"), **one),
        ],
        DarkPreErrata=[card(3, face("•Rover", power="4"), nextId=8, **one)],
    )
    data, report = build(folder)
    (tmp_path / "index").write_bytes(data)
    rover = the(CardIndex.load(tmp_path / "index"), "1_1")
    assert (rover.power, rover.title, rover.pre_errata) == (2, "Rover", False)
    assert (report.made.printings, report.made.repeated_ids) == (4, 1)
    assert (report.made.alternates, report.made.pre_errata) == (2, 1)
    assert (report.cards, report.backs) == (1, 0)


def test_a_card_known_before_errata_only_is_kept(tmp_path: Path) -> None:
    old = [card(1, face("Rover", power="1"), nextId=2), card(2, face("Rover", power="2"), gempId="1_1")]
    rover = the(made(tmp_path, DarkPreErrata=old), "1_1")
    assert (rover.power, rover.pre_errata) == (2, True)


def test_a_set_in_brackets_is_no_part_of_a_title(tmp_path: Path) -> None:
    index = made(
        tmp_path, Dark=[card(1, face("Alter (Premiere) (V)")), card(2, face("•Hoth: Cave (War Room)"))]
    )
    assert (the(index, "1_1").title, the(index, "1_1").virtual) == ("Alter", True)
    assert the(index, "1_2").title == "Hoth: Cave (War Room)"


def test_two_sides(tmp_path: Path) -> None:
    both = "Hide And Seek / Found You (V)"
    data = card(1, face(both, "Objective", destiny="0"), back=face(both, "Objective", destiny="7"))
    index = made(tmp_path, Dark=[data])
    front, back = the(index, "1_1"), the(index, "1_1_BACK")
    assert (front.title, front.destiny, front.double_sided) == ("Hide And Seek", 0, True)
    assert (back.title, back.destiny, back.virtual, back.is_back) == ("Found You", 7, True, True)
    assert index.back_of(front) is back
    assert index.back_of(back) is front
    assert index.get("1_1_BACK*") is back


def test_the_back_names_the_card_too(tmp_path: Path) -> None:
    both = "Hide And Seek / Found You"
    objective = card(1, face(both, "Objective"), back=face(both, "Objective"))
    index = made(tmp_path, Dark=[objective, card(2, face("Rover"), pulledBy=["Found You"])])
    assert the(index, "1_2").pulled_by == ("1_1",)


def test_who_fetches_and_matches_whom(tmp_path: Path) -> None:
    index = made(
        tmp_path,
        Dark=[
            card(1, face("•Rover"), pulls=["Bone (P)", "One bone of any kind"], matching=["Kennel"]),
            card(2, face("Bone", "Device")),
            card(3, face("Bone", "Device"), set="2", pulledBy=["Hole"]),
            card(4, face("Hole", "Effect")),
            card(5, face("•Kennel", "Vehicle")),
            card(6, face("Bone (V)", "Device")),
        ],
        Light=[card(7, face("Bone", "Device"), side="Light")],
    )
    assert the(index, "1_1").pulls == ("1_2",)
    assert the(index, "1_2").pulled_by == ("1_1",)
    assert the(index, "1_4").pulls == ("1_3",)
    assert the(index, "1_1").matching == ("1_5",)
    assert the(index, "1_5").matching == ("1_1",)


def test_legacy_cards_get_the_ids_of_their_definitions(tmp_path: Path) -> None:
    known = {
        "601_1": ("dark", "Rover"), "601_2": ("dark", "Fido"), "601_9": ("dark", "Nobody"),
        "601_3": ("light", "Rover (V)"), "601_5": ("dark", "Twin"), "601_4": ("dark", "Twin"),
    }  # fmt: skip
    folder = write(
        tmp_path,
        DarkLegacy=[
            legacy(1, "•Rover (V)"),
            legacy(2, "•Fido (V)"),
            legacy(3, "Rex (V)"),
            legacy(4, "•Rover (V) (AI)"),
            legacy(6, "•Twin (Second) (V)"),
            legacy(7, "•Twin (Premiere) (V)"),
        ],
        LightLegacy=[legacy(5, "•Rover (V)", "Light")],
    )
    built = read_cards(folder, known)
    assert {card.blueprint_id: card.name for card in built.cards} == {
        "601_1": "•Rover (V)", "601_2": "•Fido (V)", "601_3": "•Rover (V)",
        "601_4": "•Twin (V)", "601_5": "•Twin (V)",
    }  # fmt: skip
    assert built.unmatched_legacy == (("Dark", "Rex (V)"),)
    assert built.unused_legacy == ("601_9",)
    assert (built.made.legacy, built.made.legacy_matched) == (7, 6)


def test_the_same_folder_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = write(
        tmp_path, Dark=[card(n, face(f"Dog {n}"), pulls=["Dog 1", "Dog 2"]) for n in range(30, 0, -1)]
    )
    assert build(folder)[0] == build(folder)[0]


@pytest.mark.parametrize("missing", [*CARD_FILES, "sets.json"])
def test_a_missing_file_is_named(tmp_path: Path, missing: str) -> None:
    folder = write(tmp_path / "data")
    (folder / missing).unlink()
    with pytest.raises(BuildError, match=rf"data: {missing} is missing; a folder of card data has "):
        build(folder)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="nothing: is neither a folder of card data"):
        build(tmp_path / "nothing")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"colour": "red"}, "Object contains unknown field `colour`"),
        ({"legacy": "no"}, "field legacy: Expected `bool`, got `str`"),
        ({"gempId": 12}, "field gempId: Expected `str"),
        ({"gempId": "1-12"}, "field gempId: '1-12' is no blueprint id such as 1_291"),
        ({"gempId": None}, "field gempId is missing"),
        ({"side": "Grey"}, "field side: 'Grey' is neither Dark nor Light"),
        ({"front": face("•Rover", power=3)}, "field front.power: Expected `str"),
        ({"front": face("•Rover", size="3")}, "field front: Object contains unknown field `size`"),
        ({"front": face("•Rover", icons=["a", 1])}, r"field front.icons\[1\]: Expected `str`, got `int`"),
        ({"front": face("•Rover", uniqueness="!")}, "field front.uniqueness: '!' is no uniqueness"),
        ({"front": face("•Rover", power="banana")}, "field front.power: 'banana' is neither a number nor"),
        ({"front": face("•Rover", power="nan")}, "field front.power: 'nan' is neither a number nor"),
        ({"front": face("•Rover", forfeit="-4")}, "field front.forfeit: '-4' is neither a number nor"),
        ({"front": face("•Rover", deploy="2 or many")}, "field front.deploy: '2 or many' is neither"),
        ({"front": face("•Rover", destiny="")}, "field front.destiny: '' is neither a number nor"),
        ({"front": face("•Rover", darkSideIcons=-1)}, "-1 Force icons; a location has 0 to 9"),
        ({"front": face("•Rover", darkSideIcons=10**30)}, "too many Force icons|field front.darkSideIcons"),
        ({"set": "777"}, "field set: '777' is not in sets.json"),
        ({"side": "Dark"}, "field side: 'Dark' in Light.json"),
        ({"gempId": "1_1"}, r"field gempId: 1_1 is that of another card, too: Light.json: card 1 \(•Fido\)"),
    ],
)
def test_a_bad_card_is_one_line_with_file_card_and_field(
    tmp_path: Path, change: dict[str, Any], field: str
) -> None:
    good, bad = card(1, face("•Fido"), side="Light"), card(2, face("•Rover"), **{"side": "Light", **change})
    with pytest.raises(BuildError, match=field) as caught:
        build(write(tmp_path, Light=[good, bad]))
    assert str(caught.value).startswith("Light.json: card 2 (•Rover): ")
    assert "\n" not in str(caught.value)


def test_a_card_without_a_title(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"^Dark.json: card 1 \(\): field front.title: is empty$"):
        build(write(tmp_path, Dark=[card(1, face(""))]))


def test_a_folder_without_a_card(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="none of its files has a card"):
        build(write(tmp_path, Dark=[]))


def test_before_errata_a_card_may_have_had_another_title(tmp_path: Path) -> None:
    index = made(
        tmp_path,
        Dark=[card(2, face("•Rover"), gempId="1_1")],
        DarkPreErrata=[card(1, face("•Fido"), gempId="1_1")],
    )
    assert the(index, "1_1").title == "Rover"


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("Dark.json", "{", "Dark.json: "),
        ("Dark.json", '{"cards": {}}', "Dark.json: field cards: Expected `array`, got `object`"),
        ("Dark.json", '{"cards": [1]}', r"Dark.json: card 1 \(\?\): Expected `object`, got `int`"),
        ("sets.json", "[{}]", r"sets.json: field \[0\]: Object missing required field `id`"),
    ],
)
def test_a_file_that_is_none(tmp_path: Path, file: str, text: str, said: str) -> None:
    folder = write(tmp_path)
    (folder / file).write_text(text)
    with pytest.raises(BuildError, match=said):
        build(folder)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    folder = write(tmp_path)
    (folder / "Dark.json").write_bytes(b'{"cards": [{"front": {"title": "\xff"}}]}')
    with pytest.raises(BuildError, match=r"^Dark.json: "):
        build(folder)


def test_sets_are_in_the_index(tmp_path: Path) -> None:
    sets = [{"id": "1", "name": "Premiere", "abbr": "P", "legacy": False, "date_release": "1995-12-01"}]
    index = made(tmp_path, Dark=[card(1, face("Rover", CardType.EFFECT))], sets=json.loads(json.dumps(sets)))
    assert index.set_name(the(index, "1_1")) == "Premiere"
    assert index.sets["1"].released == "1995-12-01"
