"""The plan of a turn: affordable, legal, no card twice, and the best there is where all can be tried."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plan_scene import (
    PRICE,
    QUIET,
    SLACK,
    allowed,
    budgets,
    candidates,
    cards_of,
    facts,
    pairs,
    plan,
    plan_deployment,
    positions,
    prices,
    recruit,
)
from worth_scene import group, made_card, outlook, site, table

from gemp_bot.board.card_facts import UNKNOWN
from gemp_bot.cards import CardType, SubType, Uniqueness
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.facts import LocationFacts, PlaceKind
from gemp_bot.search import deployments
from gemp_bot.search.deployments import MOST_ALONE
from gemp_bot.valuation.deployment import (
    MOST_CARDS,
    MOST_TOGETHER,
    Bounds,
    Credit,
    PlannedDeployment,
    Recruit,
    TurnPlan,
    may_stand,
    recruits,
)
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import prospects, worth
from gemp_bot.valuation.position import Group, LocationNumbers, Position
from gemp_bot.valuation.weights import Weights

# -- what holds of every plan ----------------------------------------------------------------------


@given(
    position=positions(), some=candidates(5), budget=budgets, price=prices, illegal=pairs, barred=pairs,
    legal=allowed, together=st.integers(1, 4),
)  # fmt: skip
def test_a_plan_can_be_carried_out(
    *,
    position: Position,
    some: list[Recruit],
    budget: float,
    price: float,
    illegal: frozenset[tuple[CardId, int]],
    barred: frozenset[tuple[CardId, int]],
    legal: dict[CardId, frozenset[int]],
    together: int,
) -> None:
    found = plan_deployment(
        position, some, QUIET, budget=budget, price=price, bounds=Bounds(together, illegal, barred, legal)
    )
    known = {one.cards[0]: one for one in some}
    columns = [step.column for step in found.steps]
    assert len(set(columns)) == len(columns)
    assert len(set(cards_of(found))) == len(cards_of(found)), "a card twice"
    assert sum(step.cost for step in found.steps) <= budget
    for step in found.steps:
        leaders = [card for card in step.cards if card not in step.crew]
        assert 1 <= len(leaders) <= together
        assert set(step.cards) == {card for leader in leaders for card in known[leader].cards}
        assert step.cost == sum(known[leader].cost for leader in leaders)
        assert not {(card, step.column) for card in step.crew} & barred
        for leader in leaders:
            assert (leader, step.column) not in illegal
            assert leader in legal or (leader, step.column) not in barred
            if leader in legal:
                assert step.column in legal[leader]
            else:
                assert may_stand(known[leader].facts, position.places[step.column])
    assert found.gain == pytest.approx(sum(step.gain - price * step.cost for step in found.steps))


@given(position=positions(), some=candidates(5), budget=budgets, price=prices)
def test_a_plan_is_no_worse_than_its_best_step_nor_than_doing_nothing(
    position: Position, some: list[Recruit], budget: float, price: float
) -> None:
    found = plan_deployment(position, some, QUIET, budget=budget, price=price)
    single = max((net for net in alone(position, some, budget, price)), default=0.0)
    assert found.gain >= max(single, 0) - SLACK


def alone(position: Position, some: list[Recruit], budget: float, price: float) -> Iterator[float]:
    """What each recruit would bring at each place by himself, as far as that is worth a step."""
    for place in position.places:
        for one in some:
            gain = gain_of([one], place, QUIET) - price * one.cost
            cost = one.cost + battles(position, [([one], place)])
            if cost <= budget and may_stand(one.facts, place) and gain > QUIET.weights.deploy_threshold:
                yield gain


def joined(chosen: Sequence[Recruit], place: LocationNumbers) -> Group:
    power, ability, forfeit = (
        sum(getattr(one, name) for one in chosen) for name in ("power", "ability", "forfeit")
    )
    return place.mine.with_more(power, ability, forfeit, cards=len(chosen))


def gain_of(chosen: Sequence[Recruit], place: LocationNumbers, ahead: Outlook) -> float:
    after = worth(place, joined(chosen, place), place.theirs, ahead, ours_first=True)
    return after - worth(place, place.mine, place.theirs, ahead, ours_first=True)


def battles(position: Position, goes: Sequence[tuple[Sequence[Recruit], LocationNumbers]]) -> int:
    """Force for the battles that are started when these have come, those of today with them."""
    after = {place.column: joined(chosen, place) for chosen, place in goes}
    return sum(
        prospects(place, place.mine, place.theirs, QUIET).fights
        or prospects(place, after.get(place.column, place.mine), place.theirs, QUIET).fights
        for place in position.places
    )


@given(position=positions(), some=candidates(), budget=budgets, price=prices, illegal=pairs)
def test_nobody_finds_a_better_plan_by_trying_all(
    position: Position,
    some: list[Recruit],
    budget: float,
    price: float,
    illegal: frozenset[tuple[CardId, int]],
) -> None:
    found = plan_deployment(position, some, QUIET, budget=budget, price=price, bounds=Bounds(illegal=illegal))
    best = max(tried(position, some, budget, price, illegal), default=0.0)
    assert found.gain >= best - 1e-6


def tried(
    position: Position,
    some: list[Recruit],
    budget: float,
    price: float,
    illegal: frozenset[tuple[CardId, int]],
) -> Iterator[float]:
    """The gain of every plan there is: each recruit stays, or goes to one of the places."""
    for goes in product((None, *range(len(position.places))), repeat=len(some)):
        going = [one for one, column in zip(some, goes, strict=True) if column is not None]
        cards = [card for one in going for card in one.cards]
        if len(set(cards)) < len(cards) or sum(one.cost for one in going) > budget:
            continue
        total = 0.0
        whole = [
            ([one for one, column in zip(some, goes, strict=True) if column == place.column], place)
            for place in position.places
        ]
        cost = sum(one.cost for one in going)
        if cost + battles(position, [each for each in whole if each[0]]) > budget:
            continue
        for place in position.places:
            chosen = [one for one, column in zip(some, goes, strict=True) if column == place.column]
            if not chosen:
                continue
            net = gain_of(chosen, place, QUIET) - price * sum(one.cost for one in chosen)
            fits = all(
                may_stand(one.facts, place) and (one.cards[0], place.column) not in illegal for one in chosen
            )
            most = MOST_TOGETHER if place.theirs.present else MOST_ALONE
            if not fits or len(chosen) > most or net <= QUIET.weights.deploy_threshold:
                break
            total += net
        else:
            yield total


@given(position=positions(), some=candidates(5), budget=budgets)
def test_more_force_never_makes_a_worse_plan(position: Position, some: list[Recruit], budget: float) -> None:
    assert plan(position, some[:3], budget + 3).gain >= plan(position, some[:3], budget).gain - SLACK


# -- single cases ----------------------------------------------------------------------------------


def test_nothing_to_deploy_is_no_plan() -> None:
    assert plan(table([site()]), []) == TurnPlan()
    assert plan(table([]), [recruit(1)]) == TurnPlan()


def test_what_is_too_dear_stays_in_hand() -> None:
    assert plan(table([site(drain=3)]), [recruit(1, cost=9)], budget=8) == TurnPlan()
    assert cards_of(plan(table([site(drain=3)]), [recruit(1, cost=9)], budget=9)) == [1]


def test_the_budget_is_one_for_all_places() -> None:
    position = table([site(0, drain=3), site(1, drain=3)])
    pair = [recruit(1, power=7, cost=5), recruit(2, power=7, cost=5)]
    assert len(plan(position, pair, budget=9).steps) == 1
    assert len(plan(position, pair, budget=10).steps) == 2


def test_who_is_offered_no_place_does_not_go_there() -> None:
    position = table([site(0, drain=3), site(1, drain=1)])
    somebody = [recruit(1, power=7)]
    not_there = Bounds(illegal=frozenset({(CardId(1), 0)}))
    for bounds, columns in (
        (Bounds(), [0]), (not_there, [1]),
        (Bounds(legal={CardId(1): frozenset({1})}), [1]), (Bounds(legal={CardId(1): frozenset()}), []),
    ):  # fmt: skip
        assert [step.column for step in plan(position, somebody, bounds=bounds).steps] == columns


def test_together_they_clear_what_none_could_clear_alone() -> None:
    theirs = group(8, ability=5, forfeit=6)
    position = table([site(theirs=theirs, their_drain=2, gives=1)])
    pair = [recruit(1, power=7), recruit(2, power=7)]
    both = plan(position, pair)
    assert sorted(cards_of(both)) == [1, 2]
    assert both.gain > plan(position, pair, bounds=Bounds(together=1)).gain


def test_a_step_is_found_by_each_of_its_cards() -> None:
    found = TurnPlan((PlannedDeployment(2, (CardId(5), CardId(6)), 1.0, 3.0, frozenset({CardId(6)})),), 0.5)
    assert found.step_of(CardId(5)) is found.step_of(CardId(6)) is found.steps[0]
    assert found.step_of(CardId(7)) is None


def test_a_plan_asks_for_more_than_its_price_back() -> None:
    position = table([site(drain=1)])
    strict = outlook(Weights(deploy_threshold=5))
    somebody = [recruit(1, power=7)]
    assert plan(position, somebody).steps
    assert not plan_deployment(position, somebody, strict, budget=9, price=PRICE).steps


class TestRecruits:
    SHIP, PILOT, WALKER = CardId(1), CardId(2), CardId(3)
    EMPTY = facts(1, CardType.STARSHIP, ability=0)
    FLIER = facts(2, pilot=True, pilot_power=2.0)

    def test_an_empty_ship_comes_with_its_pilot_alone(self) -> None:
        hand = [(self.SHIP, self.EMPTY, 3.0), (self.PILOT, self.FLIER, 2.0)]
        found = recruits(hand, frozenset({self.SHIP, self.PILOT}))
        ship = next(one for one in found if one.cards[0] == self.SHIP)
        assert ship.cards == (self.SHIP, self.PILOT)
        assert ship.cost == 5
        assert ship.power == self.EMPTY.power + self.FLIER.pilot_power

    def test_without_a_pilot_it_stays(self) -> None:
        walker = facts(3)
        hand = [(self.SHIP, self.EMPTY, 3.0), (self.WALKER, walker, 2.0), (self.PILOT, self.FLIER, 2.0)]
        found = recruits(hand, frozenset({self.SHIP, self.WALKER}))
        assert [one.cards for one in found] == [(self.WALKER,)]

    def test_one_pilot_flies_one_ship(self) -> None:
        second = CardId(4)
        hand = [(self.SHIP, self.EMPTY, 1.0), (second, self.EMPTY, 1.0), (self.PILOT, self.FLIER, 1.0)]
        some = recruits(hand, frozenset({self.SHIP, second, self.PILOT}))
        places = [space(column, drain=4) for column in range(3)]
        found = plan_deployment(table(places), some, QUIET, budget=20, price=0.0)
        assert len(set(cards_of(found))) == len(cards_of(found))
        assert not {self.SHIP, second} <= set(cards_of(found))

    def test_only_what_fights_and_is_offered(self) -> None:
        weapon = facts(5, CardType.WEAPON)
        hand = [(CardId(5), weapon, 1.0), (self.WALKER, facts(3), 2.0)]
        assert recruits(hand, frozenset({CardId(5)})) == []

    def test_a_hand_of_any_size_is_looked_at_in_part(self) -> None:
        hand = [(CardId(number), facts(number, power=float(number)), 1.0) for number in range(40)]
        found = recruits(hand, frozenset(map(CardId, range(40))))
        assert len(found) == MOST_CARDS
        assert found[0].power == 39


def space(column: int, **more: Any) -> LocationNumbers:
    return site(column, facts=made_card(f"902_{column}", CardType.LOCATION, SubType.SYSTEM), **more)


class TestWhoMayStandWhere:
    SHIP = facts(1, CardType.STARSHIP)
    WALKER = facts(2, CardType.VEHICLE)
    MAN = facts(3)

    def test_ships_in_space_and_the_others_on_the_ground(self) -> None:
        ground, system = site(), space(1)
        assert [may_stand(each, system) for each in (self.SHIP, self.WALKER, self.MAN)] == [
            True,
            False,
            False,
        ]
        assert [may_stand(each, ground) for each in (self.SHIP, self.WALKER, self.MAN)] == [False, True, True]

    def test_no_capital_starship_in_the_clouds(self) -> None:
        clouds = LocationFacts(name="Bespin: Cloud City", kind=PlaceKind.SECTOR, cloud=True)
        sector = site(
            facts=made_card("903_2", CardType.LOCATION, SubType.SECTOR, location=clouds, space=True)
        )
        capital, fighter = (
            made_card(f"904_{subtype}", CardType.STARSHIP, subtype)
            for subtype in (SubType.CAPITAL, SubType.STARFIGHTER)
        )
        assert [may_stand(each, sector) for each in (capital, fighter)] == [False, True]
        assert may_stand(capital, space(1))

    def test_no_vehicles_indoors(self) -> None:
        indoors = site(facts=made_card("903_1", CardType.LOCATION, SubType.SITE))
        assert not may_stand(self.WALKER, indoors)
        assert may_stand(self.MAN, indoors)

    def test_a_foothold_is_an_icon_or_somebody_of_ours(self) -> None:
        far = site(gives=0)
        assert not may_stand(self.MAN, far)
        assert may_stand(self.MAN, site(gives=0, mine=group(3, 1)))
        assert not may_stand(self.MAN, site(gives=0, mine=group(3))), "a droid alone is no presence"

    def test_of_an_unknown_place_the_server_will_tell(self) -> None:
        unknown = site(facts=UNKNOWN, gives=0)
        assert all(may_stand(each, unknown) for each in (self.SHIP, self.WALKER, self.MAN))


class Watched(list[Sequence[PlannedDeployment]]):
    """Counts how often somebody looks."""

    looks = 0

    def __getitem__(self, at: Any) -> Any:
        self.looks += 1
        return super().__getitem__(at)


def test_the_search_ends_where_it_was_told_to() -> None:
    """A dozen places with equal sets that exclude one another: no bound helps, only the limit does."""
    steps = [
        [
            PlannedDeployment(
                column, (CardId(number), CardId(100 + (number + column) % 8)), 1.0 + number / 1000, 1.0
            )
            for number in range(8)
        ]
        for column in range(14)
    ]
    watched = Watched(steps)
    (found,) = deployments._best(watched, 9.0, 0.01, 1)
    # Each node looks at its place once; setting up looks at each place once.
    assert watched.looks <= deployments._NODES + 2 * len(steps)
    assert watched.looks > deployments._NODES / 2, "the limit was not reached: nothing was shown"
    best = max(step.gain - 0.01 * step.cost for options in steps for step in options)
    assert sum(step.gain - 0.01 * step.cost for step in found) >= best
    assert len({card for step in found for card in step.cards}) == 2 * len(found)


def test_a_whole_hand_on_a_large_table_is_planned() -> None:
    """Nothing is tried out that grows with all subsets of everything."""
    places = [site(column, theirs=group(5, 4, 5), drain=2, their_drain=2) for column in range(16)]
    hand = [recruit(number, power=3 + number % 5, cost=1 + number % 4) for number in range(MOST_CARDS)]
    found = plan(table(places), hand, budget=20)
    assert found.steps
    assert sum(len(step.cards) for step in found.steps) <= MOST_CARDS


def test_of_two_equal_places_the_one_that_brings_an_objective_nearer_is_taken() -> None:
    position = table([site(0), site(1)])
    (plain,) = plan(position, [recruit(1)]).steps
    wanted = 1 - plain.column
    goal = Credit("A Goal", 1.0, 1)
    bounds = Bounds(besides=lambda _, place, __: (goal,) if place.column == wanted else ())
    (step,) = plan(position, [recruit(1)], bounds=bounds).steps
    assert (step.column, step.gain) == (wanted, pytest.approx(plain.gain + 1))


@pytest.mark.parametrize(("wanted", "credited"), [(1, 1), (2, 2), (3, 2)])
def test_no_more_places_are_credited_than_an_objective_wants(wanted: int, credited: int) -> None:
    position, hand = table([site(0, drain=4), site(1, drain=4)]), [recruit(1), recruit(2)]
    plain = plan(position, hand, bounds=Bounds(together=1))
    assert len(plain.steps) == 2
    bounds = Bounds(together=1, besides=lambda *_: (Credit("A Goal", 1.0, wanted),))
    assert plan(position, hand, bounds=bounds).gain == pytest.approx(plain.gain + credited)


def test_what_was_credited_before_is_not_credited_again() -> None:
    position, goal = table([site(0)]), Credit("A Goal", 1.0, 1)
    plain = plan(position, [recruit(1)])
    bounds = Bounds(besides=lambda *_: (goal,), credited=(goal,))
    assert plan(position, [recruit(1)], bounds=bounds).gain == pytest.approx(plain.gain)


def test_nobody_is_planned_twice_under_two_names() -> None:
    """Trap: two cards of one persona were to win a battle together, and the second one was not offered."""

    def somebody(number: int, title: str) -> Recruit:
        made = recruit(number, 5, 3, 4)
        card = msgspec.structs.replace(
            made.facts.card, title=title, uniqueness=Uniqueness.UNIQUE, personas=("Luke",)
        )
        return msgspec.structs.replace(made, facts=msgspec.structs.replace(made.facts, card=card))

    both = [somebody(1, "Luke With Lightsaber"), somebody(2, "Luke Skywalker, Jedi Knight")]
    sites = table([site(0, drain=3, their_drain=3), site(1, drain=3, their_drain=3)])
    assert len(cards_of(plan(sites, both, budget=20))) == 1


def test_a_card_that_is_dearer_at_a_place_is_paid_for_there() -> None:
    """Trap: of two who were planned for a place only one could be paid, as cards cost more there."""

    def there(one: Recruit, place: LocationNumbers) -> Recruit:
        return msgspec.structs.replace(one, cost=one.cost + (6 if place.column == 0 else -1))

    sites = table([site(0, drain=3, their_drain=3), site(1, drain=2, their_drain=2)])
    some = [recruit(1, 6, 5, 4)]
    found = plan(sites, some, budget=4, bounds=Bounds(there=there))
    assert [(step.column, step.cost) for step in found.steps] == [(1, 4)]


def test_many_cheap_cards_are_planned_that_only_together_are_enough() -> None:
    """Trap: six cards of power 1 stayed in hand for six turns, while power 7 drained 2 a turn."""
    place = site(theirs=group(7, 7, 12, cards=3), their_drain=2.0)
    some = [recruit(number, power=1, cost=1, ability=1) for number in range(1, 10)]
    four = plan(table([place]), some, 9, bounds=Bounds(together=3))
    found = plan(table([place]), some, 9)
    assert not four.steps
    assert len(cards_of(found)) > MOST_TOGETHER
