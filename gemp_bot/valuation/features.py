"""The features of a position at the start of a turn that a learned value is made of: few, in plain units.

They are computed of an Outline alone, in one pass over its locations, because a search asks for them hundreds
of times. `FEATURES` tells their order and what each means; a value file names them, so the order may change.
"""

from enum import Enum
from math import sqrt
from typing import Final

import msgspec

from gemp_bot.valuation.outline import Outline

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
