"""The deployments of a turn, chosen with a view to the next one.

The best lines of this turn, and deploying nothing, are each continued by the best deployments of our next
turn, with what is left of Force and hand. So Force is saved where that brings more later, and is not used up
for little. What the opponent does in between is part of what a place is worth (`valuation/places.py`).
"""

from collections.abc import Callable, Sequence

import msgspec

from gemp_bot.search.deployments import deployment_lines, plan_deployment
from gemp_bot.valuation.deployment import UNBOUND, Bounds, DeployPlan, PlannedDeployment, Recruit
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.position import Position

_NEXT = 0.7
"""What a gain of our next turn is worth now: the opponent moves in between."""
_TOGETHER_NEXT = 2
"""Cards that are planned together for our next turn."""
_FORCE_OF_A_TURN = 20.0
"""Force that is reckoned with in our next turn at most."""


class Budget(msgspec.Struct, frozen=True):
    """Force of two turns.

    Attributes:
        now: what may be used this turn. pile: the Force pile.
        next_turn: what is activated in our next turn. kept: what is kept back in it.
        price: what a unit of it costs, in Force.
    """

    now: float
    pile: float
    next_turn: float
    kept: float
    price: float

    def then(self, cost: float) -> float:
        """What may be used in our next turn, after this much in this one."""
        return min(self.pile - cost + self.next_turn - self.kept, _FORCE_OF_A_TURN)


def search_turns(
    position: Position,
    now: Sequence[Recruit],
    later: Sequence[Recruit],
    outlook: Outlook,
    budget: Budget,
    *,
    lines: int,
    bounds: Bounds = UNBOUND,
    spent: Callable[[int], bool] = lambda _: False,
) -> DeployPlan:
    """The best deployments of this turn, with those of the next in view.

    Args:
        position: the table.
        now: what may come this turn.
        later: what may come in our next turn, that of this turn with it.
        outlook: what the game is like.
        budget: our Force.
        lines: how many lines of this turn are continued; 0 to look at this turn only.
        bounds: what else deployments are bound by.
        spent: whether there is no more time, by the lines that were continued; at the least one is.
    """
    found = deployment_lines(
        position, now, outlook,
        budget=budget.now, price=budget.price, bounds=bounds, spent=spent, most=max(lines, 1),
    )  # fmt: skip
    best = found[0]
    if not lines:
        return best
    for work, line in enumerate(found):
        if work and spent(work):
            break
        used = frozenset(card for step in line.steps for card in step.cards)
        next_turn = msgspec.structs.replace(
            bounds,
            together=min(bounds.together, _TOGETHER_NEXT),
            credited=tuple(each for step in line.steps for each in step.credits),
        )
        rest = [one for one in later if used.isdisjoint(one.cards)]
        then = plan_deployment(
            _supposed(position, line.steps), rest, outlook,
            budget=budget.then(line.cost), price=budget.price, bounds=next_turn,
        )  # fmt: skip
        whole = msgspec.structs.replace(line, later=then.steps, later_gain=_NEXT * then.gain)
        if work == 0 or whole.gain + whole.later_gain > best.gain + best.later_gain:
            best = whole
    return best


def _supposed(position: Position, steps: Sequence[PlannedDeployment]) -> Position:
    """The table after these deployments."""
    if not steps:
        return position
    mine = {step.column: step.mine for step in steps}
    places = tuple(
        msgspec.structs.replace(place, mine=mine[place.column]) if place.column in mine else place
        for place in position.places
    )
    return msgspec.structs.replace(position, places=places)
