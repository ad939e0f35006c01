"""How much Force to activate, how many cards to draw."""

from gemp_bot.decisions import Option, Question
from gemp_bot.decisions.legal import Number
from gemp_bot.state import Table
from gemp_bot.strategy.base import Reason, Verdict
from gemp_bot.strategy.steady import answers
from gemp_bot.strategy.steady.memory import Memory
from gemp_bot.strategy.steady.sight import life_force, my_piles

DESTINY_CARDS = 4
"""Cards that stay in the Reserve Deck to draw destiny from."""
LATE = 10
"""Life force at which every card counts: then half of them are enough."""
FULL_HAND = 9

_ACTIVATE = (Reason("Force pays for everything", 1),)
_KEEP = (Reason("all but a few cards for destiny", 1),)
_ALLOW = (Reason("nothing of ours would come in between"),)
_DRAW = (Reason("a hand to choose from", 0.5),)


def _spare(view: Table) -> int:
    """Cards of the Reserve Deck that need not stay for destiny."""
    mine = my_piles(view)
    keep = DESTINY_CARDS if life_force(mine) > LATE else DESTINY_CARDS // 2
    return mine.reserve_deck - keep


def activate(view: Table, question: Question, option: Option, memory: Memory) -> tuple[Reason, ...] | None:  # noqa: ARG001
    """Whether to activate Force."""
    return _ACTIVATE if _spare(view) > 0 else None


def force_to_activate(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
    """As much as the Reserve Deck can spare. 0 would cancel the action, and we would be asked again."""
    return answers.number(question, max(_spare(view), 1), _KEEP)


def force_to_allow(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
    """All they want."""
    legal = question.legal
    if not isinstance(legal, Number):
        return answers.least(question)
    return Verdict(question.choose_number(legal.high), _ALLOW)


def hand_limit(life: int) -> int:
    """Cards worth holding: what is in hand is no life force."""
    return min(FULL_HAND, 3 + life // 4)


def draw(view: Table, question: Question, option: Option, memory: Memory) -> tuple[Reason, ...] | None:  # noqa: ARG001
    """Whether to draw one more card: up to a full hand, fewer the shorter life gets."""
    mine = my_piles(view)
    return _DRAW if mine.hand < hand_limit(life_force(mine)) else None


def cards_to_draw(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
    """Up to a full hand."""
    mine = my_piles(view)
    return answers.number(question, hand_limit(life_force(mine)) - mine.hand, _DRAW)
