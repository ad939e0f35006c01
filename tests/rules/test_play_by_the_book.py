"""Pieces of play: what several rules say together, against a count or a list made without them."""

from collections import Counter
from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.rules.creatures import (
    Meeting,
    attack_damage,
    attack_price,
    creature_total,
    creatures_meet,
    fighters_total,
    is_beaten,
    must_attack,
    target_chance,
)
from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.facts import CardKind, LocationFacts, PlaceKind
from gemp_bot.rules.moves import Mover
from gemp_bot.rules.pipeline import ActionContext, Drain, attempt
from gemp_bot.rules.presence import Here, controls, has_presence, is_unoccupied, occupies
from gemp_bot.rules.routes import Leg, landspeed_refusals
from gemp_bot.rules.timing import Uses, after_use, is_just_one, is_resolved, responds, use_refusals
from gemp_bot.rules.turn import Ending, EndStep, end_action_refusals, next_end_step, next_phase, turn_at_end
from gemp_bot.rules.values import (
    Cost,
    Modifier,
    Operation,
    condition_refusals,
    cost_refusals,
    is_limited,
    limited,
    modified,
    price,
)
from gemp_bot.rules.whereabouts import (
    Spot,
    is_aboard,
    is_at_same_location,
    is_at_system,
    is_on_system,
    is_present,
    is_present_where,
    is_present_with,
    is_with,
)

# -- a turn --------------------------------------------------------------------------------------


@pytest.mark.rule("1.1")
def test_a_turn_runs_in_the_order_of_the_book() -> None:
    book = "start of turn, activate, control, deploy, battle, move, draw, end of turn"
    phase, told = Phase.START_OF_TURN, []
    for _ in range(2 * len(Phase)):
        told.append(phase.value)
        phase = next_phase(phase)
    assert ", ".join(told) == f"{book}, {book}"


@pytest.mark.rule("25.3", "25.5", "25.6", "25.7")
@given(st.lists(st.integers(1, 6), max_size=3).map(tuple), st.integers(0, 3), st.lists(st.booleans()))
def test_the_end_of_a_turn_is_played_out(costs: tuple[int, ...], lapsing: int, passes: list[bool]) -> None:
    """First the piles, then what must be paid and what lapses, then whoever wants to, and it is over."""
    ending, turn = Ending(unpaid=costs, lapsing=lapsing), 7
    mandatory = 0
    while next_end_step(ending) is EndStep.MANDATORY:
        assert end_action_refusals(ending, optional=True), "nothing optional yet"
        assert not end_action_refusals(ending, optional=False)
        assert turn_at_end(turn, ending.step) == turn
        if ending.step is EndStep.RECIRCULATE:
            ending = msgspec.structs.replace(ending, step=EndStep.MANDATORY)
        elif ending.unpaid:
            ending, mandatory = msgspec.structs.replace(ending, unpaid=ending.unpaid[1:]), mandatory + 1
        else:
            ending, mandatory = msgspec.structs.replace(ending, lapsing=ending.lapsing - 1), mandatory + 1
    assert mandatory == len(costs) + lapsing
    ending = msgspec.structs.replace(ending, step=next_end_step(ending))
    in_a_row = 0
    for passed in [*passes, True, True]:
        if next_end_step(ending) is EndStep.OVER:
            break
        assert in_a_row < 2
        assert not end_action_refusals(ending, optional=True)
        in_a_row = in_a_row + 1 if passed else 0
        ending = msgspec.structs.replace(ending, passes=in_a_row)
    assert in_a_row == 2, "two passes in a row, and no fewer, end it"
    over = msgspec.structs.replace(ending, step=next_end_step(ending))
    assert all(end_action_refusals(over, optional=optional) for optional in (True, False))
    assert turn_at_end(turn, over.step) == turn + 1


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


@pytest.mark.rule("14.1", "14.2", "14.3", "12.3")
@given(
    st.booleans(),
    st.booleans(),
    st.lists(st.tuples(st.sampled_from(["Nabrun Leids", "another"]), st.integers(1, 3)), max_size=9),
)
def test_how_often_a_text_is_used(named_time: bool, singular: bool, tries: list[tuple[str, int]]) -> None:
    """`Once per turn, may move one character`: each copy once a turn; another text without end."""
    uses, done = Uses(), Counter[tuple[str, int]]()
    for copy, turn in tries:
        frame = f"turn {turn}" if is_just_one(timeframe=named_time, singular=singular) else ""
        if not use_refusals(uses, copy, frame):
            uses = after_use(uses, copy, frame)
            done[copy, turn] += 1
    once = named_time and singular
    assert done == (Counter(dict.fromkeys(tries, 1)) if once else Counter(tries))


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


@pytest.mark.rule("10.4", "10.5")
@given(st.integers(0, 9), st.integers(1, 5), st.lists(st.integers(0, 12), max_size=2))
def test_a_limit_limits_and_a_bonus_that_is_gone_does_not(base: int, bonus: int, limits: list[int]) -> None:
    entitled = modified(base, [Modifier(Operation.ADD, bonus)])
    assert is_limited(limited(entitled, limits), entitled) is any(limit < base + bonus for limit in limits)
    bare = modified(base, [])
    assert not is_limited(limited(bare, []), bare)


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
        after = attempt(position, Drain(place, control=True, participants=here, amount=1))
        legal = place not in places and not cards & here
        assert isinstance(after, ActionContext) is legal
        if isinstance(after, ActionContext):
            position, places, cards = after, places | {place}, cards | here
    assert len(position.events) == len(places)


# -- presence and places -------------------------------------------------------------------------

HOTH = LocationFacts(name="Hoth", kind=PlaceKind.SYSTEM, system="Hoth")
BELT = LocationFacts(name="Belt", kind=PlaceKind.SECTOR, system="Hoth", asteroid=True)
PLAINS = LocationFacts(name="Plains", kind=PlaceKind.SITE, system="Hoth", exterior=True)
CANTINA = LocationFacts(name="Cantina", kind=PlaceKind.SITE, system="Tatooine", interior=True)
SPOTS = [
    Spot(card=f"{place.name} {aboard} {enclosed} {prison}", location=place, aboard=aboard, enclosed=enclosed,
         prison=prison)
    for place, aboard, enclosed, prison in product(
        (HOTH, BELT, PLAINS, CANTINA), ("", "ship"), (False, True), (False, True)
    )
]  # fmt: skip


@pytest.mark.rule("5.8", "5.9", "5.10", "5.11", "5.12", "5.13", "5.14")
@pytest.mark.parametrize("one", SPOTS, ids=lambda spot: spot.card)
def test_words_for_where_a_card_is_follow_from_each_other(one: Spot) -> None:
    assert is_at_same_location(one, one)
    assert not is_with(one, one)
    assert not is_present_with(one, one)
    at = [system for system in ("Hoth", "Tatooine") if is_at_system(one, system)]
    assert at == [one.location.system], "at one system and no other"
    assert is_on_system(one, at[0]) is (one.location is not HOTH), "in orbit is at a system, and not on it"
    assert is_aboard(one, "ship") is (one.aboard == "ship")
    assert not is_aboard(one, "another ship")
    inside = one.prison or (one.aboard != "" and one.enclosed)
    assert is_present(one, one.location.name) is not inside, "an enclosed carrier and a prison are places"
    for other in SPOTS:
        assert is_with(one, other) is is_with(other, one)
        assert is_present_with(one, other) is is_present_with(other, one)
        assert is_with(one, other) is (other is not one and other.location is one.location)
        assert is_present_where(other, one) is (
            other.location is one.location and is_present(other, one.location.name)
        )
        if is_present_with(one, other) and not inside:
            assert is_with(one, other)
            assert is_present(other, one.location.name)


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
    assert has_presence(mine) is occupies(mine) is ours
    assert (controls(mine, theirs), controls(theirs, mine)) == (ours and not others, others and not ours)
    spies = any(card.undercover and card.active for card in (*mine, *theirs))
    assert is_unoccupied(mine, theirs) is not (ours or others or spies)


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


@pytest.mark.rule("24.6", "24.7", "24.8")
@pytest.mark.parametrize(
    ("power", "ability", "destiny", "ferocity", "defense", "creature_lost", "fighters_eaten"),
    [
        pytest.param(5, 4, 3, 4, 3, True, False, id="8 beats 7, and 4 does not beat 8"),
        pytest.param(5, 3, 3, 4, 3, False, False, id="ability 3 draws nothing: 5 against 7, 4 against 5"),
        pytest.param(4, 4, 3, 4, 3, False, False, id="7 against 7 beats nobody"),
        pytest.param(2, 1, 6, 5, 2, False, True, id="a lone scout is eaten"),
        pytest.param(3, 4, 2, 5, 0, False, False, id="ferocity 5 against a total of 5 eats nobody"),
        pytest.param(3, 4, 1, 5, 0, False, True, id="5 beats 4"),
    ],
)
def test_attacks(
    *,
    power: int,
    ability: int,
    destiny: int,
    ferocity: int,
    defense: int,
    creature_lost: bool,
    fighters_eaten: bool,
) -> None:
    """The same party attacks a creature, and is attacked by it."""
    party = fighters_total(power, ability, destiny)
    assert is_beaten(party, creature_total(ferocity, attacked=True, defense=defense)) is creature_lost
    assert is_beaten(creature_total(ferocity, defense=defense), party) is fighters_eaten
    assert attack_damage(party, ferocity) == (0, 0), "an attack has no attrition and no battle damage"
    assert attack_price().total == 0


@pytest.mark.rule("24.10")
@given(st.lists(st.integers(0, 6), min_size=2, max_size=6))
def test_of_creatures_that_meet_one_after_the_other_the_most_ferocious_is_left(ferocities: list[int]) -> None:
    left = ferocities[:1]
    for other in ferocities[1:]:
        if not left:
            left = [other]
            continue
        outcome = creatures_meet(left[0], other)
        left = {Meeting.FIRST_EATEN: [other], Meeting.SECOND_EATEN: left, Meeting.BOTH_LOST: []}[outcome]
    most = max(ferocities)
    if ferocities.count(most) == 1:
        assert left == [most]
    assert not left or left[0] in ferocities


@pytest.mark.rule("24.4", "24.5")
@given(st.integers(0, 5))
def test_a_creature_that_must_attack_attacks_somebody(targets: int) -> None:
    assert must_attack(targets) is (targets * target_chance(targets) == 1)
