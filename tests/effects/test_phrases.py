"""Words and phrases: what they mean, and that what nobody understands means nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_table import UNIQUE, card, character, index_of, site, starship, system

from gemp_bot.cards import CardType, Icon, SubType
from gemp_bot.effects.nouns import Nouns
from gemp_bot.effects.phrases import Phrases
from gemp_bot.protocol.enums import Side

CARDS = (
    character(1, "Luke Skywalker", uniqueness=UNIQUE, personas=("Luke Skywalker",), ability=6),
    character(
        2,
        "Darth Vader",
        Side.DARK,
        uniqueness=UNIQUE,
        personas=("Darth Vader",),
        ability=6,
        subtypes=("Imperial",),
    ),
    character(3, "Sandtrooper", Side.DARK, characteristics=("sandtrooper",), subtypes=("Imperial",)),
    character(4, "Jawa", characteristics=("Jawa", "thief"), subtypes=(SubType.ALIEN,)),
    character(5, "Ace", icons=((Icon.PILOT, 1), (Icon.WARRIOR, 1)), characteristics=("leader",)),
    character(
        6,
        "Bith",
        characteristics=("Bith", "musician"),
        icons=((Icon.EPISODE_I, 1),),
        subtypes=(SubType.ALIEN,),
    ),
    starship(7, "X-wing", model="X-Wing", characteristics=("Rebel (starship)",)),
    starship(8, "TIE Fighter", Side.DARK, model="TIE/LN", characteristics=("Imperial (starship)",)),
    starship(
        9,
        "Chimaera",
        Side.DARK,
        model="Imperial-Class Star Destroyer",
        subtypes=(SubType.CAPITAL,),
        uniqueness=UNIQUE,
    ),
    card(10, "Blaster", CardType.WEAPON, characteristics=("blaster",)),
    site(11, "Tatooine: Jabba's Palace"),
    system(12, "Tatooine"),
)
PHRASES = Phrases(Nouns(index_of(CARDS)))
WORDS = Nouns(index_of(CARDS))


def meant(phrase: str) -> set[str] | None:
    """The titles a noun means."""
    ids = WORDS.cards(phrase)
    return None if ids is None else {one.title for one in CARDS if one.blueprint_id in ids}


@pytest.mark.parametrize(
    ("phrase", "titles"),
    [
        ("Luke", {"Luke Skywalker"}),
        ("Vader", {"Darth Vader"}),
        ("Jedi", {"Luke Skywalker"}),
        ("Dark Jedi", {"Darth Vader"}),
        ("troopers", {"Sandtrooper"}),
        ("Jawas", {"Jawa"}),
        ("thieves", {"Jawa"}),
        ("aliens", {"Jawa", "Bith"}),
        ("[Episode I] aliens", {"Bith"}),
        ("non-pilot aliens", {"Jawa", "Bith"}),
        ("unique Imperials", {"Darth Vader"}),
        ("non-unique Imperials", {"Sandtrooper"}),
        ("pilots", {"Ace"}),
        ("Rebel leaders", {"Ace"}),
        ("X-wings", {"X-wing"}),
        ("TIEs", {"TIE Fighter"}),
        ("Star Destroyers", {"Chimaera"}),
        ("Imperial starships", {"TIE Fighter"}),
        ("capital starships", {"Chimaera"}),
        ("starfighters", {"X-wing", "TIE Fighter"}),
        ("blasters", {"Blaster"}),
        ("gizmos", None),
        ("[Episode XII] aliens", None),
        ("shiny Jawas", None),
    ],
)
def test_what_a_noun_means(phrase: str, titles: set[str] | None) -> None:
    assert meant(phrase) == titles


@pytest.mark.parametrize(
    "phrase",
    [
        "each of your other Jawas at same site",
        "your aliens here, except Jawas",
        "each of your Rebels (except leaders) at same site",
        "opponent's troopers and Jawas",
        "your characters with blasters",
        "your starships with any Jawa aboard",
        "two Imperials on table",
        "character of ability < 3 present",
        "Rebels with printed forfeit < 6",
    ],
)
def test_phrases_that_are_understood(phrase: str) -> None:
    assert PHRASES.cards(phrase) is not None


@pytest.mark.parametrize(
    "phrase",
    [
        "",
        "those whom fate favors",
        "your gizmos and Jawas",
        "Jawas at the end of the world",
        "aliens, except gizmos",
    ],
)
def test_phrases_that_are_not(phrase: str) -> None:
    assert PHRASES.cards(phrase) is None


@pytest.mark.parametrize(
    "phrase",
    [
        "here",
        "same site as Luke",
        "related locations",
        "adjacent sites",
        "Tatooine",
        "Tatooine sites",
        "Jabba's Palace",
        "docking bays related to systems you occupy",
        "each battleground you control",
        "opponent's <> site",
        "systems and sectors",
        "interior or exterior sites",
        "non-battleground locations",
    ],
)
def test_places_that_are_understood(phrase: str) -> None:
    assert PHRASES.place(phrase) is not None


@pytest.mark.parametrize(
    "phrase", ["nowhere", "same site as a gizmo", "sites related to wonderland", "shiny sites"]
)
def test_places_that_are_not(phrase: str) -> None:
    assert PHRASES.place(phrase) is None


@given(
    st.text(max_size=40)
    | st.lists(st.sampled_from(["your", "each", "Jawas", "at", "same", "site", ",", "or"])).map(" ".join)
)
def test_any_phrase_is_read_without_failing(phrase: str) -> None:
    PHRASES.cards(phrase)
    PHRASES.place(phrase)
    assert PHRASES.cards(phrase) is PHRASES.cards(phrase)
