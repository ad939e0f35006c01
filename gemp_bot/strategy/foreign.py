"""Strategies of somebody else, watched: what they give is checked, and what fails is told with its place."""

import math
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import msgspec
from msgspec.structs import replace

from gemp_bot.decisions import Answer, Question
from gemp_bot.errors import BotError
from gemp_bot.state import Table
from gemp_bot.strategy.base import Alternative, Budget, EndListener, Overrulable, Reason, Strategy, Verdict
from gemp_bot.strategy.explanation import Explanation
from gemp_bot.terminal import plain
from gemp_bot.threads import Apart, ForeignExitError

_OURS = "gemp_bot"
_GRACE = 1.0
"""Seconds beyond its deadline: who looks at its budget answers in time."""
_LONGEST = 60.0
"""Seconds a question may take where no deadline is set: one that hangs must not hold up a run of games."""


_SAID = [field.name for field in msgspec.structs.fields(Reason) if field.type is str]
MOST_REASONS = 20
LONGEST_REASON = 200
"""Reasons of an answer, and characters of each: they are recorded and told at every question."""


class StrategyFaultError(BotError, RuntimeError):
    """A strategy failed at a question; the message is one line.

    Attributes:
        kind: equal for faults of the same sort at the same place, whatever their words are.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(plain(message))
        self.kind = kind


class PluginStrategy:
    """A strategy of somebody else, in a thread of its own.

    Args:
        name: it is chosen by, whatever it calls itself.
        made: it.

    Attributes:
        cut: answers whose reasons were too many, too long, or no plain text.
    """

    quick = False
    """Foreign code decides in a thread of its own, so that nothing it does can stop the other games."""

    def __init__(self, name: str, made: Strategy) -> None:
        self.name = name
        self._made = made
        self._apart = Apart()
        self.cut = 0

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        """Have it decide.

        Raises:
            StrategyFaultError: it failed, or gave something else than an answer to this question.
        """
        verdict: object = self._watched(lambda: self._made.decide(view, question, budget), _limit(budget))
        if not isinstance(verdict, Verdict):
            raise self._wrong(f"decide() returned {_type(verdict)}, a Verdict is needed")
        self._check(verdict)
        try:
            question.wire_of(verdict.answer)
        except Exception as fault:
            raise self._wrong("decide() returned an answer that is none of this question") from fault
        return self._bounded(verdict)

    def overruled(self, view: Table, question: Question, answer: Answer) -> None:
        """Tell it what is answered instead, unless it still thinks."""
        if isinstance(self._made, Overrulable) and not self._apart.busy:
            self._made.overruled(view, question, answer)

    def end(self, table: Table) -> None:
        """Tell it that the game is over.

        Raises:
            StrategyFaultError: it failed.
        """
        made = self._made
        if isinstance(made, EndListener):
            self._watched(lambda: made.end(table), _LONGEST)

    def _watched(self, function: Callable[[], object], limit: float) -> object:
        """Call it.

        Raises:
            StrategyFaultError: it failed.
        """
        try:
            return self._apart.call(function, limit)
        except Exception as fault:
            place = _place_of(fault.__traceback__) or self._place()
            said = str(fault).splitlines()
            kind = type(fault).__name__
            what = kind + (f": {said[0]}" if said else "")
            if isinstance(fault, ForeignExitError):
                kind, what = fault.name, str(fault)
            raise StrategyFaultError(f"{place} {kind}", f"{place}: {what}") from fault

    def _bounded(self, verdict: Verdict) -> Verdict:
        """The same, with as many and as long reasons as people read."""
        reasons = tuple(
            replace(reason, **{name: _text(getattr(reason, name)) for name in _SAID})
            for reason in verdict.reasons[:MOST_REASONS]
        )
        if reasons == verdict.reasons:
            return verdict
        self.cut += 1
        return replace(verdict, reasons=reasons)

    def _check(self, verdict: Verdict) -> None:
        """Every part that others rely on.

        Raises:
            StrategyFaultError: a part is of another type.
        """
        # A struct takes anything: it is no part of the annotations that is looked at here.
        answer: object = verdict.answer
        if not isinstance(answer, Answer):
            raise self._wrong(
                f"decide() returned a Verdict of {_type(answer)}, an Answer of the question is needed"
            )
        for key, kind in (("reasons", Reason), ("alternatives", Alternative)):
            parts: object = getattr(verdict, key)
            if not isinstance(parts, tuple) or not all(isinstance(part, kind) for part in parts):
                raise self._wrong(f"{key} of its Verdict must be a tuple of {kind.__name__}")
        self._check_details(verdict)
        all_reasons = [*verdict.reasons, *(each for other in verdict.alternatives for each in other.reasons)]
        forces: list[object] = [reason.force for reason in all_reasons]
        forces += [other.score for other in verdict.alternatives if other.score is not None]
        if not all(_is_number(force) for force in forces):
            raise self._wrong("a force or score of its Verdict is no finite number")
        texts: list[object] = [getattr(each, name) for each in all_reasons for name in _SAID]
        texts += [other.forbidden for other in verdict.alternatives]
        others: list[object] = [other.answer for other in verdict.alternatives]
        if not all(isinstance(text, str) for text in texts):
            raise self._wrong("a Reason of its Verdict has no text")
        if not all(isinstance(other, Answer) for other in others):
            raise self._wrong("an Alternative of its Verdict has no Answer")
        work: object = verdict.work
        if isinstance(work, bool) or not isinstance(work, int):
            raise self._wrong(f"work of its Verdict is {_type(work)}, a whole number is needed")

    def _check_details(self, verdict: Verdict) -> None:
        """What is told beyond what is told in play.

        Raises:
            StrategyFaultError: a part is of another type.
        """
        for other in verdict.alternatives:
            details: object = other.reasons
            if not isinstance(details, tuple) or not all(isinstance(each, Reason) for each in details):
                raise self._wrong("reasons of an Alternative of its Verdict must be a tuple of Reason")
        if verdict.explanation is not None:
            try:
                msgspec.convert(msgspec.to_builtins(verdict.explanation), Explanation)
            except (TypeError, msgspec.ValidationError) as fault:
                raise self._wrong("the explanation of its Verdict is none") from fault

    def _wrong(self, what: str) -> StrategyFaultError:
        message = f"{self._place()}: {what}"
        return StrategyFaultError(message, message)

    def _place(self) -> str:
        """Where its decide() begins, as far as Python knows."""
        decide = getattr(self._made, "own_decide", self._made.decide)
        code = getattr(getattr(decide, "__func__", decide), "__code__", None)
        if code is None:
            return type(self._made).__module__
        return _shown(code.co_filename, code.co_firstlineno)


def _limit(budget: Budget | None) -> float:
    """Seconds that a decision is waited for."""
    if budget is None or budget.deadline is None:
        return _LONGEST
    return max(budget.deadline - budget.clock(), 0.0) + _GRACE


def _place_of(trace: TracebackType | None) -> str:
    """The last line of its own code that ran; "" for none."""
    package, place = None, ""
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        if package is None and module != _OURS:
            package = module
        if module == package:
            place = _shown(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return place


def _shown(file: str, line: int) -> str:
    """`clever/strategy.py:12`: enough to find it, and no path of somebody's machine."""
    return "/".join(Path(file).parts[-2:]) + f":{line}"


def _text(text: str) -> str:
    clean = plain(text[: LONGEST_REASON + 1])
    return clean if len(clean) <= LONGEST_REASON else clean[: LONGEST_REASON - 3] + "..."


def _type(value: object) -> str:
    return "nothing" if value is None else type(value).__name__


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
