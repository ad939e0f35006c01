"""What was learnt of our own Force drains: what they brought, and what they cost."""

from collections.abc import Iterable

import msgspec

from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import CardId
from gemp_bot.valuation.position import Stock

REMEMBERED = 3
"""Turns for which what was learnt is believed: what makes a drain small or dear comes and goes."""

_Learnt = tuple[float, int]
"""A number, and the turn it was learnt in."""


class _Running(msgspec.Struct, frozen=True):
    """A Force drain that is being carried out.

    Attributes:
        location: where.
        told: Force that it uses by the texts on table.
        ours, theirs: the piles when it began.
        undisturbed: nothing else has happened since that moves our piles.
    """

    location: CardId
    told: float
    ours: PlayerZones
    theirs: PlayerZones
    undisturbed: bool = True


class DrainMemory:
    """What was learnt of our Force drains, location by location.

    Attributes:
        changes: how often something was learnt.
    """

    def __init__(self) -> None:
        self.changes = 0
        self._running: _Running | None = None
        self._brought: dict[CardId, _Learnt] = {}
        self._beyond: dict[CardId, _Learnt] = {}
        self._withheld: dict[CardId, int] = {}
        self._beyond_anywhere: _Learnt | None = None

    def begin(self, location: CardId, stock: Stock, told: float = 0.0) -> None:
        """Note that we begin to drain, which uses so much Force by the texts on table."""
        self._running = _Running(location, told, stock.zones, stock.their_zones)

    def withdraw(self) -> None:
        """The drain that we were about to begin is not carried out."""
        self._running = None

    def disturb(self) -> None:
        """Note what moves our piles besides the drain: what it costs cannot be told from them any more."""
        if self._running is not None:
            self._running = msgspec.structs.replace(self._running, undisturbed=False)

    def finish(self, stock: Stock, turn: int) -> None:
        """Learn from the drain that was carried out, if there was one."""
        done, self._running = self._running, None
        if done is None:
            return
        self.changes += 1
        self._brought[done.location] = float(max(_cards(done.theirs) - _cards(stock.their_zones), 0)), turn
        if done.undisturbed:
            # Force that is used goes to the Used Pile; Force that is lost does not.
            left = done.ours.force_pile - stock.zones.force_pile
            used = stock.zones.used_pile - done.ours.used_pile
            beyond = float(max(min(left, used), 0)) - done.told
            self._beyond_anywhere = self._beyond[done.location] = beyond, turn

    def offer(self, locations: Iterable[CardId], force: int, turn: int, told: float = 0.0) -> None:
        """Learn from what is offered: a drain that costs more than we have would not be, so it is free now.

        Args:
            locations: where we may drain.
            force: our Force pile.
            turn: the turn.
            told: Force that a drain uses by the texts on table.
        """
        for location in locations:
            if self._withheld.pop(location, None) is not None:
                self.changes += 1
            if self.cost(location, turn, told) > force:
                self._beyond[location] = -told, turn
                self.changes += 1

    def withhold(self, locations: Iterable[CardId], turn: int) -> None:
        """Learn from what is not offered as our control phase begins: some text forbids a drain there.

        Args:
            locations: that we control, where a drain would be paid and is not offered.
            turn: the turn.
        """
        for location in locations:
            if location not in self._withheld:
                self.changes += 1
            self._withheld[location] = turn

    def brought(self, turn: int) -> dict[CardId, float]:
        """By location, what the last drain there brought, as far as that is believed; 0 for none offered."""
        found = {place: force for place, (force, when) in self._brought.items() if turn - when <= REMEMBERED}
        found.update({place: 0.0 for place, when in self._withheld.items() if turn - when <= REMEMBERED})
        return found

    def cost(self, location: CardId, turn: int, told: float = 0.0) -> float:
        """Force that a drain uses: what texts say, and what it used beyond that.

        As it was at this location last, else as it was at any other: what makes drains dear mostly does so
        everywhere, until a condition is met.

        Args:
            location: where.
            turn: the turn.
            told: Force that a drain uses by the texts on table.
        """
        for learnt in (self._beyond.get(location), self._beyond_anywhere):
            if learnt is not None and turn - learnt[1] <= REMEMBERED:
                return max(told + learnt[0], 0.0)
        return told


def _cards(zones: PlayerZones) -> int:
    """All cards that Force can be lost from."""
    return zones.reserve_deck + zones.force_pile + zones.used_pile + zones.hand
