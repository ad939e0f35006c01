"""A person at the table: the question waits until somebody answers it in a browser."""

import asyncio
from collections.abc import Callable

from gemp_bot.decisions import Answer, IllegalAnswerError, Question
from gemp_bot.decisions.legal import Number, OneOf
from gemp_bot.state import Table
from gemp_bot.strategy import Thought, Verdict

Given = list[str] | int | None
"""What a page sends: the keys of what is chosen, a number, or None for a pass."""


class PersonSeat:
    """Answers the questions of one game as a person tells it to, however long that takes.

    Nothing else ever answers for the person: there is no deadline here, and no rule to fall back on.

    Args:
        on_change: called when a question begins or ends to wait.

    Attributes:
        question: what waits for the person; None if nothing does.
        refused: answers to it that the server has refused.
        replaced: always 0, see `play.game.Answerer`.
    """

    def __init__(self, on_change: Callable[[], None]) -> None:
        self.question: Question | None = None
        self.refused: frozenset[str] = frozenset()
        self.replaced = 0
        self._on_change = on_change
        self._answer: asyncio.Future[Answer] | None = None
        self._over = False

    async def think(
        self,
        view: Table,  # noqa: ARG002 - a person sees it in the browser
        question: Question,
        refused: frozenset[str] = frozenset(),
        *,
        seconds: float | None = None,  # noqa: ARG002 - a person is not hurried
    ) -> Thought:
        """Wait for the person."""
        if self._over:
            return Thought(Verdict(question.first_legal()))
        self._answer = asyncio.get_running_loop().create_future()
        self.question, self.refused = question, refused
        self._on_change()
        try:
            return Thought(Verdict(await self._answer))
        finally:
            self.question = self._answer = None
            self._on_change()

    def give(self, answer: Answer) -> None:
        """Answer the question that waits."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def hurry(self) -> None:
        """The game is over for the server: let go of what waits. What is sent then counts no more."""
        self._over = True
        if self.question is not None:
            self.give(self.question.first_legal())


def read_answer(question: Question, given: Given) -> Answer:
    """What a page sends, as an answer of a question.

    Raises:
        IllegalAnswerError: it is none; one line.
    """
    if given is None:
        return question.pass_()
    if isinstance(given, int):
        return question.choose_number(given)
    if not isinstance(question.legal, OneOf):
        if isinstance(question.legal, Number):
            raise IllegalAnswerError("a number is asked for")
        return question.choose_cards(given)
    chosen = [option for option in question.options if option.key in given]
    if len(given) != 1 or len(chosen) != 1:
        raise IllegalAnswerError("exactly one of the options is asked for")
    return question.choose(chosen[0])
