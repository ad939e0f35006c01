"""Reasons of verdicts, kept until the deed is seen, without what is told anyway."""

import pytest

from gemp_bot.decisions import Catalogue, ask
from gemp_bot.protocol.decisions import ActionOption, CardActionChoice
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.view.names import Reasons, Why, reason_of

FACE = "1_5"
DOCK = "Coruscant: Spaceport Docking Bay"


def kept(text: str, place: str) -> Why | None:
    """What is left of the reason of an answer when the card comes to a place."""
    offered = ActionOption("0", CardId(3), BlueprintId(FACE), "Deploy")
    decision = CardActionChoice(text="Choose Deploy action or Pass", actions=(offered,))
    question = ask(decision, {}.get, Catalogue.load())
    reasons = Reasons()
    reasons.note(Side.DARK, question, question.options[0].key, [(text, 1.0)])
    return reasons.why(Side.DARK, FACE, place=place)


@pytest.mark.parametrize(
    ("text", "place", "rest"),
    [
        (f"to {DOCK}: power 5 against 7", DOCK, "power 5 against 7"),
        ("to Spaceport Docking Bay with Melas: power 5 against 7", DOCK, "power 5 against 7"),
        ("pilot of Red 2 at Nal Hutta: drains 2, safe", "Nal Hutta", "drains 2, safe"),
        ("the text of Kessel Run works for us", "Kessel", "the text of Kessel Run works for us"),
        ("to Kessel: drains 2", "", "to Kessel: drains 2"),
        ("to Yavin 4: drains 2", "Kashyyyk", None),
    ],
)
def test_a_reason_without_its_place(text: str, place: str, rest: str | None) -> None:
    found = kept(text, place)
    assert (None if found is None else found.text) == rest


def test_who_goes_along_is_kept() -> None:
    found = kept(f"to {DOCK} with Melas and R2-D2: power 5 against 7", DOCK)
    assert found is not None
    assert found.along == "Melas and R2-D2"


def test_the_weightiest_part_speaks_for_all() -> None:
    assert reason_of([("cost", -1.0), ("drains 2", 3.0), ("safe", 0.5)]) == Why("drains 2", 2.5)
    assert reason_of([("nothing is worth it", 0.0)]) is None
    assert reason_of([]) is None
