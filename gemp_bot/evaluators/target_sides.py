"""Whose cards an action is meant for, and when a search has found nothing, by owners of cards alone."""

from enum import Enum

from gemp_bot.decisions import ActionKind, Option, PromptKind
from gemp_bot.evaluators.question_context import QuestionContext
from gemp_bot.protocol.decisions import ArbitraryCards

K = ActionKind

FRIENDLY = frozenset(
    {
        K.ADD_BATTLE_DESTINY,
        K.DEPLOY_MATCHING_WEAPON,
        K.INCREASE_FORCE_DRAIN,
        K.MAINTENANCE,
        K.PERSONA_REPLACE,
        K.PULL_FROM_RESERVE,
        K.REDUCE_FORCE_DRAIN,
        K.REDUCE_FORCE_LOSS,
        K.RETRIEVE_CARD,
        K.RETRIEVE_FORCE,
        K.TAKE_FROM_FORCE_PILE,
        K.TAKE_FROM_LOST_PILE,
        K.TAKE_FROM_USED_PILE,
    }
)
"""Actions whose targets are our own cards."""

EITHER = frozenset(
    {
        K.DEPLOY,
        K.DEPLOY_CARD,
        K.DEPLOY_FROM_LOST,
        K.DEPLOY_FROM_PILE,
        K.DEPLOY_FROM_RESERVE,
        K.DEPLOY_HERE,
        K.DEPLOY_ON,
        K.DEPLOY_SIMULTANEOUSLY,
        K.DEPLOY_STACKED,
    }
)
"""Actions that may be for the one or against the other: theirs if any is offered, else ours. All other
actions are meant for the opponent's cards alone."""

_OUT_OF_PILES = frozenset(
    {
        PromptKind.TAKE_INTO_HAND,
        PromptKind.RETRIEVE,
        PromptKind.DEPLOY_FROM_PILE,
        PromptKind.CARDS_FROM_PILE,
        PromptKind.CHOOSE_TARGET,
    }
)
"""Questions that can show what was found in a pile."""


class TargetSide(Enum):
    """Whose cards are the targets of an action."""

    PILE = "cards of a pile, of no side"
    THEIRS = "the opponent's"
    OURS = "ours"
    NONE = "nobody's that is offered"


def targets_of(ctx: QuestionContext) -> tuple[TargetSide, list[Option]]:
    """The targets that are offered for an action: theirs for harm, ours for help, none of the wrong side."""
    purpose = ctx.purpose
    if purpose is not None and isinstance(ctx.question.decision, ArbitraryCards):
        return TargetSide.PILE, list(ctx.question.selectable)
    theirs: list[Option] = []
    others: list[Option] = []
    for option in ctx.question.selectable:
        (theirs if ctx.is_theirs(option) else others).append(option)
    if purpose in FRIENDLY:
        return TargetSide.OURS, others
    if theirs:
        return TargetSide.THEIRS, theirs
    return (TargetSide.OURS, others) if purpose in EITHER else (TargetSide.NONE, [])


def takes_cards(purpose: ActionKind | None) -> bool:
    """Whether an action deploys cards of a pile or takes them into hand; others may cost them."""
    return purpose in EITHER or purpose in FRIENDLY


def found_nothing(ctx: QuestionContext) -> bool:
    """Whether a question says that the search that is being carried out found nothing."""
    question, purpose = ctx.question, ctx.purpose
    kind = question.kind
    if kind is PromptKind.VERIFY_PILE:
        return True
    if kind not in _OUT_OF_PILES or question.selectable:
        return False
    if kind is PromptKind.CHOOSE_TARGET:
        return purpose is not None and isinstance(question.decision, ArbitraryCards)
    return kind is not PromptKind.CARDS_FROM_PILE or takes_cards(purpose)
