"""How cards went from pile to pile between two statistics, as far as their numbers tell."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.view.model import DeedKind

_ZONES = (
    (Zone.HAND, "hand"),
    (Zone.RESERVE_DECK, "reserve_deck"),
    (Zone.FORCE_PILE, "force_pile"),
    (Zone.USED_PILE, "used_pile"),
    (Zone.LOST_PILE, "lost_pile"),
    (Zone.OUT_OF_PLAY, "out_of_play"),
)
_R, _F, _U, _L, _H = (
    Zone.RESERVE_DECK,
    Zone.FORCE_PILE,
    Zone.USED_PILE,
    Zone.LOST_PILE,
    Zone.HAND,
)
_FLOWS: tuple[tuple[Zone, Zone, DeedKind | None], ...] = (
    (_R, _F, DeedKind.ACTIVATED),
    (_F, _U, DeedKind.USED),
    (_F, _H, DeedKind.DREW),
    (_R, _H, DeedKind.TOOK),
    (_L, _H, DeedKind.TOOK),
    (_U, _H, DeedKind.TOOK),
    (_H, _L, DeedKind.LOST),
    (_R, _L, DeedKind.LOST),
    (_F, _L, DeedKind.LOST),
    (_U, _L, DeedKind.LOST),
    (_L, _U, DeedKind.RETRIEVED),
    (_L, _R, DeedKind.RETRIEVED),
    (_L, _F, DeedKind.RETRIEVED),
    (_U, _R, None),
    (_H, _U, DeedKind.PUT_BACK),
    (_H, _R, DeedKind.PUT_BACK),
    (_F, _R, None),
    (_R, _U, None),
    (_U, _F, None),
    (_L, Zone.OUT_OF_PLAY, None),
)
"""What a card does that goes from one pile to another; tried in this order. None: nothing worth telling."""


class Flow(msgspec.Struct, frozen=True):
    """Some cards that went from one pile to another."""

    kind: DeedKind
    source: Zone
    goal: Zone
    amount: int


class PileChanges:
    """By how much the piles of a player changed; what is explained is taken out.

    Args:
        before, after: the statistics.

    Attributes:
        gone: cards that left a pile. come: those that came to one.
    """

    def __init__(self, before: PlayerZones, after: PlayerZones) -> None:
        self.gone: Counter[Zone] = Counter()
        self.come: Counter[Zone] = Counter()
        for zone, name in _ZONES:
            change = getattr(after, name) - getattr(before, name)
            if change > 0:
                self.come[zone] = change
            elif change < 0:
                self.gone[zone] = -change

    def take_gone(self, *zones: Zone) -> Zone | None:
        """One card that left the first of these piles that lost any."""
        return _take(self.gone, zones)

    def take_come(self, *zones: Zone) -> Zone | None:
        """One card that came to the first of these piles that got any."""
        return _take(self.come, zones)

    def flows(self) -> Iterator[Flow]:
        """What went from pile to pile."""
        for source, goal, kind in _FLOWS:
            amount = min(self.gone[source], self.come[goal])
            if amount:
                self.gone[source] -= amount
                self.come[goal] -= amount
                if kind is not None:
                    yield Flow(kind, source, goal, amount)

    def rest_gone(self) -> list[Zone]:
        """The pile of each card that left one and came to none."""
        return [zone for zone, count in self.gone.items() for _ in range(count)]


def _take(counts: Counter[Zone], zones: tuple[Zone, ...]) -> Zone | None:
    for zone in zones or tuple(counts):
        if counts[zone] > 0:
            counts[zone] -= 1
            return zone
    return None
