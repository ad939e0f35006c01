"""What all readers of noun phrases share: their forms, numbers and plurals, and how tests are joined."""

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from gemp_bot.effects.context import Subject, Test

S = TypeVar("S")
T = TypeVar("T")
Forms = Iterable[tuple[re.Pattern[str], Callable[[re.Match[str]], T | None]]]
"""Forms of a phrase in the order they are tried, with what each means; None if a part is not understood."""

OF_NUMBER: Final = re.compile(
    r"^(?P<all>.+) (?:of|with) (?:printed )?(?P<stat>ability|destiny|forfeit|power)"
    r" ?(?P<op><|>|=) ?(?P<number>\d+)$",
    re.IGNORECASE,
)
_COUNTS: Final[Mapping[str, int]] = MappingProxyType({"two ": 2, "three ": 3, "four ": 4})
_AND_OR: Final = re.compile(r",? (?:and/or|and|or) |, ", re.IGNORECASE)


def counted(phrase: str) -> tuple[int, str]:
    """The number at the head of a phrase, 1 if there is none, and the rest."""
    for word, number in _COUNTS.items():
        if phrase.casefold().startswith(word):
            return number, phrase[len(word) :]
    return 1, phrase


def listed(text: str) -> list[str]:
    """The parts of a list joined by commas, `and` and `or`; of no list the text itself."""
    return [part for part in _AND_OR.split(text) if part]


def bounded(found: re.Match[str]) -> Callable[[float], bool]:
    """The comparison of a match of `OF_NUMBER`."""
    number, op = int(found["number"]), found["op"]
    if op == "<":
        return lambda value: value < number
    return (lambda value: value > number) if op == ">" else (lambda value: value == number)


def read_as(forms: Forms[T], text: str) -> T | None:
    """What the first form that fits and is understood makes of a text."""
    for form, read in forms:
        if (found := form.match(text)) and (made := read(found)) is not None:
            return made
    return None


def made_of(known: S | None, make: Callable[[S], T]) -> T | None:
    """What is made of a part of a phrase; None if that is not understood."""
    return None if known is None else make(known)


def both(one: Test[Subject] | None, other: Test[Subject] | None) -> Test[Subject] | None:
    """Both tests; None if one of them is not understood."""
    if one is None or other is None:
        return None
    return lambda context, subject: one(context, subject) and other(context, subject)


def either(tests: Iterable[Test[Subject] | None]) -> Test[Subject] | None:
    """One of several tests; None if one of them is not understood."""
    parts = list(tests)
    known = [test for test in parts if test is not None]
    if not known or len(known) < len(parts):
        return None
    return lambda context, subject: any(test(context, subject) for test in known)


def without(test: Test[Subject] | None) -> Test[Subject] | None:
    """The opposite of a test; None if it is not understood."""
    return made_of(test, lambda known: lambda context, subject: not known(context, subject))
