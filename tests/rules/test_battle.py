"""A battle from its start to its end (section 22), rule by rule."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.rules.battle import (
    BattleResolution,
    Fighter,
    Segment,
    ability_for_destiny,
    attrition,
    battle_damage,
    battle_destinies,
    battle_refusals,
    ends_early,
    fights_battles,
    initiator_acts_first,
    lost_at_early_end,
    may_fire,
    participants,
    participates,
    result,
    total_power,
    weapons_fired,
)
from gemp_bot.rules.battle_damage import (
    Forfeitable,
    Owed,
    after_force,
    after_forfeit,
    attrition_binds,
    forfeit_refusals,
    immunity,
    is_immune,
    is_satisfied,
    lost_with,
    with_immunity,
)
from gemp_bot.rules.facts import CardKind
from gemp_bot.rules.values import Cost, Operation, ValueChange

LUKE, JAWA, DROID = Fighter(5, 4), Fighter(1, 1), Fighter(2, 0)
MORE = ValueChange(Operation.ADD, 2)


def rules(refusals: tuple[object, ...]) -> set[str]:
    return {getattr(each, "rule", "") for each in refusals}


@pytest.mark.rule("22.2")
def test_a_battle_takes_presence_of_both_and_one_force() -> None:
    assert battle_refusals([LUKE], [JAWA], 1) == ()
    assert rules(battle_refusals([LUKE], [JAWA], 0)) == {"19.1"}
    assert rules(battle_refusals([LUKE], [DROID], 1)) == {"22.2"}
    assert rules(battle_refusals([DROID], [JAWA], 1)) == {"22.2"}
    assert battle_refusals([DROID], [DROID], 1, our_presence_icons=1, their_presence_icons=1) == ()
    assert rules(battle_refusals([LUKE], [Fighter(9, 6, active=False)], 1)) == {"22.1", "22.2"}


@pytest.mark.rule("22.3")
def test_one_battle_per_location_and_only_in_our_battle_phase() -> None:
    assert rules(battle_refusals([LUKE], [JAWA], 1, fought_here=True)) == {"22.3"}
    assert rules(battle_refusals([LUKE], [JAWA], 1, our_battle_phase=False)) == {"22.2"}
    assert rules(battle_refusals([LUKE], [JAWA], 1, forbidden=True)) == {"22.2"}


def test_gotcha_10_a_free_battle_still_costs_what_others_demand() -> None:
    cost = Cost(base=1, free=True, separate=(2,))
    assert battle_refusals([LUKE], [JAWA], 2, cost=cost) == ()
    assert rules(battle_refusals([LUKE], [JAWA], 1, cost=cost)) == {"19.1"}
    assert battle_refusals([LUKE], [JAWA], 0, cost=Cost(base=1, free=True)) == ()


def test_gotcha_01_a_card_of_a_canceled_battle_has_battled() -> None:
    luke, away = Fighter(5, 4, battled=True), Fighter(3, 2, excluded=True)
    assert rules(battle_refusals([luke, away], [JAWA], 1)) == {"22.1"}
    assert participants([luke, away, JAWA]) == (JAWA,)


def test_the_excluded_and_the_inactive_take_no_part() -> None:
    assert not participates(Fighter(excluded=True))
    assert not participates(Fighter(active=False))
    assert participates(Fighter(hit=True))
    assert participates(Fighter(inside=True))


def test_gotcha_17_passengers_of_something_enclosed_lend_no_ability() -> None:
    pilot, passenger = Fighter(3, 3, inside=True, pilots=True), Fighter(4, 4, inside=True)
    ship = Fighter(6, 0)
    assert ability_for_destiny([ship, pilot, passenger]) == 3
    assert battle_destinies(3) == 0
    assert battle_destinies(4) == 1
    assert total_power([ship, pilot, passenger]) == 6


@pytest.mark.rule("22.6")
def test_an_operative_on_its_planet_lends_no_ability_for_battle_destiny() -> None:
    assert ability_for_destiny([Fighter(1, 1, operative=True), Fighter(3, 3)]) == 3


@pytest.mark.rule("22.4", "22.5", "24.1")
def test_who_begins_who_fires_and_who_fights() -> None:
    assert [initiator_acts_first(segment) for segment in Segment] == [False, True, True, True]
    assert [may_fire(0), may_fire(1), may_fire(1, says_again=True)] == [True, False, True]
    fighting = {CardKind.CHARACTER, CardKind.VEHICLE, CardKind.CAPITAL_STARSHIP, CardKind.STARFIGHTER}
    assert {kind for kind in CardKind if fights_battles(kind)} == fighting


@pytest.mark.rule("22.41")
def test_how_many_weapons_a_card_fires() -> None:
    character = CardKind.CHARACTER
    assert [weapons_fired(character, warriors=each) for each in (0, 1, 2)] == [1, 1, 2]
    assert weapons_fired(CardKind.STARFIGHTER, squadron=True) == 3
    assert weapons_fired(CardKind.CAPITAL_STARSHIP) == inf
    assert weapons_fired(CardKind.STARFIGHTER, says_any=True) == inf


def test_hit_cards_still_count() -> None:
    hit = Fighter(5, 4, hit=True)
    assert ability_for_destiny([hit]) == 4
    assert total_power([hit]) == 5


@pytest.mark.rule("22.7", "22.8")
def test_if_unable_to_otherwise_overrides_and_does_not_add_up() -> None:
    assert battle_destinies(5, needed=6) == 0
    assert battle_destinies(5, needed=6, if_unable=(1,)) == 1
    assert battle_destinies(4, if_unable=(1,)) == 1
    assert battle_destinies(0, if_unable=(1, 2)) == 2
    assert battle_destinies(4, added=1, if_unable=(1,)) == 2
    assert battle_destinies(9, added=4, limit=2) == 2
    assert battle_destinies(9, limit=-1) == 0


def test_total_power_is_all_of_it_and_never_below_zero() -> None:
    assert total_power([LUKE, JAWA], [MORE], power_destiny=3, battle_destiny=4) == 15
    assert total_power([JAWA], [ValueChange(Operation.SUBTRACT, 5)]) == 0


def test_a_tie_has_no_winner_and_no_damage() -> None:
    assert result(5, 5) is BattleResolution.TIED
    assert result(6, 5) is BattleResolution.WON
    assert result(5, 6) is BattleResolution.LOST
    assert battle_damage(5, 5, [MORE]) == 0
    assert battle_damage(6, 5, [MORE]) == 0
    assert battle_damage(5, 8) == 3
    assert battle_damage(5, 8, [MORE]) == 5


@given(st.integers(0, 40), st.integers(0, 40))
def test_only_the_loser_has_damage(ours: int, theirs: int) -> None:
    assert battle_damage(ours, theirs) - battle_damage(theirs, ours) == theirs - ours
    assert min(battle_damage(ours, theirs), battle_damage(theirs, ours)) == 0


@pytest.mark.rule("22.11", "22.12")
def test_gotcha_16_no_attrition_without_battle_destiny() -> None:
    assert attrition(None, [MORE], attrition_destiny=5) is None
    assert attrition(0, [MORE]) == 2
    assert attrition(3, attrition_destiny=2) == 5
    assert attrition(1, [ValueChange(Operation.SUBTRACT, 4)]) == 0


def test_gotcha_20_a_battle_ends_when_presence_is_gone_and_hit_cards_are_lost() -> None:
    hit = Fighter(1, 1, hit=True)
    assert ends_early([LUKE], [DROID], Segment.WEAPONS)
    assert not ends_early([LUKE], [DROID], Segment.DAMAGE)
    assert not ends_early([LUKE], [hit], Segment.POWER)
    assert not ends_early([LUKE], [], Segment.POWER, their_presence_icons=1)
    assert ends_early([DROID], [LUKE], Segment.POWER)
    assert not ends_early([DROID], [LUKE], Segment.POWER, our_presence_icons=1)
    assert lost_at_early_end([hit, LUKE]) == (hit,)


def test_gotcha_18_immunity_is_checked_once_against_total_attrition() -> None:
    owed = after_forfeit(Owed.at_start(6, 0), 4)
    vader = Forfeitable("Vader", 7, immune_below=5)
    assert owed == Owed(2, 0, 6)
    assert attrition_binds(owed, [vader])
    assert attrition_binds(Owed.at_start(0.5, 0), [Forfeitable("jawa", 1)])
    assert not attrition_binds(Owed.at_start(4, 0), [vader])
    assert is_immune(5, 4.5)
    assert not is_immune(5, 5)
    assert is_immune(inf, 99)
    assert not is_immune(0, 0)


def test_the_highest_immunity_holds_and_losing_it_outranks() -> None:
    assert immunity([3, 5]) == 5
    assert immunity([]) == 0
    assert immunity([3, inf], lost=True) == 0
    assert immunity([3], enclosing=4) == 4
    assert immunity([3], lost=True, enclosing=4) == 4


def test_something_enclosed_protects_what_is_aboard() -> None:
    pilot = Forfeitable("pilot", 2, immune_below=3)
    ship = Forfeitable("ship", 5, immune_below=6, encloses=True, aboard=(pilot,))
    bike = Forfeitable("bike", 5, immune_below=6, aboard=(pilot,))
    assert [limit for _, limit in with_immunity(ship)] == [6, 6]
    assert [limit for _, limit in with_immunity(bike)] == [6, 3]
    rider = Forfeitable("rider", 2)
    open_bike = Forfeitable("bike", 5, immune_below=6, aboard=(rider,))
    assert [limit for _, limit in with_immunity(open_bike)] == [6, 0]


def test_gotcha_19_a_forfeit_satisfies_attrition_and_damage() -> None:
    assert after_forfeit(Owed(5, 7, 5), 6) == Owed(0, 1, 5)


def test_force_satisfies_damage_only() -> None:
    assert after_force(Owed(5, 7, 5), 9) == Owed(5, 0, 5)


def test_what_may_be_forfeited() -> None:
    card, weapon = Forfeitable("card", 3, immune_below=inf), Forfeitable("weapon")
    owed = Owed.at_start(2, 0)
    assert forfeit_refusals(card, owed) == ()
    assert forfeit_refusals(card, Owed(0, 1)) == ()
    assert rules(forfeit_refusals(weapon, owed)) == {"22.20"}
    assert rules(forfeit_refusals(card, Owed())) == {"22.20"}
    assert rules(forfeit_refusals(card, owed, participating=False)) == {"22.20"}
    assert forfeit_refusals(Forfeitable("hit", 3, hit=True), Owed()) == ()


def test_forfeiting_loses_all_that_is_on_it() -> None:
    pilot = Forfeitable("pilot", 2, aboard=(Forfeitable("blaster"),))
    assert [each.card for each in lost_with(Forfeitable("ship", 4, aboard=(pilot,)))] == [
        "ship",
        "pilot",
        "blaster",
    ]


@pytest.mark.parametrize(
    ("owed", "remaining", "done"),
    [
        pytest.param(Owed(), [Forfeitable("a", 3)], True, id="nothing left"),
        pytest.param(Owed(0, 1), [], False, id="damage"),
        pytest.param(Owed(3, 0, 3), [], True, id="nobody left"),
        pytest.param(Owed(3, 0, 3), [Forfeitable("a", 0)], False, id="a card of no value still goes"),
        pytest.param(Owed(3, 0, 3), [Forfeitable("a", 5, immune_below=4)], True, id="all immune"),
        pytest.param(Owed(3, 0, 3), [Forfeitable("a")], True, id="cannot be forfeited"),
        pytest.param(Owed(), [Forfeitable("a", 3, hit=True)], False, id="hit"),
    ],
)
def test_when_the_damage_segment_is_over(owed: Owed, remaining: list[Forfeitable], *, done: bool) -> None:
    assert is_satisfied(owed, remaining) is done


def test_no_attrition_at_all_is_nothing_to_satisfy() -> None:
    assert Owed.at_start(None, 3) == Owed(0, 3, 0)
