"""Firing weapons."""

from gemp_bot.decisions import Option, Question
from gemp_bot.evaluators.mind import Mind
from gemp_bot.evaluators.weighed import Part, part
from gemp_bot.state import Table


def fire(view: Table, question: Question, option: Option, mind: Mind) -> tuple[Part, ...]:  # noqa: ARG001
    """A shot at the best target there is."""
    return part("may hit a card of theirs", 1.5)
