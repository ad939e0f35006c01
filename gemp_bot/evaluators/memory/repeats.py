"""How often the same question came."""

from gemp_bot.decisions import Question

MOST_REPEATS = 12
"""Equal questions in a row; an honest one is a loss of many units, one by one."""


class RepeatMemory:
    """The last question, and how often it came in a row.

    Args:
        limit: so many repetitions are honest.
    """

    __slots__ = ("_last", "_limit", "_repeats")

    def __init__(self, limit: int = MOST_REPEATS) -> None:
        self._limit = limit
        self._last: Question | None = None
        self._repeats = 0

    def ask(self, question: Question) -> int:
        """Take note of a question. How often it came beyond what is honest; 0 for a normal one."""
        last, self._last = self._last, question
        if last is None or last.decision != question.decision:
            self._repeats = 0
            return 0
        self._repeats += 1
        return max(self._repeats - self._limit, 0)
