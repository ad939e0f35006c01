"""Reads printed numbers: plain ones, and `*`, `X`, `π`, `2 or 5`, `3 + destiny`."""

import re
from collections.abc import Callable
from fractions import Fraction

from gemp_bot.cards.printed import Odd, known

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
