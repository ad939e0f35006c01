"""Which evaluator weighs which kind of question.

What is not in the table gets the answer that commits to the least: No, pass, the fewest cards, the number
the server proposes.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from gemp_bot.decisions import PromptKind, ResultKind
from gemp_bot.evaluators import crewing, deploy_targets, losing, menus, moving, piles, targets, transit
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.fixed_answers import (
    AS_CHOSEN,
    FIXED_NUMBERS,
    FIXED_RESULTS,
    IF_PURSUED,
    MAINTENANCE,
    FixedNumber,
    FixedResult,
)
from gemp_bot.evaluators.weighed import LEAST, ScoredAnswer, amount, one, part, passing, result

Evaluator = Callable[[DecisionContext], Sequence[ScoredAnswer]]


def _result(fixed: FixedResult) -> Evaluator:
    """One result, against the answer that commits to the least."""
    parts = part(fixed.reason, fixed.force, fixed.told)

    def weigh(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
        found = result(ctx.question, fixed.kind, parts)
        least = passing(ctx.question)
        if found is None:
            return (least,)
        return (found,) if found.answer == least.answer else (found, least)

    return weigh


def _number(fixed: FixedNumber) -> Evaluator:
    """The largest or the smallest number."""

    def weigh(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
        number = ctx.question.max if fixed.most else ctx.question.min
        return (amount(ctx.question, number, part(fixed.reason.format(number), 0.5)),)

    return weigh


def _maintain(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Pay with Force rather than with the card."""
    found = [result(ctx.question, fixed.kind, part(fixed.reason, fixed.force)) for fixed in MAINTENANCE]
    return [each for each in found if each is not None] or [passing(ctx.question)]


def _no_activation(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Nothing is activated: the last cards are for destiny."""
    if piles.spare(ctx) > 0:
        why = "after a pass, No would only lead back to the menu"
    else:
        why = f"the last {ctx.stock.zones.reserve_deck} cards of the Reserve Deck stay for destiny"
    return _result(FixedResult(ResultKind.YES, why))(ctx)


def _if_ours(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Yes if it is part of an action that we have chosen, else No."""
    return (passing(ctx.question),) if ctx.pursued is None else _AS_CHOSEN(ctx)


def _largest_value(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """The result with the largest number; a large destiny is a good one."""
    return [
        one(ctx.question, each, part("the value", -1 if each.number is None else each.number))
        for each in ctx.question.selectable
    ]


def _move_target(ctx: DecisionContext) -> Sequence[ScoredAnswer]:
    """Where a card moves to, or by the text of a location which card does and where to."""
    return transit.choose_passage(ctx) if ctx.purpose in transit.BY_TEXT else moving.choose_target(ctx)


_AS_CHOSEN = _result(AS_CHOSEN)

P = PromptKind

EVALUATORS: Mapping[PromptKind, Evaluator] = MappingProxyType(
    {
        **{kind: _result(fixed) for kind, fixed in FIXED_RESULTS.items()},
        **{kind: _number(fixed) for kind, fixed in FIXED_NUMBERS.items()},
        **dict.fromkeys(IF_PURSUED, _if_ours),
        # menus
        P.PHASE_ACTION: menus.phase_action,
        P.OPTIONAL_RESPONSES: menus.responses,
        P.REQUIRED_RESPONSES: menus.required_responses,
        P.WEAPONS_SEGMENT: menus.weapons_segment,
        # starting the game
        P.STARTING_LOCATION: targets.starting_location,
        P.STARTING_INTERRUPT: targets.first_of_all,
        # Force
        P.FORCE_TO_ACTIVATE: piles.force_to_activate,
        P.FORCE_TO_ALLOW: piles.force_to_allow,
        P.CONFIRM_NO_ACTIVATION: _no_activation,
        P.CARDS_TO_DRAW: piles.cards_to_draw,
        # losing
        P.LOSE_FORCE: losing.lose_force,
        P.LOSE_FORCE_OR_FORFEIT: losing.lose_or_forfeit,
        P.FORFEIT: losing.forfeit,
        P.OPTIONAL_FORFEIT: losing.optional_forfeit,
        P.LOSE_CARD: losing.lose_card,
        P.PLACE_CARD: losing.lose_card,
        P.PLACE_OUT_OF_PLAY: losing.lose_card,
        # looking
        P.VERIFY_PILE: targets.verify,
        P.TAKE_INTO_HAND: targets.found_cards,
        P.RETRIEVE: targets.found_cards,
        # deploying
        P.CHOOSE_DEPLOY_TARGET: deploy_targets.choose_place,
        P.SIDE_OF_LOCATION: deploy_targets.first_place,
        P.DEPLOY_NEXT_TO: deploy_targets.first_place,
        P.DEPLOY_AS_RELATED: deploy_targets.related_system,
        P.RELEASE_OPTION: deploy_targets.release_option,
        P.CAPACITY_SLOT: deploy_targets.first_place,
        P.CHOOSE_PILOT_ABOARD: deploy_targets.pilot_aboard,
        P.REACT_DEPLOY_CARD: deploy_targets.reacting,
        P.DEPLOY_FROM_PILE: targets.found_cards,
        P.PLAY_FROM_PILE: targets.from_outside,
        P.CARDS_FROM_PILE: targets.cards_from_pile,
        P.PERSONA_REPLACE: targets.choose_ours,
        # moving
        P.CHOOSE_MOVE_TARGET: _move_target,
        P.DOCKING_BAY_TARGET: transit.choose_bay,
        P.CARDS_TO_TRANSIT: transit.choose_party,
        P.MOVE_CARD: transit.choose_passage,
        **dict.fromkeys(crewing.GOALS, crewing.choose_goal),
        P.RACE_DESTINY: _result(FixedResult(ResultKind.YES, "a step further in the race")),
        P.DESTINY_VALUE: _largest_value,
        P.HIGHEST_ABILITY: targets.first_of_all,
        P.WEAPON_TO_FIRE: targets.choose_ours,
        P.CHOOSE_TARGET: targets.choose_target,
        P.CHOOSE_SITE: targets.first_of_all,
        P.RETARGET: targets.choose_theirs,
        P.CANCEL_CARD: targets.choose_theirs,
        P.STEAL_CARD: targets.choose_theirs,
        P.CAPTURE_OPTION: targets.first_of_all,
        P.ESCORT: targets.first_of_all,
        P.MAINTENANCE: _maintain,
    }
)


def weigh(ctx: DecisionContext) -> list[ScoredAnswer]:
    """Weigh the answers of a question: at least one."""
    evaluator = EVALUATORS.get(ctx.question.kind)
    weighed = () if evaluator is None else evaluator(ctx)
    found = list(weighed) or [passing(ctx.question)]
    if not ctx.question.can_pass:
        # What commits to the least stands in for a no only where nothing else was weighed.
        return [each for each in found if each.name != LEAST] or found
    for each in found:
        if not each.answer.wire:
            return found
    found.append(passing(ctx.question))
    return found
