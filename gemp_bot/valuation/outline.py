"""A position in a few flat numbers: what a learned value reads, and what a search changes and values again.

Made in one place, `outline_of`, of a Position. What stands somewhere and may act there is not told here: an
outline is what a supposed position can be written down as in some microseconds.
"""

from collections.abc import Iterable

import msgspec

from gemp_bot.rules.battle import ABILITY_FOR_DESTINY
from gemp_bot.rules.presence import ABILITY_FOR_PRESENCE, controls
from gemp_bot.valuation.position import Group, LocationNumbers, Position


class SideOutline(msgspec.Struct, frozen=True, gc=False):
    """One side at a location.

    Attributes:
        power: total power in a battle. ability: of all its cards there.
        forfeit: forfeit value of all its cards there.
        presence: it occupies the location (rules 5): droids alone do not.
        drain: Force the other side loses a turn if this side controls the location and no rule, card or
            experience forbids the drain; what the drain costs is taken off.
    """

    power: float = 0.0
    ability: float = 0.0
    forfeit: float = 0.0
    presence: bool = False
    drain: float = 0.0

    @property
    def destiny(self) -> bool:
        """Whether it draws battle destiny by its ability (rules 22)."""
        return self.ability >= ABILITY_FOR_DESTINY


class LocationOutline(msgspec.Struct, frozen=True, gc=False):
    """A location: its column, our side of it and theirs."""

    column: int
    mine: SideOutline = SideOutline()
    theirs: SideOutline = SideOutline()

    @property
    def held(self) -> bool:
        """Whether we control it."""
        return controls(mine=self.mine.presence, theirs=self.theirs.presence)

    @property
    def lost(self) -> bool:
        """Whether they control it."""
        return controls(mine=self.theirs.presence, theirs=self.mine.presence)

    @property
    def contested(self) -> bool:
        """Whether both occupy it: there may be a battle, and nobody drains."""
        return self.mine.presence and self.theirs.presence


class Outline(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A position in numbers.

    Attributes:
        turn: number of the turn; each player counts his own.
        my_turn: whether it is ours.
        life, their_life: life force: cards of Reserve Deck, Force Pile and Used Pile.
        hand, their_hand: cards in hand.
        force, their_force: cards of the Force Pile, which can be used until the owner's next activation.
        generation, their_generation: Force a turn.
        hand_power: power of the cards of our hand that fight, as printed.
        hand_cost: Force that deploying them costs.
        places: from left to right.
    """

    turn: int
    my_turn: bool
    life: float
    their_life: float
    hand: float
    their_hand: float
    force: float
    their_force: float
    generation: float
    their_generation: float
    hand_power: float = 0.0
    hand_cost: float = 0.0
    places: tuple[LocationOutline, ...] = ()


def outline_of(
    position: Position, *, turn: int, my_turn: bool, fighters: Iterable[tuple[float, float]] = ()
) -> Outline:
    """The outline of a position.

    Args:
        position: as one player may know it.
        turn: its number; each player counts his own.
        my_turn: whether it is ours.
        fighters: of each card of our hand that fights what deploying it costs, and its power.
    """
    cost = power = 0.0
    for each_cost, each_power in fighters:
        cost, power = cost + each_cost, power + each_power
    return Outline(
        turn=turn,
        my_turn=my_turn,
        life=position.life,
        their_life=position.their_life,
        hand=position.zones.hand,
        their_hand=position.their_zones.hand,
        force=position.zones.force_pile,
        their_force=position.their_zones.force_pile,
        generation=position.generation,
        their_generation=position.their_generation,
        hand_power=power,
        hand_cost=cost,
        places=tuple([place_outline(place, place.mine, place.theirs) for place in position.places]),
    )


def place_outline(place: LocationNumbers, mine: Group, theirs: Group) -> LocationOutline:
    """The outline of a location with these groups: those that stand there, or supposed ones."""
    return LocationOutline(place.column, _side(mine, place.drain), _side(theirs, place.their_drain))


def _side(group: Group, drain: float) -> SideOutline:
    return SideOutline(
        group.power,
        group.ability,
        group.forfeit,
        group.present and group.ability >= ABILITY_FOR_PRESENCE,
        drain,
    )
