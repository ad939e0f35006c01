"""Moving: a card, or a whole group one by one, to where it changes more than it leaves behind."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.reason_text import arrival, called, place_called
from gemp_bot.evaluators.weighed import THEIR, Part, ScoredAnswer, one, part, passing
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.ways import MOVE_COST, NO_WAY, Reach, Way, by_sectors, joined, on_foot, through_space
from gemp_bot.valuation.position import FighterView, LocationNumbers

_TOGETHER = 0.1
"""What it is worth, in Force, to follow those who went before."""
_REACH: Mapping[ActionKind, Reach] = MappingProxyType(
    {
        ActionKind.MOVE_LANDSPEED: on_foot,
        ActionKind.MOVE_HYPERSPEED: through_space,
        ActionKind.MOVE_SECTOR: by_sectors,
    }
)
KINDS = frozenset(_REACH)
"""The moves that cards of one place make one by one, each with an action of its own."""


class _Departure:
    """A card that may leave where it is, with those who may come along.

    Args:
        ctx: the question.
        place: where it is.
        unit: the card.
        kind: of the move.
        movers: the cards that are offered the same kind of move.

    Attributes:
        place: where it is.
    """

    def __init__(
        self,
        ctx: DecisionContext,
        place: LocationNumbers,
        unit: FighterView,
        kind: ActionKind | None,
        movers: frozenset[CardId],
    ) -> None:
        self.place = place
        self._ctx, self._unit, self._kind = ctx, unit, kind
        self._gained: dict[tuple[int, tuple[CardId, ...]], tuple[float, LocationNumbers | None]] = {}
        # Each goes with all who are aboard.
        self._others = [each for each in place.mine.units if each.id in movers and each.host is None]
        self._reached = {
            each.id: frozenset(_reached(ctx, place, each, kind)) for each in (unit, *self._others)
        }

    @property
    def targets(self) -> Iterator[LocationNumbers]:
        """Where the card may go."""
        return (each for each in self._ctx.position.places if each.column in self._reached[self._unit.id])

    def gains(self, there: LocationNumbers) -> tuple[float, float]:
        """What moving brings: this card alone, and all of our cards here that may move like it.

        Each of them uses a Force: who cannot pay for all moves nobody together.
        """
        ctx, along = self._ctx, self._along(there)
        alone, _ = self._onward(there, (self._unit,))
        if not 1 < len(along) <= ctx.position.force:
            return alone, NO_WAY
        return alone, self._onward(there, along)[0] - MOVE_COST * (len(along) - 1)

    def worth(self, there: LocationNumbers) -> float:
        """What a move is worth, its price taken off: what `parts` add up to."""
        alone, group = self.gains(there)
        gain = max(alone, group)
        if self._follows(there, alone, group):
            return max(gain, 0) + _TOGETHER
        return gain - MOVE_COST - self._ctx.weights.move_threshold

    def parts(self, there: LocationNumbers) -> tuple[Part, ...]:
        """A move in words: where the card goes, with whom, and what they do there."""
        if self._kind is ActionKind.REACT_MOVE:
            return reacting(self._ctx, self.place, self._unit, there)
        alone, group = self.gains(there)
        if self._follows(there, alone, group):
            return part(f"with the others to {place_called(there)}", self.worth(there))
        party = self._along(there) if group > alone else [self._unit]
        others = [called(each.facts) for each in party if each is not self._unit]
        outlook, hurdle = self._ctx.outlook, self._ctx.weights.move_threshold
        group_there = joined(self.place, there, party, self._ctx.reader.moved)
        _, far = self._onward(there, party)
        goes = arrival(there, group_there, outlook, max(alone, group), others, far=far)
        used = Part("Force used for the move", -MOVE_COST)
        return (goes, used, Part("the least a move must bring", -hurdle)) if hurdle else (goes, used)

    def _onward(
        self, there: LocationNumbers, party: Sequence[FighterView]
    ) -> tuple[float, LocationNumbers | None]:
        """What some of us bring by going there, worked out once; see `Way.onward`."""
        ctx, key = self._ctx, (there.column, tuple([each.id for each in party]))
        if key not in self._gained:
            way = Way(self.place, there, ctx.outlook, ctx.reader.needs, ctx.reader.moved)
            self._gained[key] = way.onward(ctx.position, party)
        return self._gained[key]

    def _along(self, there: LocationNumbers) -> list[FighterView]:
        """Those of ours who may move there alike, this card among them."""
        return [each for each in self._others if there.column in self._reached[each.id]]

    def _follows(self, there: LocationNumbers, alone: float, group: float) -> bool:
        """Whether others of ours went there before, and following them loses nothing."""
        # The last of a group is alone when its turn comes.
        left = group if len(self._along(there)) > 1 else alone
        return self._ctx.memory.moves.group_move == (self.place.column, there.column) and left >= 0


def _reached(
    ctx: DecisionContext, place: LocationNumbers, unit: FighterView, kind: ActionKind | None
) -> Iterator[int]:
    """The columns that a card may go to: those it was offered this turn, else those the rules allow."""
    if kind is None or kind not in _REACH:
        return iter(())
    offered = ctx.memory.moves.offered.get((unit.id, kind))
    if offered is None:
        return (each.column for each in _REACH[kind](ctx.position, place, unit))
    return (each.column for each in ctx.position.places if each.id in offered and each is not place)


def move(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """A move of one kind, to the best place it may reach.

    A location that moves (Death Star) is no card that fights, and stays.
    """
    found = ctx.position.ours(option.card_id)
    if found is None or option.reading is None:
        return part("nobody to move", -1)
    place, unit = found
    if unit.id in ctx.memory.moves.moved:
        return part(f"{called(unit.facts)} has moved already", -1)
    departure = _Departure(ctx, place, unit, option.reading.effect, movers(ctx.question, option))
    best = max(departure.targets, key=departure.worth, default=None)
    if best is None or departure.worth(best) <= 0:
        return part("no place within reach is better", -0.2)
    return departure.parts(best)


def movers(menu: Question, option: Option) -> frozenset[CardId]:
    """The cards that a menu offers the same kind of move as an option of it: only they can come along."""
    if option.reading is None or option.reading.effect not in KINDS:
        return frozenset()
    alike = menu.of_kind(option.reading.effect)
    return frozenset(each.card_id for each in alike if each.card_id is not None)


def choose_target(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Where to: the best place, if it is better than this one."""
    weighed = [passing(ctx.question, part("it stays", -ctx.price_of_waiting))]
    departure = _pursued(ctx)
    if departure is None:
        return weighed
    for option in ctx.affordable(ctx.question.selectable):
        there = ctx.position.at(option.card_id)
        if there is not None and there is not departure.place:
            weighed.append(one(ctx.question, option, departure.parts(there)))
    return weighed


def reacting(
    ctx: DecisionContext, place: LocationNumbers, unit: FighterView, there: LocationNumbers
) -> tuple[Part, ...]:
    """A card that comes into a Force drain of the opponent's stops it, and may be attacked there."""
    gain = Way(place, there, ctx.outlook, ctx.reader.needs, ctx.reader.moved).gain((unit,))
    return stopping(there, gain)


def stopping(there: LocationNumbers, gain: float) -> tuple[Part, ...]:
    """A Force drain of the opponent's that is stopped, and what standing there brings to who comes for it."""
    return Part(f"stops {THEIR} Force drain", there.bled), Part("who comes stands there after it", gain)


def note_targets(ctx: DecisionContext) -> None:
    """Remember where the card that is to move may go, before an answer is chosen."""
    pursued, kind = ctx.pursued, ctx.purpose
    if pursued is None or pursued.card_id is None or kind is None:
        return
    found = [ctx.position.at(option.card_id) for option in ctx.question.selectable]
    locations = frozenset(each.id for each in found if each is not None and each.id is not None)
    ctx.memory.moves.offer(pursued.card_id, kind, locations)


def note_move(ctx: DecisionContext, chosen: ScoredAnswer) -> None:
    """Remember a group move that has begun, so that the others follow."""
    departure, pursued, option = _pursued(ctx), ctx.pursued, chosen.option
    there = None if option is None else ctx.position.at(option.card_id)
    here = None if pursued is None else ctx.position.at(pursued.card_id)
    if departure is None or pursued is None or pursued.card_id is None or here is None or there is None:
        return
    alone, group = departure.gains(there)
    together = group > alone or group > 0
    ctx.memory.moves.move(pursued.card_id, (here.column, there.column) if together else None)


def _pursued(ctx: DecisionContext) -> _Departure | None:
    """The move that is being carried out; None if it is of no card of ours that fights."""
    found = None if ctx.pursued is None else ctx.position.ours(ctx.pursued.card_id)
    return None if found is None else _Departure(ctx, *found, ctx.purpose, ctx.memory.moves.movers)
