"""What it costs that cards leave our piles: life force itself, and the Force that our Force drains use."""

from gemp_bot.evaluators.card_value import life_price
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.weighed import OUR, Part, part
from gemp_bot.inference import HiddenPile
from gemp_bot.protocol.enums import Phase

_NOTICED = 0.05
"""A price that is worth telling, in Force."""


def taken(ctx: DecisionContext, pile: HiddenPile, *, returned: bool = False) -> tuple[Part, ...]:
    """What it costs that a card comes to our hand, or into play, from a pile of ours.

    Args:
        ctx: the question.
        pile: where the card lies; one from the Lost Pile was no life force.
        returned: another card, such as a Used Interrupt, goes to the Used Pile after that.
    """
    if pile is HiddenPile.LOST:
        return ()
    parts = list[Part]()
    if ctx.stock.life <= 1:
        parts.append(Part(f"the last card of {OUR} life force: without it the game is lost", -life_cost(ctx)))
    lost = _paid(ctx, _payable(ctx)) - _paid(ctx, _payable(ctx, pile, returned=returned))
    if lost > 0:
        parts.append(Part(f"it lacks for what {OUR} Force drains use", -lost))
    return tuple(parts)


def drawn(ctx: DecisionContext) -> tuple[Part, ...]:
    """What it costs that the top card of our Force Pile comes to our hand, whatever card it is."""
    cost = life_cost(ctx)
    less = ctx.stock.life > 1 and cost >= _NOTICED
    fewer = part(f"a card less of {OUR} life force", -cost) if less else ()
    return *fewer, *taken(ctx, HiddenPile.FORCE)


def life_cost(ctx: DecisionContext, cards: int = 1) -> float:
    """What it costs that cards leave our life force, one after the other.

    Of a hand Force is lost as well as of life force (rules 3), so only the last card is missed for certain:
    without it the game is over. Of several each is as likely the one that will be missed in the end.
    """
    life = ctx.stock.life
    return life_price(ctx.stock) * sum(1 / (life - gone) for gone in range(min(cards, life)))


def bill(ctx: DecisionContext) -> list[tuple[float, float]]:
    """Of each Force drain of ours that uses Force: how much, and the Force they lose to it."""
    costs = [
        (ctx.drain_cost(place.id), place.drained) for place in ctx.position.places
        if place.id is not None and place.mine.controls and not place.theirs.present
        and place.drained > 0
    ]  # fmt: skip
    return [each for each in costs if each[0] > 0]


def _paid(ctx: DecisionContext, force: float) -> float:
    """Force they lose to those of our Force drains that can be paid, the cheapest for its worth first."""
    lost = 0.0
    for cost, drained in sorted(bill(ctx), key=lambda each: each[0] / each[1]):
        if cost <= force:
            force, lost = force - cost, lost + drained
    return lost


def _payable(ctx: DecisionContext, without: HiddenPile | None = None, *, returned: bool = False) -> float:
    """Force for the Force drains of our next control phase, with a card less in a pile.

    Until Force is activated for them the Used Pile comes under the Reserve Deck (rules 2), but not where it
    is activated now.
    """
    zones, generation = ctx.stock.zones, ctx.stock.generation
    force = float(zones.force_pile - (without is HiddenPile.FORCE))
    reserve = float(zones.reserve_deck - (without is HiddenPile.RESERVE))
    if ctx.my_turn and ctx.table.phase is Phase.ACTIVATE:
        return force + min(max(generation - ctx.table.turn_record.activated, 0), reserve)
    used = zones.used_pile - (without is HiddenPile.USED) + returned
    return force + min(generation, reserve + used)
