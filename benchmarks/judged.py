"""A question answered by the judged player, and where its time goes, against lxml alone on the same bytes.

What a room takes is measured from outside: each of its doors is wrapped for the run, and what it calls of
another room counts for that one.
"""

import gc
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from statistics import median, quantiles
from time import perf_counter_ns
from types import ModuleType
from typing import Any

from benchmarks.answer import answer_times, lxml_times, ratios
from benchmarks.relive import GAMES, bodies
from benchmarks.row import Row
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.decisions import Catalogue
from gemp_bot.evaluators import battles, card_sources, planning, prompts
from gemp_bot.game.numbers import Numbers
from gemp_bot.inference import CardKnowledge
from gemp_bot.procedures import Procedures
from gemp_bot.strategy.judged import strategy
from gemp_bot.valuation.position_builder import PositionBuilder

STRATEGY = "strong"
MEDIAN_BAR = 20.0
P99_BAR = 750.0

DOORS: tuple[tuple[str, ModuleType | type, str], ...] = (
    ("inference: observe", CardKnowledge, "observe"),
    ("inference: destiny odds", card_sources.CardSources, "destiny_odds"),
    ("board", BoardTracker, "update"),
    ("game: numbers", Numbers, "_bring_up_to_date"),
    ("position", PositionBuilder, "look"),
    ("search of two turns", planning, "search_turns"),
    ("battle odds", battles, "odds"),
    ("procedures", Procedures, "choose"),
)
"""Name of the room, and where its door is."""


class Ledger:
    """Time by room, each room without what it calls of the others."""

    def __init__(self) -> None:
        self.spent: dict[str, int] = defaultdict(int)
        self.calls: dict[str, int] = defaultdict(int)
        self._inner = [0]

    def watched(self, name: str | Callable[..., str], real: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, timed; `name` may be made of its arguments."""

        @wraps(real)
        def timed(*given: Any, **more: Any) -> Any:
            self._inner.append(0)
            began = perf_counter_ns()
            try:
                return real(*given, **more)
            finally:
                took = perf_counter_ns() - began
                room = name if isinstance(name, str) else name(*given)
                self.spent[room] += took - self._inner.pop()
                self.calls[room] += 1
                self._inner[-1] += took

        return timed


@contextmanager
def watching(ledger: Ledger) -> Iterator[None]:
    """Wrap all doors for a while."""
    with ExitStack() as stack:
        for name, owner, attribute in DOORS:
            stack.callback(setattr, owner, attribute, getattr(owner, attribute))
            setattr(owner, attribute, ledger.watched(name, getattr(owner, attribute)))
        stack.callback(setattr, strategy, "weigh", prompts.weigh)
        watched = ledger.watched(lambda ctx: f"weigh: {ctx.question.kind}", prompts.weigh)
        setattr(strategy, "weigh", watched)  # noqa: B010 - the name it was imported by
        decide = strategy.JudgedStrategy.decide
        stack.callback(setattr, strategy.JudgedStrategy, "decide", decide)
        strategy.JudgedStrategy.decide = ledger.watched("the strategy itself", decide)  # type: ignore[method-assign]
        yield


def rooms(catalogue: Catalogue) -> tuple[Ledger, int]:
    """What every room takes over all games, and what lxml alone takes for them, in nanoseconds."""
    ledger, alone = Ledger(), 0
    with watching(ledger):
        for path in sorted(GAMES.glob("*.jsonl.gz")):
            answers = bodies(path)
            answer_times(answers, catalogue, STRATEGY)
            alone += sum(lxml_times(answers))
    return ledger, alone


def rows() -> Iterator[Row]:
    catalogue = Catalogue.load()
    found: list[float] = []
    gc.collect()
    gc.disable()
    try:
        for path in sorted(GAMES.glob("*.jsonl.gz")):
            found += ratios(path, catalogue, STRATEGY)
    finally:
        gc.enable()
    yield Row(f"answer by {STRATEGY}, median question", median(found), "times lxml alone", MEDIAN_BAR)
    yield Row(f"answer by {STRATEGY}, p99 question", quantiles(found, n=100)[98], "times lxml alone", P99_BAR)


def main() -> int:
    """`python -m benchmarks.judged`: the time of each room."""
    gc.disable()
    ledger, alone = rooms(Catalogue.load())
    total = sum(ledger.spent.values())
    print(f"{'room':<40} {'share':>6} {'calls':>7} {'us a call':>10} {'x lxml of all':>14}")
    for room, spent in sorted(ledger.spent.items(), key=lambda each: -each[1]):
        calls = ledger.calls[room]
        print(
            f"{room:<40} {spent / total:>6.1%} {calls:>7} "
            f"{spent / calls / 1000:>10.1f} {spent / alone:>14.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
