"""Marks a function as the one that decides a rule, and gives a refusal its form.

The mark lies on the function itself and nowhere else; `tools.rules` finds it there.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

MARKS = "rule_marks"
F = TypeVar("F", bound=Callable[..., Any])


class Mark(msgspec.Struct, frozen=True):
    """A rule that a function decides.

    Attributes:
        number: section and rule, as `4.2`.
        name: what the function answers, in a few words.
    """

    number: str
    name: str


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not allowed.

    Attributes:
        rule: number of the rule that forbids it.
        reason: a few words for a person.
    """

    rule: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} (rule {self.rule})"


Refusals = tuple[Refusal, ...]
"""All the reasons against something; it is legal if there are none."""


def rule(number: str, name: str) -> Callable[[F], F]:
    """Mark a function as deciding a rule; it may decide several."""

    def mark(function: F) -> F:
        function.__dict__[MARKS] = (Mark(number, name), *marks_of(function))
        return function

    return mark


def marks_of(function: object) -> tuple[Mark, ...]:
    """The rules a function decides."""
    found: tuple[Mark, ...] = getattr(function, MARKS, ())
    return found


def refuse(number: str, reason: str, when: bool) -> Refusals:
    """One refusal if something is so, else none."""
    return (Refusal(number, reason),) if when else ()
