"""From a question to an answer, whatever the strategy does: the way out is always there."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import structlog

from gemp_bot.decisions import Answer, Question
from gemp_bot.state import Table
from gemp_bot.strategy.aside import Aside
from gemp_bot.strategy.base import Budget, Counting, Reason, Strategy, Verdict
from gemp_bot.strategy.foreign import StrategyFaultError
from gemp_bot.strategy.guard import RepeatGuard

_log = structlog.stdlib.get_logger(__name__)
_TOO_LATE = ("too late", "too late")
_TRIED = 200
"""How many answers are looked through for one that is not futile."""


class Fallback(StrEnum):
    """Which way out was taken."""

    RULE = "rule"
    """The strategy failed or was too late, and the simple rule answered."""
    FIRST_LEGAL = "first_legal"
    """The simple rule failed as well."""
    REPEAT = "repeat"
    """The strategy's answer was futile, or the server had refused it: another one was given."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of one question.

    Attributes:
        verdict: the answer that is given, with its reasons.
        fallback: None if it is the strategy's own.
        why: what was wrong with the strategy's own.
        seconds: how long it took.
    """

    verdict: Verdict
    fallback: Fallback | None = None
    why: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class _Asked:
    view: Table
    question: Question
    refused: frozenset[str]
    began: float


class Thinker:
    """Asks a strategy, and answers itself when the strategy cannot. One for each game.

    Args:
        strategy: decides.
        rule: the simple rule asked when the strategy fails; None for the first legal answer at once.
        work: units of work a question may take; None for no limit.
        deadline: seconds a question may take; None for no limit.
        clock: monotonic seconds.

    The same sequence of tables and questions gives the same answers, unless the clock cut something short.

    Attributes:
        replaced: questions with a choice at which the strategy failed or was too late.
    """

    def __init__(
        self,
        strategy: Strategy,
        *,
        rule: Strategy | None = None,
        work: int | None = None,
        deadline: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.strategy = strategy
        self._rule = rule
        self._work = work
        self._deadline = deadline
        self._clock = clock
        self._guard = RepeatGuard()
        self._aside = Aside("strategy")
        self._limit: asyncio.Timeout | None = None
        self.replaced = 0
        self._first: dict[str, str] = {}
        self._times: Counter[str] = Counter()

    @property
    def mistakes(self) -> Mapping[str, int]:
        """How often the strategy failed, by what was wrong: the first message of each kind."""
        return {self._first[kind]: times for kind, times in self._times.items()}

    @property
    def unanswered(self) -> Mapping[str, int]:
        """How often an expression of its file had no answer, by `file:line: expression: what was wrong`."""
        return dict(self.strategy.unanswered) if isinstance(self.strategy, Counting) else {}

    def report(self) -> None:
        """Log how often each mistake was made that was logged when it was first met; for the game's end."""
        for why, times in self.mistakes.items():
            if times > 1:
                _log.error("strategy_failed_in_all", strategy=self.strategy.name, why=why, times=times)
        for where, times in self.unanswered.items():
            if times > 1:
                _log.warning("no_answer_in_all", strategy=self.strategy.name, at=where, times=times)

    async def think(self, view: Table, question: Question, refused: frozenset[str] = frozenset()) -> Thought:
        """Answer a question. Never fails.

        Args:
            view: the table.
            question: what is asked.
            refused: answers the server has just refused to this very question.
        """
        if self.strategy.quick:
            return self.think_now(view, question, refused)
        asked = _Asked(view, question, refused, self._clock())
        try:
            async with asyncio.timeout(self._deadline) as self._limit:
                verdict = await self._aside.call(lambda: self._decide(self.strategy, view, question))
        except TimeoutError:
            # The thread goes on until it looks at its budget; its verdict comes too late for anybody.
            return self._finish(asked, None, *_TOO_LATE)
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - a strategy is somebody else's code
            return self._finish(asked, None, *_told(fault))
        finally:
            self._limit = None
        return self._finish(asked, verdict)

    def hurry(self) -> None:
        """Wait no longer for the answer that is being thought about: the game is being given up."""
        if self._limit is not None:
            self._limit.reschedule(asyncio.get_running_loop().time())

    def think_now(self, view: Table, question: Question, refused: frozenset[str] = frozenset()) -> Thought:
        """The same without an event loop, in this thread: for quick strategies, and for replays."""
        asked = _Asked(view, question, refused, self._clock())
        try:
            verdict = self._decide(self.strategy, view, question)
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - a strategy is somebody else's code
            return self._finish(asked, None, *_told(fault))
        return self._finish(asked, verdict)

    def _decide(self, strategy: Strategy, view: Table, question: Question) -> Verdict:
        deadline = None if self._deadline is None else self._clock() + self._deadline
        verdict = strategy.decide(view, question, Budget(self._work, deadline, self._clock))
        # The last look: an answer made for another question would be illegal here.
        question.wire_of(verdict.answer)
        return verdict

    def _finish(self, asked: _Asked, verdict: Verdict | None, kind: str = "", why: str = "") -> Thought:
        view, question, refused = asked.view, asked.question, asked.refused
        fallback: Fallback | None = None
        if verdict is None:
            self._note_failure(question, kind, why)
            verdict, fallback = self._way_out(view, question)
        answer = verdict.answer
        if question.is_choice and (answer.wire in refused or self._guard.futile(view, question, answer)):
            why = "refused by the server" if answer.wire in refused else "tried before, to no effect"
            other = self._another(view, question, refused)
            if other is not None:
                _log.warning("answer_changed", why=why, prompt=question.prompt, was=answer.wire)
                verdict = Verdict(other, (Reason(f"instead of {answer.wire!r}: {why}"),))
                fallback = Fallback.REPEAT
        self._guard.note(view, question, verdict.answer)
        return Thought(verdict, fallback, why, self._clock() - asked.began)

    def _note_failure(self, question: Question, kind: str, why: str) -> None:
        """Count it, and tell what was not told before: a strategy that fails does so at every question."""
        self.replaced += question.is_choice
        self._first.setdefault(kind, why)
        self._times[kind] += 1
        tell = _log.error if self._times[kind] == 1 else _log.debug
        tell("strategy_failed", strategy=self.strategy.name, why=why, prompt=question.prompt)

    def _way_out(self, view: Table, question: Question) -> tuple[Verdict, Fallback]:
        if self._rule is not None:
            try:
                return self._decide(self._rule, view, question), Fallback.RULE
            except Exception as fault:  # noqa: BLE001 - there is one more way out
                _log.error("rule_failed", rule=self._rule.name, why=_told(fault)[1], prompt=question.prompt)
        return Verdict(question.first_legal(), (Reason("the first legal answer"),)), Fallback.FIRST_LEGAL

    def _another(self, view: Table, question: Question, refused: frozenset[str]) -> Answer | None:
        """The least committing answer that is neither refused nor futile."""
        for answer in (question.first_legal(), *question.answers(_TRIED)):
            if answer.wire not in refused and not self._guard.futile(view, question, answer):
                return answer
        return None


def _told(fault: BaseException) -> tuple[str, str]:
    """The kind of a fault and one line about it."""
    if isinstance(fault, StrategyFaultError):
        return fault.kind, str(fault)
    lines = str(fault).splitlines()
    return type(fault).__name__, f"{type(fault).__name__}: {lines[0] if lines else ''}"
