"""What was learnt of battles: where none is to be expected, and which weapons were offered to be fired."""

from collections.abc import Iterable, Mapping

import msgspec

from gemp_bot.protocol.ids import BlueprintId, CardId

RUNNING = 2
"""Turns running without the offer after which none is expected until other cards stand there."""


class _Withheld(msgspec.Struct, frozen=True):
    """A location where no battle was offered as our battle phase began.

    Attributes:
        cards: who fights and stood there.
        turn: the last turn it was so. times: in so many of our turns running.
    """

    cards: frozenset[CardId]
    turn: int
    times: int = 1


class BattleMemory:
    """Where no battle was offered though both sides had presence and Force was enough, and what was fired.

    Attributes:
        changes: how often something was learnt.
        fired: weapons that were offered to be fired, and cards with a permanent one.
    """

    def __init__(self) -> None:
        self.changes = 0
        self.fired: frozenset[BlueprintId] = frozenset()
        self._last: dict[CardId, int] = {}
        self._withheld: dict[CardId, _Withheld] = {}

    def arm(self, weapons: Iterable[BlueprintId]) -> None:
        """These may be fired."""
        fresh = self.fired.union(weapons)
        self.changes += fresh != self.fired
        self.fired = fresh

    def offer(self, locations: Iterable[CardId]) -> None:
        """A battle may be started at these."""
        for location in locations:
            known = self._last.pop(location, None), self._withheld.pop(location, None)
            self.changes += known != (None, None)

    def withhold(self, locations: Mapping[CardId, frozenset[CardId]], turn: int, *, first: bool) -> None:
        """No battle may be started at these.

        Args:
            locations: each with those who fight and stand there.
            turn: the turn.
            first: by the first menu of our battle phase: no battle was fought there in this turn.
        """
        for location, cards in locations.items():
            self.changes += self._last.get(location) != turn
            self._last[location] = turn
            before = self._withheld.get(location)
            if first and (before is None or before.turn != turn):
                same = before is not None and before.cards == cards
                times = before.times + 1 if before is not None and same else 1
                self._withheld[location] = _Withheld(cards, turn, times)

    def unexpected(self, turn: int) -> dict[CardId, frozenset[CardId] | None]:
        """Where no battle is to be expected: while these stand there; None for whoever does."""
        found: dict[CardId, frozenset[CardId] | None] = {
            location: known.cards for location, known in self._withheld.items() if known.times >= RUNNING
        }
        found.update({location: None for location, when in self._last.items() if when == turn})
        return found
