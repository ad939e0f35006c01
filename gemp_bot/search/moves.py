"""The moves of a turn, after its deployments and battles: who stays, who leaves, who joins others.

Only moves on foot and by sector movement are foreseen. Cards that are yet to be deployed are taken to stay
where they come down.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from gemp_bot.effects import Need
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.ways import MOVE_COST, Moved, Way, own_way
from gemp_bot.valuation.deployment import PlannedDeployment, PlannedMove
from gemp_bot.valuation.needs import deployed
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.position import Group, LocationNumbers, Position


class _Found(NamedTuple):
    """A move, who stands at both ends of it then, and what texts want then."""

    move: PlannedMove
    left: Group
    there: Group
    needs: tuple[Need, ...]


_Known = dict[tuple[int, int], tuple[LocationNumbers, LocationNumbers, tuple[_Found, ...]]]


class MoveSearch:
    """The best moves after any line of a turn.

    What is found for two locations holds for every line that changes neither them nor what texts want, and
    is kept.

    Args:
        position: the table before the line.
        outlook: what the game is like.
        needs: what texts want us to hold.
        moved: what going to a location changes of a card.
        hurdle: what a move must bring beyond its cost.
        gone: cards that have moved already this turn.
    """

    def __init__(
        self,
        position: Position,
        outlook: Outlook,
        needs: Sequence[Need],
        moved: Moved,
        *,
        hurdle: float,
        gone: Collection[CardId] = (),
    ) -> None:
        self._outlook = outlook
        self._needs = needs
        self._moved = moved
        self._hurdle = hurdle
        self._reach = {
            (here.column, unit.id): frozenset(there.column for there in reach(position, here, unit))
            for here in position.places
            for unit in here.mine.units
            if unit.host is None and unit.id not in gone and not unit.kept_out
            if (reach := own_way(here, unit)) is not None
        }
        ends = ((origin, column) for (origin, _), columns in self._reach.items() for column in columns)
        self._ways = sorted({way for way in ends if way[0] != way[1]})
        # By what texts want, then by identity: a line makes the locations it changes anew, and both are kept.
        self._kept: dict[tuple[tuple[frozenset[int], int | None], ...], _Known] = {}

    def after(
        self,
        position: Position,
        *,
        force: float,
        most: int,
        fought: Collection[int],
        steps: Sequence[PlannedDeployment] = (),
    ) -> tuple[tuple[PlannedMove, ...], Position]:
        """The best moves and the table after them.

        Args:
            position: the table after the deployments.
            force: what may be used.
            most: how many moves are looked for; a party that goes together is one.
            fought: columns where we are to start a battle: who is left there is not known.
            steps: the deployments: what they are credited with of what texts want counts once.
        """
        needs = deployed(self._needs, steps)
        moves: list[PlannedMove] = []
        moved: set[CardId] = set()
        ways = [way for way in self._ways if way[0] not in fought and way[1] not in fought]
        while len(moves) < most:
            best: _Found | None = None
            known = self._kept.setdefault(tuple([(need.counting, need.cards) for need in needs]), {})
            for origin, column in ways:
                for found in self._found(position.places[origin], position.places[column], needs, known):
                    move = found.move
                    fits = move.cost <= force and moved.isdisjoint(move.cards)
                    if fits and (best is None or move.gain > best.move.gain):
                        best = found
            if best is None:
                break
            moves.append(best.move)
            moved.update(best.move.cards)
            force -= best.move.cost
            needs = best.needs
            position = position.supposing({best.move.origin: best.left, best.move.column: best.there})
        return tuple(moves), position

    def _found(
        self, here: LocationNumbers, there: LocationNumbers, needs: tuple[Need, ...], known: _Known
    ) -> tuple[_Found, ...]:
        """The parties that gain by going from one location to another, kept with what is known."""
        key = id(here), id(there)
        if key not in known:
            known[key] = here, there, tuple(self._gains(here, there, needs))
        return known[key][2]

    def _gains(
        self, here: LocationNumbers, there: LocationNumbers, needs: tuple[Need, ...]
    ) -> Iterator[_Found]:
        roots = [
            unit for unit in here.mine.units if there.column in self._reach.get((here.column, unit.id), ())
        ]
        way = Way(here, there, self._outlook, needs, self._moved)
        for party in [*([unit] for unit in roots), *([roots] if len(roots) > 1 else [])]:
            gain = way.gain(party) - MOVE_COST * len(party) - self._hurdle
            if gain > 0:
                cards = tuple(unit.id for unit in party)
                move = PlannedMove(here.column, there.column, cards, gain, float(len(party)))
                left, joined = way.after(party)
                yield _Found(move, left, joined, way.needs_after(party, left, joined))
