"""Deploying: which card, and where."""

import msgspec

from gemp_bot.decisions import ActionKind, Option
from gemp_bot.evaluators.card_value import in_play
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.reason_text import called, in_plan, using
from gemp_bot.evaluators.weighed import Part, part
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.turns import Budget, search_turns
from gemp_bot.valuation.card_stats import CardStats
from gemp_bot.valuation.deployment import (
    BATTLE_COST,
    MOST_TOGETHER,
    NO_PLAN,
    DeployPlan,
    Recruit,
    recruits,
)
from gemp_bot.valuation.position import LocationView, Position

DEPLOYS = (ActionKind.DEPLOY, ActionKind.DEPLOY_SIMULTANEOUSLY)
_AT_THEM, _AT_NOBODY, _SECOND = 0.35, 0.15, 0.6
"""A weapon, in Force per power of its bearer: where they stand, where nobody does; less for a second one."""
_PLACE = 0.4
"""A location, whatever its icons: one card less in hand that can only be deployed."""


def plan_of(ctx: DecisionContext) -> DeployPlan:
    """The plan of this turn, made anew when the table has changed."""
    offered = frozenset(
        option.card_id for option in ctx.question.of_kind(*DEPLOYS) if option.card_id is not None
    )
    key = (ctx.reader.version, ctx.outlook, offered)
    return ctx.memory.deploys.plan_for(key, lambda: _plan(ctx, offered))


def _plan(ctx: DecisionContext, offered: frozenset[CardId]) -> DeployPlan:
    position, deploys = ctx.position, ctx.memory.deploys
    hand = [
        (card, stats, ctx.reader.deploy_cost(card, stats)) for card, stats in ctx.reader.hand
        if deploys.legal.get(card) != frozenset()
    ]  # fmt: skip
    piloted = lambda stats, crew: ctx.arrival(stats, pilot=crew).power  # noqa: E731 - used twice below
    now = recruits(hand, offered, piloted)
    lines = round(ctx.weights.search_lines)
    later = recruits(hand, _later(ctx), piloted) if lines else []
    if not now and not later:
        return NO_PLAN
    force, kept = position.force, ctx.weights.keep_force
    return search_turns(
        position,
        now,
        later,
        ctx.outlook,
        Budget(
            now=max(force - max(kept - BATTLE_COST, 0), 0),
            pile=force,
            next_turn=position.generation,
            kept=kept,
            price=ctx.force_price,
        ),
        lines=lines,
        together=MOST_TOGETHER if ctx.capabilities.deployment_plan else 1,
        illegal=deploys.forbidden(
            [(card, ctx.blueprint_of(card)) for card in offered], position.places, ctx.turn
        ),
        legal=deploys.legal,
        there=lambda one, place: _there(ctx, one, place),
        spent=ctx.spent,
    )


def _later(ctx: DecisionContext) -> frozenset[CardId]:
    """Cards of our hand that may be deployed in our next turn, as far as that is known."""
    return frozenset(
        card
        for card, stats in ctx.reader.hand
        if stats.fights and not (stats.unique and in_play(ctx, stats))
    )


def _there(ctx: DecisionContext, one: Recruit, place: LocationView) -> Recruit:
    """A recruit as it would be at a place."""
    found = ctx.arrival(one.stats, place, one.crew)
    if (found.power, found.draws, found.min_destinies) == (one.power, one.draws, one.min_destinies):
        return one
    immune = found.power if one.immune else 0.0
    return msgspec.structs.replace(
        one, power=found.power, draws=found.draws, min_destinies=found.min_destinies, immune=immune
    )


def deploy(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """A card from hand."""
    stats = ctx.stats(option.blueprint_id)
    if not stats.known or option.card_id is None:
        return part("a card in play does more than one in hand", 0.3)
    if stats.location:
        return location_parts(ctx, stats)
    if stats.fights:
        return _fighter_parts(ctx, option.card_id, stats)
    used = using(ctx, ctx.reader.deploy_cost(option.card_id, stats))
    if stats.weapon:
        return _weapon_parts(ctx.position), *used
    return Part(f"the text of {stats.title} works for us", ctx.weights.effect), *used


def _fighter_parts(ctx: DecisionContext, card: CardId, stats: CardStats) -> tuple[Part, ...]:
    """A character, starship or vehicle: what the plan says."""
    step = plan_of(ctx).step_of(card)
    if step is None:
        return aboard_parts(ctx, card, stats)
    if card in step.crew:
        return part("comes with its ship", -0.1)
    used = -ctx.force_price * step.cost
    return in_plan(ctx, card, step), Part(f"{step.cost:g} Force used", used)


def location_parts(ctx: DecisionContext, stats: CardStats) -> tuple[Part, ...]:
    """A new location: Force for both sides, drains for whoever holds it."""
    weights, position = ctx.weights, ctx.position
    side = position.side
    ours, theirs = stats.icons(side), stats.icons(side.other)
    share = (
        weights.generation if position.generation < weights.enough_generation else 0.3 * weights.generation
    )
    parts = [Part("a place more for us", _PLACE)]
    if ours:
        parts.append(Part(f"{ours} Force a turn for us", share * ours))
    if theirs:
        parts.append(Part(f"{theirs} Force a turn for them", -weights.their_generation * theirs))
        parts.append(Part("a place to drain", 0.4 * theirs))
    return tuple(parts)


def aboard_parts(ctx: DecisionContext, card: CardId, stats: CardStats) -> tuple[Part, ...]:
    """A card outside the plan: only as crew of a starship or vehicle that has none."""
    if stats.character and stats.pilot:
        known = ctx.memory.deploys.legal.get(card)
        if known is None or known:
            for unit in (unit for place in ctx.position.places for unit in place.mine.units):
                ship = unit.stats
                if (ship.starship or ship.vehicle) and not ship.crewed and unit.power <= 0:
                    return part(f"a pilot for {called(ship)}", 1.0)
    return part("no place where it would help", -0.5)


def _weapon_parts(position: Position) -> Part:
    """A weapon is worth what its bearer is, most where somebody can be shot at."""
    worth = 0.0
    for place in position.places:
        for unit in place.mine.units:
            if unit.stats.warrior or unit.stats.starship or unit.stats.vehicle:
                share = _AT_THEM if place.theirs.present else _AT_NOBODY
                worth = max(worth, share * unit.power - _SECOND * unit.weapons)
    return Part("a weapon for somebody", worth)
