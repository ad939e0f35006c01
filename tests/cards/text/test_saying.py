"""Facts in plain words: each kind has some, and no name of ours shows."""

import re

import pytest

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.text import Condition, FactKind, TextFact
from gemp_bot.cards.text import ConditionKind as C
from gemp_bot.cards.text.distill import distill
from gemp_bot.cards.text.render_conditions import said
from gemp_bot.cards.text.render_facts import say


def line(text: str, type_: str = "Character") -> str:
    (fact,) = distill(text, title="Test Card", type_=type_).facts
    return say(fact)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Immune to attrition < 4.", "immune to attrition below 4"),
        ("Your pirates here are power +1.", "your pirates here: power +1"),
        ("Deploys only on Grey Harbor.", "deploys only to Grey Harbor"),
        ("May add 1 pilot.", "room for 1 pilot"),
        ("May move as a 'react' to Grey Harbor.", "can move as a react to Grey Harbor"),
        ("Opponent may not Force drain here.", "opponent cannot Force drain here"),
        ("May not be targeted by Grey Fog.", "may not be targeted by Grey Fog"),
        ("Opponent may not target Vosk.", "opponent may not target Vosk"),
        ("Landspeed may not be increased.", "landspeed may not be increased"),
        ("Adds 3 to power of anything he pilots.", "power +3 to anything it pilots"),
        ("Your docking bay transit from here is free.", "your docking bay transit from here: free"),
        (
            "Once per turn, may use 2 Force to retrieve 1 Force.",
            "you retrieve 1 Force (price: use 2 Force) (optional), once per turn",
        ),
        ("Power +1 for each of your pirates here.", "power +1, for each of your pirates here"),
        ("Immune to attrition < X, where X = number of gulls here.",
         "immune to attrition below X, where X is the number of gulls here"),
    ],
)  # fmt: skip
def test_a_fact_as_a_sentence(text: str, words: str) -> None:
    assert line(text.replace("gulls", "thieves")) == words.replace("gulls", "thieves")


def test_a_part_is_named_first() -> None:
    assert line("LOST: Cancel Grey Fog.", "Interrupt") == "Lost: cancels Grey Fog"
    assert line("Dark: Force drain -1 here.", "Location") == "Dark Side: Force drain -1 here"


def test_a_shot() -> None:
    text = "May target a pirate using 2 Force. Draw two destiny. Target hit, if destiny +1 > defense value."
    assert line(text, "Weapon") == (
        "fires at pirate for 2 Force: draw 2 destinies +1; if more than its defense value: hit"
    )


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (Condition(C.CONTROLS, who="you"), "if you control"),
        (Condition(C.OCCUPIES, who="opponent", where="Grey Harbor"), "if opponent occupies Grey Harbor"),
        (Condition(C.ON_TABLE, who="Grey Fog", negated=True), "unless Grey Fog is on table"),
        (Condition(C.HERE, who="your pirates"), "if your pirates are here"),
        (Condition(C.AT, where="Grey Harbor"), "if it is at Grey Harbor"),
        (Condition(C.ALONE, who="Vosk", where="here"), "if Vosk is alone here"),
        (Condition(C.PILOTING, who="Vosk"), "if Vosk pilots it"),
        (Condition(C.ABOARD, who="Vosk"), "if Vosk is aboard"),
        (Condition(C.LOST_CARD, who="opponent", what="thief"), "if opponent lost thief"),
        (Condition(C.LOST_CARD), "if it was lost"),
        (Condition(C.ONCE_PER, what="turn", number=1), "once per turn"),
        (Condition(C.ONCE_PER, what="your turns", number=2), "twice during each of your turns"),
        (Condition(C.COMPARES, what="destiny", op=">", number=3), "if destiny is more than 3"),
        (
            Condition(C.ANY_OF, parts=(Condition(C.ALONE), Condition(C.HERE, who="Vosk", negated=True))),
            "if it is alone or Vosk is not here",
        ),
    ],
)
def test_a_condition(condition: Condition, words: str) -> None:
    assert said(condition) == words


@pytest.mark.parametrize("kind", FactKind)
def test_every_kind_of_fact_has_words(kind: FactKind) -> None:
    words = say(TextFact(kind=kind, who="Vosk", what="thief", where="Grey Harbor", amount=1))
    assert words or kind is FactKind.WEAPON_FIRE
    assert "_" not in words


@pytest.mark.parametrize("kind", C)
def test_every_kind_of_condition_has_words(kind: C) -> None:
    parts = (Condition(C.HERE), Condition(C.ALONE)) if kind in {C.ANY_OF, C.ALL_OF} else ()
    for condition in (
        Condition(kind, who="Vosk", what="thief", where="Grey Harbor", parts=parts),
        Condition(kind, parts=parts),
    ):
        words = said(condition)
        assert words
        assert re.search(r"[{}_]|None", words) is None


_OURS = re.compile(r"[{}]|\bNone\b(?! Shall)|_(?!spaceport)|  |\bTrue\b|\b(?:at|with|to|from|by|of)(?:,|$)")


def test_no_card_shows_a_name_of_ours() -> None:
    lines = [say(fact) for card in CardIndex.load() for fact in card.text]
    assert len(lines) > 1_000
    assert [words for words in lines if _OURS.search(words)] == []
