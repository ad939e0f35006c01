"""What a shot is worth: how likely it hits, times what is hit, in Force."""

from collections.abc import Iterator

from gemp_bot.evaluators.card_value import anywhere
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.game.aiming import Aim
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.destiny import Reserve, draw_destiny, exceeds
from gemp_bot.valuation.battle_estimate import SHOT, may_be_fired
from gemp_bot.valuation.position import FighterView, Group


def shots(
    ctx: DecisionContext, shooters: Group, targets: Group, reserve: Reserve, force: float | None = None
) -> float:
    """What the weapons of one side cost the other, in Force.

    Args:
        ctx: the question.
        shooters: who fires.
        targets: at whom.
        reserve: where the weapon destiny comes from.
        force: that may be used for it; None for any amount, which then has no price either.
    """
    if not shooters.weapons or not targets.present:
        return 0.0
    worth = [each for unit in shooters.units for each in _of_unit(ctx, unit, targets, reserve, force)]
    worth.sort(reverse=True)
    # The last cards are kept for the destinies of the battle.
    spare = max(reserve.size - destinies(shooters), 0)
    return sum(worth[: min(max(len(targets.units), targets.cards, 1), spare)])


def destinies(group: Group) -> int:
    """Cards that a side draws in a battle besides those for its weapons."""
    return int(group.drawn + group.to_power)


def _of_unit(
    ctx: DecisionContext, unit: FighterView, targets: Group, reserve: Reserve, force: float | None
) -> Iterator[float]:
    """What each weapon that a card fires brings at the best target; the usual, if its shot is not read."""
    live = sum(may_be_fired(aims, targets) for aims in unit.weapons)
    if not live:
        return
    best: dict[CardId, float] = {}
    for target in targets.units:
        if target.hit or target.inside:
            continue
        for aim in ctx.reader.aims(unit.id, target.id):
            if force is not None and aim.cost > force:
                continue
            chance = _hits(reserve, aim)
            price = 0.0 if force is None else ctx.force_price * aim.cost
            brings = chance * anywhere(target, ctx.outlook) - price
            best[aim.weapon] = max(best.get(aim.weapon, 0.0), brings)
    known = sum(may_be_fired(aims, targets) for aims in ctx.reader.arms(unit.id))
    yield from unit.facts.fired((*best.values(), *[SHOT] * (live - known)))


def best_shot(ctx: DecisionContext, weapon: CardId | None, reserve: Reserve) -> tuple[float, int] | None:
    """What firing a weapon of ours at the best target there brings, and its draws; None if it is not read."""
    place = ctx.position.at(weapon)
    if weapon is None or place is None:
        return None
    worn = ctx.table.card(weapon)
    host = None if worn is None else worn.host
    bearer = weapon if host is None or ctx.position.ours(weapon) is not None else host
    found = [
        (_hits(reserve, aim) * anywhere(target, ctx.outlook) - ctx.force_price * aim.cost, aim.draws.count)
        for target in place.fighting.theirs.units
        for aim in ctx.reader.aims(bearer, target.id)
        if aim.weapon == weapon
    ]
    return max(found, default=None)


def _hits(reserve: Reserve, aim: Aim) -> float:
    """How likely a shot hits."""
    drawn = draw_destiny(reserve, aim.draws)
    totals = {} if drawn.completed is None else drawn.completed
    hits = sum(float(chance) for total, chance in totals.items() if exceeds(total, aim.needed))
    return hits * (1 - float(drawn.failed))
