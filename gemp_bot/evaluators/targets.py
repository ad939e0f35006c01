"""Choosing cards that an action is about: never harm to our own, never help for theirs."""

from collections.abc import Sequence

import msgspec

from gemp_bot.decisions import ActionKind, Option, PromptKind
from gemp_bot.evaluators.card_value import held_or, in_hand, unplayable
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.deploying import generated
from gemp_bot.evaluators.enabling import enablers
from gemp_bot.evaluators.reason_text import called, card_called, several_called
from gemp_bot.evaluators.searching import DEPLOYING, VAIN, deployed_worth, location_worth, partner_worth
from gemp_bot.evaluators.shields import dearer_drains, is_shield, shield_worth
from gemp_bot.evaluators.target_sides import TargetSide, takes_cards, targets_of
from gemp_bot.evaluators.weighed import (
    OUR,
    OURS,
    THEIRS,
    THEM,
    Part,
    ScoredAnswer,
    one,
    part,
    passing,
    several,
)
from gemp_bot.protocol.decisions import ArbitraryCards
from gemp_bot.protocol.ids import base_blueprint

_WISH = 1.0
"""By how much the start that the deck's owner wishes for is better than all others."""
_NEEDED = 0.1
"""A card that an action only needs, above cancelling the action: that was weighed when it was chosen."""
_KIN = 0.1
"""A card of the species that an objective asks for, in Force: it only puts the answers into an order."""
_TIE = 0.1
"""A card that may turn against us is chosen only where it is better than the others."""


def choose_target(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """A target for what is being done: theirs for harm, ours for help; none rather than the wrong one."""
    side, options = targets_of(ctx)
    if side is TargetSide.PILE:
        return found_cards(ctx)
    if side is TargetSide.NONE and _notes_species(ctx):
        weigh, options = _kindred, list(ctx.question.selectable)
    elif side is TargetSide.NONE:
        weigh, options = _need, enablers(ctx)
    else:
        weigh = _harm if side is TargetSide.THEIRS else _help
    return [
        passing(ctx.question, part("no target of the right side")),
        *(weigh(ctx, each) for each in options),
    ]


def choose_theirs(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """A card to cancel, to steal, to capture: the menus hold our own as well."""
    theirs = [option for option in ctx.question.selectable if ctx.is_theirs(option)]
    return [passing(ctx.question), *(_harm(ctx, option) for option in theirs)]


def choose_ours(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """A card of ours to do something with."""
    ours = [option for option in ctx.question.selectable if ctx.is_mine(option)]
    return [passing(ctx.question), *(_help(ctx, option) for option in ours)]


def _harm(ctx: DecisionContext, option: Option) -> ScoredAnswer:
    """Harm done to a card of theirs: the one that is worth most to them."""
    face = ctx.blueprint(option)
    facts = ctx.facts(face)
    value = (
        0.5 + 0.3 * facts.power + 0.1 * facts.ability + 0.15 * (facts.forfeit or 0) if facts.fights else 1.0
    )
    card = ctx.card(option)
    if card is not None and card.sideways:
        value = 0.2  # hit already
    battle = ctx.table.battle
    if battle is not None and battle.cards and option.card_id in battle.cards:
        value += 0.5
    return one(ctx.question, option, part(f"{called(facts)} of {THEIRS}", value))


def _need(ctx: DecisionContext, option: Option) -> ScoredAnswer:
    """A card of ours that an action needs, and does nothing to: without it the action is cancelled."""
    text = f"needs {card_called(ctx, option.card_id)} of {OURS}, and does nothing to it"
    return one(ctx.question, option, part(text, _NEEDED))


def _notes_species(ctx: DecisionContext) -> bool:
    """Whether a text notes a card of a pile, and each that is offered has a species: Rep of an Objective."""
    shown = isinstance(ctx.question.decision, ArbitraryCards) and ctx.pursued is None
    return shown and all(ctx.facts(each.blueprint_id).traits.species for each in ctx.question.selectable)


def _kindred(ctx: DecisionContext, option: Option) -> ScoredAnswer:
    """A card that is noted for its species: the objective flips by others of it that are not unique."""
    knowledge = ctx.cards.knowledge
    deck = None if knowledge is None else knowledge.deck
    species = ctx.facts(option.blueprint_id).traits.species
    kin = sum(
        facts.traits.species == species and not facts.card.uniqueness
        for facts in map(ctx.facts, () if deck is None else deck.elements())
    )
    return one(
        ctx.question, option, part(f"{kin} cards of {OUR} deck of its species, not unique", _KIN * kin)
    )


def _help(ctx: DecisionContext, option: Option) -> ScoredAnswer:
    """Help for a card of ours: the one that is worth most."""
    value = held_or(ctx, option.card_id, 0.3)
    return one(ctx.question, option, part(f"{card_called(ctx, option.card_id)} of {OURS}", value))


def found_cards(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Cards out of a pile: as many as are allowed, those we can use first."""
    options = ctx.question.selectable
    if not options:
        return (passing(ctx.question),)
    held = {card.blueprint_id for card in ctx.table.hand}
    deploys = ctx.question.kind is PromptKind.DEPLOY_FROM_PILE or ctx.purpose in DEPLOYING
    scored = []
    for option in options:
        facts = ctx.facts(option.blueprint_id)
        copies = 2 if option.blueprint_id in held else 1
        if is_shield(facts):
            value = shield_worth(ctx, facts)
        elif deploys and option.blueprint_id is not None:
            value = deployed_worth(ctx, option.blueprint_id, offered=True)
        elif facts.location and not unplayable(ctx, facts, copies):
            value = location_worth(ctx, facts)
        else:
            value = in_hand(ctx, facts, copies)
        if not is_shield(facts) and (change := dearer_drains(ctx, facts)) is not None:
            value += change - _TIE
        scored.append((value + 0.02 * facts.power, option))
    scored.sort(key=lambda each: -each[0])
    if ctx.question.max > 1:
        found = several_called(called(ctx.facts(each.blueprint_id)) for _, each in scored[: ctx.question.max])
        total = _found(found, sum(value for value, _ in scored[: ctx.question.max]))
        return (several(ctx.question, [option for _, option in scored], ctx.question.max, (total,)),)
    return [
        passing(ctx.question),
        *(
            one(ctx.question, option, (_found(called(ctx.facts(option.blueprint_id)), value),))
            for value, option in scored
        ),
    ]


def _found(titles: str, worth: float) -> Part:
    return Part(f"found: {titles}", worth, told="of what was found it is of most use")


def revealed(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """A card of our hand to be shown: the one whose partner is likeliest to be found, and does most."""
    weighed = [passing(ctx.question, part("nothing that matches can be there"))]
    for option in ctx.affordable(ctx.question.selectable):
        face = ctx.blueprint(option)
        value = 0.0 if face is None else partner_worth(ctx, face)
        weighed.append(
            one(
                ctx.question,
                option,
                part(
                    f"the partner of {card_called(ctx, None, face)} may be in the Reserve Deck",
                    value or VAIN,
                ),
            )
        )
    return weighed


def cards_from_pile(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Cards to deploy or to take into hand; for any other purpose none, as it may cost them."""
    hand = {card.id for card in ctx.table.hand}
    if ctx.purpose is ActionKind.DEPLOY_SIMULTANEOUSLY and all(
        each.card_id in hand for each in ctx.question.selectable
    ):
        return revealed(ctx)
    if takes_cards(ctx.purpose):
        return found_cards(ctx)
    return (passing(ctx.question),)


def verify(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """A search has failed and the pile is shown: there is nothing to choose."""
    return (passing(ctx.question),)


def from_outside(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """A card to play out of a pile, or from outside the game: the best shield, else the first."""
    if any(is_shield(ctx.facts(option.blueprint_id)) for option in ctx.question.selectable):
        return found_cards(ctx)
    return first_of_all(ctx)


def first_of_all(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """The first that is offered."""
    return (several(ctx.question, ctx.question.selectable, 1, part("the first that is offered", 0.1)),)


def starting_location(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """The start that the deck's owner wishes for; else Force for us first: a bad start starves."""
    side = ctx.table.my_side
    weighed = []
    for option in ctx.affordable(ctx.question.selectable):
        facts = ctx.facts(option.blueprint_id)
        if side is None or not facts.location:
            weighed.append(one(ctx.question, option, part("a start", 0.1)))
            continue
        ours, theirs = facts.card.force_icons(side), facts.card.force_icons(side.other)
        weighed.append(
            one(
                ctx.question,
                option,
                (
                    generated(ours, 2.0),
                    Part(f"{theirs} Force a turn for {THEM}", -0.5 * theirs),
                ),
            )
        )
    best = max((each.score for each in weighed), default=0.0)
    for place, each in enumerate(weighed):
        face = each.option.blueprint_id if each.option is not None else None
        if face is not None and base_blueprint(face) == ctx.start:
            more = best - each.score + _WISH
            wish = Part(f"the start that {OUR} deck names", more, told="the deck is built to start there")
            weighed[place] = msgspec.structs.replace(each, parts=(*each.parts, wish))
    return weighed or (passing(ctx.question),)
