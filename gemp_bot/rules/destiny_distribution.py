"""Exact distributions of destiny values and of what is made from them (section 11)."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Self

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
