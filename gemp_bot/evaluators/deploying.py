"""Deploying: which card, and where."""

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards.titles import folded
from gemp_bot.decisions import Option
from gemp_bot.evaluators.card_value import unplayable
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.force_use import using
from gemp_bot.evaluators.planning import plan_of
from gemp_bot.evaluators.reason_text import called, in_plan, place_called
from gemp_bot.evaluators.shields import dearer_drains
from gemp_bot.evaluators.text_worth import best_text_worth, does_nothing_there, worth_there
from gemp_bot.evaluators.weighed import OUR, OURS, THEIRS, THEM, US, Part, part
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.facts import CardKind
from gemp_bot.valuation.battle_estimate import may_be_fired
from gemp_bot.valuation.deployment import may_stand
from gemp_bot.valuation.places import COUNTED, spied_on
from gemp_bot.valuation.position import NOBODY, FighterView, LocationNumbers

_AT_THEM, _AT_NOBODY = 0.35, 0.15
"""A weapon, in Force per power of its bearer: where it has a target, and elsewhere."""
_NOBODY = part(f"nobody of {US} could bear it", 0.0)
_NO_SPYING = Part("a spy has nothing to do", -0.3)
LOST = -0.5
"""A card that would leave the table at once, in Force."""
_DRAINS = 0.4
"""Our Force drains at a new location over the turns that are counted, in Force for each icon of theirs."""
_THEY_HOLD, _THEY_COME = 0.65, 0.18
"""How often they drain at a location where nobody stands, for once that we do where both have icons.

Of the next four turns they held those of the latter 0.66 and we 1.01 (995 ends of turns in 72 games at
tables), and 0.18 those with our icons alone, where they cannot deploy (rules 20; 536).
"""
_PLACE = 0.4
"""A location, whatever its icons: one card less in hand that can only be deployed."""


def deploy(ctx: DecisionContext, option: Option) -> tuple[Part, ...]:
    """A card from hand."""
    facts = ctx.facts(option.blueprint_id)
    if not facts.known or option.card_id is None:
        return part("a card in play does more than one in hand", 0.3)
    if facts.location:
        return location_parts(ctx, facts)
    if facts.fights:
        return _fighter_parts(ctx, option.card_id)
    return _other_parts(ctx, option.card_id, facts, option.text)


def _other_parts(ctx: DecisionContext, card: CardId, facts: CardFacts, label: str) -> tuple[Part, ...]:
    """An Effect, a weapon, a device or anything else that does not fight."""
    if ctx.memory.short_lived.hopeless(facts.card.blueprint_id):
        return part("it left the table at once before", LOST)
    if ctx.reader.lost_at_once(facts.card.blueprint_id):
        return part("it would be lost at once", LOST)
    used = using(ctx, ctx.reader.deploy_cost(card, facts))
    if facts.spy:
        return _spy_part(ctx), *used
    if facts.kind is CardKind.WEAPON:
        return *_weapon_parts(ctx, facts), *used
    words = f"the text of {facts.card.title} works for {US}"
    usual = Part(words, ctx.weights.effect, told="its text helps you")
    change = dearer_drains(ctx, facts)
    if change is not None:
        return usual, *used, Part(f"Force drains cost more, {THEIRS} and {OURS}", change - ctx.weights.effect)
    there = best_text_worth(ctx, facts, label) or does_nothing_there(ctx, facts, label)
    return there or usual, *used


def _fighter_parts(ctx: DecisionContext, card: CardId) -> tuple[Part, ...]:
    """A character, starship or vehicle: what the plan says."""
    plan = plan_of(ctx)
    step = plan.step_of(card)
    if step is None:
        later = any(card in each.cards for each in plan.later)
        return part(f"planned for {OUR} next turn" if later else "not in the plan of this turn", -0.5)
    if card in step.crew:
        return part("comes with its ship", -0.1)
    used = -ctx.force_price * step.cost
    return in_plan(ctx, card, step), Part(f"{step.cost:g} Force used", used)


def generated(icons: int, each: float) -> Part:
    """Force that a location lets us activate every turn."""
    told = f"it brings {US} {icons} more Force each turn"
    return Part(f"{icons} Force a turn for {US}", each * icons, told=told)


def location_parts(ctx: DecisionContext, facts: CardFacts) -> tuple[Part, ...]:
    """A new location: Force for both sides, drains for whoever holds it."""
    weights, position = ctx.weights, ctx.position
    side = position.side
    ours, theirs = facts.card.force_icons(side), facts.card.force_icons(side.other)
    share = (
        weights.generation if position.generation < weights.enough_generation else 0.3 * weights.generation
    )
    parts = [Part(f"a place more for {US}", _PLACE, told="it is one more place to play at")]
    if ours:
        parts.append(generated(ours, share))
    lasts = _DRAINS * ctx.outlook.turns / COUNTED
    if theirs:
        parts.append(Part(f"{theirs} Force a turn for {THEM}", -weights.their_generation * theirs))
        if _may_be_held(ctx, facts):
            parts.append(Part("a place to drain", lasts * theirs, told="it gives you a place to drain"))
    if ours:
        often = ctx.outlook.urgency * (_THEY_HOLD if theirs else _THEY_COME)
        told = f"it gives {THEM} a place to drain"
        parts.append(Part(f"a place for {THEM} to drain", -lasts * often * ours, told=told))
    return tuple(parts)


def _may_be_held(ctx: DecisionContext, facts: CardFacts) -> bool:
    """Whether somebody of our hand, or from next door, can be at a new location this turn or next."""
    gives = facts.card.force_icons(ctx.stock.side)
    place = LocationNumbers(-1, None, facts, NOBODY, NOBODY, 0.0, 0.0, gives)
    force = ctx.stock.force + ctx.stock.generation
    return any(
        cost <= force and may_stand(each, place) and not unplayable(ctx, each)
        for cost, each in ctx.reader.fighters
    ) or any(
        unit.facts.starship == facts.space
        for each in ctx.position.places if _near(facts, each) for unit in each.mine.units
    )  # fmt: skip


def _near(facts: CardFacts, place: LocationNumbers) -> bool:
    """Whether cards may move from a place to a new location, wherever it is laid."""
    docks = facts.bay and place.facts.bay
    return docks or facts.space or facts.generic or facts.system == folded(place.system)


def _spy_part(ctx: DecisionContext) -> Part:
    """An Undercover spy is worth what it brings where it brings most."""
    found = [spying(ctx, place) for place in ctx.position.places]
    return max(found, key=lambda each: each.force, default=_NO_SPYING)


def spying(ctx: DecisionContext, place: LocationNumbers) -> Part:
    """An Undercover spy at a place."""
    gain = 0.0 if place.facts.space else spied_on(place, ctx.outlook)
    if gain <= 0:
        return _NO_SPYING
    return Part(f"a spy keeps {THEM} from draining {place.bled:g} at {place_called(place)}", gain)


def armed(
    ctx: DecisionContext, place: LocationNumbers, unit: FighterView, weapon: CardFacts
) -> tuple[Part, ...]:
    """A weapon on a card of ours: worth what its bearer is, most where it can be fired at somebody.

    One more than the bearer fires in a battle is worth nothing by that.
    """
    share = 0.0
    if len(unit.weapons) < unit.facts.fires:
        theirs = place.theirs
        live = theirs.present and any(may_be_fired(aims, theirs) for aims in weapon.weapons)
        share = _AT_THEM if live else _AT_NOBODY
    usual = Part(
        f"a weapon for {called(unit.facts)}", share * unit.power, told="one of your cards can use it"
    )
    return worth_there(ctx, weapon, unit.id, usual)


def _weapon_parts(ctx: DecisionContext, weapon: CardFacts) -> tuple[Part, ...]:
    """A weapon for who is worth most with it, of those who may bear it as far as that is understood."""
    laid = ctx.reader.laid
    hosts = (None,) if laid is None else laid.hosts(weapon, ctx.stock.side)
    found = [
        armed(ctx, place, unit, weapon)
        for place in ctx.position.places
        for unit in place.mine.units
        if (unit.facts.warrior or unit.facts.carrier if hosts == (None,) else unit.id in hosts)
    ]
    return max(found, key=lambda parts: sum(each.force for each in parts), default=_NOBODY)
