"""Questions as they are shown, before and after the answer."""

from msgspec.structs import replace

from gemp_bot.decisions import Question
from gemp_bot.decisions.describing import DescribedQuestion, tell
from gemp_bot.journal import VerdictLine
from gemp_bot.state import Table
from gemp_bot.view.model import OptionView, QuestionView, Weighed
from gemp_bot.view.named import Why
from gemp_bot.view.titles import Titles


class AskedQuestion:
    """A question, put into words while the table is as it was asked.

    Args:
        table: as it is now.
        question: what is asked.
        number: of the question.
        titles: what cards are called.
    """

    def __init__(self, table: Table, question: Question, number: int, titles: Titles) -> None:
        self.question = question
        self._told: DescribedQuestion = tell(table, question, titles.title)
        self.view = QuestionView(
            n=number,
            prompt=question.prompt,
            kind=question.kind.value,
            min=question.min,
            max=question.max,
            can_pass=question.can_pass,
            options=tuple(
                OptionView(
                    choice.option.key,
                    choice.words,
                    choice.option.card_id,
                    choice.option.selectable,
                )
                for choice in self._told.choices
            ),
        )

    def answered(self, wire: str, verdict: VerdictLine | None) -> QuestionView:
        """The question with its answer, and with our own line about it if there is one."""
        keys = wire.split(",") if wire else []
        scores: dict[str, float | None] = {}
        total = None
        if verdict is not None:
            total = sum(part.force for part in verdict.parts) if verdict.parts else None
            scores = {each.answer: each.score for each in verdict.alternatives}
            scores[wire] = total
        options = self.view.options
        if keys or scores:
            options = tuple(
                replace(option, score=scores.get(option.key), chosen=option.key in keys)
                if option.key in keys or option.key in scores
                else option
                for option in options
            )
        found = replace(self.view, options=options, answer=wire, chosen=self._told.words(wire), score=total)
        if verdict is None:
            return found
        return replace(
            found,
            reasons=tuple(Why(part.reason, part.force) for part in verdict.parts),
            others=tuple(Weighed(self._told.words(each.answer), each.score) for each in verdict.alternatives),
            fallback=verdict.fallback,
        )
