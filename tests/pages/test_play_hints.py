"""Hints in one sentence."""

import pytest

from gemp_bot.pages.play_hints import sentence_of
from gemp_bot.view.model import QuestionView, Weighed
from gemp_bot.view.names import Why

NOTE = "uses 1 Force · power 8 against 4 · 90 % to win · damage on average: you 0, they 5"


@pytest.mark.parametrize(
    ("chosen", "reasons", "others", "told"),
    [
        (
            "",
            [("nothing that is offered is worth it", 0.0)],
            [],
            "Pass: nothing offered here is worth its Force.",
        ),
        (
            "Deploy Luke Skywalker",
            [("2 Force used", -0.3), ("to Hoth: Ice Plains with R2-D2: drains 2, safe", 3.0)],
            [("Deploy R2-D2", 1.0)],
            "Deploy Luke Skywalker to Hoth: Ice Plains: drains 2, safe, with R2-D2 there, too.",
        ),
        (
            "Hoth: Ice Plains",
            [("to Hoth: Ice Plains with R2-D2: drains 2, safe", 3.0)],
            [],
            "Hoth: Ice Plains: drains 2, safe, with R2-D2 there, too.",
        ),
        (
            "Deploy Security Control",
            [("the text of Security Control works for us", 1.0)],
            [],
            "Deploy Security Control: its text helps you.",
        ),
        (
            "Deploy Luke Skywalker",
            [("to Hoth: keeps them from draining 2, power 4 unopposed", 3.0)],
            [],
            "Deploy Luke Skywalker to Hoth: keeps your opponent from draining 2, power 4 unopposed.",
        ),
        (
            "Initiate battle at Hoth",
            [("they lose", 5.6), ("we lose", -1.2), ("1 Force used for the battle", -0.1)],
            [("", 1.2)],
            "Initiate battle at Hoth: 90 % to win, damage on average: you 0, they 5.",
        ),
        (
            "Moisture Farmer",
            [("found: Moisture Farmer", 1.0)],
            [],
            "Moisture Farmer: of what was found it is of most use.",
        ),
        (
            "Draw card",
            [("hand of 3, 2 give a choice", 1.0)],
            [("", 0.9)],
            "Draw card: more cards in hand give you more to choose from. Pass is nearly as good.",
        ),
        ("7", [("Force pays for everything", 1.0)], [], "Activate 7: Force pays for all that you do."),
    ],
)
def test_a_hint_is_one_sentence_with_its_reason(
    chosen: str, reasons: list[tuple[str, float]], others: list[tuple[str, float]], told: str
) -> None:
    question = QuestionView(
        1,
        "?",
        "FORCE_TO_ACTIVATE",
        answer="0",
        chosen=chosen,
        score=sum(force for _, force in reasons),
        reasons=tuple(Why(*reason) for reason in reasons),
        others=tuple(Weighed(*other) for other in others),
    )
    assert sentence_of(question, NOTE) == told
