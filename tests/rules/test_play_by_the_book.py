"""Pieces of play: what several rules say together, against a count or a list made without them."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.moves import Mover
from gemp_bot.rules.pipeline import ActionContext, Drain, Paid, attempt
from gemp_bot.rules.presence import Here, controls, has_presence, is_unoccupied
from gemp_bot.rules.routes import Leg, landspeed_refusals
from gemp_bot.rules.timing import is_resolved, responds
from gemp_bot.rules.values import (
    Cost,
    condition_refusals,
    cost_refusals,
    price,
)

# -- a turn --------------------------------------------------------------------------------------


# -- actions -------------------------------------------------------------------------------------


@given(st.booleans(), st.lists(st.booleans(), min_size=1, max_size=12))
def test_an_action_is_responded_to_in_turns_until_both_pass(mine: bool, wishes: list[bool]) -> None:
    """`wishes`: whether who is asked responds; then both pass."""
    next_is_me, passes, silent = not mine, [], 0
    for wish in [*wishes, False, False]:
        if is_resolved(passes):
            break
        assert responds(mine, len(passes)) is next_is_me
        passes.append(not wish)
        silent = 0 if wish else silent + 1
        next_is_me = not next_is_me
    assert is_resolved(passes)
    assert silent == 2
    assert not any(is_resolved(passes[:end]) for end in range(len(passes)))


@pytest.mark.rule("19.1", "19.2", "10.9", "10.10")
@given(
    **dict.fromkeys(("met", "ignored", "free"), st.booleans()),
    **dict.fromkeys(("base", "separate", "force"), st.integers(0, 4)),
)
def test_conditions_and_costs_are_met_each_by_itself(
    *, met: bool, ignored: bool, free: bool, base: int, separate: int, force: int
) -> None:
    """Free helps against the base cost, ignoring conditions against conditions; neither against the other."""
    due = price(Cost(base, free=free, separate=(separate,)))
    legal = not (condition_refusals(met=met, ignored=ignored) or cost_refusals(due, force))
    assert legal is ((met or ignored) and force >= separate + (0 if free else base))


# -- Force drains --------------------------------------------------------------------------------


@pytest.mark.rule("4.1", "4.4")
@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.frozensets(st.sampled_from(["Luke", "Han", "Leia"]))), max_size=8
    )
)
def test_each_location_and_each_card_drains_once_a_turn(tries: list[tuple[str, frozenset[str]]]) -> None:
    position, places, cards = ActionContext(phase=Phase.CONTROL), set[str](), set[str]()
    for place, here in tries:
        after = attempt(position, Drain(place, control=True, participants=here))
        legal = place not in places and not cards & here
        assert isinstance(after, Paid) is legal
        if isinstance(after, Paid):
            position, places, cards = after.now, places | {place}, cards | here
    assert position.drained == places


# -- presence and places -------------------------------------------------------------------------


CARDS = st.builds(
    Here,
    ability=st.integers(0, 3),
    presence_icon=st.booleans(),
    active=st.booleans(),
    undercover=st.booleans(),
)


@pytest.mark.rule("5.1", "5.3", "5.4", "5.5")
@given(st.lists(CARDS, max_size=3), st.lists(CARDS, max_size=3))
def test_presence_is_counted_card_by_card(mine: list[Here], theirs: list[Here]) -> None:
    def counts(card: Here) -> bool:
        return card.active and not card.undercover and (card.ability >= 1 or card.presence_icon)

    ours, others = any(map(counts, mine)), any(map(counts, theirs))
    assert has_presence(mine) is ours
    assert controls(mine=ours, theirs=others) is (ours and not others)
    spies = any(card.undercover and card.active for card in (*mine, *theirs))
    assert is_unoccupied([*mine, *theirs], occupied=ours or others) is not (ours or others or spies)


# -- moves ---------------------------------------------------------------------------------------


@pytest.mark.rule("23.20", "23.21", "23.22")
@given(st.integers(0, 4), st.lists(st.integers(0, 2), min_size=5, max_size=5), st.integers(0, 4))
def test_whoever_walks_reaches_what_the_steps_add_up_to(speed: int, extra: list[int], start: int) -> None:
    """Every way of up to four steps along five sites, each of which takes something to enter."""
    walker = Mover(kind=CardKind.VEHICLE, landspeed=speed)
    for ways in range(5):
        for way in product(range(5), repeat=ways):
            left, right = range(start - 1, start - 1 - ways, -1), range(start + 1, start + 1 + ways)
            straight = ways > 0 and list(way) in (list(left), list(right))
            enough = ways + sum(extra[place] for place in way) <= speed
            refused = landspeed_refusals(walker, start, [Leg(place, extra[place]) for place in way])
            assert (not refused) is (straight and enough), way


# -- creatures -----------------------------------------------------------------------------------
