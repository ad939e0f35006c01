"""The boards of one recorded game: what is new in the log, the table, the question."""

from collections.abc import Iterator

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Question
from gemp_bot.decisions.describing import DescribedQuestion, tell
from gemp_bot.replay import Relive
from gemp_bot.report.board import board_lines, log_lines, question_lines
from gemp_bot.report.story.lines import Line
from gemp_bot.state import Table
from gemp_bot.view.names import Titles

_LOG_LINES = 12
"""At most so many new lines of the game log are shown before a board."""


class Boards:
    """Shows the table at questions, in the order of the game.

    Args:
        titles: what cards are called.
    """

    def __init__(self, titles: Titles) -> None:
        self._titles = titles
        self._shown = 0

    def told(self, table: Table, question: Question) -> DescribedQuestion:
        """A question in the words of players; to be made while the table is as it was asked."""
        return tell(table, question, self._titles.title)

    def lines(self, table: Table, number: int, told: DescribedQuestion) -> Iterator[Line]:
        """What is new in the log since the last board, the board, the question."""
        fresh = max(0, table.log_length - self._shown)
        self._shown = table.log_length
        if fresh:
            yield from log_lines(table.messages[-min(fresh, _LOG_LINES) :])
        yield from board_lines(table, self._titles)
        yield from question_lines(number, told)


def titles_told(relive: Relive, index: CardIndex) -> Titles:
    """Every title in the recording, also of later lines: titles of cards are no secret."""
    titles = Titles(index)
    for step in Relive(relive.path, relive.catalogue):
        if step.update is not None:
            titles.learn(step.update.events)
    return titles
