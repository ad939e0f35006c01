"""The search of two turns: what it may use, what it waits for, and when it stops."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plan_scene import (
    PRICE,
    QUIET,
    SLACK,
    as_they_are,
    budgets,
    candidates,
    cards_of,
    plan_deployment,
    positions,
    recruit,
)
from test_threats_and_moves import fighter, party
from worth_scene import group, site, table

from gemp_bot.effects import Need
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.deployments import DeploymentSets
from gemp_bot.search.effort import Effort
from gemp_bot.search.moves import MoveSearch
from gemp_bot.search.turns import SearchBudget, TurnSearch
from gemp_bot.valuation.deployment import Bounds, Credit, Recruit, TurnPlan
from gemp_bot.valuation.places import stranded
from gemp_bot.valuation.position import Group, LocationNumbers, Position


def two_turns(
    position: Position, some: Sequence[Recruit], force: float, *, income: float = 6, lines: int = 12
) -> TurnPlan:
    budget = SearchBudget(now=force, pile=force, generation=income, kept=1, price=PRICE)
    now = [one for one in some if one.cost <= force]
    return TurnSearch(position, QUIET, budget, Effort(lines=lines)).best(now, some)


@given(position=positions(), some=candidates(5), force=budgets, income=budgets)
def test_what_is_planned_can_be_paid_in_its_turn(
    position: Position, some: list[Recruit], force: float, income: float
) -> None:
    found = two_turns(position, some, force, income=income)
    assert found.cost + sum(step.battle for step in found.steps) <= force
    assert found.later_cost <= max(force - found.cost + income - 1, 0)
    later = [card for step in found.later for card in step.cards]
    assert not set(later) & set(cards_of(found)), "a card in both turns"


@given(position=positions(), some=candidates(4), force=budgets)
def test_two_turns_promise_no_less_than_one(position: Position, some: list[Recruit], force: float) -> None:
    one = plan_deployment(position, some, QUIET, budget=force, price=PRICE)
    two = two_turns(position, some, force)
    changed = one.fought.union(step.column for step in one.steps)
    left = sum(stranded(each, QUIET) for each in position.places if each.column not in changed)
    assert two.worth >= one.worth - left - SLACK


def test_what_cards_bring_to_a_place_is_weighed_once_a_search() -> None:
    some = [recruit(number, number, number) for number in range(1, 4)]
    asked = list[tuple[int, tuple[int, ...]]]()

    def besides(chosen: Sequence[Recruit], place: LocationNumbers, _: Group) -> tuple[Credit, ...]:
        asked.append((id(place), tuple(map(id, chosen))))
        return ()

    budget = SearchBudget(now=9, pile=9, generation=9, kept=0, price=PRICE)
    sites = [site(column, drain=2) for column in range(3)]
    TurnSearch(table(sites), QUIET, budget, Effort(), bounds=Bounds(besides=besides)).best(some, some)
    assert asked
    # With Force for a battle besides, and without it.
    assert max(Counter(asked).values()) <= 2


def test_nothing_is_saved_for_what_the_reserve_deck_cannot_pay() -> None:
    """Trap: with 4 cards in the Reserve Deck three turns went by saving 18 Force of a generation of 19."""
    ship = recruit(1, 17, 12, 4)
    sites = [site(0, drain=2, their_drain=2)]

    def planned(cards: float) -> list[CardId]:
        budget = SearchBudget(now=4, pile=4, generation=19, kept=0, price=PRICE, cards=cards)
        plan = TurnSearch(table(sites), QUIET, budget, Effort()).best([], [ship])
        return [card for step in plan.later for card in step.cards]

    assert planned(20) == [CardId(1)]
    assert planned(4) == []


def test_what_is_used_can_be_activated_again() -> None:
    budget = SearchBudget(now=9, pile=9, generation=6, kept=1, price=PRICE, cards=2)
    assert [budget.then(used) for used in (0, 3, 9)] == [10, 10, 5]
    assert budget.then(0, drawn=4) == 6


def test_force_is_kept_for_who_walks_away() -> None:
    """Trap: all Force went into starships elsewhere, and one of power 3 stood before 12 without a Force left.

    A battle of theirs there cost 16 Force.
    """
    left = site(0, mine=party(fighter(8, 3)), theirs=group(12, 9, 12, cards=2), their_drain=2.0)
    sites, dear = [left, site(1), site(2, drain=2, their_drain=2)], recruit(1, 7, 6, 4)

    def planned(force: float) -> TurnPlan:
        budget = SearchBudget(now=force, pile=force, generation=6, kept=0, price=PRICE)
        moves = MoveSearch(table(sites), QUIET, (), as_they_are, hurdle=0.2)
        return TurnSearch(table(sites), QUIET, budget, Effort(), moves=moves).best([dear], [dear])

    assert cards_of(planned(7)) == [CardId(1)]
    assert [move.cards for move in planned(7).moves] == [(CardId(8),)]
    assert cards_of(planned(6)) == [], "it leaves nothing for the move"
    assert planned(6).moves


def test_a_place_that_is_deployed_to_for_a_goal_is_not_moved_to_for_it() -> None:
    """Trap: a line won by its move to a site that counted for the flip already by whom it deployed there."""
    need = Need("Goal", frozenset({1, 2}), frozenset({0}), 3, force=9.0)
    sites = [site(0, mine=party(fighter(8, 4), fighter(9, 4))), site(1), site(2)]
    some = [recruit(1, 4, 1)]

    def besides(_: Sequence[Recruit], place: LocationNumbers, __: Group) -> tuple[Credit, ...]:
        return (Credit("Goal", 3.0, 2),) if place.column == 1 else ()

    def moved_to(needs: tuple[Need, ...]) -> list[int]:
        budget = SearchBudget(now=3, pile=3, generation=0, kept=0, price=PRICE)
        moves = MoveSearch(table(sites), QUIET, needs, as_they_are, hurdle=0.2)
        search = TurnSearch(
            table(sites), QUIET, budget, Effort(), bounds=Bounds(besides=besides), moves=moves
        )
        plan = search.best(some, [])
        assert [step.column for step in plan.steps] == [1]
        return [move.column for move in plan.moves]

    assert moved_to((need,)) == moved_to(())


@given(position=positions(), some=candidates(4), force=budgets)
def test_without_lines_it_is_the_plan_of_one_turn(
    position: Position, some: list[Recruit], force: float
) -> None:
    one = plan_deployment(
        position, [each for each in some if each.cost <= force], QUIET, budget=force, price=PRICE
    )
    assert two_turns(position, some, force, lines=0) == one


@given(position=positions(), some=candidates(5), force=budgets, most=st.integers(1, 8))
def test_lines_are_different_and_the_best_come_first(
    position: Position, some: list[Recruit], force: float, most: int
) -> None:
    lines = DeploymentSets(position, some, QUIET, budget=force, price=PRICE).lines(most)
    assert len(lines) <= most + 1
    assert any(not line.steps for line in lines)
    worths = [line.worth for line in lines]
    assert worths == sorted(worths, reverse=True)
    assert len({tuple((step.column, step.cards) for step in line.steps) for line in lines}) == len(lines)
    best = plan_deployment(position, some, QUIET, budget=force, price=PRICE)
    assert lines[0].worth == pytest.approx(best.worth)


def test_force_is_saved_for_a_blow_that_one_turn_cannot_pay() -> None:
    """Power 8 holds a site where we would drain 3: one of ours is lost there, two together win it."""
    held = site(theirs=group(8, 5, 8, cards=2), drain=3, their_drain=1)
    two = [recruit(1, 5, 6), recruit(2, 5, 6)]
    found = two_turns(table([held]), two, 7, income=7)
    assert found.steps == ()
    assert {card for step in found.later for card in step.cards} == {CardId(1), CardId(2)}


def test_nothing_is_saved_where_it_can_be_done_now() -> None:
    free = site(drain=2, their_drain=1)
    found = two_turns(table([free]), [recruit(1, 6, 4)], 9)
    assert cards_of(found) == [CardId(1)]


def test_nobody_waits_a_turn_so_that_cards_are_drawn_a_turn_sooner() -> None:
    """What is deployed now costs the draws of this turn; those of the next are there then."""
    free = site(drain=1, their_drain=1)
    some = [recruit(1, 6, 5)]
    budget = SearchBudget(now=6, pile=6, generation=8, kept=1, price=PRICE, lacking=4)
    found = TurnSearch(table([free]), QUIET, budget, Effort(lines=12)).best(some, some)
    assert cards_of(found) == [CardId(1)]
    assert found.draws == 1


def test_it_stops_when_there_is_no_more_time() -> None:
    held = [site(column, theirs=group(3, 3, 3)) for column in range(4)]
    some = [recruit(number, 4, 3) for number in range(6)]
    budget = SearchBudget(now=9, pile=9, generation=6, kept=1, price=PRICE)
    looked: list[int] = []

    def spent(work: int) -> bool:
        looked.append(work)
        return work >= 2

    TurnSearch(table(held), QUIET, budget, Effort(lines=12), spent=spent).best(some, some)
    assert max(looked) == 2
