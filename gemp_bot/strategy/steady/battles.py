"""Whether to start a battle."""

from gemp_bot.decisions import Option, Question
from gemp_bot.state import Table
from gemp_bot.strategy.base import Reason
from gemp_bot.strategy.steady.memory import Memory
from gemp_bot.strategy.steady.sight import my_piles

MARGIN = 1.0
"""Power that must be ahead: with it four battles in five are won (EXPERIENCE 4)."""
ALONE = 4.0
"""Power with which a side probably has the ability to draw battle destiny."""


def initiate(view: Table, question: Question, option: Option, memory: Memory) -> tuple[Reason, ...] | None:  # noqa: ARG001
    """Battle where our power exceeds theirs; the card of the action is the location."""
    column = None if option.card_id is None else view.column_of(option.card_id)
    places = memory.places.at(view)
    if column is None or column >= len(places) or my_piles(view).reserve_deck == 0:
        return None
    place = places[column]
    margin = place.mine - max(place.theirs, 0)
    needed = MARGIN if place.mine >= ALONE else 3 * MARGIN
    if margin < needed:
        return None
    return (Reason("our power exceeds theirs", margin), Reason("a battle costs Force", -1))
