"""A game as a strategy of somebody's own sees it."""

import random
from pathlib import Path

from gemp_bot.api.complete_game import CompleteGame
from gemp_bot.api.facts import card_effects, card_index, count, path, wrong
from gemp_bot.api.question import Option, Question
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import Card
from gemp_bot.cards.deck import known_cards
from gemp_bot.decisions import Answer, Catalogue, PromptKind
from gemp_bot.decisions import Question as AnyQuestion
from gemp_bot.game import Engine
from gemp_bot.inference import CardKnowledge
from gemp_bot.inference.worlds import WorldDealer, WorldError
from gemp_bot.logs import hand_over_logs
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.replay import Relive
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Strategy, Verdict, make_strategy
from gemp_bot.strategy.base import EndListener, Overrulable
from gemp_bot.view.boards import BoardViews, players_of
from gemp_bot.view.model import BoardView, LocationView, PlayerView
from gemp_bot.view.names import CardNames


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
        self._asked: tuple[Table, AnyQuestion, Budget] | None = None

    def begin(self, table: Table, question: AnyQuestion, budget: Budget) -> None:
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
            if isinstance(strategy, EndListener):
                strategy.end(table)


class Game:
    """The game as our seat may know it, at the moment of a question.

    One object for a whole game; what it says is read anew at each question.

    Args:
        advisers: other strategies.
        seed: of all chance.
        deck: the text of our deck; None if it is not known.

    Attributes:
        random: for all chance of a strategy: the same game is decided the same way again.
        deck: our deck; None if it is not known.
        question: what is asked; None before the first question.
        table: everything the server showed, with the ids of the wire.
    """

    def __init__(self, advisers: Advisers, seed: int, deck: str | None) -> None:
        self.random = random.Random(seed)  # noqa: S311 - games, not secrets
        self.deck = known_cards(deck)
        self.question: Question | None = None
        self.table = Table()
        self._knowledge = CardKnowledge(card_index(), self.deck)
        self._dealer: WorldDealer | None = None
        self._advisers = advisers
        self._views: tuple[Table, BoardViews] | None = None

    @classmethod
    def from_journal(cls, file: str | Path, question: int) -> "Game":
        """A recorded game as its seat knew it when it was asked something.

        Args:
            file: a journal, or the recording of another client.
            question: the number of the question in it, from 1, as `QuestionView.n` of `read_journal`.

        Raises:
            JournalError: it cannot be read, or is damaged.
            ArgumentError: it is no path, or has no such question.
        """
        relive, game = Relive(path("file", file), Catalogue.load()), None
        count("question", question)
        for step in relive:
            if step.question is not None:
                if game is None:
                    deck = None if relive.head is None else relive.head.deck
                    game = cls(Advisers(0, deck), 0, deck)
                game.look(relive.table, step.question)
                if step.number == question:
                    return game
        return wrong("question", question, f"the journal has questions 1 to {relive.tally.decisions}")

    def look(self, table: Table, question: AnyQuestion) -> Question:
        """Take in a question: for those who have games played."""
        self.table, self._dealer = table, None
        self._knowledge.observe(table, question)
        self.question = Question(table, question)
        return self.question

    def sample(self, seed: int = 0) -> CompleteGame:
        """A complete game that may be this one: what our seat does not know is dealt by what it does know.

        It stands at the menu of a phase that is asked, or as if what is under way had not begun. The same
        question and seed give the same game. The first one of a question takes longer than those after it.

        Raises:
            WorldError: there is none, with the reason: before the first turn, in the damage segment of a
                battle, or where the table contradicts itself.
            ArgumentError: the seed is none.
        """
        count("seed", seed, 0)
        if self.question is None:
            raise WorldError("nothing is asked yet")
        if self._dealer is None:
            tracker = BoardTracker(self.table, card_index())
            self._dealer = WorldDealer(tracker, self._knowledge, card_effects())
        acting = self.side if self.question.kind is PromptKind.PHASE_ACTION else None
        state = self._dealer.deal(seed).state
        return CompleteGame(Engine.at(state, effects=card_effects(), acting=acting))

    # -- what is seen ----------------------------------------------------------------------------------

    @property
    def side(self) -> Side:
        """Our side of the Force.

        Raises:
            RuntimeError: the game has not begun.
        """
        side = self.table.my_side
        if side is None:
            raise RuntimeError("the game has not begun: look at it while `decide` runs")
        return side

    @property
    def turn(self) -> int:
        """Number of the current player's own turn; 0 before the first."""
        return self.table.turn or 0

    @property
    def my_turn(self) -> bool:
        """Whether the turn is ours."""
        return self.table.is_my_turn

    @property
    def phase(self) -> Phase | None:
        """The phase of the turn."""
        return self.table.phase

    @property
    def me(self) -> PlayerView:
        """Us in numbers: `life`, `force`, `hand`, `reserve`, `used`, `lost`, `generation`; 0 at first."""
        return self._player(mine=True)

    @property
    def opponent(self) -> PlayerView:
        """The opponent in the same numbers."""
        return self._player(mine=False)

    @property
    def hand(self) -> tuple[Card, ...]:
        """What is printed on the cards of our hand; one that the index does not know is left out."""
        index = card_index()
        return tuple(card for each in self.table.hand if (card := index.get(each.blueprint_id)) is not None)

    @property
    def board(self) -> BoardView:
        """Locations with who stands there and what is drained there, players, our hand: frozen values.

        What goes on in a battle stands in `table.battle`.
        """
        if self._views is None or self._views[0] is not self.table:
            self._views = self.table, BoardViews(self.table, CardNames(card_index()), card_effects())
        return self._views[1].view(None)

    def location(self, option: Option) -> LocationView | None:
        """The location where the card of an option is, or which it is; None for none.

        Raises:
            ArgumentError: something else was passed.
        """
        if not isinstance(option, Option):
            wrong("option", option, "an option of question.options is needed")
        column = None if option.card_id is None else self.table.column_of(option.card_id)
        return None if column is None else self.board.locations[column]

    def _player(self, *, mine: bool) -> PlayerView:
        wanted = self.side if mine else self.side.other
        players = (player for player in players_of(self.table) if player.side is wanted)
        return next(players, PlayerView(wanted, ""))

    def ask(self, strategy: str = "strong") -> Verdict:
        """What another strategy would answer here: `answer`, its `reasons` in Force, and `alternatives`.

        Whoever was asked once is told from then on what is answered, and so keeps up with the game.

        Raises:
            UnknownStrategyError: there is none of this name.
        """
        return self._advisers.ask(strategy)

    @property
    def seconds_left(self) -> float | None:
        """Until when an answer counts, in seconds from now; None for no limit, as in the box."""
        return self._advisers.seconds_left

    def __repr__(self) -> str:
        if self.table.my_side is None:
            return "<Game, not begun>"
        phase = "" if self.phase is None else f" {self.phase.name}"
        life = {self.side: self.me.life, self.side.other: self.opponent.life}
        lives = f"life force {life[Side.DARK]} (DARK) to {life[Side.LIGHT]}"
        return f"<Game {self.side}: turn {self.turn}{phase}, {lives}>"
