"""One question with all that it is judged by."""

from collections.abc import Callable, Iterable, Iterator

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.decisions import Option, PromptKind
from gemp_bot.effects.offers import Offer
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.evaluators.memory import GameMemory
from gemp_bot.evaluators.question_context import QuestionContext
from gemp_bot.evaluators.table_reader import TableReader
from gemp_bot.game.arrivals import Arrival
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.search.effort import Effort
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.position import LocationNumbers, Position, Stock
from gemp_bot.valuation.weights import Capabilities, Weights


class DecisionContext(QuestionContext, frozen=True, eq=False):
    """A question with all that a judging strategy knows: what evaluators read, and write nothing of.

    Attributes:
        memory: what is remembered of the game.
        reader: the table in numbers.
        cards: what is known of cards.
        weights: the numbers of the player.
        capabilities: what the player looks at.
        effort: how much its search looks at.
        spent: whether the question has taken as much as it may, by the units of work done so far.
        start: the starting location that the deck's owner wishes for, its card id; empty for no wish.
    """

    memory: GameMemory
    reader: TableReader
    cards: CardSources
    weights: Weights
    capabilities: Capabilities
    effort: Effort
    spent: Callable[[int], bool]
    start: str = ""

    def affordable(self, options: Iterable[Option]) -> Iterator[Option]:
        """The first of these options, until the question has taken as much as it may; one at the least."""
        for work, option in enumerate(options):
            if work and self.spent(work):
                return
            yield option

    # -- the table --------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The table in numbers."""
        return self.reader.position

    @property
    def outlook(self) -> Outlook:
        """How the game stands."""
        return self.reader.outlook

    @property
    def stock(self) -> Stock:
        """The piles of both players; quicker than the whole position."""
        return self.reader.stock

    @property
    def turn(self) -> int:
        """The turn, as of the last menu of a phase."""
        return self.memory.phase.turn

    def location(self, option: Option) -> LocationNumbers | None:
        """The location of an option: of its card, or the card itself."""
        return self.reader.position.at(option.card_id)

    # -- cards ------------------------------------------------------------------------------------

    def facts(self, blueprint: BlueprintId | None) -> CardFacts:
        """The printed facts of a card."""
        return self.cards.facts.named(blueprint)

    def arrival(
        self, facts: CardFacts, location: LocationNumbers | None = None, pilot: CardFacts | None = None
    ) -> Arrival:
        """What a card would bring to a battle at a location, with its pilot; anywhere, if none is given."""
        return self.reader.arrival(facts, location, pilot)

    @property
    def still(self) -> bool:
        """Whether nothing has happened for so long that waiting helps nobody."""
        return self.memory.standstill.still(self.turn)

    @property
    def price_of_waiting(self) -> float:
        """What doing nothing costs, in Force: nothing, as long as something happens."""
        return self.memory.standstill.price_of_waiting(self.turn)

    def offer(self, option: Option) -> Offer | None:
        """What the action of its card does that an option is; None if that is not told."""
        lore = self.cards.effects
        if lore is None or option.blueprint_id is None:
            return None
        kind = self.question.kind
        response = None if kind not in _RESPONDING else kind is not PromptKind.PHASE_ACTION
        return lore.offer(self.facts(option.blueprint_id), option.text, response=response)

    # -- costs ------------------------------------------------------------------------------------

    @property
    def force_price(self) -> float:
        """What using one Force costs, in Force: what else it could be used for."""
        weights = self.weights
        return RICH_PRICE if self.stock.force >= weights.ample_force else weights.force_price

    def drain_cost(self, location: CardId) -> float:
        """Force that draining at a location uses, as far as that is known."""
        return self.reader.drain_cost(location)


_RESPONDING = frozenset(
    {PromptKind.PHASE_ACTION, PromptKind.OPTIONAL_RESPONSES, PromptKind.REQUIRED_RESPONSES}
)
"""Prompts that tell whether what they offer is a response."""
RICH_PRICE = 0.02
"""The price of a Force where there is more than can be used."""
