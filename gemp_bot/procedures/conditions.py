"""Expressions at play: evaluated without ever failing, and what could not be evaluated is counted."""

import math
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

import structlog

from gemp_bot.procedures.expressions import Facts, Run

_log = structlog.stdlib.get_logger(__name__)

NO_OPTION: Facts = MappingProxyType({})
"""The facts of the option where none is looked at."""


class Faults:
    """Counts the expressions of a strategy that had no answer; each is reported when it is first met."""

    def __init__(self, strategy: str) -> None:
        self._strategy = strategy
        self._counts: Counter[str] = Counter()

    @property
    def counts(self) -> Mapping[str, int]:
        """How often, by `file:line: expression: what was wrong`."""
        return dict(self._counts)

    def note(self, where: str, text: str, why: str) -> None:
        """Count one."""
        key = f"{where}: {text}: {why}"
        self._counts[key] += 1
        if self._counts[key] == 1:
            _log.warning("no_answer_to_expression", strategy=self._strategy, at=where, text=text, why=why)


class _Expression:
    __slots__ = ("_faults", "_run", "text", "where")

    def __init__(self, text: str, where: str, run: Run, faults: Faults) -> None:
        self.text = text
        self.where = where
        self._run = run
        self._faults = faults

    def _note(self, error: Exception) -> None:
        self._faults.note(self.where, self.text, _told(error))


class Condition(_Expression):
    """An expression that is true or false.

    Attributes:
        text: as it is written.
        where: file and line.
    """

    __slots__ = ()

    def holds(self, situation: Facts, option: Facts = NO_OPTION) -> bool:
        """Whether it is true; false where it has no answer (a division by zero, a fact that is missing)."""
        try:
            return bool(self._run(situation, option))
        except (ArithmeticError, LookupError, TypeError) as error:
            self._note(error)
            return False


class Measure(_Expression):
    """An expression that is a number. Attributes as of a condition."""

    __slots__ = ()

    def of(self, situation: Facts, option: Facts = NO_OPTION) -> float | None:
        """The number; None where it has no answer."""
        try:
            value = float(self._run(situation, option))
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            self._note(error)
            return None
        if math.isnan(value):
            self._note(ArithmeticError("no number"))
            return None
        return value


def _told(error: Exception) -> str:
    if isinstance(error, ZeroDivisionError):
        return "divides by zero"
    if isinstance(error, KeyError):
        return f"the fact {error.args[0]} was not given"
    if isinstance(error, TypeError):
        return "a fact was not known, or not of its type"
    return str(error).splitlines()[0] if str(error) else type(error).__name__
