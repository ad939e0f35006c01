"""How much Force to activate, how many cards to draw."""

from gemp_bot.decisions import Option
from gemp_bot.decisions.legal import Number
from gemp_bot.strategy.base import Reason, Verdict
from gemp_bot.strategy.steady import answers
from gemp_bot.strategy.steady.context import SteadyContext
from gemp_bot.strategy.steady.own_piles import life_force, my_piles

DESTINY_CARDS = 4
"""Cards that stay in the Reserve Deck to draw destiny from."""
LATE = 10
"""Life force at which every card counts: then half of them are enough."""
FULL_HAND = 9

_ACTIVATE = (Reason("Force pays for everything", 1),)
_KEEP = (Reason("all but a few cards for destiny", 1),)
_ALLOW = (Reason("nothing of ours would come in between"),)
_DRAW = (Reason("a hand to choose from", 0.5),)


def _spare(ctx: SteadyContext) -> int:
    """Cards of the Reserve Deck that need not stay for destiny."""
    mine = my_piles(ctx.table)
    keep = DESTINY_CARDS if life_force(mine) > LATE else DESTINY_CARDS // 2
    return mine.reserve_deck - keep


def activate(ctx: SteadyContext, _: Option) -> tuple[Reason, ...] | None:
    """Whether to activate Force."""
    return _ACTIVATE if _spare(ctx) > 0 else None


def force_to_activate(ctx: SteadyContext) -> Verdict:
    """As much as the Reserve Deck can spare. 0 would cancel the action, and we would be asked again."""
    return answers.number(ctx.question, max(_spare(ctx), 1), _KEEP)


def force_to_allow(ctx: SteadyContext) -> Verdict:
    """All they want."""
    legal = ctx.question.legal
    if not isinstance(legal, Number):
        return answers.least(ctx.question)
    return Verdict(ctx.question.choose_number(legal.high), _ALLOW)


def hand_limit(life: int) -> int:
    """Cards worth holding: what is in hand is no life force."""
    return min(FULL_HAND, 3 + life // 4)


def draw(ctx: SteadyContext, _: Option) -> tuple[Reason, ...] | None:
    """Whether to draw one more card: up to a full hand, fewer the shorter life gets."""
    mine = my_piles(ctx.table)
    return _DRAW if mine.hand < hand_limit(life_force(mine)) else None


def cards_to_draw(ctx: SteadyContext) -> Verdict:
    """Up to a full hand."""
    mine = my_piles(ctx.table)
    return answers.number(ctx.question, hand_limit(life_force(mine)) - mine.hand, _DRAW)
