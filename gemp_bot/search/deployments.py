"""Which cards to deploy where this turn, all places and all cards at once.

For every place the sets of up to `MOST_TOGETHER` cards that can stand there are weighed by what they change
(`valuation.places`); then the best sets of different places that share no card and can be paid
together are searched, depth first.
"""

from bisect import insort
from collections.abc import Callable, Sequence
from itertools import combinations

import msgspec

from gemp_bot.protocol.ids import CardId
from gemp_bot.valuation.credit import Credit, still_wanted
from gemp_bot.valuation.deployment import (
    BATTLE_COST,
    MOST_TOGETHER,
    NO_PLAN,
    UNBOUND,
    Bounds,
    PlannedDeployment,
    Recruit,
    TurnPlan,
)
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import Prospects, prospects, worth
from gemp_bot.valuation.position import LocationView, Position

MOST_ALONE = 3
"""Cards that are planned together for a place where nobody of theirs stands."""
_KEPT = 8
"""Sets of a place that the search over places looks at."""
_NODES = 3000
"""Steps of that search."""


def plan_deployment(
    position: Position,
    candidates: Sequence[Recruit],
    outlook: Outlook,
    *,
    budget: float,
    price: float,
    bounds: Bounds = UNBOUND,
) -> TurnPlan:
    """The best deployments of this turn; the arguments are those of `DeploymentSets`."""
    sets = DeploymentSets(position, candidates, outlook, budget=budget, price=price, bounds=bounds)
    return sets.lines(1)[0]


class DeploymentSets:
    """The sets of cards that are worth deploying, by place.

    Args:
        position: the table.
        candidates: what may come.
        outlook: what the game is like.
        budget: Force that may be used.
        price: what a unit of it costs.
        bounds: what else deployments are bound by.
        spent: whether there is no more time; the places that were not looked at by then are left out.

    Attributes:
        fought: columns where we are to start a battle, whatever is deployed.
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
        spent: Callable[[int], bool] = lambda _: False,
    ) -> None:
        today = [prospects(each, each.mine, each.theirs, outlook) for each in position.places]
        self.fought = frozenset(
            place.column for place, before in zip(position.places, today, strict=True) if before.fights
        )
        self._battles = BATTLE_COST * len(self.fought)
        self._budget = budget - min(self._battles, max(budget, 0))
        self._price = price
        self._candidates = candidates
        self._outlook = outlook
        self._bounds = bounds
        self._options: list[list[PlannedDeployment]] = []
        for place, before in zip(position.places, today, strict=True):
            if spent(0):
                break
            self._add(self._options, place, before)

    def lines(self, most: int, changed: LocationView | None = None) -> list[TurnPlan]:
        """The best ways to deploy, the best first; deploying nothing is the last one.

        Args:
            most: how many are given, besides deploying nothing.
            changed: a place that is different from how the table shows it.
        """
        options = self._options
        if changed is not None:
            options = [steps for steps in options if steps[0].column != changed.column]
            self._add(options, changed, prospects(changed, changed.mine, changed.theirs, self._outlook))
        options.sort(key=lambda steps: -_net(steps[0], self._price))
        found = _best(options, self._budget, self._price, most, self._bounds.credited)
        return [
            msgspec.structs.replace(plan, battles=self._battles + sum(step.battle for step in plan.steps))
            for plan in (*found, NO_PLAN)
        ]

    def _add(self, options: list[list[PlannedDeployment]], place: LocationView, before: Prospects) -> None:
        """Add the best sets of cards for one place."""
        budget, bounds = self._budget, self._bounds
        fitting = [
            bounds.there(one, place)
            for one in self._candidates
            if one.cost <= budget and bounds.allows(one, place)
        ]
        steps = _steps(place, before, fitting, self._outlook, bounds, budget=budget, price=self._price)
        if steps:
            options.append(steps)


def _net(step: PlannedDeployment, price: float) -> float:
    return step.gain - price * step.cost


def _steps(
    place: LocationView,
    before: Prospects,
    fitting: Sequence[Recruit],
    outlook: Outlook,
    bounds: Bounds,
    *,
    budget: float,
    price: float,
) -> list[PlannedDeployment]:
    """The best sets of cards for one place."""
    if not fitting:
        return []
    floor = outlook.weights.deploy_threshold
    found = []
    most = min(bounds.together, MOST_TOGETHER if place.theirs.present else MOST_ALONE)
    for count in range(1, min(most, len(fitting)) + 1):
        for chosen in combinations(fitting, count):
            cost = sum(one.cost for one in chosen)
            if cost > budget:
                continue
            cards = tuple(card for one in chosen for card in one.cards)
            if len(set(cards)) < len(cards) or not bounds.allow_together(chosen):
                continue
            mine = place.mine
            power = ability = forfeit = draws = immune = weapons = min_destinies = 0.0
            for one in chosen:
                power += one.power
                ability += one.ability
                forfeit += one.forfeit
                draws += one.draws
                immune += one.immune
                weapons += one.weapons
                min_destinies = max(min_destinies, one.min_destinies)
            mine = mine.with_more(
                power,
                ability,
                forfeit,
                draws,
                immune=immune,
                weapons=weapons,
                min_destinies=min_destinies,
                icon=any(one.presence for one in chosen),
                cards=sum(one.aboard is None for one in chosen),
            )
            # A battle is paid for already where those who stand there begin one anyway.
            if before.fights or cost + BATTLE_COST <= budget:
                after = prospects(place, mine, place.theirs, outlook)
            else:
                after = Prospects(worth(place, mine, place.theirs, outlook, ours_first=False))
            besides = bounds.besides(chosen, place, mine)
            gain = after.best - before.best + sum(credit.force for credit in besides)
            follows = all(bounds.pledged.get(one.cards[0]) == place.column for one in chosen)
            if gain - price * cost > (0.0 if follows else floor):
                crew = frozenset(card for one in chosen for card in one.cards[1:])
                once = frozenset(one.stats.title for one in chosen if one.stats.unique)
                battle = BATTLE_COST if after.fights and not before.fights else 0.0
                aboard = frozenset(one.cards[0] for one in chosen if one.aboard is not None)
                found.append(
                    PlannedDeployment(
                        place.column, cards, gain, cost, crew, mine, once, battle, aboard, besides
                    )
                )
    found.sort(key=lambda step: _net(step, price), reverse=True)
    return found[:_KEPT]


def _best(
    options: Sequence[Sequence[PlannedDeployment]],
    budget: float,
    price: float,
    most: int,
    credited: tuple[Credit, ...] = (),
) -> list[TurnPlan]:
    """The best choices of at most one set a place, the best first; no goal is credited too often."""
    found: list[TurnPlan] = []
    bound = [0.0] * (len(options) + 1)
    for i in range(len(options) - 1, -1, -1):
        bound[i] = bound[i + 1] + max(0.0, _net(options[i][0], price))
    nodes, least = 0, 0.0

    def search(
        i: int, left: float, used: frozenset[CardId | str], steps: tuple[PlannedDeployment, ...], gain: float
    ) -> None:
        nonlocal nodes, least
        nodes += 1
        if i == len(options):
            if gain > least:
                insort(found, TurnPlan(steps, gain), key=lambda plan: -plan.gain)
                del found[most:]
                least = found[-1].gain if len(found) == most else 0.0
            return
        if gain + bound[i] <= least or nodes > _NODES:
            return
        for step in options[i]:
            cost = step.cost + step.battle
            if cost <= left and used.isdisjoint(step.cards) and used.isdisjoint(step.once):
                taken: frozenset[CardId | str] = used | set(step.cards) | step.once
                more = _beside(step, credited, steps) if step.credits else step
                search(i + 1, left - cost, taken, (*steps, more), gain + _net(more, price))
        search(i + 1, left, used, steps, gain)

    search(0, budget, frozenset(), (), 0.0)
    return found


def _beside(
    step: PlannedDeployment, credited: tuple[Credit, ...], others: tuple[PlannedDeployment, ...]
) -> PlannedDeployment:
    """A step with what it is worth beside others."""
    kept = still_wanted(step.credits, (*credited, *(each for one in others for each in one.credits)))
    if len(kept) == len(step.credits):
        return step
    excess = sum(each.force for each in step.credits) - sum(each.force for each in kept)
    return msgspec.structs.replace(step, gain=step.gain - excess, credits=kept)
