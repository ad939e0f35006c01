"""Sums of cards drawn without replacement: the engine below destiny.py (section 11).

Draws come from a reserve whose known cards are counted and whose unknown cards follow a distribution. Cards
of one value are interchangeable, so the work grows with the number of values and draws, not with the cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import product
from math import comb, inf, perm
from typing import NamedTuple, Self

import msgspec

Chance = float | Fraction
"""A probability: a float, or a Fraction where nothing may be rounded."""

_DIGITS = 6
_SLACK = 1e-9


def _tidy(chances: Mapping[float, Chance]) -> dict[float, Chance]:
    """Sorted, without what cannot happen; sums of π and other odd values that differ by rounding are one."""
    if any(value * 2 % 1 for value in chances):
        merged: dict[float, Chance] = {}
        for value, chance in chances.items():
            key = round(value, _DIGITS) if value * 2 % 1 else value
            merged[key] = merged.get(key, 0) + chance
        chances = merged
    return {value: chance for value, chance in sorted(chances.items()) if chance}


class Distribution(Mapping[float, Chance]):
    """Values and their probabilities; immutable, in the order of the values.

    A value that cannot happen has the probability 0. Whole and half values are exact; others (π) are kept to
    six digits. With Fractions in, Fractions come out.
    """

    __slots__ = ("_chances",)

    def __init__(self, chances: Mapping[float, Chance]) -> None:
        """Make one of its probabilities.

        Args:
            chances: value to probability.

        Raises:
            ValueError: a probability is negative, or they do not add up to one.
        """
        if any(chance < 0 for chance in chances.values()):
            raise ValueError("a probability is never negative")
        total = float(sum(chances.values()))
        if abs(total - 1) > _SLACK:
            raise ValueError(f"probabilities add up to one, not to {total}")
        self._chances = _tidy(chances)

    @classmethod
    def _made(cls, chances: Mapping[float, Chance]) -> Self:
        made = cls.__new__(cls)
        made._chances = _tidy(chances)  # noqa: SLF001 - our own
        return made

    @classmethod
    def certain(cls, value: float) -> Self:
        """Always the same value."""
        return cls._made({value: 1})

    @classmethod
    def of_counts(cls, counts: Iterable[tuple[float, float]]) -> Self:
        """One of many cards, each as likely as any other.

        Args:
            counts: pairs of value and number of cards, or weight, of that value.

        Raises:
            ValueError: there are no cards, or fewer than none.
        """
        weights: dict[float, float] = {}
        for value, count in counts:
            weights[value] = weights.get(value, 0) + count
        total = sum(weights.values())
        if total <= 0 or min(weights.values()) < 0:
            raise ValueError("a distribution needs weights that are not negative, and one above zero")
        return cls._made({value: weight / total for value, weight in weights.items()})

    @classmethod
    def mixture(cls, parts: Iterable[tuple[Chance, "Distribution"]]) -> Self:
        """One of several distributions.

        Args:
            parts: pairs of the probability that it is this one, and it.

        Raises:
            ValueError: as for a distribution.
        """
        mixed: dict[float, Chance] = {}
        for share, part in parts:
            for value, chance in part.items():
                mixed[value] = mixed.get(value, 0) + share * chance
        return cls(mixed)

    def __getitem__(self, value: float) -> Chance:
        return self._chances.get(value, 0)

    def __contains__(self, value: object) -> bool:
        return value in self._chances

    def __iter__(self) -> Iterator[float]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __hash__(self) -> int:
        return hash(tuple(self._chances.items()))

    def __repr__(self) -> str:
        return f"Distribution({self._chances!r})"

    @property
    def mean(self) -> Chance:
        """The value on average."""
        return sum(
            (Fraction(value) if isinstance(chance, Fraction) else value) * chance
            for value, chance in self._chances.items()
        )


class Reserve(msgspec.Struct, frozen=True):
    """What destiny is drawn from, in an order nobody knows.

    Attributes:
        counts: pairs of destiny value and number of known cards of it. A card of two values is counted with
            the one its owner would take.
        unknown: number of cards of which only a distribution is known; each is independent of the others.
        guess: their distribution.
    """

    counts: tuple[tuple[float, int], ...] = ()
    unknown: int = 0
    guess: Distribution | None = None

    def __post_init__(self) -> None:
        if self.unknown < 0 or any(count < 0 for _, count in self.counts):
            raise ValueError("a reserve has no negative number of cards")
        if self.unknown and self.guess is None:
            raise ValueError("unknown cards need a distribution")

    @classmethod
    def of(cls, values: Iterable[float]) -> "Reserve":
        """A reserve of known cards, one value each."""
        return cls(tuple(sorted(Counter(values).items())))

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.unknown + sum(count for _, count in self.counts)


class Cancel(msgspec.Struct, frozen=True):
    """Somebody cancels one draw of a series: the first one, in the order drawn, that he does not like.

    Attributes:
        at_most: cancels what is not above this, after the modifiers of the draw; for our own draws.
        at_least: cancels what is not below this; for those of an opponent.
        redraw: the next card is drawn instead.
    """

    at_most: float = -inf
    at_least: float = inf
    redraw: bool = True

    def hits(self, value: float) -> bool:
        """Whether a value is cancelled."""
        return value <= self.at_most or value >= self.at_least


class Wanted(Enum):
    """Which values a slot of a series takes."""

    ANY = "any"
    KEPT = "not cancelled"
    CANCELLED = "cancelled"


class Slot(NamedTuple):
    """One card of a sequence of draws.

    Attributes:
        factor: what its value counts for: 1 to the total, 0 not at all; a complex number counts for two
            totals at once (the real and the imaginary).
        modifier: what is added to it.
        wanted: which values it takes.
    """

    factor: complex = 1
    modifier: float = 0
    wanted: Wanted = Wanted.ANY


def sums(
    reserve: Reserve,
    slots: Sequence[Slot],
    *,
    cancel: Cancel | None = None,
    choose: int | None = None,
    exact: bool = False,
) -> dict[complex, Chance]:
    """Probability of each sum of a sequence of draws; together less than 1 if slots are choosy. Rules 11.

    Args:
        reserve: where the cards come from; it must have enough.
        slots: the cards in the order drawn.
        cancel: what a slot that is choosy goes by.
        choose: only so many of the highest values count; None for all.
        exact: give Fractions.
    """
    values = _values(reserve, len(slots))
    known = not reserve.unknown
    if choose is None and len(set(slots)) == 1 and (known or reserve.unknown == reserve.size):
        slot = slots[0]
        fitting = [each for each in values if _takes(slot, each[0], cancel)]
        weights = _alike(fitting, len(slots), slot)
        orders = perm(reserve.size, len(slots)) if known else 1
        return {total: _share(weight, orders, exact=exact) for total, weight in weights.items()}
    return _closed(_filled(values, slots, cancel, choose), reserve, len(slots), exact=exact)


_States = dict[tuple[tuple[int, ...], int], dict[complex, Chance]]
"""By slots left of each kind and unknown cards drawn: weights of the sums."""


def _filled(
    values: Sequence[tuple[float, int, Chance | None]],
    slots: Sequence[Slot],
    cancel: Cancel | None,
    choose: int | None,
) -> _States:
    groups = sorted(Counter(slots).items(), key=repr) if len(set(slots)) > 1 else [*Counter(slots).items()]
    kinds = [slot for slot, _ in groups]
    start = (tuple(number for _, number in groups), 0)
    states: _States = {start: {0: 1}}
    for value, count, share in values:
        gains = [slot.factor * max(0, value + slot.modifier) for slot in kinds]
        open_ = [_takes(slot, value, cancel) for slot in kinds]
        # The fullest states first: what a state gives to a fuller one is not given on with the same value.
        for state in sorted(states, key=_room):
            free, unknown = state
            source = states[state]
            ranges = [range(f + 1 if ok else 1) for f, ok in zip(free, open_, strict=True)]
            for take in product(*ranges):
                taken = sum(take)
                if not 0 < taken <= count:
                    continue
                ways: Chance = perm(count, taken) if share is None else share**taken
                for f, t in zip(free, take, strict=True):
                    ways *= comb(f, t)
                if choose is None:
                    gain = sum(g * t for g, t in zip(gains, take, strict=True))
                else:
                    filled = len(slots) - free[0]
                    gain = gains[0] * (min(filled + taken, choose) - min(filled, choose))
                left = tuple(f - t for f, t in zip(free, take, strict=True))
                target = states.setdefault((left, unknown if share is None else unknown + taken), {})
                for total, weight in source.items():
                    key = total + gain
                    target[key] = target.get(key, 0) + weight * ways
    return states


def _alike(
    values: Sequence[tuple[float, int, Chance | None]], slots: int, slot: Slot
) -> dict[complex, Chance]:
    """Weights of the sums of draws that are all alike, of cards all known or all unknown."""
    rows: list[dict[complex, Chance]] = [{0: 1}, *({} for _ in range(slots))]
    for value, count, share in values:
        gain = slot.factor * max(0, value + slot.modifier)
        for filled in range(slots, 0, -1):
            row = rows[filled]
            for taken in range(1, min(filled, count) + 1):
                before = rows[filled - taken]
                if before:
                    ways = (perm(count, taken) if share is None else share**taken) * comb(filled, taken)
                    more = gain * taken
                    for total, weight in before.items():
                        key = total + more
                        row[key] = row.get(key, 0) + weight * ways
    return rows[slots]


def _values(reserve: Reserve, slots: int) -> list[tuple[float, int, Chance | None]]:
    """Value, how many at most, and the probability of it if it is that of unknown cards; highest first."""
    known: list[tuple[float, int, Chance | None]] = [
        (value, count, None) for value, count in reserve.counts if count
    ]
    if reserve.unknown and reserve.guess is not None:
        most = min(reserve.unknown, slots)
        known += [(value, most, chance) for value, chance in reserve.guess.items()]
    return sorted(known, key=lambda each: -each[0])


def _takes(slot: Slot, value: float, cancel: Cancel | None) -> bool:
    if slot.wanted is Wanted.ANY or cancel is None:
        return True
    return cancel.hits(value + slot.modifier) is (slot.wanted is Wanted.CANCELLED)


def _room(state: tuple[tuple[int, ...], int]) -> int:
    return sum(state[0])


def _closed(
    states: dict[tuple[tuple[int, ...], int], dict[complex, Chance]],
    reserve: Reserve,
    slots: int,
    *,
    exact: bool,
) -> dict[complex, Chance]:
    orders = perm(reserve.size, slots)
    found: dict[complex, Chance] = {}
    for (free, unknown), totals in states.items():
        if any(free):
            continue
        ways = perm(reserve.unknown, unknown)
        if ways:
            for total, weight in totals.items():
                found[total] = found.get(total, 0) + _share(weight * ways, orders, exact=exact)
    return found


def _share(weight: Chance, orders: int, *, exact: bool) -> Chance:
    return Fraction(weight) / orders if exact and not isinstance(weight, float) else weight / orders
