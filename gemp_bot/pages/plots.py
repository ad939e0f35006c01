"""Small line plots as numbers for an inline SVG: legible at one size on a phone and a desktop."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final

import msgspec

WIDTH: Final = 340
HEIGHT: Final = 210
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 12, 10, 24
_STEPS: Final = (1, 2, 5, 10)
_TICKS: Final = 5
"""Most lines of the grid, besides 0."""
_LABELS: Final = 12
"""Most labels of the axis of turns."""


class Series(msgspec.Struct, frozen=True):
    """What is plotted: values by turn, None where there is none.

    Attributes:
        label: what it is called. look: class of its line.
    """

    label: str
    look: str
    values: Sequence[float | None]


class PlotLine(msgspec.Struct, frozen=True):
    """A line: the runs of points between which nothing is missing, as SVG has them."""

    label: str
    look: str
    runs: tuple[str, ...]
    dots: tuple[tuple[float, float], ...]


class Tick(msgspec.Struct, frozen=True):
    """A label of an axis, and where it stands."""

    at: float
    label: str


class Plot(msgspec.Struct, frozen=True):
    """A plot.

    Attributes:
        title: what it shows. summary: the same with its first and last values, for who does not see it.
        across, up: labels of the axes.
    """

    title: str
    summary: str
    lines: tuple[PlotLine, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    bottom: int = HEIGHT - _BOTTOM


def plot_of(title: str, turns: Sequence[int], series: Sequence[Series]) -> Plot | None:
    """A plot of values by turn, from 0 up; None where there are fewer than two turns."""
    known = [value for each in series for value in each.values if value is not None]
    if len(turns) < 2 or not known:  # noqa: PLR2004 - one point makes no line
        return None
    step = _step(max(known))
    top = step * max(ceil(max(known) / step), 1)
    wide, high = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM

    across = [round(_LEFT + wide * place / (len(turns) - 1), 1) for place in range(len(turns))]

    def up(value: float | None) -> float | None:
        return None if value is None else round(_TOP + high * (1 - value / top), 1)

    every = ceil(len(turns) / _LABELS)
    return Plot(
        title,
        f"{title}: {'; '.join(_told(each, turns) for each in series)}",
        tuple(
            _line(each, across, [None if one is None else up(one) for one in each.values]) for each in series
        ),
        tuple(Tick(at, str(turn)) for at, turn in list(zip(across, turns, strict=True))[::every]),
        tuple(
            Tick(round(_TOP + high * (1 - step * n / top), 1), f"{step * n:g}")
            for n in range(round(top / step) + 1)
        ),
    )


def _step(most: float) -> float:
    """The distance of lines of the grid: 1, 2 or 5 times a power of ten."""
    if most <= 0:
        return 1.0
    power = 10.0 ** floor(log10(most / _TICKS))
    return next(power * step for step in _STEPS if most <= _TICKS * power * step)


def _line(series: Series, across: Sequence[float], up: Sequence[float | None]) -> PlotLine:
    runs: list[list[tuple[float, float]]] = [[]]
    for x, y in zip(across, up, strict=True):
        if y is not None:
            runs[-1].append((x, y))
        elif runs[-1]:
            runs.append([])
    lines = tuple(" ".join(f"{x:g},{y:g}" for x, y in run) for run in runs if run)
    return PlotLine(series.label, series.look, lines, tuple(dot for run in runs for dot in run))


def _told(series: Series, turns: Sequence[int]) -> str:
    known = [(turn, value) for turn, value in zip(turns, series.values, strict=True) if value is not None]
    if not known:
        return f"{series.label}, none"
    (first, one), (last, other) = known[0], known[-1]
    return f"{series.label}, {one:.1f} in turn {first} to {other:.1f} in turn {last}"
