"""Strategies that one of somebody's own may ask, each with a memory of this game."""

from gemp_bot.api.facts import card_index
from gemp_bot.decisions import Answer, Question
from gemp_bot.logs import hand_over_logs
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Strategy, Verdict, make_strategy
from gemp_bot.strategy.base import Ending, Overrulable


class Advisers:
    """The strategies that are asked in one game.

    Args:
        seed: of all their chance.
        deck: the text of our deck (PROTOCOL 8.1); None if it is not known.
    """

    def __init__(self, seed: int, deck: str | None) -> None:
        self._seed, self._deck = seed, deck
        self._strategies: dict[str, Strategy] = {}
        self._given: dict[str, Verdict] = {}
        self._asked: tuple[Table, Question, Budget] | None = None

    def begin(self, table: Table, question: Question, budget: Budget) -> None:
        """Take the next question."""
        self._asked = table, question, budget
        self._given.clear()

    def know(self, name: str) -> Strategy:
        """The strategy of a name, made when it is needed first.

        Raises:
            UnknownStrategyError: there is none.
        """
        if name not in self._strategies:
            hand_over_logs()
            self._strategies[name] = make_strategy(name, self._seed, self._deck, index=card_index())
        return self._strategies[name]

    def ask(self, name: str) -> Verdict:
        """What a strategy would answer to the question; it is asked once.

        Raises:
            UnknownStrategyError: there is none of this name.
            RuntimeError: nothing is asked.
        """
        if self._asked is None:
            raise RuntimeError("a strategy can be asked while `decide` runs, not before the first question")
        if name not in self._given:
            self._given[name] = self.know(name).decide(*self._asked)
        return self._given[name]

    @property
    def seconds_left(self) -> float | None:
        """How long the answer may still take; None for no limit."""
        budget = None if self._asked is None else self._asked[2]
        if budget is None or budget.deadline is None:
            return None
        return max(budget.deadline - budget.clock(), 0.0)

    def tell(self, answer: Answer) -> None:
        """Tell who did not say so what is answered."""
        if self._asked is None:
            return
        table, question, _ = self._asked
        for name, strategy in self._strategies.items():
            given = self._given.get(name)
            if (given is None or given.answer != answer) and isinstance(strategy, Overrulable):
                strategy.overruled(table, question, answer)

    def end(self, table: Table) -> None:
        """Tell those who want to know that the game is over."""
        for strategy in self._strategies.values():
            if isinstance(strategy, Ending):
                strategy.end(table)
