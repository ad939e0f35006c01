"""What a card that does not fight changes on table by its text, and one in play by getting on or off.

The card is put on a copy of the board, and all numbers are asked again.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards.texts import Term
from gemp_bot.decisions import ActionKind
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.changes import Quantity
from gemp_bot.effects.taking import takes
from gemp_bot.effects.told import fits
from gemp_bot.game.arrivals import Arrivals
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.state import Table
from gemp_bot.valuation.changed_places import PlaceChange, changed_places
from gemp_bot.valuation.drain_texts import most_drained, told_costs
from gemp_bot.valuation.position import LocationNumbers
from gemp_bot.valuation.position_builder import Drains, PositionBuilder

Places = tuple[LocationNumbers, ...]


def way_of(facts: CardFacts, label: str) -> Term | None:
    """In which of several ways a card is deployed by an action; None for a card that has no ways."""
    ways = cast("tuple[Term, ...]", facts.text.selectors.get("options", ()))
    return next((each for each in ways if each.get("2") == label), None)


class TextChange(NamedTuple):
    """What a text changes.

    Attributes:
        places: those that it changes.
        generation, their_generation: by how much Force generation changes.
        held_power: by how much the power changes that the cards of our hand would have on table.
    """

    places: tuple[PlaceChange, ...]
    generation: float
    their_generation: float
    held_power: float


class _Look(NamedTuple):
    """A board in numbers, by itself, without what the server tells."""

    places: Places
    generation: float
    their_generation: float
    arrivals: Arrivals


class LaidCards:
    """What cards of a player would change, on a board as it is now.

    Args:
        board: the board; what is found holds until it changes.
        numbers: of it.
        effects: the cards and what their texts do.
        arrivals: puts cards on copies of the board.
        force_price: what a Force is worth that a Force drain uses.
    """

    def __init__(
        self, board: Board, numbers: Numbers, effects: CardEffects, arrivals: Arrivals, force_price: float
    ) -> None:
        self._board, self._numbers, self._effects = board, numbers, effects
        self._arrivals, self._force_price = arrivals, force_price
        self._before: _Look | None = None
        self._known: dict[tuple[BlueprintId, CardId | None], _Look | None] = {}
        self._taken: dict[tuple[BlueprintId, CardId | None], frozenset[CardId]] = {}
        self._shifts: dict[tuple[CardId, CardId], _Look | None] = {}

    def hosts(self, facts: CardFacts, side: Side, label: str = "") -> tuple[CardId | None, ...]:
        """The cards that a card may be deployed on by its own text; None for beside the table.

        `label` tells in which of its ways, for a card that has several.
        """
        way, on = way_of(facts, label), self._effects.deploys_on(facts)
        scope = self._numbers.scope(CardInPlay.supposed(facts, side))
        if way is not None and way.get("1") == "attached":
            scope.drawn = {"$play_card_option_id": str(way.get("0"))}
            on = facts.text.selectors.get("deploy_on")
            while isinstance(on, Term) and on.name == "choose":
                on = on.get("then" if scope.holds(on.get("when")) else "otherwise")
        if on is None:
            return (None,)
        return tuple([card.id for card in self._board.active if fits(scope, on, card) is True])

    def change(
        self, facts: CardFacts, host: CardId | None, side: Side, now: Places, hand: Sequence[CardFacts] = ()
    ) -> TextChange | None:
        """What a card changes.

        Args:
            facts: the card.
            host: what it is put on; None for beside the table.
            side: whose it is.
            now: all places as they are.
            hand: the cards of the hand that fight.

        Returns:
            None if no number changes by it, as far as its text is understood.
        """
        if facts.fights or not self._effects.changes(facts):
            return None
        key = facts.card.blueprint_id, host
        if key not in self._known:
            laid = self._arrivals.laid(facts.card.blueprint_id, host, side)
            self._known[key] = None if laid is None else self._look(*laid, side)
        then = self._known[key]
        before = self._before = self._before or self._look(self._board, self._numbers, side)
        if then is None or not len(now) == len(before.places) == len(then.places):
            return None
        found = TextChange(
            changed_places(now, before.places, then.places),
            then.generation - before.generation,
            then.their_generation - before.their_generation,
            self._held_power(facts, before, then, side, hand),
        )
        return found if any(found) else None

    def goals(self, card: CardId, kind: ActionKind) -> tuple[CardId, ...]:
        """What a card in play could get aboard of, or the locations it could get to; see `Arrivals.goals`."""
        return self._arrivals.goals(card, kind)

    def shifted(self, card: CardId, goal: CardId, side: Side, now: Places) -> tuple[PlaceChange, ...]:
        """The places that change if a card in play goes to another location, or aboard of another card.

        Args:
            card: it.
            goal: the location, starship or vehicle.
            side: whose it is.
            now: all places as they are.
        """
        key = card, goal
        if key not in self._shifts:
            found = self._arrivals.shifted(card, goal)
            self._shifts[key] = None if found is None else self._look(*found, side)
        then = self._shifts[key]
        before = self._before = self._before or self._look(self._board, self._numbers, side)
        if then is None or not len(now) == len(before.places) == len(then.places):
            return ()
        return changed_places(now, before.places, then.places)

    def _held_power(
        self, facts: CardFacts, before: _Look, then: _Look, side: Side, hand: Sequence[CardFacts]
    ) -> float:
        if all(each.quantity is not Quantity.POWER for each in self._effects.changes(facts)):
            return 0.0
        more = 0.0
        for each in hand:
            face = each.card.blueprint_id
            one, other = (look.arrivals.deployed(face, None, side) for look in (before, then))
            if one is not None and other is not None:
                more += other.power - one.power
        return more

    def taken(self, facts: CardFacts, host: CardId | None, side: Side) -> frozenset[CardId]:
        """The cards that a card would take out of the game by itself, on `host` (`effects.taking`)."""
        if facts.fights or not takes(facts.text):
            return frozenset()
        key = facts.card.blueprint_id, host
        if key not in self._taken:
            self._taken[key] = self._arrivals.taken(facts.card.blueprint_id, host, side)
        return self._taken[key]

    def does_more(self, facts: CardFacts) -> bool:
        """Whether a text does something besides what numbers tell: actions, or what is not read."""
        return bool(facts.text.actions) or len(self._effects.changes(facts)) < len(facts.text.standing)

    def _look(self, board: Board, numbers: Numbers, side: Side) -> _Look:
        prices, their_prices = (
            {each: cost * self._force_price for each, cost in told_costs(board, numbers, one).items()}
            for one in (side, side.other)
        )
        most, theirs = (most_drained(board, numbers, each) for each in (side, side.other))
        drains = Drains(most, prices, theirs, their_prices)
        arrivals = self._arrivals if board is self._board else Arrivals(board, numbers, self._effects)
        return _Look(
            PositionBuilder().look(board, numbers, Table(), drains).places,
            numbers.generation(side),
            numbers.generation(side.other),
            arrivals,
        )
