"""The gotchas of the rules reference that are not about destiny and battles, one named test for each."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.aboard import docking_refusals
from gemp_bot.rules.battle import must_attack
from gemp_bot.rules.deploying import Deployment
from gemp_bot.rules.drains import DrainSpot, drain_refusals
from gemp_bot.rules.facts import STARSHIPS, CardKind, LocationFacts, PlaceKind
from gemp_bot.rules.generation import Entitlement, activation, generation_changed, locked
from gemp_bot.rules.mark import Refusals
from gemp_bot.rules.moves import (
    MoveKind,
    Mover,
    is_moving,
    is_target_as,
    move_price,
    move_refusals,
    moves_as,
    takes_seat,
)
from gemp_bot.rules.piles import Piles
from gemp_bot.rules.pipeline import ActionContext, Deploy, Drain, Move, Paid, Refused, Use, attempt, cancel
from gemp_bot.rules.presence import (
    Here,
    has_presence,
    is_on_system,
    is_present,
    is_present_with,
    is_unoccupied,
)
from gemp_bot.rules.routes import (
    Leg,
    hyperspeed_refusals,
    landing_refusals,
    landspeed_refusals,
    passage,
    sector_refusals,
    ways_to_move_away,
)
from gemp_bot.rules.timing import (
    PileUse,
    TimedAction,
    Uses,
    after_use,
    in_order,
    is_resolved,
    pile_refusals,
    responds,
    response_refusals,
    use_refusals,
)
from gemp_bot.rules.turn import EndStep, TurnEnd, draws, next_end_step, next_phase, turn_at_end
from gemp_bot.rules.uniqueness import (
    CardIdentity,
    CardState,
    Known,
    counts_for_uniqueness,
    identity_refusals,
    surplus_personas,
)
from gemp_bot.rules.values import Cost, Operation, ValueChange, base_price, modified, price, settled, up_to

HOTH = LocationFacts(name="Hoth", kind=PlaceKind.SYSTEM, system="Hoth")
PLAINS = LocationFacts(name="Ice Plains", kind=PlaceKind.SITE, system="Hoth", exterior=True)
BAY = LocationFacts(
    name="Echo Docking Bay",
    kind=PlaceKind.SITE,
    system="Hoth",
    interior=True,
    exterior=True,
    docking_bay=True,
)
FIGHTER = Mover(kind=CardKind.STARFIGHTER, hyperspeed=4, navigates=True)
PLUS_2 = ValueChange(Operation.ADD, 2, "a")


class Standing(msgspec.Struct, frozen=True, eq=False):
    """A card by where it is: what `whereabouts.Placed` asks for."""

    location: LocationFacts | None
    host: "Standing | None" = None
    inside: bool = False


def numbers(refusals: Refusals) -> set[str]:
    return {refusal.rule for refusal in refusals}


def paid(position: ActionContext, action: Use | Drain | Move | Deploy) -> Paid:
    done = attempt(position, action)
    assert isinstance(done, Paid), done
    return done


def canceled_after(done: Paid) -> ActionContext:
    position = cancel(done)
    assert isinstance(position, ActionContext)
    return position


@pytest.mark.rule("14.2")
def test_gotcha_01_a_canceled_action_still_counts_as_once_per_turn() -> None:
    text = Use("card 1", "turn 3")
    canceled = canceled_after(paid(ActionContext(), text))
    refused = attempt(canceled, text)
    assert isinstance(refused, Refused)
    assert numbers(refused.refusals) == {"14.2"}
    uses = after_use(Uses(), "card 1", "turn 3")
    assert use_refusals(uses, "card 1", "turn 3")
    assert not use_refusals(uses, "card 2", "turn 3")  # another copy
    assert not use_refusals(uses, "card 1", "turn 4")


def test_gotcha_01_a_canceled_drain_was_the_drain_there() -> None:
    position = canceled_after(paid(ActionContext(phase=Phase.CONTROL), Drain("Cantina", control=True)))
    refused = attempt(position, Drain("Cantina", control=True))
    assert isinstance(refused, Refused)


def test_gotcha_02_at_any_time_is_no_response() -> None:
    assert numbers(response_refusals(TimedAction.OPTIONAL, answers_current=True)) == {"7.8"}
    assert not response_refusals(TimedAction.JUST, answers_current=True)
    for kind in TimedAction:
        assert "7.8" in numbers(response_refusals(kind, answers_current=True, at_any_time=True))


def test_gotcha_03_a_reset_value_cannot_be_modified() -> None:
    assert settled(5, [PLUS_2], [0]) == 0
    assert settled(5, [PLUS_2], [3, 1]) == 1
    assert settled(5, [PLUS_2]) == 7


def test_gotcha_04_inactive_cards_count_for_uniqueness() -> None:
    assert counts_for_uniqueness(CardState.INACTIVE)
    falcon = CardIdentity(title="Falcon", kind=CardKind.STARFIGHTER, personas=frozenset({"Falcon"}))
    refused = identity_refusals(falcon, [Known(identity=falcon, state=CardState.INACTIVE)])
    assert "21.10" in numbers(refused)
    assert not identity_refusals(falcon, [Known(identity=falcon, state=CardState.UNIT_OF_FORCE)])


def test_gotcha_05_an_empty_pile_is_not_searched_but_retrieved_from() -> None:
    for use in (PileUse.SEARCH, PileUse.TAKE, PileUse.LOOK, PileUse.DRAW, PileUse.SHUFFLE):
        assert pile_refusals(use, 0)
        assert not pile_refusals(use, 1)
    for use in (PileUse.RETRIEVE, PileUse.USE_ALL, PileUse.PLACE_UNDER, PileUse.DRAW_DESTINY):
        assert not pile_refusals(use, 0)
    assert list(draws(Piles(reserve=3))) == [0]
    assert list(draws(Piles(force=2, hand=60))) == [0, 1, 2]


def test_gotcha_06_up_to_excludes_zero() -> None:
    assert list(up_to(3)) == [1, 2, 3]
    assert list(up_to(0)) == [0]


def test_gotcha_07_the_opponent_responds_first() -> None:
    assert [responds(True, n) for n in range(4)] == [False, True, False, True]
    assert [responds(False, n) for n in range(4)] == [True, False, True, False]
    assert not is_resolved([True, False, True])
    assert is_resolved([True, False, True, True])


def test_gotcha_08_automatic_before_just() -> None:
    found = in_order([TimedAction.JUST, TimedAction.AUTOMATIC, TimedAction.JUST])
    assert found == (TimedAction.AUTOMATIC, TimedAction.JUST, TimedAction.JUST)


def test_gotcha_10_free_does_not_cover_separate_costs() -> None:
    due = price(Cost(4, (PLUS_2,), free=True, separate=(1, 2)))
    assert (due.separate, due.base, due.total) == (3, 0, 3)


def test_gotcha_11_generation_is_locked_after_the_count() -> None:
    counted = locked(Entitlement(7))
    assert generation_changed(Entitlement(7), -1).total == 6
    assert generation_changed(Entitlement(2), -9).total == 0
    assert generation_changed(counted, -1) == counted
    assert generation_changed(counted, 5) == counted
    assert max(activation(generation_changed(counted, -3), Piles(reserve=20))) == 7


def test_gotcha_12_a_card_drains_once_per_turn_wherever_it_goes() -> None:
    luke, boshek = "Luke", "BoShek"
    control = ActionContext(phase=Phase.CONTROL)
    drain = Drain("Mos Eisley", control=True, participants=frozenset({luke}))
    drained = paid(control, drain).now
    cantina = Drain("Cantina", control=True, participants=frozenset({luke, boshek}))
    refused = attempt(drained, cantina)
    assert isinstance(refused, Refused)
    assert numbers(refused.refusals) == {"4.4"}
    alone = Drain("Cantina", control=True, participants=frozenset({boshek}))
    assert isinstance(attempt(drained, alone), Paid)
    assert numbers(drain_refusals(DrainSpot(card_drained=True))) == {"4.4"}


def test_gotcha_13_present_is_not_present_with() -> None:
    walker, tauntaun, luke = Standing(PLAINS), Standing(PLAINS), Standing(PLAINS)
    vader, veers = Standing(PLAINS, walker, inside=True), Standing(PLAINS, walker, inside=True)
    assert is_present(luke, PLAINS)
    assert not is_present(vader, PLAINS)
    assert is_present(luke, vader.location)  # present where he is, and not present with him
    assert not is_present_with(vader, luke)
    assert not is_present_with(luke, luke)
    assert is_present_with(vader, veers)
    assert is_present_with(luke, Standing(PLAINS, tauntaun))


def test_gotcha_14_an_undercover_spy_prevents_unoccupied() -> None:
    spy = Here(ability=2, undercover=True)
    assert is_unoccupied([], occupied=False)
    assert not is_unoccupied([spy], occupied=has_presence([spy]))
    assert not has_presence([spy])
    assert not is_unoccupied([], occupied=True)
    assert is_unoccupied([Here(ability=2, undercover=True, active=False)], occupied=False)


def test_gotcha_15_at_is_not_on() -> None:
    assert not is_on_system(at_it=True, in_orbit=True)
    assert is_on_system(at_it=True, in_orbit=False)
    assert not is_on_system(at_it=False, in_orbit=False)


def test_gotcha_21_one_regular_move_and_any_number_of_unlimited_ones() -> None:
    moved = Mover(moved=True)
    assert numbers(move_refusals(moved, MoveKind.LANDSPEED)) == {"23.3"}
    for kind in (MoveKind.EMBARKING, MoveKind.SLOTS, MoveKind.DOCKING, MoveKind.PRISONER):
        assert not move_refusals(moved, kind)
    assert not move_refusals(moved, MoveKind.SHIP_SITE, own_ship_site=True)
    assert move_refusals(moved, MoveKind.SHIP_SITE)
    position = ActionContext(phase=Phase.MOVE)
    walk = Move("Luke", Mover(), MoveKind.LANDSPEED, "Cantina")
    ride = Move("Luke", Mover(), MoveKind.EMBARKING, "speeder")
    for action in (ride, walk, ride):
        position = paid(position, action).now
    assert isinstance(attempt(position, walk), Refused)


def test_gotcha_22_what_is_carried_does_not_move() -> None:
    assert not is_moving(carried=True)
    assert is_moving(carried=False)
    moved = paid(ActionContext(phase=Phase.MOVE), Move("ship", FIGHTER, MoveKind.SECTOR, "Hoth")).now
    assert moved.moved == {"ship"}  # and nobody aboard of it


@pytest.mark.rule("12.2")
def test_gotcha_23_a_canceled_deployment_stays_paid() -> None:
    position = ActionContext(piles=Piles(hand=2, force=5))
    site = LocationFacts(name="Cantina", kind=PlaceKind.SITE)
    effect = Deploy(CardIdentity(title="Grey Fog"), Deployment(kind=CardKind.EFFECT, to=site), Cost(3))
    assert canceled_after(paid(position, effect)).piles == Piles(hand=1, force=2, used=3, lost=1)
    character = Deploy(
        CardIdentity(title="Vosk"), Deployment(kind=CardKind.CHARACTER, to=site, my_icons=1), Cost(3)
    )
    refused = cancel(paid(position, character))
    assert isinstance(refused, Refused)
    assert numbers(refused.refusals) == {"12.2"}


def test_gotcha_24_a_persona_blocks_its_other_versions() -> None:
    luke = CardIdentity(title="Luke Skywalker", personas=frozenset({"Luke"}))
    commander = CardIdentity(title="Commander Luke", personas=frozenset({"Luke"}))
    assert numbers(identity_refusals(luke, [Known(identity=commander)])) == {"21.10"}
    theirs = Known(identity=commander, mine=False, held_by_me=False)
    assert not identity_refusals(luke, [theirs])
    assert surplus_personas([Known(identity=luke), Known(identity=commander, mine=False)]) == {"Luke"}


def test_gotcha_25_creatures_must_attack() -> None:
    assert must_attack(1)
    assert not must_attack(0)
    assert not must_attack(1, my_turn=False)
    assert not must_attack(1, phase=Phase.CONTROL)


def test_gotcha_26_zero_parsecs_need_hyperspeed_and_a_navigator() -> None:
    assert not hyperspeed_refusals(FIGHTER, 0, HOTH)
    assert hyperspeed_refusals(msgspec.structs.replace(FIGHTER, navigates=False), 0, HOTH)
    for none in (None, 0):
        assert hyperspeed_refusals(msgspec.structs.replace(FIGHTER, hyperspeed=none), 0, HOTH)


def test_gotcha_27_cloud_sectors_block_landing() -> None:
    low, high = (
        LocationFacts(name=name, kind=PlaceKind.SECTOR, system="Hoth", cloud=True) for name in ("low", "high")
    )
    assert not landing_refusals(FIGHTER, HOTH, PLAINS)
    for start, end in ((HOTH, PLAINS), (PLAINS, HOTH), (high, PLAINS)):
        assert numbers(landing_refusals(FIGHTER, start, end, lowest_cloud="low")) == {"23.28"}
    assert not landing_refusals(FIGHTER, low, PLAINS, lowest_cloud="low")
    assert not landing_refusals(FIGHTER, PLAINS, low, lowest_cloud="low")


def test_gotcha_28_moves_like_is_not_is() -> None:
    hound = Mover(kind=CardKind.CAPITAL_STARSHIP, like=CardKind.STARFIGHTER)
    assert moves_as(hound) is CardKind.STARFIGHTER
    assert not sector_refusals(hound, 0, [Leg(1), Leg(2)])
    assert not is_target_as(hound.kind, {CardKind.STARFIGHTER})
    assert is_target_as(hound.kind, STARSHIPS)
    walker = Mover(kind=CardKind.CREATURE, like=CardKind.CHARACTER)
    assert moves_as(walker) is CardKind.CHARACTER
    assert not takes_seat(walker.kind)
    assert takes_seat(CardKind.CHARACTER)


@pytest.mark.rule("23.51", "23.52")
def test_gotcha_29_a_card_is_at_each_location_it_moves_through() -> None:
    way = [Leg(1), Leg(2), Leg(3)]
    assert not landspeed_refusals(Mover(kind=CardKind.VEHICLE, landspeed=3), 0, way)
    gone = passage(0, way)
    assert gone.at == (1, 2, 3)
    assert gone.end == 3, "what it came through is not where it ended"
    stopped = passage(0, [Leg(1), Leg(2, blocked=True), Leg(3)])
    assert (stopped.at, stopped.end) == ((1, 2), 2)
    assert passage(7, []).end == 7


def test_gotcha_30_the_end_of_a_turn_is_still_that_turn() -> None:
    assert {turn_at_end(5, step) for step in EndStep if step is not EndStep.OVER} == {5}
    assert turn_at_end(5, EndStep.OVER) == 6


@pytest.mark.rule("25.3")
def test_gotcha_31_maintenance_before_anything_optional() -> None:
    due = TurnEnd(EndStep.MANDATORY, unpaid=(2,))
    assert next_end_step(due) is EndStep.MANDATORY
    assert next_end_step(TurnEnd(EndStep.MANDATORY, lapsing=1)) is EndStep.MANDATORY
    assert next_end_step(TurnEnd(EndStep.MANDATORY)) is EndStep.OPTIONAL


def test_gotcha_32_no_time_between_turns() -> None:
    assert next_end_step(TurnEnd(EndStep.OPTIONAL, passes=1)) is EndStep.OPTIONAL
    assert next_end_step(TurnEnd(EndStep.OPTIONAL, passes=2)) is EndStep.OVER
    phase, book = Phase.ACTIVATE, "ACTIVATE CONTROL DEPLOY BATTLE MOVE DRAW END_OF_TURN"
    for name in (book + " " + book).split():
        assert phase == name
        phase = next_phase(phase)


@given(st.integers(0, 9), st.integers(0, 9))
def test_gotcha_33_free_cannot_be_modified(base: int, more: int) -> None:
    change = ValueChange(Operation.ADD, more)
    assert base_price(Cost(base, (change,), free=True)) == 0
    assert move_price(MoveKind.TRANSIT, [change], stated=0).total == 0
    assert move_price(MoveKind.LANDING, [change], docking_bay=True).total == 0
    assert base_price(Cost(base, (change,))) == modified(base, [change])


def test_gotcha_34_docking_moves_the_starships_only() -> None:
    capital = Mover(kind=CardKind.CAPITAL_STARSHIP, moved=True)
    assert not docking_refusals(FIGHTER, capital)
    moved = Mover(kind=CardKind.CHARACTER, moved=True, cannot_move=True)
    assert not docking_refusals(FIGHTER, capital, [moved])  # it does not move
    assert numbers(docking_refusals(FIGHTER, capital, [Mover(kind=CardKind.EFFECT)])) == {"23.42"}
    stuck = msgspec.structs.replace(capital, cannot_move=True)
    assert docking_refusals(FIGHTER, stuck)
    assert docking_refusals(FIGHTER, FIGHTER)  # neither can dock
    assert move_price(MoveKind.DOCKING).total == 1


@pytest.mark.rule("23.55")
def test_gotcha_35_a_landed_starship_cannot_move_away() -> None:
    assert not ways_to_move_away(FIGHTER, landed=True)
    assert ways_to_move_away(FIGHTER) == {MoveKind.HYPERSPEED, MoveKind.SECTOR}
    assert ways_to_move_away(Mover()) == {MoveKind.LANDSPEED}
    assert ways_to_move_away(Mover(kind=CardKind.VEHICLE)) == {MoveKind.LANDSPEED, MoveKind.SECTOR}
    assert not ways_to_move_away(Mover(kind=CardKind.CREATURE))


def test_every_refusal_can_be_read() -> None:
    refusal = drain_refusals(DrainSpot(control=False))[0]
    assert str(refusal) == "the location is not ours to control (rule 4.1)"
    with pytest.raises(AttributeError):
        refusal.rule = "1.1"  # type: ignore[misc]
