"""What the opponent can do in the next turn: power out of the hand, and power that stands near by."""

from collections.abc import Sequence
from functools import lru_cache
from math import log1p

import msgspec

from gemp_bot.inference.deck_kinds import load_deck_kinds
from gemp_bot.inference.opponent import usual_reach
from gemp_bot.valuation.attacks import SETTLED, Around
from gemp_bot.valuation.position import LocationNumbers, Position, row_of


class Reply(msgspec.Struct, frozen=True):
    """What they can bring to locations in their next turn.

    Attributes:
        hand: cards in their hand.
        power: that they can bring out of it with the Force they will have.
        near: by column, power of theirs that stands where it can move there from.
        alone: columns where we stand alone and they may deploy.
        turn: the turn of ours before it.
    """

    hand: float = 0.0
    power: float = 0.0
    near: tuple[float, ...] = ()
    alone: frozenset[int] = frozenset()
    turn: int = SETTLED

    def to(self, column: int) -> float:
        """All the power that they can bring to a location."""
        return self.power + (self.near[column] if column < len(self.near) else 0.0)

    def around(self, place: LocationNumbers) -> Around:
        """What the chances of a location depend on besides who stands there."""
        others = len(self.alone) - (place.column in self.alone)
        return _around(self.to(place.column), self.hand, place.facts.space, others, min(self.turn, SETTLED))


@lru_cache(maxsize=1024)
def _around(power: float, hand: float, space: bool, others: int, turn: int) -> Around:
    return Around(log1p(power), log1p(hand), float(space), log1p(others), float(turn))


def reply_of(position: Position, power: float | None = None, turn: int = SETTLED) -> Reply:
    """What they can do.

    Args:
        position: the table.
        power: that they can bring out of their hand, see `TheirCards.reach`; None where nothing is known of
            their cards, for that of a usual deck.
        turn: the turn of ours before it.
    """
    hand = position.their_zones.hand
    if power is None:
        power = usual_reach(load_deck_kinds().of(position.side.other), position.their_next_force, hand)
    alone = frozenset(
        place.column
        for place in position.places
        if place.mine.present and not place.theirs.present and place.their_gives > 0
    )
    return Reply(hand, power, near_power(position), alone, turn)


def near_power(position: Position) -> tuple[float, ...]:
    """Power of theirs that can move to each location: from the next sites, docking bays, other systems."""
    places = position.places
    moves = [_power(place, starships=place.facts.space) for place in places]
    found = []
    for place in places:
        near = _next_to(place, places)
        found.append(
            sum(
                power
                for other, power in zip(places, moves, strict=True)
                if power and other is not place and (other in near or _travels(other, place))
            )
        )
    return tuple(found)


def _next_to(place: LocationNumbers, places: Sequence[LocationNumbers]) -> Sequence[LocationNumbers]:
    """The locations beside it in its row (rules 23.20, 23.23)."""
    row = row_of(place, places)
    if not row:
        return ()
    at = row.index(place)
    return row[max(at - 1, 0) : at] + row[at + 1 : at + 2]


def _travels(here: LocationNumbers, there: LocationNumbers) -> bool:
    """Whether one moves between them otherwise: through space, or from docking bay to docking bay."""
    return (here.facts.space and there.facts.space) or (here.facts.bay and there.facts.bay)


def _power(place: LocationNumbers, *, starships: bool) -> float:
    """Power of theirs that can leave a place by itself."""
    return sum(
        unit.power for unit in place.theirs.units if unit.host is None and unit.facts.starship == starships
    )
