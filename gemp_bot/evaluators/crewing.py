"""What a pilot or passenger brings aboard a starship or vehicle of ours."""

from collections.abc import Iterable, Iterator

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.reason_text import card_called, place_called, standing
from gemp_bot.evaluators.weighed import Part
from gemp_bot.protocol.ids import CardId
from gemp_bot.state.table_data import TableCard
from gemp_bot.valuation.deployment import Berth, Recruit
from gemp_bot.valuation.places import prospects
from gemp_bot.valuation.position import LocationNumbers

FIRST = 0.5
"""A starship that has a pilot can move, in Force."""


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
