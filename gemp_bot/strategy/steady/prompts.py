"""What `steady` answers: a table from kinds of prompts to handlers.

What is not in the table gets the answer that commits to the least: No, pass, the fewest cards, the number
the server proposes.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from gemp_bot.decisions import PromptKind
from gemp_bot.evaluators.fixed_answers import (
    AS_CHOSEN,
    FIXED_NUMBERS,
    FIXED_RESULTS,
    IF_PURSUED,
    MAINTENANCE,
    FixedNumber,
    FixedResult,
)
from gemp_bot.strategy.base import Reason, Verdict
from gemp_bot.strategy.steady import answers, deploying, losing, menus, moving, piles, targets
from gemp_bot.strategy.steady.context import SteadyContext

Handler = Callable[[SteadyContext], Verdict]


def _result(fixed: FixedResult) -> Handler:
    """A handler that gives one result."""
    reasons = (Reason(fixed.reason, fixed.force),)

    def handle(ctx: SteadyContext) -> Verdict:
        return answers.result_or_least(ctx.question, fixed.kind, reasons)

    return handle


def _number(fixed: FixedNumber) -> Handler:
    """A handler that gives the largest or the smallest number."""

    def handle(ctx: SteadyContext) -> Verdict:
        number = ctx.question.max if fixed.most else ctx.question.min
        return answers.number(ctx.question, number, (Reason(fixed.reason.format(number)),))

    return handle


def _maintain(ctx: SteadyContext) -> Verdict:
    """Pay with Force rather than with the card."""
    for fixed in MAINTENANCE:
        option = ctx.question.result(fixed.kind)
        if option is not None:
            return Verdict(ctx.question.choose(option), (Reason(fixed.reason, fixed.force),))
    return answers.least(ctx.question)


def _if_ours(ctx: SteadyContext) -> Verdict:
    """Yes if it is part of an action that we have chosen, else No."""
    return answers.least(ctx.question) if ctx.pursued is None else _AS_CHOSEN(ctx)


def _largest_value(ctx: SteadyContext) -> Verdict:
    """The result with the largest number; a large destiny is a good one."""
    ranked = sorted(
        ctx.question.selectable, key=lambda option: 1 if option.number is None else -option.number
    )
    return answers.take(ctx.question, ranked, ctx.question.min, _LARGEST)


_LARGEST = (Reason("the largest value"),)
_AS_CHOSEN = _result(AS_CHOSEN)

P = PromptKind

HANDLERS: Mapping[PromptKind, Handler] = MappingProxyType(
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
        P.STARTING_LOCATION: targets.found_cards,
        P.STARTING_INTERRUPT: targets.first_of_all,
        # Force
        P.FORCE_TO_ACTIVATE: piles.force_to_activate,
        P.FORCE_TO_ALLOW: piles.force_to_allow,
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
        P.CHOOSE_DEPLOY_TARGET: deploying.choose_place,
        P.SIDE_OF_LOCATION: deploying.first_place,
        P.DEPLOY_NEXT_TO: deploying.first_place,
        P.DEPLOY_AS_RELATED: deploying.first_place,
        P.CAPACITY_SLOT: deploying.first_place,
        P.CHOOSE_PILOT_ABOARD: targets.first_of_all,
        P.DEPLOY_FROM_PILE: targets.found_cards,
        P.PLAY_FROM_PILE: targets.first_of_all,
        P.CARDS_FROM_PILE: targets.cards_from_pile,
        P.PERSONA_REPLACE: targets.choose_ours,
        # moving
        P.CHOOSE_MOVE_TARGET: moving.choose_target,
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
