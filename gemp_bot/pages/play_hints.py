"""A hint for a person: one sentence in a player's words, and the numbers behind it."""

from collections.abc import Sequence

import msgspec

from gemp_bot.decisions import PromptKind
from gemp_bot.strategy import Reason
from gemp_bot.view.model import QuestionView, Weighed
from gemp_bot.view.names import Why


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the adviser would answer.

    Attributes:
        answer: as it would be sent. chosen: the same in words.
        sentence: what it would do and the weightiest reason.
        score: what the answer is judged to be worth, in Force. reasons: the parts of that.
        others: what else was weighed, the best first.
    """

    n: int
    prompt: str
    answer: str
    chosen: str
    sentence: str
    score: float | None = None
    reasons: tuple[Why, ...] = ()
    others: tuple[Weighed, ...] = ()


def hint_of(question: QuestionView, reasons: Sequence[Reason], odds: str = "") -> Hint:
    """The hint at a question that the adviser has answered.

    Args:
        question: with the answer.
        reasons: those of the answer.
        odds: the page's of the battle that is chosen; empty for none.
    """
    assert question.answer is not None, "it is answered"  # noqa: S101
    return Hint(
        n=question.n,
        prompt=question.prompt,
        answer=question.answer,
        chosen=question.chosen,
        sentence=sentence_of(question, reasons, odds),
        score=question.score,
        reasons=tuple([Why(each.yours or each.text, each.force) for each in reasons]),
        others=question.others,
    )


def sentence_of(question: QuestionView, reasons: Sequence[Reason], odds: str = "") -> str:
    """The answer with its weightiest reason, and what is nearly as good.

    `Deploy Luke Skywalker to Tatooine: Cantina: drains 2, safe.` What is true with other cards there says
    so: whether they come is decided anew at the questions that follow.
    """
    doing = question.chosen or "pass"
    if doing.isdecimal():
        doing = f"{_NUMBERS.get(question.kind, 'Take')} {doing}"
    doing = f"{doing[0].upper()}{doing[1:]}"
    why = _reason(reasons, doing, odds)
    told = f"{doing}{why}."
    close = _close(question)
    return f"{told} {close} is nearly as good." if close else told


_NUMBERS: dict[str, str] = {PromptKind.FORCE_TO_ACTIVATE: "Activate", PromptKind.CARDS_TO_DRAW: "Draw"}
_SMALL = 0.3
"""Answers that are worth so little less are nearly as good, in Force."""


def _reason(reasons: Sequence[Reason], doing: str, odds: str) -> str:
    """The weightiest reason in favour, in the words of players; empty where none is told."""
    if odds:
        return f": {odds}"
    best = max(reasons, key=lambda each: each.force, default=Reason(""))
    told = best.told or best.yours or best.text
    if told in doing:
        return ""  # nothing is told, or no more than what is done
    there = f": {told}{best.along and f', with {best.along} there, too'}"
    return there if doing.endswith(best.place) else f" to {best.place}{there}"


def _close(question: QuestionView) -> str:
    """Another answer that is worth nearly as much; empty for none, and where no worth is told."""
    if question.score is None or not question.others:
        return ""
    best = question.others[0]
    if best.score is None or question.score - best.score > _SMALL or best.words == question.chosen:
        return ""
    words = best.words or "pass"
    return f"{words[0].upper()}{words[1:]}"
