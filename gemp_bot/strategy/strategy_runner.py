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
from gemp_bot.strategy.base import Budget, Counting, EndListener, Overrulable, Reason, Strategy, Tell, Verdict
from gemp_bot.strategy.foreign import StrategyFaultError
from gemp_bot.strategy.guard import RepeatGuard
from gemp_bot.threads import BusyError, DaemonThread

_log = structlog.stdlib.get_logger(__name__)
_TRIED = 200
"""How many answers are looked through for one that is not futile."""
_MANY = 600
"""Options beyond which no strategy is quick. The longest list of recorded games has 564, titles of cards."""
_RULE_SECONDS = 1.0
"""What the simple rule may take where no time is left."""
_HURRY = "no time is left on the clock"
_DUE, _LATE = 0.7, 0.85
"""Shares of the deadline: when the strategy is told to answer, and when the simple rule is asked instead."""


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
    work: int | None
    deadline: float | None


class StrategyRunner:
    """Asks a strategy, and answers itself when the strategy cannot. One for each game.

    Args:
        strategy: decides.
        rule: the simple rule asked when the strategy fails; None for the first legal answer at once.
        work: units of work a question may take; None for no limit.
        deadline: seconds a question may take; None for no limit.
        clock: monotonic seconds.
        on_thought: told what came of each question. What it raises is told, and changes nothing.
        guard: against futile answers; None for the usual one.

    The same sequence of tables and questions gives the same answers, unless the clock cut something short.

    Attributes:
        replaced: questions with a choice at which the strategy failed or was too late.
        tell: how much the strategy is asked to tell of the next question.
    """

    def __init__(
        self,
        strategy: Strategy,
        *,
        rule: Strategy | None = None,
        work: int | None = None,
        deadline: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        on_thought: Callable[[Question, Thought], None] | None = None,
        guard: RepeatGuard | None = None,
    ) -> None:
        self.strategy = strategy
        self.tell = Tell.BRIEF
        self._on_thought = on_thought
        self._rule = rule
        self._work = work
        self._deadline = deadline
        self._clock = clock
        self._guard = guard or RepeatGuard()
        self._aside, self._rule_aside = DaemonThread("strategy"), DaemonThread("rule")
        self._limit: asyncio.Timeout | None = None
        self.replaced = 0
        self._ended = False
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

    @property
    def step_counts(self) -> Mapping[str, int]:
        """At how many questions each step and principle of its file decided, by `file:line: rule`."""
        return dict(self.strategy.step_counts) if isinstance(self.strategy, Counting) else {}

    def report(self) -> None:
        """Log how often each mistake was made that was logged when it was first met; for the game's end."""
        for why, times in self.mistakes.items():
            if times > 1:
                _log.error("strategy_failed_in_all", strategy=self.strategy.name, why=why, times=times)
        for where, times in self.unanswered.items():
            if times > 1:
                _log.warning("no_answer_in_all", strategy=self.strategy.name, at=where, times=times)

    async def think(
        self,
        view: Table,
        question: Question,
        refused: frozenset[str] = frozenset(),
        *,
        seconds: float | None = None,
    ) -> Thought:
        """Answer a question before the deadline. Never fails, and never holds the event loop up for long.

        Args:
            view: the table.
            question: what is asked.
            refused: answers the server has just refused to this very question.
            seconds: a deadline for this question, if it is nearer; the work shrinks with it. With 0 the
                simple rule answers, and a strategy only if it is quick.
        """
        asked = self._asked(view, question, refused, seconds)
        if seconds is not None and seconds <= 0 and not self.strategy.quick:
            _log.info("answered_in_a_hurry", why=_HURRY, prompt=question.prompt)
            return self._ruled(asked, await self._rule_in_time(asked), _HURRY)
        verdict = await self._asked_in_time(self.strategy, self._aside, asked, _LATE)
        ruled: _Decided | None = None
        if isinstance(verdict, _Failure) and self._rule is not None:
            ruled = await self._rule_in_time(asked)
        return self._conclude(asked, verdict, ruled)

    def _asked(
        self, view: Table, question: Question, refused: frozenset[str], seconds: float | None = None
    ) -> _Asked:
        work, deadline = self._work, self._deadline
        if seconds is not None and (deadline is None or seconds < deadline):
            if work is not None and deadline is not None:
                work = max(1, int(work * seconds / deadline))
            deadline = max(seconds, _RULE_SECONDS)
        return _Asked(view, question, refused, self._clock(), work, deadline)

    async def _rule_in_time(self, asked: _Asked) -> "_Decided | None":
        if self._rule is None:
            return None
        return await self._asked_in_time(self._rule, self._rule_aside, asked, 1.0)

    async def _asked_in_time(
        self, strategy: Strategy, aside: DaemonThread, asked: _Asked, share: float
    ) -> "_Decided":
        """Ask a strategy until this share of the deadline is over; in this thread only what is quick."""
        if strategy.quick and len(asked.question.options) <= _MANY:
            return self._decided(strategy, asked)
        until = None
        if asked.deadline is not None:
            spent = self._clock() - asked.began
            until = asyncio.get_running_loop().time() + max(share * asked.deadline - spent, 0.0)
        try:
            async with asyncio.timeout_at(until) as self._limit:
                return await aside.call(lambda: self._decided(strategy, asked))
        except TimeoutError:
            # The thread goes on until it looks at its budget; its verdict comes too late for anybody.
            return _Failure("too late", "too late")
        except BusyError as fault:
            return _Failure("busy", str(fault))
        finally:
            self._limit = None

    def hurry(self) -> None:
        """Wait no longer for the answer that is being thought about: the game is being given up."""
        if self._limit is not None:
            self._limit.reschedule(asyncio.get_running_loop().time())

    def think_now(self, view: Table, question: Question, refused: frozenset[str] = frozenset()) -> Thought:
        """The same without an event loop, in this thread: for games in the box, and for replays."""
        asked = self._asked(view, question, refused)
        verdict = self._decided(self.strategy, asked)
        ruled: _Decided | None = None
        if isinstance(verdict, _Failure) and self._rule is not None:
            ruled = self._decided(self._rule, asked)
        return self._conclude(asked, verdict, ruled)

    def _decided(self, strategy: Strategy, asked: _Asked) -> "_Decided":
        """What a strategy decides, or how it failed."""
        deadline = None if asked.deadline is None else asked.began + _DUE * asked.deadline
        try:
            budget = Budget(asked.work, deadline, self._clock, self.tell)
            verdict = strategy.decide(asked.view, asked.question, budget)
            # The last look: an answer made for another question would be illegal here.
            asked.question.wire_of(verdict.answer)
        except Exception as fault:  # noqa: BLE001 - whatever a strategy does, the question is answered
            return _failure(fault)
        return verdict

    def _conclude(self, asked: _Asked, verdict: "_Decided", ruled: "_Decided | None") -> Thought:
        """Choose among what the strategy and, if that failed, the simple rule decided."""
        if isinstance(verdict, Verdict):
            return self._finish(asked, verdict, None, "")
        why = verdict.told
        self._note_failure(asked.question, verdict)
        return self._ruled(asked, ruled, why)

    def _ruled(self, asked: _Asked, ruled: "_Decided | None", why: str) -> Thought:
        """What the simple rule decided, or the first legal answer, in the place of the strategy's."""
        if isinstance(ruled, Verdict):
            return self._finish(asked, ruled, Fallback.RULE, why)
        if ruled is not None:
            _log.error("rule_failed", why=ruled.told, prompt=asked.question.prompt)
        first = Verdict(asked.question.first_legal(), (Reason("the first legal answer"),))
        return self._finish(asked, first, Fallback.FIRST_LEGAL, why)

    def _finish(self, asked: _Asked, verdict: Verdict, fallback: Fallback | None, why: str) -> Thought:
        """Replace an answer that leads nowhere, and remember the one that is given."""
        view, question, refused = asked.view, asked.question, asked.refused
        answer = verdict.answer
        if question.is_choice and self._vain(asked, answer):
            why = "refused by the server" if answer.wire in refused else "tried before, to no effect"
            other = self._another(asked, verdict)
            if other is not None:
                _log.warning(
                    "answer_changed",
                    why=why,
                    strategy=self.strategy.name,
                    turn=view.turn,
                    prompt=question.prompt,
                    was=_labels(question, answer),
                    now=_labels(question, other),
                )
                verdict = Verdict(other, (Reason(f"instead of {answer.wire!r}: {why}"),))
                fallback = Fallback.REPEAT
        self._guard.note(view, question, verdict.answer)
        if fallback is not None and not self._aside.busy:
            self.overrule(view, question, verdict.answer)
        thought = Thought(verdict, fallback, why, self._clock() - asked.began)
        self._tell(question, thought)
        return thought

    def _tell(self, question: Question, thought: Thought) -> None:
        try:
            if self._on_thought is not None:
                self._on_thought(question, thought)
        except Exception as fault:  # noqa: BLE001 - whoever listens, the question is answered
            _log.error("listener_failed", exc_info=fault)

    def overrule(self, view: Table, question: Question, answer: Answer) -> None:
        """Tell the strategy what was answered instead, if it remembers what it decided.

        Args:
            view: the table as it was asked.
            question: what was asked last.
            answer: what was answered.
        """
        if not isinstance(self.strategy, Overrulable):
            return
        try:
            self.strategy.overruled(view, question, answer)
        except Exception as fault:  # noqa: BLE001 - the answer stands, whatever the strategy makes of it
            self._note_failure(question, _failure(fault))

    def end(self, table: Table) -> None:
        """Tell the strategy once that its game is over, if it wants to know.

        Args:
            table: as it was last.
        """
        if self._ended or not isinstance(self.strategy, EndListener):
            return
        self._ended = True
        try:
            self.strategy.end(table)
        except Exception as fault:  # noqa: BLE001 - the game is over, whatever the strategy makes of it
            self._count(_failure(fault), "the end of the game")

    async def end_in_time(self, table: Table) -> None:
        """The same beside other games: in a thread, and waited for no longer than a question is."""
        if not isinstance(self.strategy, EndListener):
            return
        try:
            async with asyncio.timeout(self._deadline):
                await self._aside.call(lambda: self.end(table))
        except (TimeoutError, BusyError) as fault:
            self._count(_failure(fault), "the end of the game")

    def _note_failure(self, question: Question, failure: "_Failure") -> None:
        """Count it as the failure at a question."""
        self.replaced += question.is_choice
        self._count(failure, question.prompt)

    def _count(self, failure: "_Failure", prompt: str) -> None:
        """Count it, and tell what was not told before: a strategy that fails does so at every question."""
        self._first.setdefault(failure.kind, failure.told)
        self._times[failure.kind] += 1
        tell = _log.error if self._times[failure.kind] == 1 else _log.debug
        tell("strategy_failed", strategy=self.strategy.name, why=failure.told, prompt=prompt)

    def _vain(self, asked: _Asked, answer: Answer) -> bool:
        return answer.wire in asked.refused or self._guard.futile(asked.view, asked.question, answer)

    def _another(self, asked: _Asked, verdict: Verdict) -> Answer | None:
        """The next best answer that is neither refused nor futile, in the end the least committing one."""
        question = asked.question
        weighed = (other.answer for other in verdict.alternatives)
        # A strategy's alternatives are no promise that they can be answered.
        legal = (answer for answer in weighed if question.is_legal(answer.wire))
        for answer in (*legal, question.first_legal(), *question.answers(_TRIED)):
            if not self._vain(asked, answer):
                return answer
        return None


@dataclass(frozen=True, slots=True)
class _Failure:
    """How a strategy failed.

    Attributes:
        kind: equal for faults of the same sort at the same place.
        told: one line.
    """

    kind: str
    told: str


def _failure(fault: Exception) -> _Failure:
    if isinstance(fault, StrategyFaultError):
        return _Failure(fault.kind, str(fault))
    lines = str(fault).splitlines()
    return _Failure(type(fault).__name__, f"{type(fault).__name__}: {lines[0] if lines else ''}")


_Decided = Verdict | _Failure


def _labels(question: Question, answer: Answer) -> str:
    """An answer as it is sent, with the server's words for what it chooses."""
    keys = answer.wire.split(",")
    said = ", ".join(option.text for option in question.options if option.key in keys and option.text)
    return f"{answer.wire}: {said}" if said else answer.wire or "pass"
