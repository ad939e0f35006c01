"""Answers and why they were given, as lines of text: what was done, what it is worth, what else there was."""

from collections.abc import Iterator, Sequence

from gemp_bot.decisions.describing import DescribedQuestion
from gemp_bot.journal import ScorePart, VerdictLine
from gemp_bot.journal.lines import WeighedAnswer
from gemp_bot.strategy import Thought


def answer_line(told: DescribedQuestion, wire: str) -> str:
    """What was answered, in the words of players."""
    return f"  > {told.words(wire)}"


def why_lines(told: DescribedQuestion, verdict: VerdictLine) -> Iterator[str]:
    """Why an answer was given, and what else was weighed, in Force."""
    yield from _why(told, verdict.parts, verdict.alternatives)
    if verdict.fallback is not None:
        yield f"    by a fallback: {verdict.fallback}"


def difference_lines(told: DescribedQuestion, thought: Thought, was: str) -> Iterator[str]:
    """What was answered, and what a strategy answers instead, each with its worth where it has one."""
    verdict = thought.verdict
    weighed = {each.answer.wire: each.score for each in verdict.alternatives}
    score = weighed.get(was)
    yield f"    was {told.words(was)}" + ("" if score is None else f" {score:+.2f}")
    wire = verdict.answer.wire
    worth = _worth([part.force for part in verdict.reasons])
    yield f"    now {told.words(wire)}{_copy(told, wire, was)}{worth}"
    yield from _reasons(told, thought)


def thought_lines(
    told: DescribedQuestion, thought: Thought, name: str, was: str | None, *, brief: bool = False
) -> Iterator[str]:
    """What a strategy says at a question.

    Args:
        told: the question as it was asked.
        thought: what it answers.
        name: it is called by.
        was: what was really answered; None if nothing was.
        brief: without the reasons.
    """
    verdict = thought.verdict
    wire = verdict.answer.wire
    doing = "does the same" if wire == was else f"would: {told.words(wire)}{_copy(told, wire, was)}"
    yield f"    {name} {doing}{_worth([part.force for part in verdict.reasons])}"
    if not brief:
        yield from _reasons(told, thought)
    elif thought.fallback is not None:
        yield f"    by a fallback: {thought.fallback.value}"


def _reasons(told: DescribedQuestion, thought: Thought) -> Iterator[str]:
    verdict = thought.verdict
    parts = [ScorePart(part.text, part.force) for part in verdict.reasons]
    others = [WeighedAnswer(each.answer.wire, each.score) for each in verdict.alternatives]
    yield from _why(told, parts, others)
    if thought.fallback is not None:
        yield f"    by a fallback: {thought.fallback.value}"


def _copy(told: DescribedQuestion, wire: str, was: str | None) -> str:
    """A mark where two different answers have the same words."""
    return " (another copy)" if was is not None and told.words(wire) == told.words(was) else ""


def _why(
    told: DescribedQuestion, parts: Sequence[ScorePart], alternatives: Sequence[WeighedAnswer]
) -> Iterator[str]:
    if parts:
        said = "; ".join(f"{part.reason}{_force(part.force)}" for part in parts)
        several = sum(_force(part.force) != "" for part in parts) > 1
        total = sum(part.force for part in parts)
        yield f"    because {said}" + (f" = {total:+.2f}" if several else "")
    others = [
        f"{told.words(other.answer)} {other.score:+.2f}" for other in alternatives if other.score is not None
    ]
    if others:
        yield f"    rather than {'; '.join(others)}"


def _worth(forces: Sequence[float]) -> str:
    return f" {sum(forces):+.2f}" if any(forces) else ""


def _force(force: float) -> str:
    return f" {force:+.2f}" if abs(force) >= 0.005 else ""  # noqa: PLR2004 - what is shown as 0.00
