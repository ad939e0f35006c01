"""What a player keeps in mind during a game."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.effects import Arrival, Arrivals, CardEffects, Layout, Values, layout_of
from gemp_bot.evaluators.draining import REMEMBERED, DrainsLearnt
from gemp_bot.inference import CardKnowledge, DestinyOdds
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.events import Statistics
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.state import Table
from gemp_bot.valuation.card_stats import TYPICAL_DESTINY, CardStats, CardStatsCache
from gemp_bot.valuation.deployment import DeployPlan, by_print
from gemp_bot.valuation.outlook import Outlook, outlook_of
from gemp_bot.valuation.position import LocationView, Position, Stock
from gemp_bot.valuation.position_builder import STANDING, Drains, PositionBuilder, stock_of
from gemp_bot.valuation.weights import Capabilities, Weights

PATIENCE = 3
"""Turns after which a failed search is worth another try, for each time it failed."""
MOST_ACTIONS = 60
"""Actions in one phase; a phase that takes more runs in a circle."""
MOST_REPEATS = 12
"""Equal questions in a row; an honest one is a loss of many units, one by one."""

HUNGRY = 6
"""Cards in hand below which Force is better spent on drawing."""

MOST_SAVED = 15.0
"""Force that is saved up for a card at most."""

Deed = tuple[ActionKind | None, CardId | None, str]
"""An action as it can be met again: its kind, the card it hangs on and its label."""


def _never(work: int) -> bool:  # noqa: ARG001
    """No limit."""
    return False


class Glance(msgspec.Struct, frozen=True):
    """What a position is made of, as it was when the table was looked at."""

    layout: Layout
    numbers: Statistics | None
    drains: Drains


class Mind:
    """One game.

    Attributes:
        spent: whether the present question has taken as much as it may, by the units of work done so far.
        pursued: the action chosen last; what is asked next is about it.
        movers: of an action that is a move, the cards that may make the same move.
        seen: what is known of all cards; None for a player who does not remember.
        lore: what texts mean; None without an index.
        plan: the deployments of this turn, None before they are planned or after the table changed.
        legal: columns offered for a card of the hand in this phase.
        illegal: pairs of card and column that were not offered in this phase.
        refused: pairs of faces of card and location that were not offered, with the turn.
        marching: the move of a whole group that has begun: from where to where.
        bound: the column of the docking bay that a transit goes to.
    """

    def __init__(
        self, temper: Weights, sight: Capabilities, index: CardIndex | None, seen: CardKnowledge | None = None
    ) -> None:
        self.temper, self.sight = temper, sight
        self.spent: Callable[[int], bool] = _never
        self.sizes = CardStatsCache(index)
        self.seen = seen
        self.lore = None if index is None or not sight.game_texts else CardEffects(index)
        self._values = None if self.lore is None else Values(self.lore)
        self._arrivals = None if self.lore is None else Arrivals(self.lore)
        self._lookout = PositionBuilder(self.sizes, self._values)
        self._glance: Glance | None = None
        self._hand: list[tuple[CardId, CardStats]] = []
        self._hand_of: tuple[Table | None, int] = (None, 0)
        self._waiting: list[tuple[float, CardStats]] = []
        self._waiting_in: object = None
        self._waiting_at: object = None
        self._stock: Stock | None = None
        self._stock_of: object = None
        self._drains = DrainsLearnt()
        self._spending: tuple[tuple[BlueprintId | None, str], int] | None = None
        self._spent: dict[tuple[BlueprintId | None, str], float] = {}
        self.pursued: Option | None = None
        self.movers: frozenset[CardId] = frozenset()
        self.plan: DeployPlan | None = None
        self.plan_for: object = None
        self.legal: dict[CardId, frozenset[int]] = {}
        self.illegal: set[tuple[CardId, int]] = set()
        self.refused: dict[tuple[BlueprintId, BlueprintId], int] = {}
        self.marching: tuple[int, int] | None = None
        self.bound: int | None = None
        self.moved: set[CardId] = set()
        self._phase: tuple[Phase | None, PlayerName | None, int | None] = (None, None, None)
        self._done: set[Deed] = set()
        self._actions = 0
        self._failed: dict[tuple[BlueprintId | None, str], tuple[int, int]] = {}
        self._last: Question | None = None
        self._repeats = 0
        self._position: Position | None = None
        self._outlook: Outlook | None = None
        self._key: object = None
        self._turn = 0
        self._standing: object = None
        self._stirred = 0

    def affordable(self, options: Iterable[Option]) -> Iterator[Option]:
        """The first of these options, until the question has taken as much as it may; one at the least."""
        for work, option in enumerate(options):
            if work and self.spent(work):
                return
            yield option

    # -- the table -------------------------------------------------------------------------------

    def glance(self, view: Table) -> "Glance":
        """Take in the table if it changed, without making anything of it: `look` does that when asked."""
        key = (view.log_length, view.log_digest, view.phase, view.statistics, self._drains.changes)
        if self._glance is None or key != self._key:
            before = None if self._glance is None else self._glance.layout
            layout = layout_of(view, before)
            self._glance = Glance(layout, view.statistics, self._drains_of(layout))
            if self._values is not None:
                self._values.look(self._glance.layout)
            self._position = self._outlook = None
            self._key = key
            if before is None or before.play is not self._glance.layout.play:
                self._stir(self._glance.layout)
        return self._glance

    def _stir(self, layout: Layout) -> None:
        """Note whether somebody came to a place or left one, or a place came."""
        play = layout.play
        standing = (len(play.locations), frozenset([card.id for card in play.cards if card.zone in STANDING]))
        if standing != self._standing:
            self._standing, self._stirred = standing, self._turn

    def still(self, view: Table) -> int:
        """Turns since anybody came to a place or left one."""
        self.glance(view)
        return self._turn - self._stirred

    def look(self, view: Table) -> Position:
        """The table in numbers; built anew only when it changed."""
        seen = self.glance(view)
        if self._position is None:
            self._position = self._lookout.look(seen.layout, seen.numbers, seen.drains)
        return self._position

    def stock(self, view: Table) -> Stock:
        """The piles of both; quicker than the whole table."""
        numbers = view.statistics
        if self._stock is None or numbers is not self._stock_of:
            self._stock, self._stock_of = stock_of(view), numbers
        return self._stock

    @property
    def version(self) -> object:
        """Something that changes when the table does."""
        return self._key

    def outlook(self, view: Table) -> Outlook:
        """What the game is like now."""
        position = self.look(view)
        if self._outlook is None:
            seen = self.seen
            ours = None if seen is None else seen.mean_destiny()
            theirs = None if seen is None else seen.mean_destiny(own=False)
            self._outlook = outlook_of(
                position,
                self.temper,
                self.sight,
                TYPICAL_DESTINY if ours is None else ours,
                TYPICAL_DESTINY if theirs is None else theirs,
            )
        return self._outlook

    def odds(self, *, own: bool = True) -> DestinyOdds | None:
        """What destiny draws can bring; None if nothing is known of the deck."""
        if self.seen is None:
            return None
        return self.seen.reserve_odds() if own else self.seen.opponent_odds()

    def size(self, blueprint: BlueprintId | None) -> CardStats:
        """The facts of a card."""
        return self.sizes.of(blueprint)

    def cost(self, card: CardId, size: CardStats) -> float:
        """What deploying a card of our hand costs, in Force."""
        deploy = None if self._values is None else self._values.deploy(card)
        return size.deploy if deploy is None else max(deploy, 0)

    def arrival(
        self, view: Table, size: CardStats, place: LocationView | None = None, crew: CardStats | None = None
    ) -> Arrival:
        """What a card would bring to a battle at a place, with its pilot; anywhere, if none is named."""
        location = None if place is None or not place.size.known else place.size.blueprint
        found = None
        if self._arrivals is not None:
            pilot = None if crew is None else crew.blueprint
            found = self._arrivals.of(size.blueprint, location, self.stock(view).side, pilot)
        if found is not None:
            return found
        if crew is not None:
            return Arrival(by_print(size, crew), size.draws)
        return Arrival(size.power if size.crewed else 0.0, size.draws)

    def price(self, view: Table) -> float:
        """What using one Force costs, in Force: what else could be had for it."""
        position = self.stock(view)
        temper = self.temper
        if position.force >= temper.ample_force:
            return 0.02
        return temper.force_price

    def saving(self, view: Table) -> float:
        """Force to keep this turn, so that the dearest card of our hand can be paid the next."""
        costs = [cost for cost, size in self.fighters(view) if size.crewed]
        dearest = min(max(costs, default=0.0), MOST_SAVED)
        return max(dearest + self.temper.keep_force - self.stock(view).generation, 0.0)

    def refuse(self, view: Table, card: CardId, column: int) -> None:
        """Note that a card of our hand cannot be deployed to a place."""
        place, face = self.look(view).places[column], view.face_of(card)
        if face is not None and place.size.known:
            self.refused[face, place.size.blueprint] = view.turn or 0

    def forbidden(self, view: Table, hand: Iterable[CardId]) -> frozenset[tuple[CardId, int]]:
        """Pairs of card and column that the server does not offer, as far as we were told."""
        found = set(self.illegal)
        if self.refused:
            for card in hand:
                face = view.face_of(card)
                for place in self.look(view).places:
                    turn = None if face is None else self.refused.get((face, place.size.blueprint))
                    if turn is not None and self._turn - turn <= REMEMBERED and not place.mine.present:
                        found.add((card, place.column))
        return frozenset(found)

    def hand(self, view: Table) -> list[tuple[CardId, CardStats]]:
        """Our hand; read anew when a card came or went."""
        if self._hand_of != (view, view.changes):
            self._hand = [(card.id, self.sizes.of(card.blueprint_id)) for card in view.hand]
            self._hand_of = view, view.changes
        return self._hand

    def fighters(self, view: Table) -> list[tuple[float, CardStats]]:
        """What our hand has to fight with, and what deploying it costs by the last look at the table."""
        hand = self.hand(view)
        if self._waiting_in is not hand or self._waiting_at is not self._glance:
            self._waiting = [(self.cost(card, size), size) for card, size in hand if size.fights]
            self._waiting_in, self._waiting_at = hand, self._glance
        return self._waiting

    # -- what was done ---------------------------------------------------------------------------

    def enter(self, view: Table) -> None:
        """Take note of the phase: a new one makes everything possible again. An action is over, too."""
        self.pursued = None
        now = (view.phase, view.turn_player, view.turn)
        if now[1:] != self._phase[1:]:
            self.moved.clear()
            self._drains.disturb()  # piles are re-circulated between turns
        self._drains.finish(self.stock(view), view.turn or 0)
        if self._spending is not None:
            deed, force = self._spending
            self._spent[deed] = float(max(force - self.stock(view).force, 0))
            self._spending = None
        if now != self._phase:
            self._phase = now
            self._turn = view.turn or 0
            self._done.clear()
            self._actions = 0
            self.legal.clear()
            self.illegal.clear()
            self.plan = None
            self.marching = None

    def tried(self, option: Option) -> bool:
        """Whether this very action was chosen in this phase already: what it led to is known."""
        return (option.kind, option.card_id, option.text) in self._done

    def pursue(self, option: Option, movers: frozenset[CardId] = frozenset()) -> None:
        """Note the choice of an action.

        Args:
            option: the action.
            movers: of a move, the cards that its menu offers the same move.
        """
        self.pursued, self.movers = option, movers
        self._drains.disturb()
        self._actions += 1
        self._spending = (option.blueprint_id, option.text), self._stock.force if self._stock else 0
        self._done.add((option.kind, option.card_id, option.text))

    def again(self, kinds: Iterable[ActionKind]) -> None:
        """Note that the table has changed: actions of these kinds, given up before, may be good now.

        Not the one that is being carried out: were it offered once more, it did not work.
        """
        pursued = self.pursued
        kept = None if pursued is None else (pursued.kind, pursued.card_id, pursued.text)
        some = frozenset(kinds)
        self._done = {deed for deed in self._done if deed[0] not in some or deed == kept}

    def once_more(self) -> None:
        """The action that is being carried out may be chosen again: it was aimed at the wrong place."""
        pursued = self.pursued
        if pursued is not None:
            self._done.discard((pursued.kind, pursued.card_id, pursued.text))

    @property
    def weary(self) -> bool:
        """Whether this phase has seen more actions than any sensible one."""
        return self._actions >= MOST_ACTIONS

    @property
    def purpose(self) -> ActionKind | None:
        """What the action does that is being carried out."""
        pursued = self.pursued
        return None if pursued is None or pursued.reading is None else pursued.reading.effect

    # -- Force drains ----------------------------------------------------------------------------

    def drains(self, view: Table, location: CardId) -> None:
        """Note that we drain at a location, to learn from what they lose and what we use."""
        self._drains.begin(location, self.stock(view))

    def offered_drains(self, view: Table, locations: Iterable[CardId]) -> None:
        """Note where we may drain now."""
        self._drains.offer(locations, self.stock(view).force, self._turn)

    def drain_cost(self, location: CardId) -> float:
        """Force that draining at a location uses, as far as that was learnt: some cards make drains dear."""
        return self._drains.cost(location, self._turn) if self.sight.card_facts else 0.0

    def _drains_of(self, layout: Layout) -> Drains:
        """What is known of our drains at each location."""
        price = self.temper.force_price
        places = [card.id for card in layout.play.locations if card is not None]
        dear = {place: self.drain_cost(place) * price for place in places if self.drain_cost(place)}
        return Drains(self._drains.brought(self._turn), dear)

    # -- searches --------------------------------------------------------------------------------

    def search_failed(self) -> None:
        """Note that the search that is being carried out found nothing."""
        if self.pursued is not None:
            deed = (self.pursued.blueprint_id, self.pursued.text)
            times = self._failed.get(deed, (0, 0))[0] + 1
            self._failed[deed] = (times, self._turn + PATIENCE * times)

    def spends(self, option: Option) -> float:
        """Force that an action used the last time it was chosen; 0 for one that is new."""
        return self._spent.get((option.blueprint_id, option.text), 0.0)

    def hopeless(self, option: Option) -> bool:
        """Whether a search failed so often that it is too early for another one."""
        found = self._failed.get((option.blueprint_id, option.text))
        return found is not None and self._turn < found[1]

    def circling(self, question: Question) -> int:
        """How often the very same question came beyond what is honest; 0 for a normal one."""
        last = self._last
        self._last = question
        if last is None or last.decision != question.decision:
            self._repeats = 0
            return 0
        self._repeats += 1
        return max(self._repeats - MOST_REPEATS, 0)
