"""Every regular expression of the package takes time that grows with its text, whatever the text is.

What grows faster is given only texts of bounded length, and stands in a list here with that bound.
"""

import re
import time
from typing import Any

import pytest
from patterns import Used, every_pattern, hard_texts

SHORT, LONG = 500, 4000
LINEAR = LONG / SHORT
TOO_STEEP = 3 * LINEAR
"""Time for the long text, over time for the short one; the square would make it `LINEAR` squared."""
WORTH_JUDGING = 0.005
"""Seconds below which a clock tells nothing; what grows with the square takes far longer."""

BOUNDED = {
    "gemp_bot.cards.compiler.": "fields and texts of card data: cards.compiler.source.Short and GameText",
    "gemp_bot.effects.": "phrases of game texts, and what the catalogue caught of a prompt",
}
"""Modules whose expressions never see a long text, and what bounds it."""
EVERY = every_pattern()


def seconds(used: Used, method: str, text: Any) -> float:
    call = getattr(used.pattern, method)
    words = ("" if isinstance(text, str) else b"", text) if method in ("sub", "subn") else (text,)
    start = time.perf_counter()
    found = call(*words)
    if method == "finditer":
        for _ in found:
            pass
    return time.perf_counter() - start


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


def test_the_steepness_of_an_expression_is_seen() -> None:
    for source in (
        r"[\w-]*token",
        r"\s*from$",
        r"<div\b[^<>]*card[^<>]*>[^<]*</div>",
        r"([\w.]+)=\"x",
        r"\b\w[\w.]*:",
    ):
        assert steepest(Used("made", re.compile(source), frozenset({"sub"})))[0] > TOO_STEEP, source
    for source in (r"token", r"(?<![\w-])[\w-]*token", r"<[^<>]*>", r"a(b|c)*d"):
        assert steepest(Used("made", re.compile(source), frozenset({"sub"})))[0] < TOO_STEEP, source


def test_every_expression_is_known() -> None:
    assert len(EVERY) > 150
    assert {"gemp_bot.logs._FIELD_IN_TEXT", "gemp_bot.protocol.html._CLOSED_CARD"} <= EVERY.keys()
    for prefix in BOUNDED:
        assert any(where.startswith(prefix) for where in EVERY), prefix


@pytest.mark.thorough
@pytest.mark.parametrize("where", [where for where in EVERY if not where.startswith(tuple(BOUNDED))])
def test_time_grows_with_the_text(where: str) -> None:
    used = EVERY[where]
    if where.startswith("gemp_bot.files.toml_lines._STRINGS"):
        # Tried at one place only: where a value begins.
        used = Used(where, used.pattern, frozenset({"match"}))
    ratio, text = steepest(used)
    assert ratio < TOO_STEEP, (
        f"{where} took {ratio:.0f} times as long for {LINEAR:.0f} times the text: {text}"
    )
