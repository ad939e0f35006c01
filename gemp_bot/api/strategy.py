"""A strategy of somebody's own, a class with one method; and who plays: by name, by file, or such a class."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from gemp_bot.api.facts import ArgumentError, card_index, wrong
from gemp_bot.api.game import Advisers, Game
from gemp_bot.api.question import Option, Question
from gemp_bot.decisions import Answer
from gemp_bot.decisions import Question as AnyQuestion
from gemp_bot.play.outcome import GameOutcome, concluded
from gemp_bot.protocol.ids import GameId
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Identity, NamedStrategy, Reason, Verdict, strategy_named
from gemp_bot.strategy import Strategy as AnyStrategy
from gemp_bot.strategy.identity import StrategyKind, program_digest

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

    def begin(self, game: Game) -> None:
        """Take note of a game; called once in each, before its first choice.

        Of a game that ran already when the bot came back, that is the first choice since then.
        """

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

    def end(self, outcome: GameOutcome) -> None:
        """Take note of the end of a game; called once in each, also if it was cancelled or conceded.

        Args:
            outcome: `result`, `reason`, `side`, `opponent`, `life`, `opponent_life` and `turns`. A game that
                goes on without us, or of which the server told no end, is `Result.UNFINISHED`.
        """

    def in_game(self, seed: int, deck: str | None) -> "OwnStrategy":
        """It in the seat of one game: for those who have games played.

        Raises:
            ArgumentError: it lacks something.
            UnknownStrategyError: there is no such fallback.
        """
        return OwnStrategy(self, seed, deck)

    def __init_subclass__(cls, **more: object) -> None:
        """Give it its name."""
        super().__init_subclass__(**more)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__

    def __repr__(self) -> str:
        return f"<Strategy {self.name}>"


class OwnStrategy:
    """A strategy of somebody's own in one game.

    Args:
        own: it.
        seed: of all chance in this game.
        deck: the text of our deck (PROTOCOL 8.1); None if it is not known.

    Attributes:
        fault: what it raised first; None as long as all is well.
        own_decide: its method, to tell where it stands.

    Raises:
        ArgumentError: it lacks something.
        UnknownStrategyError: there is no such fallback.
    """

    quick = False

    def __init__(self, own: Strategy, seed: int, deck: str | None) -> None:
        _check(own)
        self.name = own.name
        self.fault: Exception | None = None
        self.own_decide = own.decide
        self._own = own
        self._advisers = Advisers(seed, deck)
        self._advisers.know(own.fallback)
        self._game = Game(self._advisers, seed, deck)
        self._begun = False

    def decide(self, view: Table, question: AnyQuestion, budget: Budget) -> Verdict:
        """Have it decide.

        Raises:
            Exception: whatever it raises; noted in `fault`.
        """
        asked = self._game.look(view, question)
        self._advisers.begin(view, question, budget)
        try:
            verdict = self._chosen(asked) if question.is_choice else None
        except Exception as fault:  # whatever a program of somebody else raises is noted, and goes on
            self.fault = self.fault or fault
            raise
        verdict = verdict or self._advisers.ask(self._own.fallback)
        self._advisers.tell(verdict.answer)
        return verdict

    def overruled(self, view: Table, question: AnyQuestion, answer: Answer) -> None:  # noqa: ARG002
        """Tell the strategies that were asked for advice what is answered instead."""
        self._advisers.tell(answer)

    def end(self, table: Table) -> None:
        """Tell it, and those it asked for advice, that the game is over.

        Raises:
            Exception: whatever it raises; noted in `fault`.
        """
        self._game.table = table
        self._advisers.end(table)
        outcome = GameOutcome(GameId(""), turns=table.turn or 0)
        try:
            self._begin()
            self._own.end(concluded(outcome, table))
        except Exception as fault:
            self.fault = self.fault or fault
            raise

    def _begin(self) -> None:
        if not self._begun:
            self._begun = True
            self._own.begin(self._game)

    def _chosen(self, asked: Question) -> Verdict | None:
        self._begin()
        verdict = _verdict(asked, self._own.decide(self._game, asked))
        if verdict is not None:
            asked.raw.wire_of(verdict.answer)
        return verdict


def source_digest(own: Strategy) -> str:
    """A digest of the code of its class; of its name where the code is not to be had."""
    try:
        code = inspect.getsource(type(own))
    except (OSError, TypeError):
        code = type(own).__qualname__
    return sha256(code.encode()).hexdigest()


def _check(own: Strategy) -> None:
    """Look whether it has what it needs."""
    kind = type(own)
    fallback: object = own.fallback
    name: object = own.name
    wrong = None
    if kind.decide is Strategy.decide:
        wrong = "it has no method decide(self, game, question) of its own"
    elif inspect.iscoroutinefunction(own.decide):
        wrong = "its decide is `async def`: a question is answered at once, so write `def decide`"
    elif not isinstance(fallback, str):
        wrong = f"fallback: {fallback!r}: the name of a strategy such as 'strong' is needed"
    elif not isinstance(name, str) or not name:
        wrong = f"name: {name!r}: a text is needed"
    if wrong is not None:
        raise ArgumentError(f"{kind.__name__}: {wrong}")


def _verdict(question: Question, given: Choice) -> Verdict | None:
    """What a strategy gave, as an answer with its reasons; None for None."""
    if given is None or isinstance(given, Verdict):
        return given
    if isinstance(given, Answer):
        return Verdict(given)
    if isinstance(given, Sequence) and not isinstance(given, str):
        return Verdict(question.answer(*given))
    return Verdict(question.answer(given), (Reason(given.words),) if isinstance(given, Option) else ())


StrategyLike: TypeAlias = str | Path | Strategy | type[Strategy]
"""A name (`strong`), the path of a file, `path.py:Class`, a class derived from `Strategy` or an object of it.

Of a class every game gets an object of its own; an object plays all games, with whatever it remembers.
"""

_RIGHT = (
    "no strategy: give a name such as 'strong', the path of a strategy file, 'path.py:Class', "
    "or a class derived from gemp_bot.Strategy"
)


@dataclass(frozen=True, slots=True)
class ChosenPlayer:
    """A strategy that was found.

    Attributes:
        name: what it is called.
        make: a new one for a game, of its seed and the text of the deck.
        named: how it was found; None for one of somebody's own.
        own: makes the object of somebody's own strategy; None for one found by name.
    """

    name: str
    make: Callable[[int, str | None], AnyStrategy]
    named: NamedStrategy | None = None
    own: Callable[[], Strategy] | None = None

    @property
    def given(self) -> str:
        """What it was found by."""
        return self.name if self.named is None else self.named.given

    @property
    def identity(self) -> Identity:
        """Which strategy it is, as digests."""
        if self.named is not None:
            return self.named.identity
        parts = {} if self.own is None else {self.name: source_digest(self.own())}
        return Identity(self.name, StrategyKind.CLASS, program_digest(), parts)


def choose_player(given: StrategyLike, argument: str = "strategy") -> ChosenPlayer:
    """Find a strategy, and see that it can be made.

    Raises:
        ArgumentError: it is none.
        UnknownStrategyError: there is none of this name, or it cannot be used.
    """
    if isinstance(given, str | Path):
        named = strategy_named(str(given))
        named.make(0, index=card_index())
        return ChosenPlayer(named.name, lambda seed, deck: named.make(seed, deck, index=card_index()), named)
    own = _maker(given, argument)
    try:
        name = own().in_game(0, None).name
    except ArgumentError as fault:
        raise ArgumentError(f"{argument}: {fault}") from None
    return ChosenPlayer(name, lambda seed, deck: own().in_game(seed, deck), own=own)


def _maker(given: object, argument: str) -> Callable[[], Strategy]:
    if isinstance(given, Strategy):
        return lambda: given
    if not (isinstance(given, type) and issubclass(given, Strategy)):
        wrong(argument, given, _RIGHT)
    try:
        given()
    except TypeError as fault:
        wrong(argument, given, f"it cannot be made without arguments ({fault}): pass an object of it")
    return given
