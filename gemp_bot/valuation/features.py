"""The features of a position at the start of a turn that a learned value is made of: few, in plain units.

They are computed of an Outline alone, in one pass over its locations, because a search asks for them hundreds
of times. `FEATURES` tells their order and what each means; a value file names them, so the order may change.
"""

from collections.abc import Iterable
from enum import Enum
from math import sqrt
from typing import Final

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
        group.present and (group.ability >= ABILITY_FOR_PRESENCE or bool(group.operatives)),
        drain if group.controls else 0.0,
    )


POWER_PER_FORCE: Final = 1.0
"""Power that a Force brings to the table: cards that fight cost about as much as they have power."""
POWER_PER_CARD: Final = 3.0
"""Power that a card of a hand brings, over all cards of a deck that can fight or help to."""
MOST_REACH: Final = 15.0
"""Power that is brought to one location in a turn at the most, as good as always."""

LONG_GAME: Final = 100.0
"""Life force of both at the beginning, about: what lasts is worth the more, the more of it is left."""


class Good(Enum):
    """For whom more of a feature is good. A fitted coefficient of the other sign would be chance."""

    US = 1
    THEM = -1
    EITHER = 0


class Feature(msgspec.Struct, frozen=True):
    """A feature.

    Attributes:
        unit: what it is counted in.
        meaning: in a line.
        good: for whom more of it is good.
        mirror: the feature that is the same as the opponent sees it; empty for none, its own name for one
            that only changes its sign.
    """

    name: str
    unit: str
    meaning: str
    good: Good
    mirror: str = ""


def _both(name: str, unit: str, meaning: str, good: Good = Good.US) -> tuple[Feature, Feature]:
    """A feature of ours and the same of the opponent; `{}` is whose."""
    other = Good.THEM if good is Good.US else Good.US
    return (
        Feature(name, unit, meaning.format("our", "their"), good, "their_" + name),
        Feature("their_" + name, unit, meaning.format("their", "our"), other, name),
    )


FEATURES: Final[tuple[Feature, ...]] = (
    Feature("life_share", "", "our life force less theirs, by both together: -1 to 1", Good.US, "life_share"),
    Feature("life_lead", "Force", "our life force less theirs", Good.US, "life_lead"),
    Feature(
        "race",
        "1/turns",
        "share of their life force that our drains take a turn, less the same of ours: -1 to 1",
        Good.US,
        "race",
    ),
    *_both("hand", "√cards", "square root of the cards in {} hand: the next one is worth less"),
    Feature("hand_power", "power", "printed power of the cards of our hand that fight", Good.US),
    *_both("force", "Force", "cards of {} Force Pile"),
    *_both("generation", "Force a turn", "{} Force generation"),
    Feature(
        "generation_ahead",
        "Force a turn",
        "our generation less theirs, times life force of both by 100: what is left to use it in",
        Good.US,
        "generation_ahead",
    ),
    *_both(
        "drains",
        "Force a turn",
        "what {} drains bring where they are legal and the location is controlled",
    ),
    Feature(
        "drains_next",
        "Force",
        "what the player whose turn it is drains in it: as it is if it is ours, else as a loss",
        Good.US,
        "drains_next",
    ),
    *_both("power_alone", "power", "{} power where the other side is not"),
    *_both("forfeit", "forfeit", "{} forfeit value at all locations"),
    Feature(
        "forfeit_ahead",
        "forfeit",
        "our forfeit value less theirs, times life force of both by 100",
        Good.US,
        "forfeit_ahead",
    ),
    Feature(
        "ahead", "power", "by how much we have more power where both sides are, summed", Good.US, "behind"
    ),
    Feature(
        "behind", "power", "by how much they have more power where both sides are, summed", Good.THEM, "ahead"
    ),
    *_both(
        "threatened",
        "forfeit",
        "{} forfeit value where that side is alone, and the other one can bring more power in a turn",
        Good.THEM,
    ),
    Feature("my_turn", "", "1 if it is our turn, else -1", Good.EITHER, "my_turn"),
)
"""All features, in the order of `features_of`."""
NAMES: Final[tuple[str, ...]] = tuple(each.name for each in FEATURES)


def reach(force: float, generation: float, hand: float) -> float:
    """Power that a side can bring to one location in its next turn, about.

    Args:
        force: its Force Pile.
        generation: what it activates before.
        hand: cards in its hand.
    """
    return min((force + generation) * POWER_PER_FORCE, hand * POWER_PER_CARD, MOST_REACH)


def features_of(at: Outline) -> tuple[float, ...]:
    """The features of a position, in the order of `FEATURES`."""
    life, their_life = max(at.life, 0.0), max(at.their_life, 0.0)
    our_reach = reach(at.force, at.generation, at.hand)
    their_reach = reach(at.their_force, at.their_generation, at.their_hand)
    drains = their_drains = alone = their_alone = 0.0
    forfeit = their_forfeit = ahead = behind = threatened = their_threatened = 0.0
    for place in at.places:
        mine, theirs = place.mine, place.theirs
        forfeit += mine.forfeit
        their_forfeit += theirs.forfeit
        if mine.presence and theirs.presence:
            more = mine.power - theirs.power
            if more > 0:
                ahead += more
            else:
                behind -= more
        elif mine.presence:
            drains += mine.drain
            alone += mine.power
            if mine.power < their_reach:
                threatened += mine.forfeit
        elif theirs.presence:
            their_drains += theirs.drain
            their_alone += theirs.power
            if theirs.power < our_reach:
                their_threatened += theirs.forfeit
    lead, both = life - their_life, life + their_life
    left = both / LONG_GAME
    return (
        lead / max(both, 1.0),
        lead,
        min(drains / max(their_life, 1.0), 1.0) - min(their_drains / max(life, 1.0), 1.0),
        sqrt(max(at.hand, 0.0)),
        sqrt(max(at.their_hand, 0.0)),
        at.hand_power,
        at.force,
        at.their_force,
        at.generation,
        at.their_generation,
        (at.generation - at.their_generation) * left,
        drains,
        their_drains,
        drains if at.my_turn else -their_drains,
        alone,
        their_alone,
        forfeit,
        their_forfeit,
        (forfeit - their_forfeit) * left,
        ahead,
        behind,
        threatened,
        their_threatened,
        1.0 if at.my_turn else -1.0,
    )
