"""Firing weapons."""

from gemp_bot.decisions import Option
from gemp_bot.evaluators.battles import destinies_lost, reserve_of
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.shots import best_shot
from gemp_bot.evaluators.weighed import THEIRS, Part

HIT = 1.5
"""What a shot at the best target there is is worth, in Force, where it is not read how it is fired."""
_USUAL = (HIT, 1)
"""The same, with the cards that are drawn for it."""


def fire(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """A shot at the best target there is, less the destinies of the battle that are not drawn for it."""
    reserve = reserve_of(ctx, ctx.stock.zones.reserve_deck, own=True)
    worth, draws = best_shot(ctx, option.card_id, reserve) or _USUAL
    hit, place = Part(f"may hit a card of {THEIRS}", worth), ctx.location(option)
    lost = 0.0 if place is None else destinies_lost(ctx, place, draws)
    return (hit, Part("it draws what battle destiny needs", -lost)) if lost else (hit,)
