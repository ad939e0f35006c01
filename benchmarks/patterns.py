"""How much longer the regular expressions of the package take for a longer text, whatever the text is.

A time that grows with the text is the bar; what grows faster is given only texts of bounded length, and is
left out here (`tests.patterns.BOUNDED`).
"""

import re
import time
from collections.abc import Iterable, Iterator
from typing import Any

from benchmarks import Row
from tests.patterns import BOUNDED, Used, every_pattern, hard_texts

SHORT, LONG = 500, 4000
LINEAR = LONG / SHORT
TOO_STEEP = 3 * LINEAR
"""Time for the long text, over time for the short one; the square would make it `LINEAR` squared."""
WORTH_JUDGING = 0.005
"""Seconds below which a clock tells nothing; what grows with the square takes far longer."""
STEEP = (
    r"[\w-]*token",
    r"\s*from$",
    r"<div\b[^<>]*card[^<>]*>[^<]*</div>",
    r"([\w.]+)=\"x",
    r"\b\w[\w.]*:",
)
"""Made to be steep: that they are seen tells that the texts are hard enough."""
UNIT = f"times for {LINEAR:g} times the text"


def seconds(used: Used, method: str, text: Any) -> float:
    call = getattr(used.pattern, method)
    words = ("" if isinstance(text, str) else b"", text) if method in ("sub", "subn") else (text,)
    start = time.process_time()
    found = call(*words)
    if method == "finditer":
        for _ in found:
            pass
    return time.process_time() - start


def steepest(used: Used) -> tuple[float, str]:
    """How much longer the long text of a pair took than the short one, at worst; and which it was."""
    worst = (0.0, "")
    for method in used.methods:
        for short, long in zip(hard_texts(used.pattern, SHORT), hard_texts(used.pattern, LONG), strict=True):
            if seconds(used, method, long) < WORTH_JUDGING:
                continue
            # Other work of the machine can only add time: the least of several is the expression's own.
            took = min(seconds(used, method, long) for _ in range(3))
            less = min(seconds(used, method, short) for _ in range(5))
            if took >= WORTH_JUDGING and took / less > worst[0]:
                worst = (took / less, f"{method} of {long[:40]!r}...")
            if worst[0] > TOO_STEEP:
                return worst
    return worst


def steepest_of(every: Iterable[Used]) -> float:
    """The ratio of the worst; those beyond the bar are told."""
    worst = 0.0
    for used in every:
        ratio, text = steepest(used)
        worst = max(worst, ratio)
        if ratio > TOO_STEEP:
            print(f"patterns: {used.where} takes {ratio:.0f} {UNIT}: {text}")
    return worst


def unbounded() -> Iterator[Used]:
    for where, used in every_pattern().items():
        if where.startswith("gemp_bot.files.toml._STRINGS"):
            # Tried at one place only: where a value begins.
            yield Used(where, used.pattern, frozenset({"match"}))
        elif not where.startswith(tuple(BOUNDED)):
            yield used


def rows() -> Iterator[Row]:
    made = [steepest(Used("made", re.compile(source), frozenset({"sub"})))[0] for source in STEEP]
    yield Row(
        "patterns: what is made to be steep", TOO_STEEP / min(made), "of the bar, over the least steep", 1
    )
    yield Row("patterns: the steepest of the package", steepest_of(unbounded()), UNIT, TOO_STEEP)
