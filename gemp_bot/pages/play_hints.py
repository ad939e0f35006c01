"""A hint for a person: one sentence in a player's words, and the numbers behind it."""

import re

import msgspec

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


def hint_of(question: QuestionView) -> Hint:
    """The hint at a question that the adviser has answered."""
    assert question.answer is not None, "it is answered"  # noqa: S101
    return Hint(
        n=question.n,
        prompt=question.prompt,
        answer=question.answer,
        chosen=question.chosen,
        sentence=sentence_of(question),
        score=question.score,
        reasons=question.reasons,
        others=question.others,
    )


def sentence_of(question: QuestionView) -> str:
    """The answer and the weightiest reason: `Deploy Luke Skywalker, because it drains 2 there.`"""
    doing = question.chosen or "Pass"
    return f"{doing[0].upper()}{doing[1:]}."
