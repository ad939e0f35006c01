"""Actions and responses, targets, once-only, just and before, duration, the turn, creatures."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.rules.timing import (
    ActionStep,
    PileUse,
    Target,
    TimedAction,
    Uses,
    after_use,
    in_order,
    is_top_level,
    next_step,
    pile_refusals,
    response_refusals,
    target_refusals,
    use_refusals,
)


@pytest.mark.rule("7.7")
def test_only_the_current_action_can_be_responded_to() -> None:
    found = response_refusals(TimedAction.JUST, answers_current=False)
    assert [refusal.rule for refusal in found] == ["7.7"]
    assert not response_refusals(TimedAction.AUTOMATIC, answers_current=True)


@given(st.lists(st.sampled_from([TimedAction.JUST, TimedAction.AUTOMATIC])))
def test_no_just_action_before_an_automatic_one(kinds: list[TimedAction]) -> None:
    found = in_order(kinds)
    assert sorted(found) == sorted(kinds)
    assert (
        TimedAction.AUTOMATIC not in found[found.index(TimedAction.JUST) :]
        if TimedAction.JUST in found
        else True
    )


@pytest.mark.rule("8.1", "8.2")
def test_targets_must_be_there_unless_they_need_not() -> None:
    there = Target(there=True)
    assert not target_refusals([])
    assert not target_refusals([there])
    assert target_refusals([there, Target(there=False)])
    for name in ("optional", "gained", "hidden", "all_of_them"):
        assert not target_refusals([msgspec.structs.replace(Target(there=False), **{name: True})])


@given(st.sampled_from(PileUse), st.integers(1, 60))
def test_whatever_an_empty_pile_allows_a_full_one_does(use: PileUse, cards: int) -> None:
    assert not pile_refusals(use, cards)


@pytest.mark.rule("14.4")
def test_once_per_game_goes_by_title() -> None:
    uses = after_use(Uses(), "1", "", once_per_game_title="Houjix")
    assert [r.rule for r in use_refusals(uses, "9", "", once_per_game_title="Houjix")] == ["14.4"]
    assert not use_refusals(uses, "9", "", once_per_game_title="Ghhhk")


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["", "turn 1"])), max_size=5))
def test_uses_only_ever_forbid_more(done: list[tuple[str, str]]) -> None:
    uses = Uses()
    for copy, frame in done:
        after = after_use(uses, copy, frame)
        assert uses.done <= after.done
        uses = after


@pytest.mark.rule("7.1", "7.2")
def test_the_steps_of_an_action_and_what_needs_no_other_action() -> None:
    assert [next_step(step) for step in ActionStep] == [
        ActionStep.RESPONSES,
        ActionStep.RESULT,
        ActionStep.DONE,
        ActionStep.DONE,
    ]
    assert [kind for kind in TimedAction if is_top_level(kind)] == [
        TimedAction.OPTIONAL,
        TimedAction.MANDATORY,
    ]
