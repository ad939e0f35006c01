"""What using Force costs: what can no longer be done with it.

Force that nothing else this turn is paid with, and that is not saved for the next, is free.
"""

from typing import NamedTuple

from gemp_bot.decisions import Option
from gemp_bot.evaluators.card_value import unmaintained
from gemp_bot.evaluators.context import RICH_PRICE, DecisionContext
from gemp_bot.evaluators.piles import saving
from gemp_bot.evaluators.planning import SMALL_HAND, plan_with
from gemp_bot.evaluators.weighed import Part
from gemp_bot.search.turns import DRAWN

_SAVED = 0.25
"""A Force that is kept for what is to be deployed in our next turn, in Force."""
_PLANNED = 0.7
"""What a plan promises and really brings, as a share."""
_NOTICED = 0.05


class _Left(NamedTuple):
    """What a turn still brings with the Force that is left.

    Attributes:
        done: by what is deployed and fought, in Force, less what it does not maintain.
        kept: by what is left of it: cards drawn, and Force saved.
    """

    done: float
    kept: float


def using(ctx: DecisionContext, force: float) -> tuple[Part, ...]:
    """What using Force costs for what is no deployment that is planned. Nothing where none is used."""
    if force <= 0:
        return ()
    have = ctx.stock.force
    full, less = _left(ctx, have), _left(ctx, have - force)
    done, kept = max(full.done - less.done, 0), max(full.kept - less.kept, 0)
    why = ""
    if done > _NOTICED:
        why = ", and what else it was for cannot be paid"
    elif kept > _NOTICED:
        why = ", and less to draw with and to save"
    return (Part(f"{force:g} Force used{why}", -(done + kept + RICH_PRICE * force)),)


def asked(ctx: DecisionContext, option: Option) -> float:
    """Force that an action uses: what it used before, or what its text asks for if that is more."""
    offer = ctx.offer(option)
    return max(ctx.memory.spending.used(option), 0.0 if offer is None else offer.uses)


def _left(ctx: DecisionContext, force: float) -> _Left:
    if force < 0:
        return _Left(-unmaintained(ctx, force), 0.0)
    plan = plan_with(ctx, force)
    idle = force - plan.cost - max(plan.battles, ctx.weights.keep_force) - ctx.reader.maintenance
    done = _PLANNED * (plan.gain + plan.battles_gain) - unmaintained(ctx, force)
    return _Left(done, _kept(ctx, max(idle, 0.0)))


def _kept(ctx: DecisionContext, idle: float) -> float:
    """What Force brings that nothing is paid with this turn: cards for a small hand, a dear card later."""
    drawn = min(idle, max(SMALL_HAND - ctx.stock.zones.hand, 0))
    saved = min(idle - drawn, saving(ctx))
    return DRAWN * drawn + _SAVED * saved
