"""One search of a turn, the slowest of the recorded games, against a loop of ten million turns.

The bars are 0.3 s at the default effort and 2 s at the highest, on a machine that needs 0.16 s for the loop.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import process_time
from typing import Any

from benchmarks import Row, fixed_loop
from benchmarks.answer import answer_times
from benchmarks.recordings import GAMES, bodies
from gemp_bot.decisions import Catalogue
from gemp_bot.evaluators import planning
from gemp_bot.search.effort import Effort
from gemp_bot.search.turns import TurnSearch
from gemp_bot.valuation.deployment import Recruit, TurnPlan

STRATEGY = "strong"
HIGHEST = Effort(lines=60, replies=6, moves=4)
LOOP = 0.16
DEFAULT_BAR, HIGHEST_BAR = 0.3 / LOOP, 2.0 / LOOP
ROUNDS = 2


@contextmanager
def timed(took: list[float], effort: Effort | None) -> Iterator[None]:
    """Time every search that looks at more than this turn; at this effort, if one is given."""

    class Timed(TurnSearch):
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            self._counts = self._effort.lines > 0
            if effort is not None and self._counts:
                self._effort = effort

        def best(self, now: Sequence[Recruit], later: Sequence[Recruit]) -> TurnPlan:
            began = process_time()
            found = super().best(now, later)
            if self._counts:
                took.append(process_time() - began)
            return found

    setattr(planning, "TurnSearch", Timed)  # noqa: B010 - the name it was imported by
    try:
        yield
    finally:
        setattr(planning, "TurnSearch", TurnSearch)  # noqa: B010


def searches(effort: Effort | None) -> list[float]:
    """Seconds of each search of all recorded games, the least of several rounds."""
    catalogue, rounds = Catalogue.load(), list[list[float]]()
    for _ in range(ROUNDS):
        took = list[float]()
        with timed(took, effort):
            for path in sorted(GAMES.glob("*.jsonl.gz")):
                answer_times(bodies(path), catalogue, STRATEGY)
        rounds.append(took)
    return [min(each) for each in zip(*rounds, strict=True)]


def rows() -> Iterator[Row]:
    loop, unit = fixed_loop(), "times a loop of ten million turns"
    yield Row("search of a turn, slowest", max(searches(None)) / loop, unit, DEFAULT_BAR)
    yield Row(
        "search of a turn, slowest at the highest effort", max(searches(HIGHEST)) / loop, unit, HIGHEST_BAR
    )
