"""Which cards to deploy where this turn, all places and all cards at once.

For every place the sets of up to `MOST_TOGETHER` cards that can stand there are weighed by what they change
(`valuation.places`); then the best sets of different places that share no card and can be paid
together are searched, depth first.
"""

from bisect import insort
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from gemp_bot.board.card_facts import Weapons
from gemp_bot.game.arrivals import AS_BEFORE
from gemp_bot.protocol.ids import CardId
from gemp_bot.valuation.deployment import (
    BATTLE_COST,
    MOST_TOGETHER,
    UNBOUND,
    Bounds,
    Credit,
    PlannedDeployment,
    Recruit,
    TurnPlan,
    has_foothold,
    still_wanted,
)
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import Prospects, prospects, worth
from gemp_bot.valuation.position import Group, LocationNumbers, Position

MOST_ALONE = 3
"""Cards that are planned together for a place where nobody of theirs stands."""
_KEPT = 8
"""Sets of a place that the search over places looks at."""
_NODES = 3000
"""Steps of that search."""


Possible = Sequence[tuple[float, LocationNumbers]]
"""What a place may be, each with its chance, the likeliest first: that one is planned on."""


class _State(NamedTuple):
    """What a place may be, its chance, and what it is worth without any deployment.

    Attributes:
        battle: what a battle of those who stand there already brings.
    """

    chance: float
    place: LocationNumbers
    before: Prospects
    battle: float

    @property
    def standing(self) -> float:
        """What that battle brings, so often as the place is so."""
        return self.chance * self.battle


class Weighed:
    """What was weighed of one table, for all lines, turns and budgets.

    It goes by identity, as a line changes a place by making it anew; so what it is of is kept with it.

    Attributes:
        before: what a place is worth without any deployment.
        steps: what cards bring to a place, by whether the battle there is judged already, whether one can be
            paid besides, the place and the cards.
    """

    def __init__(self) -> None:
        self.before: dict[int, tuple[LocationNumbers, Prospects]] = {}
        self.steps: dict[
            tuple[int, ...], tuple[LocationNumbers, Sequence[Recruit], PlannedDeployment | None]
        ] = {}


class Choices(NamedTuple):
    """What may be deployed this turn with whatever Force.

    Attributes:
        now: who may come.
        bounds: what else deployments are bound by.
        weighed: what was weighed of it already.
    """

    now: Sequence[Recruit]
    bounds: Bounds
    weighed: Weighed


class DeploymentSets:
    """The sets of cards that are worth deploying, by place.

    Args:
        position: the table.
        candidates: what may come.
        outlook: what the game is like.
        budget: Force that may be used.
        price: what a unit of it costs.
        bounds: what else deployments are bound by.
        possible: by column, what a place may be by then; others are as the table shows them.
        spent: whether there is no more time; the places that were not looked at by then are left out.
        weighed: what other sets of the same search weighed already; None for nothing.
    """

    def __init__(
        self,
        position: Position,
        candidates: Sequence[Recruit],
        outlook: Outlook,
        *,
        budget: float,
        price: float,
        bounds: Bounds = UNBOUND,
        possible: Mapping[int, Possible] = MappingProxyType({}),
        spent: Callable[[int], bool] = lambda _: False,
        weighed: Weighed | None = None,
    ) -> None:
        self._budget, self._price = budget, price
        self._candidates, self._outlook, self._bounds = candidates, outlook, bounds
        self._weighed = Weighed() if weighed is None else weighed
        states = [self._states(possible.get(each.column) or ((1.0, each),)) for each in position.places]
        self._options: list[list[PlannedDeployment]] = []
        for each in states:
            if spent(0):
                break
            steps = self._steps(each)
            if steps:
                self._options.append(steps)
        self._options.sort(key=lambda steps: -_total(steps[0], price))

    def lines(self, most: int) -> list[TurnPlan]:
        """The best ways to deploy, each with the battles that are fought beside it, the best first.

        Deploying nothing is among them.

        Args:
            most: how many are given, besides deploying nothing.
        """
        found = _best(self._options, self._budget, self._price, most, self._bounds.credited)
        if all(map(_cards, found)):
            battles = [[step for step in steps if not step.cards] for steps in self._options]
            found += _best([each for each in battles if each], self._budget, self._price, 1) or [()]
        return [_plan(steps, self._price) for steps in found]

    def _states(self, possible: Possible) -> list[_State]:
        return [self._state(chance, place) for chance, place in possible]

    def _state(self, chance: float, place: LocationNumbers) -> _State:
        before = self._prospects(place)
        battle = before.best - before.waited
        if before.fought is not None:
            battle = self._bounds.battles.get(place.column, battle)
        return _State(chance, place, before, battle)

    def _prospects(self, place: LocationNumbers) -> Prospects:
        """What a place is worth without any deployment."""
        before = self._weighed.before
        if id(place) not in before:
            before[id(place)] = place, prospects(place, place.mine, place.theirs, self._outlook)
        return before[id(place)][1]

    def _steps(self, states: Sequence[_State]) -> list[PlannedDeployment]:
        """The best sets of cards for one place."""
        place, budget, bounds = states[0].place, self._budget, self._bounds
        fitting = [
            there
            for one in self._candidates
            if bounds.allows(one, place) and (there := bounds.there(one, place)).cost <= budget
        ]
        found: list[PlannedDeployment | None] = []
        if _standing(states) > 0 and budget >= BATTLE_COST:
            found.append(_battle(states))
        most = min(bounds.together, MOST_TOGETHER if place.theirs.present else MOST_ALONE)
        for count in range(1, min(most, len(fitting)) + 1):
            for chosen in combinations(fitting, count):
                cost = sum(one.cost for one in chosen)
                if cost <= budget and self._may_come(chosen):
                    found.append(self._once(states, chosen, cost))
        if bounds.together == MOST_TOGETHER:
            found += self._crowds(states, fitting, most)
        steps = [step for step in found if step is not None]
        steps.sort(key=lambda step: _total(step, self._price), reverse=True)
        # Only to fight is always kept: where nobody can be paid, that is what is left.
        return steps[:_KEPT] + [step for step in steps[_KEPT:] if not step.cards]

    def _crowds(
        self, states: Sequence[_State], fitting: Sequence[Recruit], most: int
    ) -> Iterator[PlannedDeployment | None]:
        """More cards than are tried in every set, those first who bring most for their Force.

        In a recorded game four cards of power 1 were worth -0.8 Force beside power 7, and seven +1.7.
        """
        chosen, cost = tuple[Recruit, ...](), 0.0
        for one in sorted(fitting, key=lambda one: -(one.power + one.ability) / max(one.cost, 1.0)):
            more = (*chosen, one)
            if cost + one.cost <= self._budget and self._may_come(more):
                chosen, cost = more, cost + one.cost
                if len(chosen) > most:
                    yield self._once(states, chosen, cost)

    def _may_come(self, chosen: Sequence[Recruit]) -> bool:
        """Whether these may come to one place together: no card twice, as itself and as a pilot."""
        cards = [card for one in chosen for card in one.cards]
        return len(set(cards)) == len(cards) and self._bounds.allow_together(chosen)

    def _once(
        self, states: Sequence[_State], chosen: Sequence[Recruit], cost: float
    ) -> PlannedDeployment | None:
        """The same as `_step`, weighed once where it is sure what the place is."""
        if len(states) > 1 or states[0].chance < 1:
            return self._step(states, chosen, cost)
        place, steps = states[0].place, self._weighed.steps
        judged = place.column in self._bounds.battles
        key = (judged, cost + BATTLE_COST <= self._budget, id(place), *map(id, chosen))
        if key not in steps:
            steps[key] = place, chosen, self._step(states, chosen, cost)
        return steps[key][2]

    def _step(
        self, states: Sequence[_State], chosen: Sequence[Recruit], cost: float
    ) -> PlannedDeployment | None:
        """These cards to a place; None if they bring less than they cost."""
        place, paid = states[0].place, cost + BATTLE_COST <= self._budget
        mine, fights = _joined(place.mine, chosen), paid and states[0].battle > 0
        besides = self._bounds.besides(chosen, place, mine)
        gain = sum(credit.force for credit in besides)
        for number, state in enumerate(states):
            if number and not has_foothold(state.place):
                continue
            joined = _joined(state.place.mine, chosen) if number else mine
            after = self._after(state, joined, paid=paid)
            # Without Force for it the battle is lost that would be fought otherwise.
            before = state.before.best if paid else state.before.waited + state.battle
            gain += state.chance * (after.best - before)
            fights = fights or (number == 0 and after.fights)
        follows = all(self._bounds.pledged.get(one.cards[0]) == place.column for one in chosen)
        if gain - self._price * cost <= (0.0 if follows else self._outlook.weights.deploy_threshold):
            return None
        return PlannedDeployment(
            place.column,
            tuple(card for one in chosen for card in one.cards),
            gain,
            cost,
            crew=frozenset(card for one in chosen for card in one.cards[1:]),
            mine=mine,
            once=frozenset(name for one in chosen for name in one.once),
            battle=BATTLE_COST if fights else 0.0,
            standing=_standing(states),
            aboard={one.cards[0]: one.aboard.ship for one in chosen if one.aboard is not None},
            credits=besides,
        )

    def _after(self, state: _State, mine: Group, *, paid: bool) -> Prospects:
        place, outlook = state.place, self._outlook
        if paid:
            return prospects(place, mine, place.theirs, outlook, leaving=False)
        return Prospects(worth(place, mine, place.theirs, outlook, ours_first=False))


def _standing(states: Sequence[_State]) -> float:
    """What a battle of those who stand at a place already brings, so often as they still stand there."""
    return sum(state.standing for state in states)


def _battle(states: Sequence[_State]) -> PlannedDeployment:
    """A battle of those who stand at a place already."""
    place = states[0].place
    return PlannedDeployment(
        place.column, (), 0.0, 0.0, mine=place.mine, battle=BATTLE_COST, standing=_standing(states)
    )


def _joined(mine: Group, chosen: Sequence[Recruit]) -> Group:
    """Who of us would stand there then."""
    power = ability = forfeit = draws = immune = min_destinies = 0.0
    there = AS_BEFORE
    weapons: Weapons = ()
    for one in chosen:
        power += one.power
        ability += one.ability
        forfeit += one.forfeit
        draws += one.draws
        immune += one.immune
        there += one.there
        weapons += one.weapons
        min_destinies = max(min_destinies, one.min_destinies)
    return mine.with_more(
        power,
        ability,
        forfeit,
        draws,
        immune=immune,
        weapons=weapons,
        kinds=frozenset([one.facts.kind for one in chosen if one.aboard is None]),
        min_destinies=min_destinies,
        icon=any(one.presence for one in chosen),
        cards=sum(one.aboard is None for one in chosen),
        there=there,
        operatives=frozenset[str]().union(*(one.operatives for one in chosen)),
    )


def _cards(steps: Sequence[PlannedDeployment]) -> tuple[tuple[int, tuple[CardId, ...]], ...]:
    """What is deployed where."""
    return tuple((step.column, step.cards) for step in steps if step.cards)


def _total(step: PlannedDeployment, price: float) -> float:
    """What a step brings in all: the battle of those who stand there already among it."""
    return step.gain + step.standing - price * step.cost


def _plan(steps: Sequence[PlannedDeployment], price: float) -> TurnPlan:
    """The plan of these steps."""
    return TurnPlan(
        tuple(step for step in steps if step.cards),
        sum(step.gain - price * step.cost for step in steps),
        battles=sum(step.battle for step in steps),
        battles_gain=sum(step.standing for step in steps),
        fought=frozenset(step.column for step in steps if step.battle),
    )


def _best(
    options: Sequence[Sequence[PlannedDeployment]],
    budget: float,
    price: float,
    most: int,
    credited: tuple[Credit, ...] = (),
) -> list[tuple[PlannedDeployment, ...]]:
    """The best choices of at most one set a place, the best first; no goal is credited too often."""
    found: list[tuple[float, tuple[PlannedDeployment, ...]]] = []
    bound = [0.0] * (len(options) + 1)
    for i in range(len(options) - 1, -1, -1):
        bound[i] = bound[i + 1] + max(0.0, _total(options[i][0], price))
    nodes, least = 0, 0.0

    def search(
        i: int, left: float, used: frozenset[CardId | str], steps: tuple[PlannedDeployment, ...], gain: float
    ) -> None:
        nonlocal nodes, least
        nodes += 1
        if i == len(options):
            if gain > least:
                # The same deployments with fewer battles are no other way.
                same = next((each for each in found if _cards(each[1]) == _cards(steps)), None)
                if same is not None and same[0] >= gain:
                    return
                if same is not None:
                    found.remove(same)
                insort(found, (gain, steps), key=lambda each: -each[0])
                del found[most:]
                least = found[-1][0] if len(found) == most else 0.0
            return
        if gain + bound[i] <= least or nodes > _NODES:
            return
        for step in options[i]:
            cost = step.cost + step.battle
            if cost <= left and used.isdisjoint(step.cards) and used.isdisjoint(step.once):
                taken: frozenset[CardId | str] = used | set(step.cards) | step.once
                more = _beside(step, credited, steps) if step.credits else step
                search(i + 1, left - cost, taken, (*steps, more), gain + _total(more, price))
        search(i + 1, left, used, steps, gain)

    search(0, budget, frozenset(), (), 0.0)
    return [steps for _, steps in found]


def _beside(
    step: PlannedDeployment, credited: tuple[Credit, ...], others: tuple[PlannedDeployment, ...]
) -> PlannedDeployment:
    """A step with what it is worth beside others."""
    kept = still_wanted(step.credits, (*credited, *(each for one in others for each in one.credits)))
    if len(kept) == len(step.credits):
        return step
    excess = sum(each.force for each in step.credits) - sum(each.force for each in kept)
    return msgspec.structs.replace(step, gain=step.gain - excess, credits=kept)
