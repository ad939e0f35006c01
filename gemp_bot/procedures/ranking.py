"""Putting options in order, as a step says."""

import math
import random
from collections.abc import Sequence

import msgspec

from gemp_bot.procedures.conditions import Measure
from gemp_bot.procedures.expressions import Facts
from gemp_bot.procedures.schema import Do
from gemp_bot.procedures.steps import Preference, Step, Wish

_Column = tuple[str, list[float]]
"""What decides, and a number for each option: the smaller one wins."""

SCORE = "score"
RANDOM = "random"
ORDER = "the order of the question"
ONLY = "the only one"
ALL = "all that fit"


class Order(msgspec.Struct, frozen=True):
    """Options in order, the first to be chosen first.

    Attributes:
        indices: the options.
        columns: what they were compared by, the first first.
        rows: the place in the columns of each of `indices`.
    """

    indices: tuple[int, ...]
    columns: tuple[_Column, ...]
    rows: tuple[int, ...]

    def first(self, count: int) -> tuple[int, ...]:
        """The first so many."""
        return self.indices[:count]

    def why(self, count: int) -> str:
        """What put the last of the first so many before the one after it."""
        if len(self.indices) == 1:
            return ONLY
        if count >= len(self.indices):
            return ALL
        last, after = self.rows[count - 1], self.rows[count]
        for what, values in self.columns:
            if values[last] != values[after]:
                return what
        return ORDER


def ranked(
    step: Step,
    situation: Facts,
    options: Sequence[Facts],
    found: Sequence[int],
    *,
    score: Measure,
    rng: random.Random,
) -> Order:
    """Put the options a step has found in order.

    To narrow down to the options that do best by the first entry, then among these by the second, and so
    on, is to compare by the entries one after the other; so this is one sort. Whatever has no answer for
    an option counts as the worst.
    """
    rows = tuple(range(len(found)))
    if len(found) == 1:
        return Order(tuple(found), (), rows)
    columns: list[_Column] = []
    scores: list[float] = []
    if step.do is Do.BEST:
        scores = [_worst_if_none(score.of(situation, options[index]), -1) for index in found]
        columns += _best_first(scores, step.within)
    columns += [
        (entry.text, [_wished(entry, situation, options[index]) for index in found]) for entry in step.prefer
    ]
    if scores and step.within:
        columns.append((SCORE, scores))
    if step.chance:
        columns.append((RANDOM, [rng.random() for _ in found]))
    if len(columns) == 1:
        order = sorted(rows, key=columns[0][1].__getitem__)
    else:
        order = sorted(rows, key=lambda row: tuple([values[row] for _, values in columns]))
    return Order(tuple(found[row] for row in order), tuple(columns), tuple(order))


def highest(
    situation: Facts, options: Sequence[Facts], found: Sequence[int], score: Measure
) -> tuple[int, str]:
    """The option with the highest score, the first of equals, and what decided: `ranked` for a plain step."""
    if len(found) == 1:
        return found[0], ONLY
    scores = [_worst_if_none(score.of(situation, options[index]), -1) for index in found]
    best = min(scores)
    return found[scores.index(best)], ORDER if scores.count(best) > 1 else SCORE


def _best_first(scores: list[float], within: float) -> list[_Column]:
    """Those close enough to the best come before the others, and are equal; the others go by their score."""
    limit = min(scores) + within
    return [(SCORE, [-math.inf if value <= limit else value for value in scores])]


def _wished(entry: Preference, situation: Facts, option: Facts) -> float:
    if entry.measure is not None:
        return _worst_if_none(entry.measure.of(situation, option), -1 if entry.wish is Wish.MOST else 1)
    return 0.0 if entry.condition is not None and entry.condition.holds(situation, option) else 1.0


def _worst_if_none(value: float | None, sign: int) -> float:
    return math.inf if value is None else sign * value
