"""A turn of ours, their reply, and our next turn, with all our Force.

The best ways to deploy this turn, and deploying nothing, are each looked at further: which moves come after
the battles, how many cards are drawn with what is left, where the opponent may leave nobody of us in his
turn, and the best deployments of our next turn, with what is left of Force and hand, where we still stand
then. So Force is saved where that brings more later, is not used up for little, and nobody goes ahead alone
to be joined next turn where he may be gone by then. What a place brings over the turns to come, attacks on it
among that, is part of what it is worth (`valuation/places.py`).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import inf

import msgspec

from gemp_bot.search.deployments import DeploymentSets, Possible, Weighed
from gemp_bot.search.effort import Effort
from gemp_bot.search.moves import MoveSearch
from gemp_bot.search.ways import NEXT
from gemp_bot.valuation.deployment import NO_PLAN, UNBOUND, Bounds, Recruit, Threat, TurnPlan
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import FEARED, after_battle, after_their_turn, overrun, stranded, taken
from gemp_bot.valuation.position import LocationNumbers, Position


def threats(
    position: Position, outlook: Outlook, most: int, fought: Collection[int] = ()
) -> tuple[Threat, ...]:
    """The likeliest of their attacks that leave nobody of us, after our turn.

    Args:
        position: the table at the end of our turn.
        outlook: what the game is like.
        most: how many are looked at.
        fought: columns where we start a battle before: who is left there is not known.
    """
    if not most:
        return ()
    places = (place for place in position.places if place.column not in fought)
    found = [Threat(place.column, overrun(place, outlook)) for place in places]
    likely = [each for each in found if each.chance >= FEARED]
    likely.sort(key=lambda each: (-each.chance, each.column))
    return tuple(likely[:most])


def next_turn(
    position: Position, outlook: Outlook, fought: Collection[int], feared: Sequence[Threat]
) -> dict[int, Possible]:
    """What may have become of places where both stand, or we are attacked in their turn; by column.

    Args:
        position: the table after our deployments and moves.
        outlook: what the game is like.
        fought: columns where we start a battle this turn.
        feared: their attacks.
    """
    lost = {each.column: each.chance for each in feared}
    found: dict[int, Possible] = {}
    for place in position.places:
        chance = lost.get(place.column, 0.0)
        if place.column in fought:
            possible = after_battle(place, outlook)
        elif place.mine.present and place.theirs.present:
            possible = after_their_turn(place, (1 - chance, 0.0, chance, 0.0))
        elif chance:
            possible = ((1 - chance, place), (chance, taken(place)))
        else:
            continue
        found[place.column] = _likeliest_first(possible)
    return found


def _likeliest_first(possible: Sequence[tuple[float, LocationNumbers]]) -> Possible:
    likely = ((chance, place.rested) for chance, place in possible if chance > 0)
    return sorted(likely, key=lambda each: -each[0])


_TOGETHER_NEXT = 2
"""Cards that are planned together for our next turn."""
_FORCE_OF_A_TURN = 20.0
"""Force that is reckoned with in our next turn at most."""
DRAWN = 0.3
"""A card drawn into a small hand, in Force."""


class SearchBudget(msgspec.Struct, frozen=True):
    """Force of two turns.

    Attributes:
        now: what may be used this turn. pile: the Force pile.
        generation: what is activated in our next turn, if there are cards for it.
        kept: what is kept back in it.
        price: what a unit of it costs, in Force.
        lacking: cards that a small hand lacks: Force that is left draws them.
        cards: of the Reserve Deck and the Used Pile, from which Force is activated (rules 2).
    """

    now: float
    pile: float
    generation: float
    kept: float
    price: float
    lacking: float = 0.0
    cards: float = inf

    def activated(self, used: float) -> float:
        """What is activated in our next turn: what is used in this one comes back to the Reserve Deck."""
        return min(self.generation, self.cards + used)

    def then(self, used: float, drawn: float = 0.0) -> float:
        """What may be used in our next turn, after what is used, and cards that are drawn, in this one."""
        return min(self.pile - used - drawn + self.activated(used) - self.kept, _FORCE_OF_A_TURN)


class TurnSearch:
    """The search of one turn.

    Args:
        position: the table.
        outlook: what the game is like.
        budget: our Force.
        effort: how much is looked at.
        bounds: what else deployments are bound by.
        weighed: what other searches weighed already, of the same table and bounds; None for nothing.
        moves: finds the moves of this turn; None to look at none.
        spent: whether there is no more time, by the lines that were looked at; at the least one is.
    """

    def __init__(
        self,
        position: Position,
        outlook: Outlook,
        budget: SearchBudget,
        effort: Effort,
        *,
        bounds: Bounds = UNBOUND,
        weighed: Weighed | None = None,
        moves: MoveSearch | None = None,
        spent: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self._position = position
        self._outlook = outlook
        self._budget = budget
        self._effort = effort
        self._bounds = bounds
        self._moves = moves
        self._spent = spent
        self._weighed = Weighed() if weighed is None else weighed

    def best(self, now: Sequence[Recruit], later: Sequence[Recruit]) -> TurnPlan:
        """The best plan of this turn.

        Args:
            now: what may come this turn.
            later: what may come in our next turn, that of this turn with it.
        """
        budget, lines = self._budget, self._effort.lines
        sets = DeploymentSets(
            self._position, now, self._outlook,
            budget=budget.now, price=budget.price, bounds=self._bounds, spent=self._spent,
            weighed=self._weighed,
        )  # fmt: skip
        found = sets.lines(max(lines, 1))
        best = found[0]
        if not lines:
            return best
        # What places are worth takes it that who stands in danger walks away. That is a move of this turn.
        left = {each.column: stranded(each, self._outlook) for each in self._position.places}
        for work, line in enumerate(found):
            if work and self._spent(work):
                break
            whole = self._continued(line, later, left)
            if work == 0 or whole.worth > best.worth:
                best = whole
        return best

    def _continued(
        self, line: TurnPlan, later: Sequence[Recruit], stranding: Mapping[int, float]
    ) -> TurnPlan:
        """A line of this turn with all that comes after its deployments.

        Args:
            line: deployments and battles.
            later: what may come in our next turn.
            stranding: what each place loses, by column, if it is left as it is.
        """
        budget, effort = self._budget, self._effort
        after = self._position.supposing({step.column: step.mine for step in line.steps})
        left = max(budget.now - line.cost - line.battles, 0.0)
        changed = line.fought.union(step.column for step in line.steps)
        lost = sum(force for column, force in stranding.items() if column not in changed)
        line = msgspec.structs.replace(line, stranded=lost)
        if self._moves is not None and effort.moves:
            moves, after = self._moves.after(
                after, force=left, most=effort.moves, fought=line.fought, steps=line.steps
            )
            line = msgspec.structs.replace(line, moves=moves)
            left -= line.moves_cost
        feared = threats(after, self._outlook, effort.replies, line.fought)
        possible = next_turn(after, self._outlook, line.fought, feared)
        then = self._next_turn(line, after.rested, later, possible)
        # Force costs the same then as now, so what is hardly worth its price today is not worth it later.
        paid = budget.price * then.cost
        later_gain = NEXT * (then.gain + paid + then.battles_gain) - paid
        if later_gain <= 0:
            then, later_gain = NO_PLAN, 0.0
        used = line.cost + line.battles + line.moves_cost
        saved = max(then.cost + budget.kept - budget.activated(used), 0.0)
        draws = max(min(budget.lacking, left - saved), 0.0)
        # What is not drawn today is drawn then: else a card would wait so that others come a turn sooner.
        left_then = budget.then(used, draws) - then.cost - then.battles
        drawn_then = max(min(budget.lacking - draws, left_then), 0.0)
        return msgspec.structs.replace(
            line,
            later=then.steps,
            later_gain=later_gain,
            threats=feared,
            draws=draws,
            draws_gain=DRAWN * (draws + NEXT * drawn_then),
        )

    def _next_turn(
        self, line: TurnPlan, after: Position, later: Sequence[Recruit], possible: Mapping[int, Possible]
    ) -> TurnPlan:
        """The best deployments of our next turn, after a line of this one."""
        used = frozenset(card for step in line.steps for card in step.cards)
        budget, bounds = self._budget, self._bounds
        sets = DeploymentSets(
            after,
            [one for one in later if used.isdisjoint(one.cards)],
            self._outlook,
            budget=budget.then(line.cost + line.battles + line.moves_cost),
            price=budget.price,
            bounds=msgspec.structs.replace(
                bounds,
                together=min(bounds.together, _TOGETHER_NEXT),
                battles={},
                credited=tuple(each for step in line.steps for each in step.credits),
            ),
            possible=possible,
            weighed=self._weighed,
        )
        return sets.lines(1)[0]
