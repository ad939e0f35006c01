"""The usual answers, each made by the question itself."""

from collections.abc import Sequence

from gemp_bot.decisions import Option, Question, ResultKind
from gemp_bot.decisions.legal import IncrementalSelection, Number, OneOf, Subset
from gemp_bot.strategy.base import Reason, Verdict

PASSED = (Reason("nothing to gain"),)
LEAST = (Reason("the answer that commits to the least"),)


def least(question: Question, reasons: tuple[Reason, ...] = LEAST) -> Verdict:
    """The answer that commits to the least; No where that can be said."""
    no = question.result(ResultKind.NO)
    if no is not None:
        return Verdict(question.choose(no), reasons)
    return Verdict(question.first_legal(), reasons)


def decline(question: Question, reasons: tuple[Reason, ...] = PASSED) -> Verdict:
    """Pass or choose nothing where that is legal, else the least."""
    answer = question.first_legal()
    return least(question, reasons) if answer.wire else Verdict(answer, reasons)


def result_or_least(question: Question, kind: ResultKind, reasons: tuple[Reason, ...]) -> Verdict:
    """The result of a kind if it is offered."""
    for option in question.options:
        if option.result is kind:
            return Verdict(question.choose(option), reasons)
    return least(question)


def number(question: Question, wanted: float, reasons: tuple[Reason, ...]) -> Verdict:
    """The number nearest to what is wanted; where no number is asked for, the least."""
    legal = question.legal
    if not isinstance(legal, Number):
        return least(question)
    return Verdict(question.choose_number(int(min(max(wanted, legal.low), legal.high))), reasons)


def take(
    question: Question, ranked: Sequence[Option], wanted: int, reasons: tuple[Reason, ...], work: int = 1
) -> Verdict:
    """Choose the first of the ranked options: as many as wanted, within the bounds of the question.

    The options are selectable, the best first; what is missing is filled up in the server's order.
    """
    legal = question.legal
    if isinstance(legal, OneOf):
        return Verdict(question.choose(ranked[0]), reasons, (), work) if ranked else least(question)
    if isinstance(legal, IncrementalSelection):
        fresh = [option for option in ranked if option.key not in legal.kept]
        if wanted <= len(legal.kept) or not fresh:
            return Verdict(question.choose_cards(legal.kept), reasons, (), work)
        return Verdict(question.choose(fresh[0]), reasons, (), work)
    if not isinstance(legal, Subset):
        return least(question)
    low, high = legal.low, legal.high
    count = min(max(wanted, low), high)
    chosen = [option.key for option in ranked[:count]]
    if len(chosen) < low:
        rest = (option.key for option in question.selectable if option.key not in chosen)
        chosen += [key for key, _ in zip(rest, range(low - len(chosen)), strict=False)]
    return Verdict(question.choose_cards(chosen), reasons, (), work)
