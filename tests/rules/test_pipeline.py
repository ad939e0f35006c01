"""The legality pipeline: declare, check, price, pay; canceling."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.deploying import Deployment
from gemp_bot.rules.facts import CardKind, LocationFacts, PlaceKind
from gemp_bot.rules.mark import Refusal
from gemp_bot.rules.moves import MoveKind, Mover, move_price
from gemp_bot.rules.piles import Piles
from gemp_bot.rules.pipeline import (
    Action,
    ActionContext,
    Checked,
    Deploy,
    Drain,
    Move,
    Paid,
    Refused,
    Use,
    attempt,
    cancel,
    check_restrictions,
    declare,
    determine_costs,
    pay,
)
from gemp_bot.rules.timing import Target
from gemp_bot.rules.uniqueness import CardIdentity, Known
from gemp_bot.rules.values import Cost, Operation, ValueChange

CANTINA = LocationFacts(name="Cantina", kind=PlaceKind.SITE, interior=True)
LUKE = CardIdentity(title="Luke Skywalker", personas=frozenset({"Luke"}))
DEPLOY = Deploy(LUKE, Deployment(kind=CardKind.CHARACTER, to=CANTINA, my_icons=1), Cost(3))
ACTIONS = st.one_of(
    st.builds(
        Deploy,
        st.just(LUKE),
        st.builds(
            Deployment, kind=st.just(CardKind.CHARACTER), to=st.just(CANTINA), my_icons=st.integers(0, 1)
        ),
        st.builds(Cost, st.integers(0, 4), st.just(()), st.booleans(), st.sampled_from([(), (1,)])),
    ),
    st.builds(
        Drain,
        st.sampled_from(["Cantina", "Plains"]),
        st.booleans(),
        st.sampled_from([frozenset(), frozenset({"1"}), frozenset({"1", "2"})]),
    ),
    st.builds(
        Move,
        st.sampled_from("12"),
        st.builds(Mover, cannot_move=st.booleans()),
        st.sampled_from(MoveKind),
        st.just("Plains"),
        st.sampled_from([(), (Refusal("23.20", "out of range"),)]),
        st.sampled_from(MoveKind).map(move_price),
    ),
    st.builds(
        Use, st.sampled_from("12"), st.sampled_from(["", "turn 1"]), st.sampled_from(["", "Houjix"]),
        st.builds(Target, there=st.booleans()).map(lambda target: (target,)), st.booleans(),
    ),
)  # fmt: skip
POSITIONS = st.builds(
    ActionContext,
    piles=st.builds(Piles, hand=st.integers(0, 3), force=st.integers(0, 6), reserve=st.integers(0, 9)),
    phase=st.sampled_from([Phase.CONTROL, Phase.DEPLOY, Phase.MOVE]),
    my_turn=st.booleans(),
)


@pytest.mark.rule("7.10", "7.11", "7.12", "7.13", "21.8")
def test_a_deployment_step_by_step() -> None:
    position = ActionContext(piles=Piles(hand=2, force=4, reserve=9))
    declared = declare(position, DEPLOY)
    assert declared.before is position
    checked = check_restrictions(declared)
    assert isinstance(checked, Checked)
    priced = determine_costs(checked)
    assert priced.due.total == 3
    paid = pay(priced)
    assert isinstance(paid, Paid)
    assert paid.now.piles == Piles(hand=2, force=1, used=3, reserve=9)
    assert attempt(position, DEPLOY) == paid
    there = msgspec.structs.replace(position, known=(Known(identity=LUKE),))
    again = attempt(there, DEPLOY)
    assert isinstance(again, Refused)
    assert {refusal.rule for refusal in again.refusals} == {"21.10", "21.12"}


def test_every_reason_is_told_with_its_rule() -> None:
    nowhere = msgspec.structs.replace(
        DEPLOY, deployment=Deployment(kind=CardKind.STARFIGHTER, to=CANTINA, objective_forbids=True)
    )
    refused = attempt(ActionContext(phase=Phase.MOVE), nowhere)
    assert isinstance(refused, Refused)
    assert [refusal.rule for refusal in refused.refusals] == ["7.10", "21.1", "21.2", "13.4", "21.5", "21.6"]


@pytest.mark.rule("7.13")
def test_what_cannot_be_paid_has_not_begun() -> None:
    position = ActionContext(piles=Piles(hand=1, force=2))
    refused = attempt(position, DEPLOY)
    assert isinstance(refused, Refused)
    assert [refusal.rule for refusal in refused.refusals] == ["19.1"]
    assert refused.before is position
    separate = msgspec.structs.replace(DEPLOY, cost=Cost(9, free=True, separate=(2,)))
    paid = attempt(position, separate)
    assert isinstance(paid, Paid)
    assert paid.now.piles.used == 2


@pytest.mark.rule("21.17", "12.5")
def test_gotcha_23_the_deploy_cost_is_gone_when_the_deployment_is_canceled() -> None:
    fog = Deploy(CardIdentity(title="Grey Fog"), Deployment(kind=CardKind.EFFECT, to=CANTINA), Cost(3))
    paid = attempt(ActionContext(piles=Piles(hand=1, force=4)), fog)
    assert isinstance(paid, Paid)
    after = cancel(paid)
    assert isinstance(after, ActionContext)
    assert after.piles == Piles(force=1, used=3, lost=1)
    assert not after.known


@given(POSITIONS, ACTIONS)
def test_every_result_is_a_position_or_a_reason(position: ActionContext, action: Action) -> None:
    before = msgspec.json.encode(position)
    result = attempt(position, action)
    assert result.before is position
    assert msgspec.json.encode(position) == before, "nothing is changed by trying"
    if isinstance(result, Refused):
        assert result.refusals
        assert all(refusal.rule and refusal.reason for refusal in result.refusals)
        return
    now = result.now
    assert sum(msgspec.structs.astuple(now.piles)) == sum(msgspec.structs.astuple(position.piles))
    assert min(msgspec.structs.astuple(now.piles)) >= 0
    assert position.drained <= now.drained
    assert position.moved <= now.moved
    assert position.drained_cards <= now.drained_cards


@given(POSITIONS, ACTIONS, st.integers(0, 5))
def test_more_force_never_makes_an_action_illegal(position: ActionContext, action: Action, more: int) -> None:
    piles = msgspec.structs.replace(position.piles, force=position.piles.force + more)
    if isinstance(attempt(position, action), Paid):
        assert isinstance(attempt(msgspec.structs.replace(position, piles=piles), action), Paid)


@given(POSITIONS, st.lists(ACTIONS, max_size=5), ACTIONS)
def test_what_is_done_once_stays_done(position: ActionContext, before: list[Action], action: Action) -> None:
    """Nothing that was done earlier in the turn makes an illegal repetition legal."""
    for each in before:
        result = attempt(position, each)
        position = result.now if isinstance(result, Paid) else position
    first = attempt(position, action)
    if not isinstance(first, Paid):
        return
    once = isinstance(action, Drain) or (
        isinstance(action, Use) and (action.timeframe or action.once_per_game)
    )
    if once:
        assert isinstance(attempt(first.now, action), Refused)


@pytest.mark.rule("10.10", "10.9")
def test_costs_are_determined_before_they_are_paid() -> None:
    text = Use("1", cost=Cost(2, (ValueChange(Operation.ADD, 1),), separate=(1,)))
    checked = check_restrictions(declare(ActionContext(), text))
    assert isinstance(checked, Checked)
    assert determine_costs(checked).due.total == 4
