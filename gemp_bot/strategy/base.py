"""What a strategy is."""

from dataclasses import dataclass
from typing import Protocol

from gemp_bot.decisions import Answer, Question
from gemp_bot.state import Table


@dataclass(frozen=True, slots=True)
class Budget:
    """How much thought one question may take.

    Attributes:
        work: units of work, None for no limit. Work, not time, is counted, so that a decision can be
            made again exactly.
    """

    work: int | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """One part of a score, in Force: the expected change of (our life force - theirs)."""

    text: str
    force: float = 0.0


@dataclass(frozen=True, slots=True)
class Alternative:
    """An answer that was weighed and not chosen, with its score in Force where it has one."""

    answer: Answer
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer and why.

    Attributes:
        reasons: the parts of the score of the answer; they add up.
        alternatives: what else was weighed, the best first.
        work: units of work done.
    """

    answer: Answer
    reasons: tuple[Reason, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    work: int = 0


class Strategy(Protocol):
    """Chooses among the legal answers of a question; it has no other way to make one."""

    @property
    def name(self) -> str:
        """The name it is chosen by on the command line."""

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        """Choose an answer. The same strategy, seed, view and question give the same verdict."""
