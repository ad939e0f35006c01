"""Answers of ours that the server refused."""

from dataclasses import dataclass

from gemp_bot.decisions import Question

_MOST = 8
"""After so many refused answers to one question there is nothing left to try."""
_LONGEST_PAUSE = 5.0
"""Seconds before an answer."""


@dataclass(slots=True)
class RefusedAnswers:
    """The answers refused so far to the question that is pending.

    Attributes:
        wires: the answers, as they were sent. times: how often one was refused.
    """

    wires: frozenset[str] = frozenset()
    times: int = 0
    _sent: tuple[Question, str] | None = None

    def sent(self, question: Question, wire: str) -> None:
        """An answer is on its way."""
        self._sent = question, wire

    def heard(self, *, refusal: bool) -> tuple[Question, str] | None:
        """The server has told something.

        Returns:
            The question and the answer of ours that it refused; None if it refused none.
        """
        sent, self._sent = self._sent, None
        if sent is None or not refusal:
            self.wires, self.times = frozenset(), 0
            return None
        self.wires |= {sent[1]}
        self.times += 1
        return sent

    @property
    def hopeless(self) -> bool:
        """Whether there is nothing left to try."""
        return self.times >= _MOST

    @property
    def pause(self) -> float:
        """Seconds before the next answer: whatever is wrong, it is not going away by the millisecond."""
        return min(_LONGEST_PAUSE, 0.1 * 2**self.times) if self.times else 0.0
