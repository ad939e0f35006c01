"""Hints in one sentence."""

from collections.abc import Sequence

import pytest

from gemp_bot.evaluators.weighed import PASS, THEM, THEY_LOSE, Part
from gemp_bot.pages.play_hints import hint_of, sentence_of
from gemp_bot.strategy.base import reasons_of
from gemp_bot.view.model import QuestionView, Weighed

ODDS = "90 % to win, damage on average: you 0, they 5"
WITH = Part("", 3.0, "drains 2, safe", place="Hoth: Ice Plains", along="R2-D2")


@pytest.mark.parametrize(
    ("chosen", "reasons", "others", "told"),
    [
        (
            "",
            PASS,
            [],
            "Pass: nothing offered here is worth its Force.",
        ),
        (
            "Deploy Luke Skywalker",
            [Part("2 Force used", -0.3), WITH],
            [("Deploy R2-D2", 1.0)],
            "Deploy Luke Skywalker to Hoth: Ice Plains: drains 2, safe, with R2-D2 there, too.",
        ),
        (
            "Hoth: Ice Plains",
            [WITH],
            [],
            "Hoth: Ice Plains: drains 2, safe, with R2-D2 there, too.",
        ),
        (
            "Deploy Security Control",
            [Part("the text of Security Control works", 1.0, told="its text helps you")],
            [],
            "Deploy Security Control: its text helps you.",
        ),
        (
            "Deploy Luke Skywalker",
            [Part("", 3.0, f"keeps {THEM} from draining 2, power 4 unopposed", place="Hoth")],
            [],
            "Deploy Luke Skywalker to Hoth: keeps your opponent from draining 2, power 4 unopposed.",
        ),
        (
            "Force drain at Hoth",
            [Part(f"{THEY_LOSE} 2 Force", 2.0), Part("1 Force used", -0.1)],
            [("", 1.7)],
            "Force drain at Hoth: your opponent loses 2 Force. Pass is nearly as good.",
        ),
        (
            "Moisture Farmer",
            [Part("found: Moisture Farmer", 1.0, told="of what was found it is of most use")],
            [],
            "Moisture Farmer: of what was found it is of most use.",
        ),
        (
            "Draw card",
            [Part("hand of 3", 1.0, told="more cards in hand give you more to choose from")],
            [("", 0.9)],
            "Draw card: more cards in hand give you more to choose from. Pass is nearly as good.",
        ),
        (
            "7",
            [Part("", 1.0, told="Force pays for all that you do")],
            [],
            "Activate 7: Force pays for all that you do.",
        ),
    ],
)
def test_a_hint_is_one_sentence_with_its_reason(
    chosen: str, reasons: Sequence[Part], others: list[tuple[str, float]], told: str
) -> None:
    question = QuestionView(
        1,
        "?",
        "FORCE_TO_ACTIVATE",
        answer="0",
        chosen=chosen,
        score=sum(part.force for part in reasons),
        others=tuple(Weighed(*other) for other in others),
    )
    assert sentence_of(question, reasons_of(reasons)) == told


def test_a_battle_is_told_by_its_odds() -> None:
    question = QuestionView(1, "?", "PHASE_ACTION", answer="0", chosen="Initiate battle at Hoth")
    reasons = reasons_of([Part("they lose", 5.6, told="your opponent loses")])
    assert sentence_of(question, reasons, ODDS) == f"Initiate battle at Hoth: {ODDS}."


def test_the_parts_behind_a_hint_are_those_of_the_strategy_said_to_a_player() -> None:
    parts = [Part(f"{THEY_LOSE} 2 Force", 2.0), Part("a hand", 1.0, told="more to choose from")]
    hint = hint_of(QuestionView(1, "?", "PHASE_ACTION", answer="0", chosen="Pass"), reasons_of(parts))
    assert [each.text for each in hint.reasons] == ["your opponent loses 2 Force", "a hand"]
    assert [each.text for each in parts] == ["they lose 2 Force", "a hand"]
