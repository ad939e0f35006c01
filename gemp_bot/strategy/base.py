"""What a strategy is."""

import random
import time
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Protocol, runtime_checkable

import msgspec

from gemp_bot.decisions import Answer, Question
from gemp_bot.evaluators.weighed import Part
from gemp_bot.state import Table
from gemp_bot.strategy.explanation import Explanation


class Tell(IntEnum):
    """How much of its judgement a strategy is asked to tell; the answer is the same."""

    BRIEF = 0
    """The reasons, and the best of what else was weighed: in play."""
    SCORES = 1
    """The score of everything that was weighed."""
    ALL = 2
    """The parts of every score as well, and the explanation."""


class Budget(msgspec.Struct, frozen=True):
    """How much thought one question may take.

    Work is what counts, so that a decision can be made again exactly; the clock only cuts short.

    Attributes:
        work: units of work, None for no limit.
        deadline: point in time, on `clock`, after which the best answer so far must be given; None for none.
        clock: seconds, monotonic.
        tell: how much is to be told; a strategy that has no more to tell leaves it.
    """

    work: int | None = None
    deadline: float | None = None
    clock: Callable[[], float] = time.monotonic
    tell: Tell = Tell.BRIEF

    def spent(self, work: int) -> bool:
        """Whether it is time to answer, after this much work."""
        if self.work is not None and work >= self.work:
            return True
        return self.deadline is not None and self.clock() >= self.deadline


class Reason(msgspec.Struct, frozen=True):
    """One part of a score, in Force: the expected change of (our life force - theirs).

    Attributes:
        short: the text for who tells himself where a card goes; empty where that is all of it.
        yours: the text for the person who plays the side; empty where that is `text`.
        told: what that person is told in one sentence with the answer; empty where that is all of `yours`.
        place: title of the location that a card goes to, `along`: who else goes there; `told` says neither.
    """

    text: str
    force: float = 0.0
    short: str = ""
    yours: str = ""
    told: str = ""
    place: str = ""
    along: str = ""


def reasons_of(parts: Iterable[Part]) -> tuple[Reason, ...]:
    """The parts of a worth as whoever reads a verdict is told them."""
    return tuple([Reason(p.text, p.force, p.short, p.yours, p.to_player, p.place, p.along) for p in parts])


class Alternative(msgspec.Struct, frozen=True):
    """An answer that was weighed and not chosen, with its score in Force where it has one.

    Attributes:
        reasons: the parts of the score, where they were asked for (`Tell.ALL`).
        forbidden: which principle of the strategy forbids it, and why; likewise.
    """

    answer: Answer
    score: float | None = None
    reasons: tuple[Reason, ...] = ()
    forbidden: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """An answer and why.

    Attributes:
        reasons: the parts of the score of the answer; they add up.
        alternatives: what else was weighed, the best first; all of it only if that was asked for (`Tell`).
        work: units of work done.
        explanation: what the judgement rests on, if it was asked for and the strategy can tell.
    """

    answer: Answer
    reasons: tuple[Reason, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    work: int = 0
    explanation: Explanation | None = None


class Strategy(Protocol):
    """Chooses among the legal answers of a question; it has no other way to make one."""

    @property
    def name(self) -> str:
        """The name it is chosen by on the command line."""

    @property
    def quick(self) -> bool:
        """Whether a decision takes a millisecond or so. Others decide in a thread of their own."""

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        """Choose an answer. The same strategy, seed, view and question give the same verdict."""


@runtime_checkable
class Overrulable(Protocol):
    """A strategy that remembers what it decided, and is told when another answer was given."""

    def overruled(self, view: Table, question: Question, answer: Answer) -> None:
        """Take note of the answer that is given instead of the decided one."""


@runtime_checkable
class EndListener(Protocol):
    """A strategy that is told that its game is over."""

    def end(self, table: Table) -> None:
        """Take note of how the game ended, or that it goes on without us: it is asked nothing more."""


@runtime_checkable
class DeckStarted(Protocol):
    """A strategy that starts where its deck's owner wishes.

    Attributes:
        deck_start: the card id of that starting location; empty for no wish.
    """

    deck_start: str


@runtime_checkable
class DeckNamed(Protocol):
    """A strategy that wants to know what its deck is called.

    Attributes:
        deck_name: as its owner calls it; empty if that is not known.
    """

    deck_name: str


def name_deck(strategy: Strategy, name: str | None, start: str | None = None) -> None:
    """Tell a new strategy what its deck is called and where its owner wishes to start, if it asks."""
    if isinstance(strategy, DeckNamed):
        strategy.deck_name = name or ""
    if isinstance(strategy, DeckStarted):
        strategy.deck_start = start or ""


@runtime_checkable
class Counting(Protocol):
    """A strategy that counts what its own rules could not answer."""

    @property
    def unanswered(self) -> Mapping[str, int]:
        """How often, by where and what."""

    @property
    def step_counts(self) -> Mapping[str, int]:
        """How often each step and principle of a file of the user's own decided, by where and what."""


class UniformStrategy:
    """Plays uniformly at random; the floor of every comparison, and a good way to meet rare questions.

    Args:
        seed: of its own generator.
    """

    name = "random"
    quick = True

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - games, not secrets

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:  # noqa: ARG002
        """Draw one of the legal answers; never asks for a revert."""
        return Verdict(question.random_legal(self._random), (Reason("drawn at random"),), work=1)
