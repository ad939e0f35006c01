"""Their reply: where they may leave nobody of us before our next turn.

What an attack costs us and what is held after it is part of what a place is worth (`valuation/places.py`).
Here it counts for what is yet to be added: who is to be joined next turn may be gone by then.
"""

from collections.abc import Iterator, Sequence

from gemp_bot.valuation.deployment import Threat
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import overrun, taken
from gemp_bot.valuation.position import LocationView, Position

_LEAST = 0.02
"""Chance below which an attack is not looked at."""


def threats(position: Position, outlook: Outlook, most: int) -> tuple[Threat, ...]:
    """The likeliest of their attacks that leave nobody of us, after our turn.

    Args:
        position: the table at the end of our turn.
        outlook: what the game is like.
        most: how many are looked at.
    """
    if not most:
        return ()
    found = [Threat(place.column, overrun(place, outlook)) for place in position.places]
    likely = [each for each in found if each.chance >= _LEAST]
    likely.sort(key=lambda each: (-each.chance, each.column))
    return tuple(likely[:most])


def replies(position: Position, feared: Sequence[Threat]) -> Iterator[tuple[float, LocationView | None]]:
    """What they may do, each with its chance and the place as it is then: none of these attacks, or one.

    Two at once are left out: their chance is shared by the others.
    """
    quiet = 1.0
    for each in feared:
        quiet *= 1 - each.chance
    alone = [quiet * each.chance / (1 - each.chance) for each in feared]
    whole = quiet + sum(alone)
    yield quiet / whole, None
    for chance, each in zip(alone, feared, strict=True):
        yield chance / whole, taken(position.places[each.column])
