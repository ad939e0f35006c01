"""Numbers as they are printed: mostly plain ones, and `*`, `X`, `π`, `2 or 5`, `3 + destiny`."""

import re
from collections.abc import Callable
from fractions import Fraction
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


Printed = int | float | Odd | None
"""A printed number: None where the card has none."""

VARIABLE: Final = Odd("*")

_PLAIN = re.compile(r"\(?([0-9]{1,3})\)?")
_DECIMAL = re.compile(r"[0-9]{1,3}\.[0-9]{1,5}")
_HALF = re.compile(r"([0-9]{0,3})½")
_FRACTION = re.compile(r"(?:([0-9]{1,3}) )?([0-9]{1,3})/([1-9][0-9]{0,2})")
_OTHER = re.compile(r"(.+?) \(?or (.+?)\)?")
_DRAWS = re.compile(
    r"(?:(?P<base>.+?) \+ )?(?:(?P<count>two|three) )?destiny(?: (?P<sign>[+-]) ?(?P<plus>\d+))?"
)
_COUNTS = {None: 1, "two": 2, "three": 3}
_PI = {"π": 3.14159, "2π": 6.28318}
"""As the server rounds them."""


def read_number(text: str) -> int | float | Odd:
    """Read a printed number. What is not understood is kept as one without values."""
    text = " ".join(text.split())
    value = _plain(text)
    if value is not None:
        return value
    if text in _PI:
        return Odd(text, (_PI[text],))
    if drawn := _DRAWS.fullmatch(text):
        return _with_draws(text, drawn)
    if both := _OTHER.fullmatch(text):
        values = [known(read_number(part)) for part in both.groups()]
        return Odd(text, tuple(value for value in values if value is not None))
    return Odd(text)


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


def shown(number: Printed) -> str:
    """The number as it is printed; empty for none."""
    if isinstance(number, Odd):
        return number.text
    if number is None:
        return ""
    if isinstance(number, float) and number % 1 == 0.5:  # noqa: PLR2004 - a half
        return f"{int(number) or ''}½"
    return f"{number:g}"


def _plain(text: str) -> int | float | None:
    readers: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], int | float]], ...] = (
        (_PLAIN, lambda found: int(found[1])),
        (_DECIMAL, lambda found: float(found[0])),
        (_HALF, lambda found: int(found[1] or 0) + 0.5),
        (_FRACTION, lambda found: float(int(found[1] or 0) + Fraction(int(found[2]), int(found[3])))),
    )
    for pattern, value in readers:
        if found := pattern.fullmatch(text):
            number = value(found)
            return int(number) if number == int(number) else number
    return None


def _with_draws(text: str, drawn: re.Match[str]) -> Odd:
    base = 0.0 if drawn["base"] is None else known(read_number(drawn["base"]))
    count = _COUNTS[drawn["count"]]
    if base is None:  # it depends on more than destiny; its words are no number
        return Odd(f"* + {'' if count == 1 else drawn['count'] + ' '}destiny", (), count)
    more = float(drawn["plus"] or 0)
    return Odd(text, (base - more if drawn["sign"] == "-" else base + more,), count)
