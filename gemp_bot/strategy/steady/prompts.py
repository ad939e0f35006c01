"""What `steady` answers: a table from kinds of prompts to handlers.

What is not in the table gets the answer that commits to the least: No, pass, the fewest cards, the number
the server proposes.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from gemp_bot.decisions import PromptKind, Question, ResultKind
from gemp_bot.state import Table
from gemp_bot.strategy.base import Reason, Verdict
from gemp_bot.strategy.steady import answers, deploying, losing, menus, moving, piles, targets
from gemp_bot.strategy.steady.memory import Memory

Handler = Callable[[Table, Question, Memory], Verdict]


def _result(kind: ResultKind, text: str, force: float = 0.0) -> Handler:
    """A handler that gives one result."""
    reasons = (Reason(text, force),)

    def handle(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
        return answers.result_or_least(question, kind, reasons)

    return handle


def _maintain(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
    """Pay with Force rather than with the card."""
    for kind in (ResultKind.MAINTAIN, ResultKind.USE_FORCE, ResultKind.RECYCLE):
        option = question.result(kind)
        if option is not None:
            return Verdict(question.choose(option), _KEPT)
    return answers.least(question)


def _number(text: str, *, most: bool) -> Handler:
    """A handler that gives the largest or the smallest number."""
    reasons = (Reason(text),)

    def handle(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
        return answers.number(question, question.max if most else question.min, reasons)

    return handle


def _if_ours(view: Table, question: Question, memory: Memory) -> Verdict:
    """Yes if it is part of an action that we have chosen, else No."""
    return answers.least(question) if memory.pursued is None else _YES(view, question, memory)


def _largest_value(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
    """The result with the largest number; a large destiny is a good one."""
    ranked = sorted(question.selectable, key=lambda option: 1 if option.number is None else -option.number)
    return answers.take(question, ranked, question.min, _LARGEST)


_KEPT = (Reason("keeps the card in play", 1),)
_LARGEST = (Reason("the largest value"),)
_YES = _result(ResultKind.YES, "as was meant")
_NO = _result(ResultKind.NO, "rather not")

P = PromptKind

HANDLERS: Mapping[PromptKind, Handler] = MappingProxyType(
    {
        # menus
        P.PHASE_ACTION: menus.phase_action,
        P.OPTIONAL_RESPONSES: menus.responses,
        P.REQUIRED_RESPONSES: menus.required_responses,
        P.WEAPONS_SEGMENT: menus.weapons_segment,
        # starting the game
        P.START_GAME_OK: _result(ResultKind.OK, "the game begins"),
        P.STARTING_LOCATION: targets.found_cards,
        P.STARTING_INTERRUPT: targets.first_of_all,
        P.STARTING_HAND_SIZE: _number("a full hand", most=True),
        # Force
        P.FORCE_TO_ACTIVATE: piles.force_to_activate,
        P.FORCE_TO_ALLOW: piles.force_to_allow,
        # We only pass where there is nothing to spare; No would lead back to the menu for ever.
        P.CONFIRM_NO_ACTIVATION: _result(ResultKind.YES, "what is left in the Reserve Deck stays there"),
        P.CONFIRM_ACTIVATE: _result(ResultKind.YES, "Force pays for everything", 1),
        P.FORCE_TO_USE: _number("as much as it does", most=True),
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
        P.CHOOSE_DEPLOY_TARGET: deploying.choose_place,
        P.SIDE_OF_LOCATION: deploying.first_place,
        P.DEPLOY_NEXT_TO: deploying.first_place,
        P.DEPLOY_AS_RELATED: deploying.first_place,
        P.CAPACITY_SLOT: deploying.first_place,
        P.CONFIRM_SIMULTANEOUS_DEPLOY: _result(ResultKind.YES, "a starship needs its pilot", 1),
        P.CHOOSE_PILOT_ABOARD: targets.first_of_all,
        P.DEPLOY_FROM_PILE: targets.found_cards,
        P.PLAY_FROM_PILE: targets.first_of_all,
        P.CONFIRM_DEPLOY: _result(ResultKind.YES, "a card in play does more than one in hand", 1),
        P.SEARCH_AS_WELL: _YES,
        P.CARDS_FROM_PILE: targets.cards_from_pile,
        P.PERSONA_REPLACE: targets.choose_ours,
        # moving
        P.CHOOSE_MOVE_TARGET: moving.choose_target,
        # destiny and battle
        P.DRAW_BATTLE_DESTINY: _result(ResultKind.YES, "destiny is power and attrition", 3),
        P.DRAW_DESTINY: _result(ResultKind.YES, "destiny is drawn for something", 1),
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
