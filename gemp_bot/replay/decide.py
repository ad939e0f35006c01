"""Decide the questions of a recorded game once more."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from gemp_bot.decisions import Answer, PromptKind, Question
from gemp_bot.protocol.wording import read_answer_refusal
from gemp_bot.replay.relive import Relive, RelivedExchange
from gemp_bot.strategy import StrategyRunner, Tell, Thought


@dataclass(frozen=True, slots=True)
class Redecision:
    """One question of the recording, decided again.

    Attributes:
        number: of the question, from 1.
        was: the answer that was posted; None if none was.
        thought: what the strategy says now.
        other: what a second strategy says, if one was asked.
    """

    number: int
    question: Question
    was: str | None
    thought: Thought
    other: Thought | None = None

    @property
    def same(self) -> bool:
        """Whether the answer is the same; a question without a recorded answer never differs."""
        return self.was is None or self.was == self.thought.verdict.answer.wire


@dataclass(slots=True)
class Redecide:
    """Ask a strategy at every question of a recording, in order, as it would have been asked live.

    Its answers do not change the recording: the next question is the recorded one, and what it remembers of
    its own doing is what was done in the recording.

    Attributes:
        witness: called at every question that was decided, while the table is as it was asked.
        second: asked as well, if there is one.
        explain: number of the question of which everything is to be told.
        asked: questions decided. choices: those with two or more legal answers.
        different: choices where the answer differs from the recorded one.
    """

    relive: Relive
    strategy_runner: StrategyRunner
    witness: Callable[[RelivedExchange, Redecision], None] | None = None
    second: StrategyRunner | None = None
    explain: int | None = None
    asked: int = 0
    choices: int = 0
    different: int = 0
    _open: Redecision | None = None
    _refused: frozenset[str] = frozenset()

    def __iter__(self) -> Iterator[Redecision]:
        """Give every question with its answers, once the posted answer is known."""
        self.relive.on_answer = self._follow
        for step in self.relive:
            if self._open is not None:
                was = step.answer
                if was is not None or step.question is not None:
                    yield self._close(self._open, was)
            if step.update is not None:
                warning = self.relive.table.warning
                again = step.answer is not None and warning is not None and read_answer_refusal(warning)
                self._refused = self._refused | {step.answer or ""} if again else frozenset()
            if step.question is not None and self._asks_strategy(step.question):
                thought, other = self._think(step.number, step.question)
                self._open = Redecision(step.number, step.question, None, thought, other)
                if self.witness is not None:
                    self.witness(step, self._open)
        if self._open is not None:
            yield self._close(self._open, None)
        for runner in filter(None, (self.strategy_runner, self.second)):
            runner.end(self.relive.table)

    def _think(self, number: int, question: Question) -> tuple[Thought, Thought | None]:
        table, brief = self.relive.table, self.strategy_runner.tell
        if number == self.explain:
            self.strategy_runner.tell = Tell.ALL
        thought = self.strategy_runner.think_now(table, question, self._refused)
        self.strategy_runner.tell = brief
        if self.second is None:
            return thought, None
        return thought, self.second.think_now(table, question, self._refused)

    def _follow(self, question: Question, was: Answer) -> None:
        """Tell the strategies what was answered instead, where it is not what they said."""
        opened = self._open
        if opened is None or opened.question is not question:
            return
        for runner, thought in ((self.strategy_runner, opened.thought), (self.second, opened.other)):
            if runner is not None and thought is not None and thought.verdict.answer != was:
                runner.overrule(self.relive.table, question, was)

    def _asks_strategy(self, question: Question) -> bool:
        """Requests of people are answered by policy, and a game that is over asks nothing."""
        return self.relive.table.asked is not None and question.kind is not PromptKind.ALLOW_REVERT

    def _close(self, opened: Redecision, was: str | None) -> Redecision:
        done = replace(opened, was=was)
        self._open = None
        self.asked += 1
        if done.question.is_choice:
            self.choices += 1
            self.different += not done.same
        return done
