"""What locations may be at the beginning of our next turn, after our battles and their reply.

What a battle or an attack costs and brings is part of what a place is worth (`valuation/places.py`). Here it
counts for what is yet to be added there: who is to be joined may be gone by then, and so may those who are to
be fought.
"""

from collections.abc import Collection, Sequence

from gemp_bot.search.deployments import Possible
from gemp_bot.valuation.deployment import Threat
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import FEARED, after_battle, overrun, taken
from gemp_bot.valuation.position import LocationNumbers, Position


def threats(
    position: Position, outlook: Outlook, most: int, fought: Collection[int] = ()
) -> tuple[Threat, ...]:
    """The likeliest of their attacks that leave nobody of us, after our turn.

    Args:
        position: the table at the end of our turn.
        outlook: what the game is like.
        most: how many are looked at.
        fought: columns where we start a battle before: who is left there is not known.
    """
    if not most:
        return ()
    places = (place for place in position.places if place.column not in fought)
    found = [Threat(place.column, overrun(place, outlook)) for place in places]
    likely = [each for each in found if each.chance >= FEARED]
    likely.sort(key=lambda each: (-each.chance, each.column))
    return tuple(likely[:most])


def next_turn(
    position: Position, outlook: Outlook, fought: Collection[int], feared: Sequence[Threat]
) -> dict[int, Possible]:
    """What may have become of places where we fight this turn, or are attacked in theirs; by column.

    Args:
        position: the table after our deployments and moves.
        outlook: what the game is like.
        fought: columns where we start a battle this turn.
        feared: their attacks.
    """
    found: dict[int, Possible] = {}
    for column in fought:
        found[column] = _likeliest_first(after_battle(position.places[column], outlook))
    for each in feared:
        place = position.places[each.column]
        found[each.column] = _likeliest_first(((1 - each.chance, place), (each.chance, taken(place))))
    return found


def _likeliest_first(possible: Sequence[tuple[float, LocationNumbers]]) -> Possible:
    return sorted(possible, key=lambda each: -each[0])
