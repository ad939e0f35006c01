"""Numbers as they are printed: mostly plain ones, and `*`, `X`, `π`, `2 or 5`, `3 + destiny`."""

from typing import Final

import msgspec


class Odd(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A printed number that is no plain one.

    Attributes:
        text: as it is printed.
        values: what it may be; empty where the card's own text defines it (`*`, `X`).
        draws: destinies drawn on top of it: two of `6 + two destiny`.
    """

    text: str
    values: tuple[float, ...] = ()
    draws: int = 0


_HALF: Final = 0.5

Printed = int | float | Odd | None
"""A printed number: None where the card has none."""


def known(number: Printed) -> float | None:
    """The value of a number that has exactly one; None for all others."""
    if isinstance(number, Odd):
        return number.values[0] if len(number.values) == 1 and not number.draws else None
    return number


def options(number: Printed) -> tuple[float, ...]:
    """Every value a number may have; none for a variable or an absent one."""
    if isinstance(number, Odd):
        return number.values if not number.draws else ()
    return () if number is None else (number,)


def highest(number: Printed) -> float:
    """The value of a number, the highest of several; 0 for a variable or an absent one."""
    value = known(number)
    return max(options(number), default=0) if value is None else value


def shown(number: Printed) -> str:
    """The number as it is printed; empty for none."""
    if isinstance(number, Odd):
        return number.text
    if number is None:
        return ""
    if number % 1 == _HALF:
        return f"{int(number) or ''}½"
    return f"{number:g}"
