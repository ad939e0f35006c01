"""What may be answered: one small class for each shape of answer (PROTOCOL 7.2-7.9).

A legal set is never empty, whatever the server asked: where nothing fits the question (`min` above the
number of cards, `max` below `min`, no result to choose from) the nearest answer that cannot abort the game
stands in, and the set is `contradictory`.
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Protocol

import msgspec

REVERT = "revert"
_JAVA_INT = re.compile(r"[+-]?[0-9]{1,10}")
_INT_MIN, _INT_MAX = -(2**31), 2**31 - 1


def _number(text: str) -> int | None:
    """Read a whole number as the server does: a sign and leading zeros are allowed, spaces are not."""
    if _JAVA_INT.fullmatch(text) is None:
        return None
    value = int(text)
    return value if _INT_MIN <= value <= _INT_MAX else None


def _as_key(text: str) -> str:
    """The key a text stands for: numbers without sign and leading zeros, anything else as it is."""
    value = _number(text)
    return text if value is None else str(value)


class LegalSet(Protocol):
    """The legal answers of one question, as wire texts."""

    @property
    def contradictory(self) -> bool:
        """Whether the question contradicts itself and a fallback stands in."""

    @property
    def bounds(self) -> tuple[int, int]:
        """How few and how many things an answer names."""

    def count(self, cap: int) -> int:
        """How many different answers there are, at most `cap`. Order does not make a difference."""

    def first(self) -> str:
        """The answer that commits to the least: pass, the server's default, the fewest cards."""

    def pick(self, rng: random.Random) -> str:
        """One answer, all equally likely."""

    def all(self) -> Iterator[str]:
        """Every answer once."""

    def has(self, wire: str) -> bool:
        """Whether the server would take this text."""


class OneOf(msgspec.Struct, frozen=True):
    """One of the keys, or nothing where passing is allowed, or the word `revert` (PROTOCOL 7.3, 7.4, 7.7).

    Attributes:
        keys: distinct wire texts.
        may_pass: whether the empty answer is legal.
        may_revert: whether `revert` is understood; it is never counted nor picked.
        default: index of the key the server proposes, -1 for none.
        contradictory: nothing to choose and no pass: the empty answer stands in. It is refused with a
            warning, while a made-up index could abort the game.
    """

    keys: tuple[str, ...]
    may_pass: bool = False
    may_revert: bool = False
    default: int = -1
    contradictory: bool = False

    @property
    def bounds(self) -> tuple[int, int]:
        """See `LegalSet`."""
        return (0 if self.may_pass else 1), (1 if self.keys else 0)

    def count(self, cap: int) -> int:
        """See `LegalSet`."""
        return min(cap, len(self.keys) + self.may_pass)

    def first(self) -> str:
        """See `LegalSet`."""
        if self.may_pass:
            return ""
        return self.keys[self.default if 0 <= self.default < len(self.keys) else 0]

    def pick(self, rng: random.Random) -> str:
        """See `LegalSet`."""
        at = rng.randrange(len(self.keys) + self.may_pass)
        return self.keys[at] if at < len(self.keys) else ""

    def all(self) -> Iterator[str]:
        """See `LegalSet`."""
        if self.may_pass:
            yield ""
        yield from self.keys

    def within(self, most: int) -> "OneOf":
        """The first of these answers only."""
        keys = self.keys[: max(most, 1)]
        return msgspec.structs.replace(
            self, keys=keys, default=self.default if self.default < len(keys) else -1
        )

    def has(self, wire: str) -> bool:
        """See `LegalSet`."""
        if not wire:
            return self.may_pass
        if self.may_revert and wire.lower() == REVERT:
            return True
        return wire in self.keys or _as_key(wire) in self.keys


class Subset(msgspec.Struct, frozen=True):
    """`low` to `high` distinct cards of the pool, joined by commas (PROTOCOL 7.5, 7.6)."""

    pool: tuple[str, ...]
    low: int
    high: int
    contradictory: bool = False

    @property
    def bounds(self) -> tuple[int, int]:
        """See `LegalSet`."""
        return self.low, self.high

    def count(self, cap: int) -> int:
        """See `LegalSet`."""
        total = 0
        for number in self._subsets():
            total += number
            if total >= cap:
                return cap
        return total

    def first(self) -> str:
        """See `LegalSet`."""
        return ",".join(self.pool[: self.low])

    def pick(self, rng: random.Random) -> str:
        """See `LegalSet`. A size is drawn with the weight of its subsets, then a subset of that size."""
        size = self.low
        if self.low < self.high:
            at = rng.randrange(sum(self._subsets()))
            for weight in self._subsets():
                if at < weight:
                    break
                at -= weight
                size += 1
        return ",".join(self.pool[at] for at in sorted(rng.sample(range(len(self.pool)), size)))

    def all(self) -> Iterator[str]:
        """See `LegalSet`."""
        for size in range(self.low, self.high + 1):
            yield from map(",".join, combinations(self.pool, size))

    def within(self, most: int) -> "Subset":
        """Answers out of the first cards only: of so many, or as many as an answer must name."""
        pool = self.pool[: max(most, self.low)]
        return msgspec.structs.replace(self, pool=pool, high=min(self.high, len(pool)))

    def has(self, wire: str) -> bool:
        """See `LegalSet`."""
        pool = frozenset(self.pool)
        keys = _keys(wire, pool)
        return self.low <= len(keys) <= self.high and _distinct_in(keys, pool)

    def _subsets(self) -> Iterator[int]:
        """How many subsets there are of each size that is due; each number is made of the one before it."""
        size = len(self.pool)
        number = comb(size, self.low)
        for taken in range(self.low, self.high + 1):
            yield number
            number = number * (size - taken) // (taken + 1)


class IncrementalSelection(msgspec.Struct, frozen=True):
    """A selection built over several questions, `returnAnyChange` (PROTOCOL 7.6).

    Every answer is the whole selection. Ours keeps what is preselected and adds one card at most; sending
    the same selection twice in a row finishes. The server would take any selectable cards.

    Attributes:
        kept: preselected cards.
        pool: selectable cards that are not preselected.
        wanted: the `min` of the question: below it, the first answer adds a card.
        contradictory: a preselected card is not selectable, or a key cannot be sent.
    """

    kept: tuple[str, ...]
    pool: tuple[str, ...]
    wanted: int = 0
    contradictory: bool = False

    @property
    def bounds(self) -> tuple[int, int]:
        """See `LegalSet`."""
        return len(self.kept), len(self.kept) + bool(self.pool)

    def count(self, cap: int) -> int:
        """See `LegalSet`."""
        return min(cap, 1 + len(self.pool))

    def first(self) -> str:
        """See `LegalSet`."""
        more = self.pool[:1] if len(self.kept) < self.wanted else ()
        return ",".join((*self.kept, *more))

    def pick(self, rng: random.Random) -> str:
        """See `LegalSet`."""
        at = rng.randrange(1 + len(self.pool))
        return ",".join((*self.kept, *self.pool[at : at + 1]))

    def all(self) -> Iterator[str]:
        """See `LegalSet`."""
        yield ",".join(self.kept)
        for key in self.pool:
            yield ",".join((*self.kept, key))

    def within(self, most: int) -> "IncrementalSelection":
        """Answers that add one of the first cards only."""
        return msgspec.structs.replace(self, pool=self.pool[:most])

    def has(self, wire: str) -> bool:
        """See `LegalSet`."""
        pool = frozenset((*self.kept, *self.pool))
        return _distinct_in(_keys(wire, pool), pool)


class Number(msgspec.Struct, frozen=True):
    """A whole number within the bounds (PROTOCOL 7.8). An absent bound is the server's own `int`.

    Attributes:
        low: smallest number.
        high: largest number.
        default: what the server proposes, within the bounds.
        bounded: whether both bounds came with the question; without, only the default is ever picked.
    """

    low: int
    high: int
    default: int
    bounded: bool = True
    contradictory: bool = False

    @property
    def bounds(self) -> tuple[int, int]:
        """See `LegalSet`."""
        return self.low, self.high

    def count(self, cap: int) -> int:
        """See `LegalSet`."""
        return min(cap, self.high - self.low + 1)

    def first(self) -> str:
        """See `LegalSet`."""
        return str(self.default)

    def pick(self, rng: random.Random) -> str:
        """See `LegalSet`."""
        return str(rng.randint(self.low, self.high) if self.bounded else self.default)

    def all(self) -> Iterator[str]:
        """See `LegalSet`."""
        return map(str, range(self.low, self.high + 1))

    def has(self, wire: str) -> bool:
        """See `LegalSet`."""
        value = _number(wire)
        return value is not None and self.low <= value <= self.high


class Nothing(msgspec.Struct, frozen=True):
    """The empty answer alone: unknown decisions, and `EMPTY`, where the server takes anything."""

    anything: bool = False
    contradictory: bool = False

    @property
    def bounds(self) -> tuple[int, int]:
        """See `LegalSet`."""
        return 0, 0

    def count(self, cap: int) -> int:
        """See `LegalSet`."""
        return min(cap, 1)

    def first(self) -> str:
        """See `LegalSet`."""
        return ""

    def pick(self, rng: random.Random) -> str:  # noqa: ARG002 - the shape of every legal set
        """See `LegalSet`."""
        return ""

    def all(self) -> Iterator[str]:
        """See `LegalSet`."""
        yield ""

    def has(self, wire: str) -> bool:
        """See `LegalSet`."""
        return self.anything or not wire


def _keys(wire: str, pool: frozenset[str]) -> list[str]:
    """The parts of a comma-joined answer, each as its key; no part for the empty answer."""
    return [part if part in pool else _as_key(part) for part in wire.split(",")] if wire else []


def _distinct_in(keys: Sequence[str], pool: frozenset[str]) -> bool:
    return len(set(keys)) == len(keys) and all(key in pool for key in keys)


def one_of(
    keys: Iterable[str], *, may_pass: bool = False, may_revert: bool = False, default: int = -1
) -> OneOf:
    """The set for actions and results."""
    given = list(keys)
    distinct = tuple(dict.fromkeys([key for key in given if key]))
    stuck = not distinct and not may_pass
    return OneOf(
        keys=distinct,
        may_pass=may_pass or stuck,
        may_revert=may_revert,
        default=default,
        contradictory=stuck or len(distinct) != len(given),
    )


def subset(keys: Iterable[str], low: int, high: int) -> Subset:
    """The set for a selection of cards. Where the bounds cannot be met: as many cards as come nearest."""
    given = list(keys)
    pool = _sendable(given)
    size = len(pool)
    least = min(max(low, 0), size)
    most = max(min(high, size), least)
    contradictory = low > size or high < max(low, 0) or size != len(given)
    return Subset(pool=pool, low=least, high=most, contradictory=contradictory)


def growing(kept: Iterable[str], keys: Iterable[str], wanted: int) -> IncrementalSelection:
    """The set for a combination picker."""
    given, before = list(keys), list(kept)
    pool = dict.fromkeys(_sendable(given))
    keep = dict.fromkeys(key for key in _sendable(before) if key in pool)
    return IncrementalSelection(
        kept=tuple(keep),
        pool=tuple(key for key in pool if key not in keep),
        wanted=wanted,
        contradictory=len(pool) != len(given) or len(keep) != len(before),
    )


def number(low: int | None, high: int | None, default: int | None) -> Number:
    """The set for a number."""
    least = _INT_MIN if low is None else low
    most = _INT_MAX if high is None else high
    contradictory = least > most or least > _INT_MAX or most < _INT_MIN
    least, most = max(least, _INT_MIN), min(most, _INT_MAX)
    if contradictory:
        best = default if default is not None else (low if low is not None else high) or 0
        least = most = min(max(best, _INT_MIN), _INT_MAX)
    if default is None:
        default = low if low is not None else high if high is not None else 0
    return Number(
        low=least,
        high=most,
        default=min(max(default, least), most),
        bounded=low is not None and high is not None,
        contradictory=contradictory,
    )


def _sendable(keys: Iterable[str]) -> tuple[str, ...]:
    """Distinct keys that survive being joined by commas."""
    return tuple(dict.fromkeys([key for key in keys if key and "," not in key]))
