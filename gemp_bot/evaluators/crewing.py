"""What a pilot or passenger brings aboard a starship or vehicle of ours, and who gets on and off."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.decisions import ActionKind, Option, PromptKind
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.reason_text import card_called, place_called, standing
from gemp_bot.evaluators.weighed import Part, ScoredAnswer, one, part, passing
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.ways import MOVE_COST
from gemp_bot.state.table_data import TableCard
from gemp_bot.valuation.deployment import Berth, Recruit
from gemp_bot.valuation.needs import brought, moved
from gemp_bot.valuation.places import prospects
from gemp_bot.valuation.position import LocationNumbers

FIRST = 0.5
"""A starship that has a pilot can move, in Force."""
_WORDS: Mapping[ActionKind, str] = MappingProxyType(
    {
        ActionKind.EMBARK: "boards",
        ActionKind.DISEMBARK: "gets off to",
        ActionKind.SHUTTLE: "goes by shuttle to",
    }
)
KINDS = frozenset(_WORDS)
"""Getting on and off: moves of a card by itself."""
GOALS = frozenset({PromptKind.EMBARK_TARGET, PromptKind.DISEMBARK_TARGET, PromptKind.SHUTTLE_TARGET})
"""What asks where to."""


def boarding(
    ctx: DecisionContext, place: LocationNumbers, ship: TableCard, facts: CardFacts, *, first: bool
) -> Part:
    """What a character changes at a place by going aboard there.

    Args:
        ctx: the question.
        place: where the starship or vehicle is.
        ship: it.
        facts: the character.
        first: nobody is aboard, and it has no pilot of its own: now it counts.
    """
    adds = ctx.reader.boarded(ship.id, facts)
    more = place.mine.with_more(
        adds.power, adds.ability, facts.forfeit or 0, adds.draws, min_destinies=adds.min_destinies,
        icon=facts.presence, cards=0, there=adds.there,
    )  # fmt: skip
    before = prospects(place, place.mine, place.theirs, ctx.outlook)
    gain = prospects(place, more, place.theirs, ctx.outlook).best - before.best
    aboard = f"{'pilot' if first else 'crew'} of {card_called(ctx, ship.id)}"
    words = f"{aboard} at {place_called(place)}: {standing(place, more, ctx.outlook)}"
    return Part(words, gain + (FIRST if first else 0))


def boarders(ctx: DecisionContext, pilots: Iterable[tuple[CardId, CardFacts, float]]) -> Iterator[Recruit]:
    """What pilots of our hand would be aboard starships and vehicles of ours: of each location the best one.

    Args:
        ctx: the question.
        pilots: cards of our hand with what deploying them costs.
    """
    able = [each for each in pilots if each[1].pilot]
    for place in ctx.position.places:
        ships = [
            unit for unit in place.mine.units
            if unit.facts.carrier and (place.facts.space or not unit.facts.starship)
        ]  # fmt: skip
        for card, facts, cost in able if ships else ():
            found = [
                _boarder(ctx, card, facts, cost, Berth(ship.id, place.column, not ship.power))
                for ship in ships
            ]
            best = max(found, key=lambda one: one.power + one.ability)
            if best.power + best.ability > 0:
                yield best


def _boarder(ctx: DecisionContext, card: CardId, facts: CardFacts, cost: float, berth: Berth) -> Recruit:
    adds = ctx.reader.boarded(berth.ship, facts)
    return Recruit(
        (card,),
        facts,
        adds.power,
        adds.ability,
        facts.forfeit or 0,
        adds.draws,
        adds.immune,
        cost,
        min_destinies=adds.min_destinies,
        aboard=berth,
        there=adds.there,
    )


def shift(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """Getting on or off, to where it changes most."""
    laid, card, reading = ctx.reader.laid, option.card_id, option.reading
    if laid is None or card is None or reading is None or ctx.position.ours(card) is None:
        return part("nobody to move", -1)
    if card in ctx.memory.moves.moved:
        return part(f"{card_called(ctx, card)} has moved already", -1)
    found = [_shift(ctx, card, reading.effect, goal) for goal in laid.goals(card, reading.effect)]
    best = max(found, key=lambda parts: sum(each.force for each in parts), default=())
    if sum(each.force for each in best) <= 0:
        return part("it does no more elsewhere", -0.2)
    return best


def choose_goal(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """What a card gets aboard of, or where it gets off to: what changes most."""
    card, kind = None if ctx.pursued is None else ctx.pursued.card_id, ctx.purpose
    stays = passing(ctx.question, part("it stays"))
    if card is None or kind not in KINDS:
        return (stays,)
    goals = [(option, option.card_id) for option in ctx.affordable(ctx.question.selectable)]
    return [
        stays,
        *(
            one(ctx.question, option, _shift(ctx, card, kind, goal))
            for option, goal in goals
            if goal is not None
        ),
    ]


def _shift(ctx: DecisionContext, card: CardId, kind: ActionKind, goal: CardId) -> tuple[Part, ...]:
    """What a card changes by such a move, its price taken off."""
    laid, hurdle = ctx.reader.laid, ctx.weights.move_threshold
    changes = () if laid is None else laid.shifted(card, goal, ctx.stock.side, ctx.position.places)
    gain = sum(each.worth(ctx.outlook, moving=True) for each in changes)
    then = {each.now.column: each.then for each in changes}
    here, there = ctx.position.at(card), ctx.position.at(goal)
    if here is not None and there is not None and here is not there:
        gain += _nearer(ctx, card, here, there, then)
    where = f"{card_called(ctx, card)} {_WORDS[kind]} {card_called(ctx, goal)}"
    used = part("Force used for the move", -MOVE_COST) if kind is ActionKind.SHUTTLE else ()
    return (Part(where, gain), *used, Part("the least a move must bring", -hurdle))


def _nearer(
    ctx: DecisionContext, card: CardId, here: LocationNumbers, there: LocationNumbers,
    then: dict[int, LocationNumbers],
) -> float:  # fmt: skip
    """What texts want held that a card brings by going from one place to another, in Force."""
    left, joined = (then.get(each.column, each).mine for each in (here, there))
    if not joined.present:
        return 0.0
    faces = [
        {each.facts.card.blueprint_id for each in here.mine.units if (card in (each.id, each.host)) is goes}
        for goes in (False, True)
    ]
    needs = ctx.reader.needs
    return sum(brought(need, moved(need, here, there, *faces, left=left, joined=joined)) for need in needs)
