"""Questions that every strategy answers alike: one result, or the largest or smallest number."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from gemp_bot.decisions import PromptKind, ResultKind
from gemp_bot.evaluators.weighed import OUR, OURS, THEIR, THEM, WE


class FixedResult(msgspec.Struct, frozen=True):
    """One result that is always chosen where it is offered.

    Attributes:
        kind: the result.
        reason: why.
        force: what it is worth, in Force.
        told: why, in the words for a person; empty where `reason` says it.
    """

    kind: ResultKind
    reason: str
    force: float = 0.5
    told: str = ""


class FixedNumber(msgspec.Struct, frozen=True):
    """The largest or the smallest number.

    Attributes:
        reason: why; `{}` stands for the number.
        most: the largest.
    """

    reason: str
    most: bool


P = PromptKind
PAYS: Final = f"Force pays for all that {WE} do"
AS_CHOSEN: Final = FixedResult(ResultKind.YES, "as was meant")

FIXED_RESULTS: Final[Mapping[PromptKind, FixedResult]] = MappingProxyType(
    {
        P.START_GAME_OK: FixedResult(ResultKind.OK, "the game begins"),
        # We only pass where there is nothing to spare; No would lead back to the menu for ever.
        P.CONFIRM_NO_ACTIVATION: FixedResult(ResultKind.YES, "what is left in the Reserve Deck stays there"),
        P.CONFIRM_ACTIVATE: FixedResult(ResultKind.YES, "Force pays for everything", 1, PAYS),
        P.CONFIRM_RETRIEVE: FixedResult(ResultKind.YES, "Force comes back", 1),
        # No leads back to the same list, for ever.
        P.CONFIRM_UNUSUAL_LOSS: FixedResult(ResultKind.YES, "it was chosen to be lost"),
        P.CONFIRM_FORFEIT_WITH_CARDS_ABOARD: FixedResult(ResultKind.YES, "it was chosen to be forfeited"),
        P.REVERT_TO: FixedResult(ResultKind.DO_NOT_REVERT, "the game goes on"),
        P.ALLOW_REVERT: FixedResult(ResultKind.NO, "the game goes on"),
        P.CONFIRM_TAKE_INTO_HAND: AS_CHOSEN,
        P.SEARCH_AS_WELL: AS_CHOSEN,
        P.CONFIRM_SIMULTANEOUS_DEPLOY: FixedResult(ResultKind.YES, "a starship needs its pilot", 1),
        P.CONFIRM_DEPLOY: FixedResult(ResultKind.YES, "a card in play does more than one in hand", 1),
        P.DRAW_BATTLE_DESTINY: FixedResult(
            ResultKind.YES,
            "destiny is power and attrition",
            3,
            f"destiny adds to {OUR} power, and costs {THEM} cards",
        ),
        P.DRAW_DESTINY: FixedResult(ResultKind.YES, "destiny is drawn for something", 1),
        P.FIRE_AGAIN: FixedResult(ResultKind.YES, "may hit once more", 1),
        P.CONFIRM_STEAL: FixedResult(ResultKind.YES, f"{THEIR} card becomes {OURS}", 2),
        P.SABACC_DRAW: FixedResult(ResultKind.NO, "sabacc is for gamblers"),
        P.CHOOSE_EFFECT: FixedResult(ResultKind.USED, "a Used Interrupt comes back"),
    }
)

FIXED_NUMBERS: Final[Mapping[PromptKind, FixedNumber]] = MappingProxyType(
    {
        P.STARTING_HAND_SIZE: FixedNumber("a full hand", most=True),
        P.FORCE_TO_USE: FixedNumber("{} Force used: what it is for grows with it", most=True),
        P.OPPONENT_FORCE_TO_USE: FixedNumber(f"{THEIR} Force, not {OURS}", most=True),
        P.FORCE_TO_RETRIEVE: FixedNumber("all that comes back", most=True),
        P.FORCE_TO_LOSE: FixedNumber("no more than has to be", most=False),
    }
)

IF_PURSUED: Final = frozenset({P.CONFIRM_CANCEL, P.CONFIRM_PAY, P.CONFIRM_ACTION, P.CONFIRM_DRAW})
"""Answered `AS_CHOSEN` while an action that we have chosen is being carried out, else with No."""

MAINTENANCE: Final = (
    FixedResult(ResultKind.MAINTAIN, "keeps the card in play", 1.0),
    FixedResult(ResultKind.USE_FORCE, "keeps the card in play", 0.9),
    FixedResult(ResultKind.RECYCLE, "keeps the card in play", 0.5),
)
"""How a card is maintained, the best first: with Force rather than with the card."""
