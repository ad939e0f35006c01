"""A strategy of somebody's own: a class with one method."""

import inspect
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeAlias

from gemp_bot.api.advisers import Advisers
from gemp_bot.api.game import Game
from gemp_bot.api.question import Option, Question
from gemp_bot.cards.deck import DeckError, DeckList, parse_deck
from gemp_bot.decisions import Answer
from gemp_bot.decisions import Question as AnyQuestion
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Reason, Verdict
from gemp_bot.strategy.foreign import PluginStrategy

Choice: TypeAlias = Option | Sequence[Option] | int | Answer | Verdict | None
"""What `Strategy.decide` may give: what is chosen, or an answer; None leaves it to the fallback."""


class Strategy:
    """A strategy of your own: derive from it and write `decide`.

    Attributes:
        name: what results and journals call it; the name of the class if nothing is said.
        fallback: who answers where `decide` gives None, and what leaves no choice.
    """

    name: str = ""
    fallback: str = "strong"

    def decide(self, game: Game, question: Question) -> Choice:
        """Choose among two or more legal answers.

        Args:
            game: as our seat may know it.
            question: what is asked.

        Returns:
            An option, several of them, a number, or an answer of `question.answer` or `game.ask`; None to
            leave it to the fallback.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method decide(self, game, question)")

    def __init_subclass__(cls, **more: object) -> None:
        """Give it its name."""
        super().__init_subclass__(**more)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__

    def __repr__(self) -> str:
        return f"<Strategy {self.name}>"


class OwnStrategy:
    """A strategy of somebody's own in one game, for those who have games played.

    Args:
        own: it.
        seed: of all chance in this game.
        deck: the text of our deck (PROTOCOL 8.1); None if it is not known.

    Attributes:
        fault: what it raised first; None as long as all is well.
    """

    quick = False

    def __init__(self, own: Strategy, seed: int, deck: str | None) -> None:
        self.name = own.name
        self.fault: Exception | None = None
        self._own = own
        self._advisers = Advisers(seed, deck)
        self._advisers.know(own.fallback)
        self._game = Game(self._advisers, seed, _deck(deck))

    def decide(self, view: Table, question: AnyQuestion, budget: Budget) -> Verdict:
        """Have it decide.

        Raises:
            Exception: whatever it raises; noted in `fault`.
        """
        self._game.table = view
        self._advisers.begin(view, question, budget)
        try:
            verdict = self._chosen(Question(view, question)) if question.is_choice else None
        except Exception as fault:  # whatever a program of somebody else raises is noted, and goes on
            self.fault = self.fault or fault
            raise
        verdict = verdict or self._advisers.ask(self._own.fallback)
        self._advisers.tell(verdict.answer)
        return verdict

    def overruled(self, view: Table, question: AnyQuestion, answer: Answer) -> None:  # noqa: ARG002
        """Tell the strategies that were asked for advice what is answered instead."""
        self._advisers.tell(answer)

    def _chosen(self, asked: Question) -> Verdict | None:
        verdict = _verdict(asked, self._own.decide(self._game, asked))
        if verdict is not None:
            asked.raw.wire_of(verdict.answer)
        return verdict


class ApartStrategy(PluginStrategy):
    """The same in a thread of its own, watched: on a server whatever it does holds up and ends no game.

    Args:
        own: it.
    """

    def __init__(self, own: OwnStrategy) -> None:
        super().__init__(own.name, own)
        self._own = own

    def overruled(self, view: Table, question: AnyQuestion, answer: Answer) -> None:
        """Tell the strategies that were asked for advice, unless one of them still thinks."""
        if not self._apart.busy:
            self._own.overruled(view, question, answer)


def source_digest(own: Strategy) -> str:
    """A digest of the code of its class; of its name where the code is not to be had."""
    try:
        code = inspect.getsource(type(own))
    except (OSError, TypeError):
        code = type(own).__qualname__
    return sha256(code.encode()).hexdigest()


def _verdict(question: Question, given: Choice) -> Verdict | None:
    """What a strategy gave, as an answer with its reasons; None for None.

    Raises:
        IllegalAnswerError: this may not be answered here.
        ArgumentError: it is nothing of the kind.
    """
    if given is None or isinstance(given, Verdict):
        return given
    if isinstance(given, Answer):
        return Verdict(given)
    if isinstance(given, Sequence) and not isinstance(given, str):
        return Verdict(question.answer(*given))
    return Verdict(question.answer(given), (Reason(given.words),) if isinstance(given, Option) else ())


def _deck(text: str | None) -> DeckList | None:
    try:
        return None if text is None else parse_deck(text)
    except DeckError:
        return None
