"""The questions of a recorded game decided once more, by the strategy that played it or by others."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from gemp_bot.decisions import Answer, PromptKind, Question
from gemp_bot.decisions.describing import DescribedQuestion, TitleOf, tell
from gemp_bot.journal import Head
from gemp_bot.procedures import strategy_folders
from gemp_bot.procedures.loader import SUFFIX, is_path
from gemp_bot.procedures.plugins import ClassFile, is_code
from gemp_bot.protocol.wording import is_answer_refusal
from gemp_bot.replay.relive import Relive, RelivedExchange
from gemp_bot.strategy import (
    NamedStrategy,
    StrategyRunner,
    Tell,
    Thought,
    UnknownStrategyError,
    strategy_named,
)
from gemp_bot.strategy.identity import changed_program, changed_strategy


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
                again = step.answer is not None and warning is not None and is_answer_refusal(warning)
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


def strategy_of(head: Head, journal: Path) -> NamedStrategy:
    """Find the strategy that played a game.

    It is looked for as it was asked for then; then as a file beside the journal and in the two folders above
    it, one of which may be where the game was recorded from; then as a file in the current folder. The one
    with the digest that the journal notes is taken, else the first that can be used.

    Raises:
        UnknownStrategyError: there is none; one line that says where it was looked for.
    """
    given = head.given or head.strategy
    found: list[NamedStrategy] = []
    wrong: UnknownStrategyError | None = None
    for name in _names(given, journal):
        try:
            found.append(strategy_named(name))
        except UnknownStrategyError as fault:
            wrong = fault if is_path(name) else wrong  # a file that is there, and cannot be used
            continue
        if head.strategy_digest in (None, found[-1].identity.digest):
            return found[-1]
    if found:
        return found[0]
    folders = [*_folders(journal), *(() if is_path(given) else strategy_folders())]
    where = ", ".join(dict.fromkeys(str(folder) for folder in folders))
    raise wrong or UnknownStrategyError(f"no strategy {given!r}: looked for {_file(given)} in {where}")


def changes_since(head: Head, strategy: NamedStrategy) -> list[str]:
    """What is not as it was when a game was played, with short digests; empty where that is not known."""
    identity = strategy.identity
    found = []
    if identity.parts and head.strategy_digest not in (None, identity.digest):
        found.append(changed_strategy(identity.name, head.strategy_digest, identity.digest))
    if head.program_digest not in (None, identity.program):
        found.append(changed_program(head.program_digest, identity.program))
    return found


def _names(given: str, journal: Path) -> Iterator[str]:
    """What it may be found by."""
    if not is_path(given) or _is_there(Path(given)):
        yield given
    for folder in _folders(journal):
        for place in dict.fromkeys((given, _file(given)) if is_path(given) else (_file(given),)):
            file = folder.absolute() / place
            if _is_there(file):
                yield str(file)


def _is_there(place: Path) -> bool:
    """Whether there is such a file, also if a class of it is named."""
    return (ClassFile(str(place)).path if is_code(place.name) else place).exists()


def _folders(journal: Path) -> list[Path]:
    """Where the file of a strategy is looked for."""
    beside = journal.parent
    above = [Path(os.path.normpath(beside / up)) for up in ("..", "../..")]
    return list(dict.fromkeys((beside, *above, Path())))


def _file(given: str) -> str:
    return Path(given).name if is_path(given) else given + SUFFIX


@dataclass(frozen=True, slots=True)
class Difference:
    """A question that is answered otherwise.

    Attributes:
        number: of the question, from 1.
        kind: of the prompt.
        answers: of the first and of the second, as they would be sent.
        words: the same in words.
        losses: by how much each one's own answer is worth more than the other's, by its own score, in Force;
            None where it did not weigh the other's, or has no score.
    """

    number: int
    kind: str
    prompt: str
    answers: tuple[str, str]
    words: tuple[str, str]
    losses: tuple[float | None, float | None]

    @property
    def worth(self) -> float | None:
        """What is at stake: both losses together; None if neither is known."""
        known = [loss for loss in self.losses if loss is not None]
        return sum(known) if known else None


@dataclass(slots=True)
class Differences:
    """Asks one strategy or two at every choice of a recording, in one pass.

    Without a second strategy the first is compared with what was answered in the recording. Answers that
    differ only by the copy of a card are no difference.

    Args:
        relive: the recording, not begun.
        first, second: who is asked.
        title_of: what cards are called.

    Attributes:
        choices: questions with a choice that both answered, by kind.
        copies: those at which another copy of the same card was chosen.
    """

    relive: Relive
    first: StrategyRunner
    second: StrategyRunner | None
    title_of: TitleOf
    choices: Counter[str] = field(default_factory=Counter)
    copies: int = 0
    _told: DescribedQuestion | None = None

    def __iter__(self) -> Iterator[Difference]:
        """Give every difference, in the order of the game.

        Raises:
            JournalError: the file cannot be read, or not to its end; what came before was given.
        """
        self.first.tell = Tell.SCORES
        if self.second is not None:
            self.second.tell = Tell.SCORES
        for found in Redecide(self.relive, self.first, self._describe, second=self.second):
            told, self._told = self._told, None
            other = found.was if found.other is None else found.other.verdict.answer.wire
            if other is None or not found.question.is_choice:
                continue
            self.choices[found.question.kind.value] += 1
            answer = found.thought.verdict.answer.wire
            if answer == other or told is None:
                continue
            words = told.words(answer), told.words(other)
            if words[0] == words[1]:
                self.copies += 1
                continue
            losses = _loss(found.thought, other), None if found.other is None else _loss(found.other, answer)
            question = found.question
            yield Difference(
                found.number, question.kind.value, question.prompt, (answer, other), words, losses
            )

    def _describe(self, step: RelivedExchange, opened: Redecision) -> None:
        """Put a question into words while the table is as it was asked, if that may be needed."""
        other = opened.other
        agreed = other is not None and other.verdict.answer == opened.thought.verdict.answer
        if step.question is not None and step.question.is_choice and not agreed:
            self._told = tell(self.relive.table, step.question, self.title_of)


def _loss(thought: Thought, other: str) -> float | None:
    """By how much an answer is worth more than another one, by the score of who gave it."""
    verdict = thought.verdict
    if thought.fallback is not None or not verdict.reasons:
        return None
    score = next((each.score for each in verdict.alternatives if each.answer.wire == other), None)
    return None if score is None else sum(reason.force for reason in verdict.reasons) - score
