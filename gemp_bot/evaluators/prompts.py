"""Which evaluator weighs which kind of question.

What is not in the table gets the answer that commits to the least: No, pass, the fewest cards, the number
the server proposes.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from gemp_bot.decisions import PromptKind, ResultKind
from gemp_bot.evaluators import deploy_targets, losing, menus, moving, piles, targets, transit
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.weighed import LEAST, Weighed, amount, one, part, passing, result

Evaluator = Callable[[DecisionContext], Sequence[Weighed]]


def _result(kind: ResultKind, text: str, force: float = 0.5) -> Evaluator:
    """One result, against the answer that commits to the least."""
    parts = part(text, force)

    def weigh(ctx: DecisionContext) -> Sequence[Weighed]:
        found = result(ctx.question, kind, parts)
        least = passing(ctx.question)
        if found is None:
            return (least,)
        return (found,) if found.answer == least.answer else (found, least)

    return weigh


def _number(text: str, *, most: bool) -> Evaluator:
    """The largest or the smallest number; `{}` in the text stands for it."""

    def weigh(ctx: DecisionContext) -> Sequence[Weighed]:
        number = ctx.question.max if most else ctx.question.min
        return (amount(ctx.question, number, part(text.format(number), 0.5)),)

    return weigh


def _maintain(ctx: DecisionContext) -> Sequence[Weighed]:
    """Pay with Force rather than with the card."""
    ranks = ((ResultKind.MAINTAIN, 1.0), (ResultKind.USE_FORCE, 0.9), (ResultKind.RECYCLE, 0.5))
    found = [result(ctx.question, kind, part("keeps the card in play", force)) for kind, force in ranks]
    return [each for each in found if each is not None] or [passing(ctx.question)]


def _no_activation(ctx: DecisionContext) -> Sequence[Weighed]:
    """Nothing is activated: the last cards are for destiny."""
    stock = ctx.stock
    if piles.spare(ctx) > 0:
        why = "after a pass, No would only lead back to the menu"
    else:
        why = f"the last {stock.zones.reserve_deck} cards of the Reserve Deck stay for destiny"
    return _result(ResultKind.YES, why)(ctx)


def _if_ours(ctx: DecisionContext) -> Sequence[Weighed]:
    """Yes if it is part of an action that we have chosen, else No."""
    return (passing(ctx.question),) if ctx.pursued is None else _YES(ctx)


def _largest_value(ctx: DecisionContext) -> Sequence[Weighed]:
    """The result with the largest number; a large destiny is a good one."""
    return [
        one(ctx.question, each, part("the value", -1 if each.number is None else each.number))
        for each in ctx.question.selectable
    ]


_YES = _result(ResultKind.YES, "as was meant")

P = PromptKind

EVALUATORS: Mapping[PromptKind, Evaluator] = MappingProxyType(
    {
        # menus
        P.PHASE_ACTION: menus.phase_action,
        P.OPTIONAL_RESPONSES: menus.responses,
        P.REQUIRED_RESPONSES: menus.required_responses,
        P.WEAPONS_SEGMENT: menus.weapons_segment,
        # starting the game
        P.START_GAME_OK: _result(ResultKind.OK, "the game begins"),
        P.STARTING_LOCATION: targets.starting_location,
        P.STARTING_INTERRUPT: targets.first_of_all,
        P.STARTING_HAND_SIZE: _number("a full hand", most=True),
        # Force
        P.FORCE_TO_ACTIVATE: piles.force_to_activate,
        P.FORCE_TO_ALLOW: piles.force_to_allow,
        # We only pass where there is nothing to spare; No would lead back to the menu for ever.
        P.CONFIRM_NO_ACTIVATION: _no_activation,
        P.CONFIRM_ACTIVATE: _result(ResultKind.YES, "Force pays for everything", 1),
        P.FORCE_TO_USE: _number("{} Force used: what it is for grows with it", most=True),
        P.OPPONENT_FORCE_TO_USE: _number("their Force, not ours", most=True),
        P.FORCE_TO_RETRIEVE: _number("all that comes back", most=True),
        P.FORCE_TO_LOSE: _number("no more than has to be", most=False),
        P.CARDS_TO_DRAW: piles.cards_to_draw,
        P.CONFIRM_RETRIEVE: _result(ResultKind.YES, "Force comes back", 1),
        # losing
        P.LOSE_FORCE: losing.lose_force,
        P.LOSE_FORCE_OR_FORFEIT: losing.lose_or_forfeit,
        P.FORFEIT: losing.forfeit,
        P.OPTIONAL_FORFEIT: losing.optional_forfeit,
        P.LOSE_CARD: losing.lose_card,
        P.PLACE_CARD: losing.lose_card,
        P.PLACE_OUT_OF_PLAY: losing.lose_card,
        # No leads back to the same list, for ever.
        P.CONFIRM_UNUSUAL_LOSS: _result(ResultKind.YES, "it was chosen to be lost"),
        P.CONFIRM_FORFEIT_WITH_CARDS_ABOARD: _result(ResultKind.YES, "it was chosen to be forfeited"),
        # reverting
        P.REVERT_TO: _result(ResultKind.DO_NOT_REVERT, "the game goes on"),
        P.ALLOW_REVERT: _result(ResultKind.NO, "the game goes on"),
        # looking
        P.VERIFY_PILE: targets.verify,
        P.TAKE_INTO_HAND: targets.found_cards,
        P.CONFIRM_TAKE_INTO_HAND: _YES,
        P.RETRIEVE: targets.found_cards,
        # deploying
        P.CHOOSE_DEPLOY_TARGET: deploy_targets.choose_place,
        P.SIDE_OF_LOCATION: deploy_targets.first_place,
        P.DEPLOY_NEXT_TO: deploy_targets.first_place,
        P.DEPLOY_AS_RELATED: deploy_targets.first_place,
        P.CAPACITY_SLOT: deploy_targets.first_place,
        P.CONFIRM_SIMULTANEOUS_DEPLOY: deploy_targets.simultaneously,
        P.CHOOSE_PILOT_ABOARD: deploy_targets.pilot_aboard,
        P.DEPLOY_FROM_PILE: targets.found_cards,
        P.PLAY_FROM_PILE: targets.first_of_all,
        P.CONFIRM_DEPLOY: _result(ResultKind.YES, "a card in play does more than one in hand", 1),
        P.SEARCH_AS_WELL: _YES,
        P.CARDS_FROM_PILE: targets.cards_from_pile,
        P.PERSONA_REPLACE: targets.choose_ours,
        # moving
        P.CHOOSE_MOVE_TARGET: moving.choose_target,
        P.DOCKING_BAY_TARGET: transit.choose_bay,
        P.CARDS_TO_TRANSIT: transit.choose_party,
        # destiny and battle
        P.DRAW_BATTLE_DESTINY: _result(ResultKind.YES, "destiny is power and attrition", 3),
        P.DRAW_DESTINY: _result(ResultKind.YES, "destiny is drawn for something", 1),
        P.RACE_DESTINY: _result(ResultKind.YES, "a step further in the race", 0.5),
        P.DESTINY_VALUE: _largest_value,
        P.HIGHEST_ABILITY: targets.first_of_all,
        P.WEAPON_TO_FIRE: targets.choose_ours,
        P.FIRE_AGAIN: _result(ResultKind.YES, "may hit once more", 1),
        P.CHOOSE_TARGET: targets.choose_target,
        P.CHOOSE_SITE: targets.first_of_all,
        P.RETARGET: targets.choose_theirs,
        P.CANCEL_CARD: targets.choose_theirs,
        P.CONFIRM_CANCEL: _if_ours,
        P.STEAL_CARD: targets.choose_theirs,
        P.CONFIRM_STEAL: _result(ResultKind.YES, "their card becomes ours", 2),
        P.CAPTURE_OPTION: targets.first_of_all,
        P.ESCORT: targets.first_of_all,
        P.MAINTENANCE: _maintain,
        # chance
        P.SABACC_DRAW: _result(ResultKind.NO, "sabacc is for gamblers"),
        # part of an action
        P.CONFIRM_PAY: _if_ours,
        P.CONFIRM_ACTION: _if_ours,
        P.CONFIRM_DRAW: _if_ours,
        P.CHOOSE_EFFECT: _result(ResultKind.USED, "a Used Interrupt comes back"),
    }
)


def weigh(ctx: DecisionContext) -> list[Weighed]:
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
