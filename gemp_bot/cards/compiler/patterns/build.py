"""Rules by the dozen: patterns that mean the same, and the ways a number is said to change."""

from typing import Any, Final

from gemp_bot.cards.compiler.pattern import Rule, rule
from gemp_bot.cards.text import FactKind as K

AT: Final = "(?:at|on)"
WAYS: Final = ("to or from", "to", "from")
"""Where to, where from: kept as it is said, for the two are not the same."""

_IS: Final = "(?:is|are) (?:each )?(?=[+-])<amount>"


def same(kind: K, *patterns: str, **implied: Any) -> tuple[Rule[K], ...]:
    """Rules of one kind that imply the same."""
    return tuple(rule(pattern, kind, **implied) for pattern in patterns)


def plus(kind: K, thing: str, **implied: Any) -> tuple[Rule[K], ...]:
    """`thing is +1`, `things at ... are -2`."""
    patterns = (f"{thing} {_IS}", f"{thing} {AT} <where> {_IS}", f"{thing} {_IS} {AT} <where>")
    return same(kind, *patterns, **implied)


def adds(kind: K, thing: str, **implied: Any) -> tuple[Rule[K], ...]:
    """`adds 1 to thing`, also at a place."""
    return same(kind, f"adds? <amount> to {thing}", f"adds? <amount> to {thing} {AT} <where>", **implied)


def takes(kind: K, thing: str, **implied: Any) -> tuple[Rule[K], ...]:
    """`subtracts 1 from thing`, `reduces thing by 1`, also at a place."""
    patterns = (
        f"subtracts? <amount> from {thing}",
        f"subtracts? <amount> from {thing} {AT} <where>",
        f"reduces? {thing} by <amount>",
    )
    return same(kind, *patterns, sign=-1, **implied)
