"""What a pilot or passenger brings aboard a starship or vehicle of ours."""

from collections.abc import Iterable

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.reason_text import card_called, place_called, standing
from gemp_bot.evaluators.weighed import Part
from gemp_bot.game.arrivals import Arrival
from gemp_bot.protocol.ids import CardId
from gemp_bot.state.table_data import TableCard
from gemp_bot.valuation.deployment import Recruit
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
    now, then = ctx.reader.boarded(ship.id), ctx.reader.boarded(ship.id, facts)
    more = place.mine.with_more(
        max(then.power - now.power, 0), then.ability - now.ability, facts.forfeit or 0,
        then.draws - now.draws, min_destinies=then.min_destinies, icon=facts.presence, cards=0,
        drain=then.drain, battle=then.battle,
    )  # fmt: skip
    before = prospects(place, place.mine, place.theirs, ctx.outlook)
    gain = prospects(place, more, place.theirs, ctx.outlook).best - before.best
    aboard = f"{'pilot' if first else 'crew'} of {card_called(ctx, ship.id)}"
    words = f"{aboard} at {place_called(place)}: {standing(place, more, ctx.outlook)}"
    return Part(words, gain + (FIRST if first else 0))


def boarders(ctx: DecisionContext, pilots: Iterable[tuple[CardId, CardFacts, float]]) -> list[Recruit]:
    """What pilots of our hand would be aboard the starships and vehicles of ours that nobody pilots.

    Args:
        ctx: the question.
        pilots: cards of our hand with what deploying them costs.
    """
    ships = [
        (place, unit)
        for place in ctx.position.places
        for unit in place.mine.units
        if unit.facts.carrier and not unit.facts.crewed and unit.power <= 0
    ]
    return [
        _boarder(card, facts, cost, place, ctx.reader.boarded(ship.id, facts))
        for place, ship in ships
        if place.facts.space or not ship.facts.starship
        for card, facts, cost in pilots
        if facts.pilot
    ]


def _boarder(card: CardId, facts: CardFacts, cost: float, place: LocationNumbers, there: Arrival) -> Recruit:
    return Recruit(
        (card,),
        facts,
        there.power,
        facts.ability,
        facts.forfeit or 0,
        there.draws,
        there.immune,
        cost,
        min_destinies=there.min_destinies,
        aboard=place.column,
        drain=there.drain,
        battle=there.battle,
    )
