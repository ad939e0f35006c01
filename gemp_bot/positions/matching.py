"""Whether an answer is an expected one, compared by card titles."""

from dataclasses import dataclass

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.titles import folded
from gemp_bot.decisions import Question
from gemp_bot.decisions.describing import DescribedOption, DescribedQuestion, tell, titles_of
from gemp_bot.decisions.legal import Number
from gemp_bot.positions.form import ExpectedAnswer
from gemp_bot.state import Table


@dataclass(frozen=True, slots=True)
class MatchedQuestion(DescribedQuestion):
    """A described question that can be compared with expected answers."""

    def fits(self, wire: str, wanted: ExpectedAnswer) -> bool:
        """Whether an answer is the expected one; of several cards it is enough that one is."""
        if wanted.passes is not None and wanted.passes is not (wire == ""):
            return False
        if wanted.number is not None:
            return isinstance(self.question.legal, Number) and wanted.number.hold(int(wire))
        if not _speaks_of_options(wanted):
            return True
        return any(self._fits(choice, wanted) for choice in self.chosen(wire))

    def possible(self, wanted: ExpectedAnswer) -> bool:
        """Whether any legal answer is the expected one."""
        if wanted.passes:
            return self.question.can_pass
        if wanted.number is not None:
            legal = self.question.legal
            return isinstance(legal, Number) and wanted.number.meet(*legal.bounds)
        return any(choice.option.selectable and self._fits(choice, wanted) for choice in self.choices)

    def _fits(self, choice: DescribedOption, wanted: ExpectedAnswer) -> bool:
        own = (choice.title,)
        card = own if choice.is_action else self.about or own
        targets = choice.named if choice.is_action else own
        return (
            (wanted.action is None or wanted.action in choice.kinds)
            and (wanted.card is None or _named(wanted.card, card))
            and (wanted.target is None or _named(wanted.target, targets))
            and (wanted.at is None or _named(wanted.at, (choice.location,)))
            and (wanted.zone is None or wanted.zone is choice.zone)
            and (wanted.result is None or wanted.result is choice.option.result)
        )


def matched_question(view: Table, question: Question, index: CardIndex) -> MatchedQuestion:
    """Describe a question by titles."""
    told = tell(view, question, titles_of(index))
    return MatchedQuestion(told.question, told.about, told.choices)


def _named(wanted: str, titles: tuple[str, ...]) -> bool:
    return any(folded(title) == folded(wanted) for title in titles)


def _speaks_of_options(wanted: ExpectedAnswer) -> bool:
    parts = (wanted.action, wanted.card, wanted.target, wanted.at, wanted.zone, wanted.result)
    return any(part is not None for part in parts)
