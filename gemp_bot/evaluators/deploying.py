"""Deploying: which card, and where."""

import msgspec

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.evaluators.mind import Mind
from gemp_bot.evaluators.reason_text import called, in_plan, using
from gemp_bot.evaluators.weighed import Part, part
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table
from gemp_bot.valuation.card_stats import CardStats
from gemp_bot.valuation.deployment import (
    MOST_TOGETHER,
    NO_PLAN,
    DeployPlan,
    Recruit,
    plan_deployment,
    recruits,
)
from gemp_bot.valuation.position import LocationView, Position

DEPLOYS = (ActionKind.DEPLOY, ActionKind.DEPLOY_SIMULTANEOUSLY)
_AT_THEM, _AT_NOBODY, _SECOND = 0.35, 0.15, 0.6
"""A weapon, in Force per power of its bearer: where they stand, where nobody does; less for a second one."""
_PLACE = 0.4
"""A location, whatever its icons: one card less in hand that can only be deployed."""


def plan_of(view: Table, question: Question, mind: Mind) -> DeployPlan:
    """The plan of this turn, made anew when the table has changed."""
    position = mind.look(view)
    offered = frozenset(option.card_id for option in question.of_kind(*DEPLOYS) if option.card_id is not None)
    key = (mind.version, offered, len(mind.illegal), len(mind.legal))
    if mind.plan is None or mind.plan_for != key:
        mind.plan = _plan(view, position, offered, mind)
        mind.plan_for = key
    return mind.plan


def _plan(view: Table, position: Position, offered: frozenset[CardId], mind: Mind) -> DeployPlan:
    hand = [
        (card, size, mind.cost(card, size)) for card, size in mind.hand(view)
        if card not in mind.legal or mind.legal[card]
    ]  # fmt: skip
    candidates = recruits(hand, offered, lambda size, crew: mind.arrival(view, size, crew=crew).power)
    if not candidates:
        return NO_PLAN
    return plan_deployment(
        position,
        candidates,
        mind.outlook(view),
        budget=max(position.force - mind.temper.keep_force, 0) if position.force > 2 else position.force,  # noqa: PLR2004
        price=mind.price(view),
        together=MOST_TOGETHER if mind.sight.deployment_plan else 1,
        illegal=mind.forbidden(view, offered),
        legal=mind.legal,
        there=lambda one, place: _there(view, one, place, mind),
        spent=mind.spent,
    )


def _there(view: Table, one: Recruit, place: LocationView, mind: Mind) -> Recruit:
    """A recruit as it would be at a place."""
    found = mind.arrival(view, one.size, place, one.crew)
    if (found.power, found.draws, found.least) == (one.power, one.draws, one.least):
        return one
    immune = found.power if one.immune else 0.0
    return msgspec.structs.replace(
        one, power=found.power, draws=found.draws, least=found.least, immune=immune
    )


def deploy(view: Table, question: Question, option: Option, mind: Mind) -> tuple[Part, ...]:
    """A card from hand."""
    size = mind.size(option.blueprint_id)
    position = mind.look(view)
    if not size.known or option.card_id is None:
        return part("a card in play does more than one in hand", 0.3)
    if size.location:
        return location_parts(size, position, mind)
    if size.fights:
        return _fighter_parts(view, question, option.card_id, size, mind)
    used = using(view, mind.cost(option.card_id, size), mind)
    if size.weapon:
        return _weapon_parts(position), *used
    return Part(f"the text of {size.title} works for us", mind.temper.effect), *used


def _fighter_parts(
    view: Table, question: Question, card: CardId, size: CardStats, mind: Mind
) -> tuple[Part, ...]:
    """A character, starship or vehicle: what the plan says."""
    step = plan_of(view, question, mind).step_of(card)
    if step is None:
        return aboard_parts(view, card, size, mind)
    if card in step.crew:
        return part("comes with its ship", -0.1)
    used = -mind.price(view) * step.cost
    return in_plan(view, card, step, mind), Part(f"{step.cost:g} Force used", used)


def location_parts(size: CardStats, position: Position, mind: Mind) -> tuple[Part, ...]:
    """A new location: Force for both sides, drains for whoever holds it."""
    temper = mind.temper
    side = position.side
    ours, theirs = size.icons(side), size.icons(side.other)
    share = temper.generation if position.generation < temper.enough_generation else 0.3 * temper.generation
    parts = [Part("a place more for us", _PLACE)]
    if ours:
        parts.append(Part(f"{ours} Force a turn for us", share * ours))
    if theirs:
        parts.append(Part(f"{theirs} Force a turn for them", -temper.their_generation * theirs))
        parts.append(Part("a place to drain", 0.4 * theirs))
    return tuple(parts)


def aboard_parts(view: Table, card: CardId, size: CardStats, mind: Mind) -> tuple[Part, ...]:
    """A card outside the plan: only as crew of a starship or vehicle that has none."""
    if size.character and size.pilot:
        known = mind.legal.get(card)
        if known is None or known:
            for place in mind.look(view).places:
                for unit in place.mine.units:
                    if (unit.size.starship or unit.size.vehicle) and not unit.size.crewed and unit.power <= 0:
                        return part(f"a pilot for {called(unit.size)}", 1.0)
    return part("no place where it would help", -0.5)


def _weapon_parts(position: Position) -> Part:
    """A weapon is worth what its bearer is, most where somebody can be shot at."""
    worth = 0.0
    for place in position.places:
        for unit in place.mine.units:
            if unit.size.warrior or unit.size.starship or unit.size.vehicle:
                share = _AT_THEM if place.theirs.present else _AT_NOBODY
                worth = max(worth, share * unit.power - _SECOND * unit.weapons)
    return Part("a weapon for somebody", worth)
