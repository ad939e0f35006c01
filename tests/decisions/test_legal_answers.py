"""Whatever the server asks, every answer that can be made is legal, and one can always be made."""

from collections.abc import Callable

import pytest
from decision_shapes import (
    arbitrary_cards,
    card_selections,
    decisions,
    integer_choices,
    multiple_choices,
    seeded,
)
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.decisions import IllegalAnswerError, Question
from gemp_bot.decisions.legal import growing, subset
from gemp_bot.decisions.question import Answer
from gemp_bot.protocol.decisions import (
    ArbitraryCards,
    CardSelection,
    Decision,
    MultipleChoice,
    UnknownDecision,
)

Ask = Callable[[Decision | UnknownDecision], Question]
SMALL = 300


def attempt(make: Callable[[], Answer]) -> tuple[Answer | None, str]:
    try:
        return make(), ""
    except IllegalAnswerError as fault:
        return None, str(fault)


@given(decision=decisions, seed=st.integers(0, 99))
def test_there_is_always_a_legal_answer(question: Ask, decision: Decision, seed: int) -> None:
    asked = question(decision)
    assert asked.legal_count() >= 1
    assert asked.is_legal(asked.first_legal().wire)
    assert asked.is_legal(asked.random_legal(seeded(seed)).wire)
    assert asked.is_choice == (asked.legal_count() > 1)


@given(decision=decisions)
def test_enumeration_agrees_with_count_and_judge(question: Ask, decision: Decision) -> None:
    asked = question(decision)
    answers = asked.answers(SMALL)
    wires = {answer.wire for answer in answers}
    assert len(wires) == len(answers) == asked.legal_count(SMALL)
    assert all(asked.is_legal(wire) for wire in wires)
    if len(answers) < SMALL:
        assert asked.first_legal() in answers
        assert {asked.random_legal(seeded(seed)) for seed in range(5)} <= set(answers)


@given(decision=decisions)
def test_every_constructor_makes_legal_answers_or_refuses(question: Ask, decision: Decision) -> None:
    asked = question(decision)
    for make in (
        asked.pass_,
        asked.revert,
        *(lambda option=option: asked.choose(option) for option in asked.options),
        *(lambda n=n: asked.choose_number(n) for n in (-4, 0, 3, asked.min, asked.max)),
        *(lambda size=size: asked.choose_cards(asked.options[:size]) for size in range(8)),
        lambda: asked.choose_cards([*asked.options[:1], *asked.options[:1]]),
        lambda: asked.choose_cards(["no such card"]),
    ):
        answer, fault = attempt(make)
        assert "\n" not in fault
        if answer is not None:
            assert asked.is_legal(answer.wire)
            assert asked.wire_of(answer) == answer.wire


@given(decision=decisions)
def test_a_refused_pass_is_one_the_server_would_refuse(question: Ask, decision: Decision) -> None:
    asked = question(decision)
    if asked.can_pass:
        assert asked.pass_().wire == ""
    else:
        assert not asked.is_legal("")
        with pytest.raises(IllegalAnswerError):
            asked.pass_()


@given(decision=card_selections())
def test_card_selection_against_brute_force(question: Ask, decision: CardSelection) -> None:
    asked = question(decision)
    ids = sorted(set(decision.card_ids))
    expected = {
        frozenset(c for i, c in enumerate(ids) if mask >> i & 1)
        for mask in range(1 << len(ids))
        if decision.min <= mask.bit_count() <= decision.max
    }
    found = {
        frozenset(int(part) for part in answer.wire.split(",") if part) for answer in asked.answers(SMALL)
    }
    if expected:
        assert found == expected
        assert asked.legal_count() == len(expected)
    else:
        assert asked.contradictory


@given(decision=arbitrary_cards())
def test_only_selectable_cards_are_ever_sent(question: Ask, decision: ArbitraryCards) -> None:
    asked = question(decision)
    selectable = {card.card_id for card in decision.cards if card.selectable}
    for answer in asked.answers(SMALL):
        sent = answer.wire.split(",") if answer.wire else []
        assert set(sent) <= selectable
        assert len(set(sent)) == len(sent)


@given(decision=multiple_choices())
def test_an_index_out_of_range_cannot_be_expressed(question: Ask, decision: MultipleChoice) -> None:
    wires = {answer.wire for answer in question(decision).answers(SMALL)}
    if decision.results:
        assert wires == {str(index) for index in range(len(decision.results))}
    else:
        assert wires == {""}  # refused with a warning; any index would abort the game


@given(decision=integer_choices(), n=st.integers())
def test_numbers_stay_within_bounds(question: Ask, decision: Decision, n: int) -> None:
    asked = question(decision)
    if asked.min <= n <= asked.max:
        assert asked.is_legal(asked.choose_number(n).wire)
    else:
        with pytest.raises(IllegalAnswerError):
            asked.choose_number(n)


def test_random_answers_are_uniform_over_subsets(question: Ask) -> None:
    asked = question(CardSelection(min=0, max=2, card_ids=(1, 2, 3)))
    rng = seeded(7)
    counts: dict[Answer, int] = {}
    for _ in range(7000):
        answer = asked.random_legal(rng)
        counts[answer] = counts.get(answer, 0) + 1
    assert len(counts) == asked.legal_count() == 7
    assert all(850 < count < 1150 for count in counts.values())


def test_a_big_selection_is_counted_and_drawn_at_once(question: Ask) -> None:
    asked = question(CardSelection(min=0, max=60, card_ids=tuple(range(60))))
    assert asked.legal_count() == 1000
    assert asked.is_legal(asked.random_legal(seeded(1)).wire)


class Key(str):
    """Counts how often a card is compared with another."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        Key.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


@pytest.mark.parametrize("kept", [0, 400])
def test_an_answer_of_many_cards_is_judged_in_one_pass(kept: int) -> None:
    keys = [Key(f"temp{number}") for number in range(2000)]
    legal = growing(keys[:kept], keys, 0) if kept else subset(keys, 2000, 2000)
    wire = ",".join(keys)
    Key.compared = 0
    assert legal.has(wire)
    assert Key.compared < 20 * len(keys)


def test_a_selection_of_any_size_is_counted_and_drawn_at_once() -> None:
    legal = subset(map(str, range(1000)), 0, 1000)
    assert legal.count(5) == 5
    sizes = [len(legal.pick(seeded(seed)).split(",")) for seed in range(20)]
    # All subsets are equally likely, so their sizes lie about the middle.
    assert all(400 < size < 600 for size in sizes)
    few = subset("abc", 0, 2)
    assert {few.pick(seeded(seed)) for seed in range(200)} == set(few.all())
