"""What a pilot or passenger brings aboard a starship or vehicle of ours."""

from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.reason_text import called, place_called, standing
from gemp_bot.evaluators.weighed import Part
from gemp_bot.protocol.ids import CardId
from gemp_bot.valuation.card_stats import CardStats
from gemp_bot.valuation.deployment import has_foothold
from gemp_bot.valuation.places import prospects
from gemp_bot.valuation.position import LocationView

_FIRST = 0.5
"""A starship that has a pilot can move, in Force."""


def boarding(
    ctx: DecisionContext, place: LocationView, ship: CardStats, stats: CardStats, *, first: bool
) -> Part:
    """What a character changes at a place by going aboard there.

    Args:
        ctx: the question.
        place: where the starship or vehicle is.
        ship: it.
        stats: the character.
        first: nobody is aboard, and it has no pilot of its own: now it counts.
    """
    there = ctx.arrival(ship, place, stats)
    added = there.power
    if not first:
        alone = ctx.arrival(ship, place).power
        added = max(added - alone, 0) if ship.crewed else stats.pilot
    more = place.mine.with_more(
        added, stats.ability, stats.forfeit, there.draws, min_destinies=there.min_destinies, cards=0
    )
    now = prospects(place, place.mine, place.theirs, ctx.outlook)
    gain = prospects(place, more, place.theirs, ctx.outlook).best - now.best
    aboard = f"pilot of {called(ship)}" if first else f"crew of {called(ship)}"
    words = f"{aboard} at {place_called(place)}: {standing(place, more, ctx.outlook)}"
    return Part(words, gain + (_FIRST if first else 0))


def best_empty_ship(ctx: DecisionContext, card: CardId, stats: CardStats) -> Part | None:
    """The starship or vehicle without a pilot that a character of our hand helps most; None if there is none.

    Where we have neither presence nor Force icons nobody may be deployed (rules 20), nor where the server did
    not offer it.
    """
    offered = ctx.memory.deploys.legal.get(card)
    found = [
        boarding(ctx, place, unit.stats, stats, first=True)
        for place in ctx.position.places
        if (has_foothold(place) if offered is None else place.column in offered)
        for unit in place.mine.units
        if (unit.stats.starship or unit.stats.vehicle) and not unit.stats.crewed and unit.power <= 0
    ]
    return max(found, key=lambda each: each.force, default=None)
