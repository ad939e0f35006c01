"""What the places of the table are worth, in Force, by live power and what their icons gave.

Nothing is read off the cards. A new location changes the Force generation of both players by its icons
(rules 2), and that tells how much can be drained there (rules 4).
"""

from dataclasses import dataclass

from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.events import Statistics
from gemp_bot.protocol.ids import BlueprintId, CardId, base_blueprint
from gemp_bot.state import Table

TURNS = 3.0
"""How many turns a drain site is expected to stay what it is."""
AHEAD = 0.8
"""Force for each point of power we are ahead where both sides stand: the battle is ours to start."""
BEHIND = 0.4
"""The same where we are behind: they may attack, or not."""
MOST = 8.0
"""Points of power beyond which a battle is won or lost anyway."""
SAFE = 6.0
"""Power with which a place is not attacked lightly."""
FEAR = 0.15
"""Force for each point below that; more would keep us off the drain sites."""
TYPICAL = 3.0
"""Power of a card that was not seen in play yet."""

_FREE = 1.0
"""Everybody activates one Force without any icon (rules 2)."""
_UNKNOWN = 1.0, 1.0
"""Force icons of a location, of the Dark and of the Light side, while they are not known."""
_MOST_ICONS = 3.0
_MOST_LEARNT = 15.0


@dataclass(frozen=True, slots=True)
class LocationPower:
    """The power and the Force drains of one column.

    Attributes:
        mine, theirs: total power, -1 if no card that fights is there.
        drain: Force they lose a turn if we control it.
        their_drain: Force we lose a turn if they do.
    """

    mine: float
    theirs: float
    drain: float
    their_drain: float

    def worth(self, more: float = 0) -> float:
        """What holding this place is worth; `more` is power of ours added, negative if it leaves."""
        mine = self.mine
        if more > 0:
            mine = max(mine, 0) + more
        elif more < 0:
            mine = mine + more if mine + more > 0 else -1
        if self.theirs < 0:
            return 0 if mine < 0 else TURNS * self.drain - FEAR * max(SAFE - mine, 0)
        if mine < 0:
            return -TURNS * self.their_drain
        margin = mine - self.theirs
        # Nobody drains where both stand.
        return AHEAD * min(margin, MOST) + self.drain / 2 if margin > 0 else BEHIND * max(margin, -MOST)

    def gain(self, power: float) -> float:
        """What a card of this power adds here."""
        return self.worth(power) - self.worth()


class PowerTracker:
    """The places, and what was learnt about icons and cards by watching the numbers."""

    def __init__(self) -> None:
        self._seen: Statistics | None = None
        self._icons: dict[CardId, tuple[float, float]] = {}
        self._found: tuple[LocationPower, ...] = ()
        self._found_for: Statistics | None = None
        self._powers: dict[BlueprintId, float] = {}
        self._arriving: tuple[BlueprintId, CardId, float] | None = None

    def observe(self, table: Table) -> None:
        """Take in the latest numbers. Costs nothing where they did not change."""
        numbers = table.statistics
        before = self._seen
        if numbers is None or numbers is before:
            return
        self._seen = numbers
        if self._arriving is not None:
            self._arrived(table, numbers)
        if before is None or len(numbers.dark_power_at_locations) != len(before.dark_power_at_locations):
            self._learn_icons(table, numbers, before)

    def _learn_icons(self, table: Table, numbers: Statistics, before: Statistics | None) -> None:
        cards = [place.card for place in table.locations if place.card is not None]
        new = [card.id for card in cards if card.id not in self._icons]
        if not new:
            return
        if len(new) == len(cards):
            before = None  # the first look, or every card has another id after a revert
        dark = numbers.dark_force_generation - (_FREE if before is None else before.dark_force_generation)
        light = numbers.light_force_generation - (_FREE if before is None else before.light_force_generation)
        for card_id in new:
            self._icons[card_id] = (_icons(dark / len(new)), _icons(light / len(new)))

    def locations(self, table: Table) -> tuple[LocationPower, ...]:
        """All places, left to right."""
        numbers = table.statistics
        if numbers is not self._found_for or numbers is None:
            self.observe(table)
            self._found = self._find(table)
            self._found_for = numbers
        return self._found

    def _find(self, table: Table) -> tuple[LocationPower, ...]:
        side = _side(table)
        found = []
        for place in table.locations:
            icons = _UNKNOWN if place.card is None else self._icons.get(place.card.id, _UNKNOWN)
            dark, light = icons
            drain, their_drain = (light, dark) if side is Side.DARK else icons
            mine, theirs = (-1 if power is None else power for power in map(place.power, (side, side.other)))
            found.append(LocationPower(mine, theirs, drain, their_drain))
        return tuple(found)

    def power_of(self, blueprint: BlueprintId | None) -> float:
        """Power a card adds to its place, as it did when it last came into play."""
        if blueprint is None:
            return TYPICAL
        return self._powers.get(base_blueprint(blueprint), TYPICAL)

    def expect_arrival(self, table: Table, blueprint: BlueprintId | None, location: CardId) -> None:
        """Note that a card of ours is about to arrive, to learn its power from the next numbers."""
        column = table.column_of(location)
        places = self.locations(table)
        if blueprint is not None and column is not None and column < len(places):
            self._arriving = (base_blueprint(blueprint), location, max(places[column].mine, 0))

    def _arrived(self, table: Table, numbers: Statistics) -> None:
        if self._arriving is None:
            return
        blueprint, location, before = self._arriving
        column = table.column_of(location)
        dark, light = numbers.dark_power_at_locations, numbers.light_power_at_locations
        ours = dark if _side(table) is Side.DARK else light
        if column is None or column >= len(ours):
            self._arriving = None
        elif before < ours[column] <= before + _MOST_LEARNT:
            self._powers[blueprint] = ours[column] - before
            self._arriving = None

    def expect_nothing(self) -> None:
        """Note that what was on its way did not come."""
        self._arriving = None


def _side(table: Table) -> Side:
    """Ours; that of the Light Side while nobody knows."""
    return table.my_side or Side.LIGHT


def _icons(change: float) -> float:
    return float(min(max(change, 0), _MOST_ICONS))
