"""Whether to start a battle."""

from gemp_bot.decisions import Option
from gemp_bot.strategy.base import Reason
from gemp_bot.strategy.steady.context import SteadyContext
from gemp_bot.strategy.steady.own_piles import my_piles

MARGIN = 1.0
"""Power that must be ahead: with it four battles in five are won."""
ALONE = 4.0
"""Power with which a side probably has the ability to draw battle destiny."""


def initiate(ctx: SteadyContext, option: Option) -> tuple[Reason, ...] | None:
    """Battle where our power exceeds theirs; the card of the action is the location."""
    location = ctx.location(option)
    if location is None or my_piles(ctx.table).reserve_deck == 0:
        return None
    margin = location.mine - max(location.theirs, 0)
    needed = MARGIN if location.mine >= ALONE else 3 * MARGIN
    if margin < needed:
        return None
    return (Reason("our power exceeds theirs", margin), Reason("a battle costs Force", -1))
