"""Firing weapons."""

from gemp_bot.decisions import Option
from gemp_bot.evaluators.battles import reserve_of
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.shots import best_shot
from gemp_bot.evaluators.weighed import THEIRS, Part, part

HIT = 1.5
"""What a shot at the best target there is is worth, in Force, where it is not read how it is fired."""


def fire(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """A shot at the best target there is."""
    reserve = reserve_of(ctx, ctx.stock.zones.reserve_deck, own=True)
    worth = best_shot(ctx, option.card_id, reserve)
    return part(f"may hit a card of {THEIRS}", HIT if worth is None else worth)
