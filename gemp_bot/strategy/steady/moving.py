"""Moving: only where the live powers show a clear gain. A probe costs questions: one a card and phase."""

from gemp_bot.decisions import Option
from gemp_bot.protocol.enums import Zone
from gemp_bot.strategy.base import Reason, Verdict
from gemp_bot.strategy.steady import answers
from gemp_bot.strategy.steady.context import SteadyContext
from gemp_bot.strategy.steady.location_power import LocationPower

COST = 0.5
"""A move uses Force, which is not lost."""
CLEAR = 0.5
"""Force a move must bring beyond its cost."""

_PROBE = (Reason("a place nearby looks better", 1),)
_STAY = (Reason("no place within reach is better"),)


def landspeed(ctx: SteadyContext, option: Option) -> tuple[Reason, ...] | None:
    """Whether a neighbouring column is worth the move: sites stand side by side."""
    found = _stand(ctx, option)
    if found is None:
        return None
    places, column, power = found
    for near in (column - 1, column + 1):
        if 0 <= near < len(places) and _gain(places[column], places[near], power) > COST + CLEAR:
            return _PROBE
    return None


def hyperspeed(ctx: SteadyContext, option: Option) -> tuple[Reason, ...] | None:
    """Whether any place is worth the move. A location that moves (Death Star) stays where it is."""
    card = ctx.card(option)
    if card is None or card.zone is Zone.LOCATIONS:
        return None
    found = _stand(ctx, option)
    if found is None:
        return None
    places, column, power = found
    here = places[column]
    better = any(_gain(here, place, power) > COST + 3 * CLEAR for place in places if place is not here)
    return _PROBE if better else None


def choose_target(ctx: SteadyContext) -> Verdict:
    """Where to: the best place if it is better than this one."""
    pursued = ctx.pursued
    found = None if pursued is None else _stand(ctx, pursued)
    if found is None:
        return answers.decline(ctx.question, _STAY)
    places, column, power = found
    best, most = None, COST + CLEAR
    for option in ctx.question.selectable:
        target = None if option.card_id is None else ctx.table.column_of(option.card_id)
        if target is None or target == column or target >= len(places):
            continue
        gain = _gain(places[column], places[target], power)
        if gain > most:
            best, most = option, gain
    if best is None:
        return answers.decline(ctx.question, _STAY)
    return answers.take(
        ctx.question, [best], 1, (Reason("the better place", most), Reason("a move costs Force", -COST))
    )


def _stand(ctx: SteadyContext, option: Option) -> tuple[tuple[LocationPower, ...], int, float] | None:
    """The places, the column of the card of an action, and the power it would take along."""
    if option.card_id is None:
        return None
    column = ctx.table.column_of(option.card_id)
    places = ctx.locations
    if column is None or column >= len(places) or places[column].mine < 0:
        return None
    return places, column, min(ctx.memory.powers.power_of(option.blueprint_id), places[column].mine)


def _gain(here: LocationPower, there: LocationPower, power: float) -> float:
    return there.gain(power) + here.worth(-power) - here.worth() if power > 0 else 0
