"""The exact solvers of gemp_bot/rules against a loop of plain Python timed in the same round.

The reference is the same kind of work as theirs, and nothing of them: a thousand sums into a dict. Everything
is cold: nothing is kept from one run to the next.
"""

import gc
import time
from collections.abc import Callable, Iterator
from itertools import product

from benchmarks import Row
from gemp_bot.rules.battle_damage import Forfeitable
from gemp_bot.rules.battle_odds import BattleChances, BattleStrength, Showing, Stake, showings
from gemp_bot.rules.destiny import Distribution, Draws, Reserve, draw_destiny
from gemp_bot.rules.payment import PaymentTable, Purse

ROUNDS = 40
RUNS = 4
UNIT = "times a thousand sums into a dict"
COUNTS = ((0, 6), (1, 5), (2, 8), (3, 10), (4, 8), (5, 6), (6, 3), (7, 1))
GUESS = Distribution.of_counts(((0, 9), (1, 6), (2, 9), (3, 12), (4, 9), (5, 6), (6, 2), (7, 1)))
IMMUNE = (0, 0, 3, 5)


def reference() -> int:
    sums: dict[int, int] = {}
    for first in range(32):
        for second in range(32):
            key = first + second
            sums[key] = sums.get(key, 0) + first * second
    return len(sums)


def cards(number: int) -> tuple[Forfeitable, ...]:
    return tuple(
        Forfeitable(i, forfeit=2 + i % 6, worth=1 + i * 7 % 5 + i / 10, immune_below=IMMUNE[i % 4])
        for i in range(number)
    )


def side(reserve: Reserve, power: float) -> BattleStrength:
    """Eight cards of this power each that draw two battle destinies."""
    return BattleStrength(8 * power, reserve, Draws(2))


def destiny() -> Distribution:
    return draw_destiny(Reserve(COUNTS), Draws(2)).total


def payment() -> float:
    """A table of all attrition and damage up to 30."""
    table = PaymentTable(cards(10), Purse(available=40))
    return sum(table.row(attrition)[30] for attrition in range(31))


def joint() -> list[tuple[Showing, Showing]]:
    ours, theirs = side(Reserve(COUNTS), 3), side(Reserve((), 40, GUESS), 2.5)
    return list(product(showings(ours), showings(theirs)))


def expectation() -> float:
    ours, theirs = side(Reserve(COUNTS), 3), side(Reserve((), 40, GUESS), 2.5)
    found = BattleChances(ours, theirs).expectation(
        Stake(cards(8), Purse(available=40)), Stake(cards(8), Purse(available=35))
    )
    return float(found.ours) + float(found.theirs)


FIGURES: tuple[tuple[str, Callable[[], object], float], ...] = (
    ("destiny: total of two draws of 47 cards", destiny, 1),
    ("payment table, 10 cards, all up to 30 by 30", payment, 8),
    ("battle of 8 and 8, two draws each: joint distribution", joint, 6),
    ("the same with expectation for both", expectation, 12),
)


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    for _ in range(RUNS):
        work()
    return time.perf_counter() - began


def rows() -> Iterator[Row]:
    gc.collect()
    gc.disable()
    try:
        for name, work, bar in FIGURES:
            ours, alone = [], []
            for _ in range(ROUNDS):
                alone.append(seconds(reference))
                ours.append(seconds(work))
            yield Row(name, min(ours) / min(alone), UNIT, bar)
    finally:
        gc.enable()
