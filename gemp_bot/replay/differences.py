"""Where two answer the same questions of a recorded game otherwise, and what that is worth to each."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from gemp_bot.decisions.describing import DescribedQuestion, TitleOf, tell
from gemp_bot.replay.decide import Redecide, Redecision
from gemp_bot.replay.relive import Relive, RelivedExchange
from gemp_bot.strategy import StrategyRunner, Tell, Thought


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
