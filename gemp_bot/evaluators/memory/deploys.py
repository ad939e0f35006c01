"""What is planned to be deployed this turn, and what the server offered of it."""

from collections.abc import Callable, Iterable, Sequence

from gemp_bot.evaluators.memory.drains import REMEMBERED
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.valuation.deployment import PlannedDeployment, TurnPlan
from gemp_bot.valuation.position import LocationView


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
        saved: Force that is wanted for the deployments of our next turn.
    """

    __slots__ = (
        "_plan_key",
        "_within",
        "_within_key",
        "boardable",
        "illegal",
        "legal",
        "plan",
        "plan_failed",
        "pledged",
        "refused",
        "saved",
        "singles",
        "stuck",
    )

    def __init__(self) -> None:
        self.plan: TurnPlan | None = None
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

    @property
    def _learnt(self) -> tuple[object, ...]:
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
        full = (key, self._learnt)
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
        full = (key, self._learnt)
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
        self, hand: Iterable[tuple[CardId, BlueprintId | None]], locations: Sequence[LocationView], turn: int
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
