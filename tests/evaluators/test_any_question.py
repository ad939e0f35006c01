"""Whatever is asked, and however odd: a legal answer with finite scores, and no evaluator raises."""

from math import isfinite

import msgspec
import pytest
from decision_shapes import card_ids, decisions
from hypothesis import given
from hypothesis import strategies as st
from judged_table import CATALOGUE, FLIER, GUARD, JUNK, LUKE, SHIP, VADER, Seat

from gemp_bot.decisions import PromptKind, ask
from gemp_bot.evaluators.prompts import EVALUATORS
from gemp_bot.protocol.decisions import CardSelection, Decision
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table
from gemp_bot.strategy import Budget

pytestmark = pytest.mark.thorough

PROMPTS = sorted(
    example
    for entry in CATALOGUE.table.prompt
    if PromptKind(entry.kind) in EVALUATORS
    for example in entry.examples
)
LEVELS = st.sampled_from(["strong", "medium", "easy"])


def seat_of(level: str, phase: Phase, *, mine: bool) -> Seat:
    """A table with a bit of everything: ids 4 to 11 are cards on it, in hand or on top of piles."""
    seat = Seat(level, mine=mine, phase=phase)
    seat.put(LUKE)
    seat.put(VADER)
    ship = seat.put(SHIP, column=2)
    seat.put(FLIER, on=ship)
    seat.held(GUARD, JUNK)
    for zone in (Zone.TOP_OF_RESERVE_DECK, Zone.TOP_OF_FORCE_PILE):
        seat.top(zone)
    seat.tell(mine=(5, -1, 6), theirs=(6, -1, -1), damage=2, attrition=3)
    return seat


def check(seat: Seat, decision: Decision) -> None:
    verdict = seat.decide(decision)
    assert all(isfinite(reason.force) for reason in verdict.reasons)
    question = seat.question(decision)
    for other in verdict.alternatives:
        assert question.is_legal(other.answer.wire)
        assert other.score is not None
        assert isfinite(other.score)


def test_every_kind_has_prompts_to_try() -> None:
    kinds = {PromptKind(entry.kind) for entry in CATALOGUE.table.prompt if entry.examples}
    unsaid = {PromptKind.OPTIONAL_RESPONSES, PromptKind.REQUIRED_RESPONSES}
    assert set(EVALUATORS) - kinds <= unsaid


@given(
    asked=st.lists(decisions, min_size=1, max_size=4),
    mine=st.booleans(),
    phase=st.sampled_from(Phase),
    level=LEVELS,
)
def test_any_questions_in_any_order(asked: list[Decision], mine: bool, phase: Phase, level: str) -> None:
    seat = seat_of(level, phase, mine=mine)
    for decision in asked:
        check(seat, decision)


@given(decision=decisions, text=st.sampled_from(PROMPTS), level=LEVELS)
def test_any_decision_under_any_known_prompt(decision: Decision, text: str, level: str) -> None:
    """An evaluator gets the type it expects on a good day only."""
    check(seat_of(level, Phase.BATTLE, mine=True), msgspec.structs.replace(decision, text=text))


on_the_table = st.lists(st.integers(1, 12).map(CardId) | card_ids, unique=True, max_size=6)


@given(
    text=st.sampled_from(PROMPTS),
    cards=on_the_table,
    low=st.integers(0, 3),
    more=st.integers(0, 3),
    level=LEVELS,
)
def test_any_cards_of_the_table_under_any_known_prompt(
    text: str, cards: list[CardId], low: int, more: int, level: str
) -> None:
    seat = seat_of(level, Phase.BATTLE, mine=True)
    check(seat, CardSelection(text=text, min=low, max=low + more, card_ids=tuple(cards)))


@given(decision=decisions, level=LEVELS)
def test_an_empty_table_is_no_trouble(decision: Decision, level: str) -> None:
    table = Table()
    question = ask(decision, table.face_of, CATALOGUE)
    verdict = Seat(level).strategy.decide(table, question, Budget())
    question.wire_of(verdict.answer)
    assert verdict.reasons
