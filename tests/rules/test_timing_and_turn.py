"""Actions and responses, targets, once-only, just and before, duration, the turn, creatures."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.rules.creatures import (
    Shot,
    attack_price,
    attack_refusals,
    fights_battles,
    shot_refusals,
    target_chance,
)
from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.piles import Piles
from gemp_bot.rules.targets import PileUse, Target, modifiable_ability, pile_refusals, target_refusals
from gemp_bot.rules.timing import (
    ActionKind,
    CanceledCard,
    JustLost,
    Step,
    Until,
    Uses,
    after_use,
    before_refusals,
    cancel_refusals,
    canceled_goes_to,
    in_order,
    is_just_done,
    is_just_lost,
    is_optional,
    is_top_level,
    lasts_until,
    next_step,
    relocated,
    response_refusals,
    use_refusals,
    value_without_text,
)
from gemp_bot.rules.turn import (
    draws,
    during_a_turn,
    maintenance,
    told_draws,
    window_refusals,
)


def test_the_steps_of_an_action() -> None:
    assert [next_step(step) for step in Step] == [Step.RESPONSES, Step.RESULT, Step.DONE, Step.DONE]


def test_kinds_of_actions() -> None:
    assert [kind for kind in ActionKind if is_top_level(kind)] == [ActionKind.OPTIONAL, ActionKind.MANDATORY]
    assert [kind for kind in ActionKind if is_optional(kind)] == [ActionKind.OPTIONAL, ActionKind.JUST]


@pytest.mark.rule("7.7")
def test_only_the_current_action_can_be_responded_to() -> None:
    found = response_refusals(ActionKind.JUST, answers_current=False)
    assert [refusal.rule for refusal in found] == ["7.7"]
    assert not response_refusals(ActionKind.AUTOMATIC, answers_current=True)


@given(st.lists(st.sampled_from([ActionKind.JUST, ActionKind.AUTOMATIC])))
def test_no_just_action_before_an_automatic_one(kinds: list[ActionKind]) -> None:
    found = in_order(kinds)
    assert sorted(found) == sorted(kinds)
    assert (
        ActionKind.AUTOMATIC not in found[found.index(ActionKind.JUST) :]
        if ActionKind.JUST in found
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


def test_the_ability_of_a_droid_can_be_modified() -> None:
    assert modifiable_ability(None) is None
    assert modifiable_ability(None, droid=True) == 0
    assert modifiable_ability(3) == 3


def test_canceling() -> None:
    assert canceled_goes_to(destiny=True) is CanceledCard.USED_PILE
    assert canceled_goes_to(destiny=False) is CanceledCard.LOST_PILE
    assert cancel_refusals(CardKind.CHARACTER)
    assert not cancel_refusals(CardKind.INTERRUPT)
    assert value_without_text(4, from_text=False) == 4
    assert value_without_text(4, from_text=True) is None


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


def test_just_deployed_and_just_played() -> None:
    assert [step for step in Step if is_just_done(step, deployed=True)] == [Step.DONE]
    assert [step for step in Step if is_just_done(step, deployed=False)] == [Step.RESPONSES]


def test_a_just_lost_card_is_relocated_alone_and_once() -> None:
    luke = JustLost("Luke", ("lightsaber",))
    assert is_just_lost(luke)
    cards, after = relocated(luke)
    assert cards == ("Luke",)
    assert not is_just_lost(after)
    assert relocated(after) == ((), after)


def test_before_an_action() -> None:
    assert not before_refusals(Step.INITIATION, own_action=False)
    assert before_refusals(Step.RESPONSES, own_action=False)
    assert not before_refusals(Step.RESPONSES, own_action=False, backed_up=True)
    assert before_refusals(Step.INITIATION, own_action=True, backed_up=True)


def test_how_long_things_last() -> None:
    assert lasts_until() is Until.LEAVES_PLAY
    assert lasts_until(in_battle=True) is Until.END_OF_BATTLE
    assert lasts_until(in_battle=True, weapon=True) is Until.LEAVES_PLAY
    assert lasts_until(stated=True, in_battle=True) is Until.STATED


def test_the_edges_of_a_turn() -> None:
    for phase in (Phase.START_OF_TURN, Phase.END_OF_TURN):
        assert window_refusals(phase, fits_window=False)
        assert not window_refusals(phase, fits_window=True)
        assert not window_refusals(phase, fits_window=False, response=True)
    assert not window_refusals(Phase.DEPLOY, fits_window=False)
    assert during_a_turn(begun=True, ended=False)
    assert not during_a_turn(begun=False, ended=False)
    assert not during_a_turn(begun=True, ended=True)


def test_drawing() -> None:
    assert list(draws(Piles(force=2, hand=60))) == [0, 1, 2]
    assert list(told_draws(2, 5)) == [1, 2]
    assert list(told_draws(2, 1)) == [1]
    assert list(told_draws(2, 0)) == [0]


@given(st.lists(st.integers(0, 6), max_size=6), st.integers(0, 20))
def test_maintenance_is_paid_as_far_as_it_goes(costs: list[int], force: int) -> None:
    paid, missing = maintenance(costs, force)
    assert 0 <= paid <= force
    assert paid + sum(missing) == sum(costs)
    assert not missing or min(missing) > force - paid
    assert len(maintenance(costs, force + 1)[1]) <= len(missing)


def test_creatures_attack_and_do_not_battle() -> None:
    assert not fights_battles(CardKind.CREATURE)
    assert fights_battles(CardKind.CHARACTER)
    assert attack_price([1]).total == 1
    assert not attack_refusals()
    assert attack_refusals(phase=Phase.MOVE)
    assert attack_refusals(my_turn=False)
    assert attack_refusals(creature_there=False)
    assert attack_refusals(attackers=0)
    assert target_chance(4) == 0.25


def test_weapons_against_creatures() -> None:
    assert not shot_refusals(Shot(in_attack=True, targets_creatures=True))
    assert shot_refusals(Shot(in_attack=False, targets_creatures=True))
    assert shot_refusals(Shot(in_attack=True, targets_creatures=False))
