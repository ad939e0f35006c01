"""What was learnt of locations: moves of this turn, Force drains, battles, and deployments of this phase."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from gemp_bot.decisions import ActionKind
from gemp_bot.evaluators.cached import Cached
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.search.deployments import Choices
from gemp_bot.valuation.deployment import PlannedDeployment, TurnPlan
from gemp_bot.valuation.position import LocationNumbers, Stock


class MoveMemory:
    """Moves of this turn.

    Attributes:
        moved: the cards that have moved this turn.
        offered: by card and kind of move, the locations that were offered it this turn.
        movers: of the move that is being carried out, the cards that its menu offers the same move.
        group_move: the move of a whole group that has begun, from which column to which; None for none.
        transit_target: the column of the docking bay that a transit goes to.
    """

    def __init__(self) -> None:
        self.moved: set[CardId] = set()
        self.offered: dict[tuple[CardId, ActionKind], frozenset[CardId]] = {}
        self.movers: frozenset[CardId] = frozenset()
        self.group_move: tuple[int, int] | None = None
        self.transit_target: int | None = None

    def new_turn(self) -> None:
        """Every card may move again, and perhaps elsewhere."""
        self.moved.clear()
        self.offered.clear()

    def new_phase(self) -> None:
        """A group move ends with its phase."""
        self.group_move = None

    def begin(self, movers: frozenset[CardId]) -> None:
        """An action was chosen.

        Args:
            movers: the cards that the menu offers the same move; none if it is no move.
        """
        self.movers = movers

    def offer(self, card: CardId, kind: ActionKind, locations: frozenset[CardId]) -> None:
        """These locations, and no others, were offered to a card for a kind of move."""
        self.offered[card, kind] = locations

    def move(self, card: CardId, group: tuple[int, int] | None) -> None:
        """A card moves; `group` is the way of its group, if others are to follow."""
        self.moved.add(card)
        self.group_move = group

    def transit_to(self, column: int | None) -> None:
        """The docking bay of a transit was chosen."""
        self.transit_target = column

    def transit(self, cards: Iterable[CardId]) -> None:
        """The cards of a transit were chosen."""
        self.moved.update(cards)


REMEMBERED = 3
"""Turns for which what was learnt is believed: what makes a drain small or dear comes and goes."""

_Learnt = tuple[float, int]
"""A number, and the turn it was learnt in."""


class _RunningDrain(msgspec.Struct, frozen=True):
    """A Force drain that is being carried out.

    Attributes:
        location: where.
        told: Force that it uses by the texts on table.
        ours, theirs: the piles when it began.
        undisturbed: nothing else has happened since that moves our piles.
    """

    location: CardId
    told: float
    ours: PlayerZones
    theirs: PlayerZones
    undisturbed: bool = True


class DrainMemory:
    """What was learnt of our Force drains, location by location.

    Attributes:
        changes: how often something was learnt.
    """

    def __init__(self) -> None:
        self.changes = 0
        self._running: _RunningDrain | None = None
        self._brought: dict[CardId, _Learnt] = {}
        self._beyond: dict[CardId, _Learnt] = {}
        self._withheld: dict[CardId, int] = {}
        self._beyond_anywhere: _Learnt | None = None

    def begin(self, location: CardId, stock: Stock, told: float = 0.0) -> None:
        """Note that we begin to drain, which uses so much Force by the texts on table."""
        self._running = _RunningDrain(location, told, stock.zones, stock.their_zones)

    def withdraw(self) -> None:
        """The drain that we were about to begin is not carried out."""
        self._running = None

    def disturb(self) -> None:
        """Note what moves our piles besides the drain: what it costs cannot be told from them any more."""
        if self._running is not None:
            self._running = msgspec.structs.replace(self._running, undisturbed=False)

    def finish(self, stock: Stock, turn: int) -> None:
        """Learn from the drain that was carried out, if there was one."""
        done, self._running = self._running, None
        if done is None:
            return
        self.changes += 1
        self._brought[done.location] = float(max(_cards(done.theirs) - _cards(stock.their_zones), 0)), turn
        if done.undisturbed:
            # Force that is used goes to the Used Pile; Force that is lost does not.
            left = done.ours.force_pile - stock.zones.force_pile
            used = stock.zones.used_pile - done.ours.used_pile
            beyond = float(max(min(left, used), 0)) - done.told
            self._beyond_anywhere = self._beyond[done.location] = beyond, turn

    def offer(self, locations: Mapping[CardId, float], force: int, turn: int) -> None:
        """Learn from what is offered: a drain that costs more than we have would not be, so it is free now.

        Args:
            locations: where we may drain, with the Force that it uses by the texts on table.
            force: our Force pile.
            turn: the turn.
        """
        for location, told in locations.items():
            if self._withheld.pop(location, None) is not None:
                self.changes += 1
            if self.cost(location, turn, told) > force:
                self._beyond[location] = -told, turn
                self.changes += 1

    def withhold(self, locations: Iterable[CardId], turn: int) -> None:
        """Learn from what is not offered in our control phase: some text forbids a drain there.

        Args:
            locations: that we control, where a drain would be paid and is not offered.
            turn: the turn.
        """
        for location in locations:
            if location not in self._withheld:
                self.changes += 1
            self._withheld[location] = turn

    def brought(self, turn: int) -> dict[CardId, float]:
        """By location, what the last drain there brought, as far as that is believed; 0 for none offered."""
        found = {place: force for place, (force, when) in self._brought.items() if turn - when <= REMEMBERED}
        found.update({place: 0.0 for place, when in self._withheld.items() if turn - when <= REMEMBERED})
        return found

    def cost(self, location: CardId, turn: int, told: float = 0.0) -> float:
        """Force that a drain uses: what texts say, and what it used beyond that.

        As it was at this location last, else as it was at any other: what makes drains dear mostly does so
        everywhere, until a condition is met.

        Args:
            location: where.
            turn: the turn.
            told: Force that a drain uses by the texts on table.
        """
        for learnt in (self._beyond.get(location), self._beyond_anywhere):
            if learnt is not None and turn - learnt[1] <= REMEMBERED:
                return max(told + learnt[0], 0.0)
        return told


def _cards(zones: PlayerZones) -> int:
    """All cards that Force can be lost from."""
    return zones.reserve_deck + zones.force_pile + zones.used_pile + zones.hand


RUNNING = 2
"""Turns running without the offer after which none is expected until other cards stand there."""


class _Withheld(msgspec.Struct, frozen=True):
    """A location where no battle was offered as our battle phase began.

    Attributes:
        cards: who fights and stood there.
        turn: the last turn it was so. times: in so many of our turns running.
    """

    cards: frozenset[CardId]
    turn: int
    times: int = 1


class BattleMemory:
    """Where no battle was offered though both sides had presence and Force was enough, and what was fired.

    Attributes:
        changes: how often something was learnt.
        fired: weapons that were offered to be fired, and cards with a permanent one.
    """

    def __init__(self) -> None:
        self.changes = 0
        self.fired: frozenset[BlueprintId] = frozenset()
        self._last: dict[CardId, int] = {}
        self._withheld: dict[CardId, _Withheld] = {}

    def arm(self, weapons: Iterable[BlueprintId]) -> None:
        """These may be fired."""
        fresh = self.fired.union(weapons)
        self.changes += fresh != self.fired
        self.fired = fresh

    def offer(self, locations: Iterable[CardId]) -> None:
        """A battle may be started at these."""
        for location in locations:
            known = self._last.pop(location, None), self._withheld.pop(location, None)
            self.changes += known != (None, None)

    def withhold(self, locations: Mapping[CardId, frozenset[CardId]], turn: int, *, first: bool) -> None:
        """No battle may be started at these.

        Args:
            locations: each with those who fight and stand there.
            turn: the turn.
            first: by the first menu of our battle phase: no battle was fought there in this turn.
        """
        for location, cards in locations.items():
            self.changes += self._last.get(location) != turn
            self._last[location] = turn
            before = self._withheld.get(location)
            if first and (before is None or before.turn != turn):
                same = before is not None and before.cards == cards
                times = before.times + 1 if before is not None and same else 1
                self._withheld[location] = _Withheld(cards, turn, times)

    def unexpected(self, turn: int) -> dict[CardId, frozenset[CardId] | None]:
        """Where no battle is to be expected: while these stand there; None for whoever does."""
        found: dict[CardId, frozenset[CardId] | None] = {
            location: known.cards for location, known in self._withheld.items() if known.times >= RUNNING
        }
        found.update({location: None for location, when in self._last.items() if when == turn})
        return found


class DeployMemory:
    """Deployments of this phase.

    Attributes:
        plan: the deployments of this turn; None before they are planned and after the plan failed.
        legal: by card of the hand, the columns that were offered in this phase.
        boardable: by card of the hand, the columns of the starships and vehicles that were.
        illegal: pairs of card and column that were not offered in this phase.
        refused: pairs of blueprints of card and location that were not offered, with the turn.
        pledged: cards that are to follow others of their step, and to which column.
        singles: titles of which only one may stand at a location, as far as that was seen.
        plan_failed: the planned location of the card that is being deployed was not offered.
        stuck: cards that could have been paid in a deploy phase of ours and were not offered, then or later:
            they have nowhere to go, or may not be deployed.
        idle: cards that could still be deployed and paid when we ended a deploy phase, and the one before,
            and were not planned for our next turn: they gain nothing anywhere.
        saved: Force that is wanted for the deployments of our next turn.
        choices: what may be deployed, by what a plan is made of.
    """

    def __init__(self) -> None:
        self.plan: TurnPlan | None = None
        self.choices = Cached[Choices]()
        self._plan_key: object = None
        self._within: dict[float, TurnPlan] = {}
        self._within_key: object = None
        self.legal: dict[CardId, frozenset[int]] = {}
        self.boardable: dict[CardId, frozenset[int]] = {}
        self.illegal: set[tuple[CardId, int]] = set()
        self.refused: dict[tuple[BlueprintId, BlueprintId], int] = {}
        self.pledged: dict[CardId, int] = {}
        self.singles: set[str] = set()
        self.plan_failed = False
        self.stuck: frozenset[CardId] = frozenset()
        self.idle: frozenset[CardId] = frozenset()
        self._passed: frozenset[CardId] = frozenset()
        self.saved = 0.0

    def new_phase(self) -> None:
        """What was offered in another phase may be different now."""
        self.legal.clear()
        self.boardable.clear()
        self.illegal.clear()
        self.pledged.clear()
        self.plan = None

    def menu(self, payable: frozenset[CardId], offered: frozenset[CardId]) -> None:
        """The menu of our deploy phase came.

        Args:
            payable: cards of our hand that may fight and can be paid.
            offered: cards that may be deployed.
        """
        self.stuck = (self.stuck | payable) - offered
        self.idle = frozenset()

    def passed(self, deployable: frozenset[CardId]) -> None:
        """Our deploy phase ends, though these cards that may fight are offered, and can be paid."""
        if self.plan is not None:
            unused = deployable - {card for step in self.plan.later for card in step.cards}
            self.idle, self._passed = unused & self._passed, unused

    @property
    def learnt(self) -> tuple[object, ...]:
        """All that plans are made of here; what it holds does not change any more."""
        return (
            dict(self.legal), dict(self.boardable), dict(self.refused), dict(self.pledged),
            frozenset(self.illegal), frozenset(self.singles), self.stuck,
        )  # fmt: skip

    def plan_for(self, key: object, make: Callable[[], TurnPlan]) -> TurnPlan:
        """The plan; made anew if it failed, or if what it was made of changed.

        Args:
            key: what the plan is made of, besides what this memory holds.
            make: plans.
        """
        full = (key, self.learnt)
        if self.plan is None or self._plan_key != full:
            self.plan = make()
            self.saved = self.plan.later_cost
            self._plan_key = full
        return self.plan

    def plan_within(self, key: object, force: float, make: Callable[[], TurnPlan]) -> TurnPlan:
        """What would be planned with this much Force; kept until what plans are made of changes.

        Args:
            key: what a plan is made of, besides what this memory holds.
            force: Force in our pile.
            make: plans.
        """
        full = (key, self.learnt)
        if self._within_key != full:
            self._within.clear()
            self._within_key = full
        plan = self._within.get(force)
        if plan is None:
            plan = self._within[force] = make()
        return plan

    def step_of(self, card: CardId) -> PlannedDeployment | None:
        """The planned step of a card; None without one, or without a plan."""
        return None if self.plan is None else self.plan.step_of(card)

    def offer(self, cards: Iterable[CardId], columns: frozenset[int], boardable: frozenset[int]) -> None:
        """What was offered for cards of one blueprint.

        Args:
            cards: of our hand.
            columns: where they may stand.
            boardable: where they may go aboard something.
        """
        self.plan_failed = False
        for card in cards:
            self.legal[card], self.boardable[card] = columns, boardable

    def one_a_place(self, title: str) -> None:
        """Where a card of this title stands, no other one is offered a place."""
        self.singles.add(title)

    def begin(self, card: CardId, column: int) -> None:
        """A card goes to a column: the others of its step are to follow it there."""
        step = self.step_of(card)
        if step is not None and step.column == column:
            self.pledged.update(dict.fromkeys(step.cards, column))

    def refuse(
        self,
        card: CardId,
        column: int,
        blueprints: tuple[BlueprintId, BlueprintId] | None,
        turn: int,
    ) -> None:
        """The planned location of a card was not offered.

        Args:
            card: of our hand.
            column: of the location.
            blueprints: of card and location, if both are known.
            turn: the turn.
        """
        self.illegal.add((card, column))
        if blueprints is not None:
            self.refused[blueprints] = turn
        self.plan = None
        self.plan_failed = True

    def forbidden(
        self,
        hand: Iterable[tuple[CardId, BlueprintId | None]],
        locations: Sequence[LocationNumbers],
        turn: int,
    ) -> frozenset[tuple[CardId, int]]:
        """Pairs of card and column that the server does not offer, as far as that is known."""
        found = set(self.illegal)
        if self.refused:
            for card, blueprint in hand:
                if blueprint is None:
                    continue
                for location in locations:
                    when = self.refused.get((blueprint, location.facts.card.blueprint_id))
                    if when is not None and turn - when <= REMEMBERED and not location.mine.present:
                        found.add((card, location.column))
        return frozenset(found)
