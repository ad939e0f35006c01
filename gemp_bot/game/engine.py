"""One game from two decks and a seed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.effects import CardEffects
from gemp_bot.game.choices import (
    Answer,
    Choice,
    IllegalChoiceError,
    Menu,
    has_one_answer,
    is_legal,
    legal_answers,
)
from gemp_bot.game.context import GameContext, OverError
from gemp_bot.game.game_events import GameEnded, Happened
from gemp_bot.game.invariants import FaultyTableError, faults
from gemp_bot.game.numbers import Numbers
from gemp_bot.game.outcome import Outcome, Settings
from gemp_bot.game.state import State
from gemp_bot.game.texts import KnownActions, Texts
from gemp_bot.game.turn import play_on
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.turn import PHASES


class Terms(msgspec.Struct, frozen=True):
    """What is otherwise from a fork on: the seed (None: the same), and how it is played."""

    seed: int | None
    settings: Settings


class Checkpoint(NamedTuple):
    """A game before it began or at a menu of a phase; its state is only copied, never played on.

    Attributes:
        menu: what is asked; None before the game began. questions: how many were asked so far.
    """

    state: State
    settings: Settings
    menu: Menu | None
    questions: int


class Engine:
    """Plays one game: `begin` it, then answer `choice` by `step` until it is `over`. `fork` it anywhere.

    The same decks, seed, settings and answers give the same game.

    Args:
        decks: of each side the blueprint ids of its cards, one a copy, without what begins outside.
        seed: of all chance.
        effects: the cards; shared between games of a process. Made if left out, which takes a moment.
        settings: how it is played.
        outside: of each side the cards that begin outside the deck; where they are left out, none do.

    Attributes:
        state: the table; only to be read.
        numbers: what every number on it is.
        choice: what is asked now; None before `begin` and once the game is over.
        questions: how many were asked so far.
        outcome: None while the game runs.
    """

    def __init__(
        self,
        decks: Mapping[Side, Sequence[str]],
        seed: int,
        *,
        effects: CardEffects | None = None,
        settings: Settings | None = None,
        outside: Mapping[Side, Sequence[str]] | None = None,
    ) -> None:
        effects = effects if effects is not None else CardEffects()
        self._set(State(_board(decks, outside or {}, effects), seed), effects, settings or Settings())

    @classmethod
    def at(
        cls,
        state: State,
        *,
        effects: CardEffects,
        settings: Settings | None = None,
        acting: Side | None = None,
    ) -> "Engine":
        """A game that goes on from a state, once it is begun.

        Args:
            state: at a menu of a phase, or before the first turn; from now on it belongs to the engine. Its
                turn, marks, entitlement and so on may be set by hand.
            effects: the cards.
            settings: how it is played.
            acting: who is asked first; `state.acting` if left out.

        Raises:
            ValueError: a battle is going on, or it is in no phase of a turn.
        """
        if state.battle is not None:
            raise ValueError("a game cannot go on from the middle of a battle")
        if state.phase not in PHASES and state.phase is not Phase.PLAY_STARTING_CARDS:
            raise ValueError(f"a game cannot go on from {state.phase.display}")
        new: Engine = cls.__new__(cls)
        new._set(state, effects, settings or Settings())
        state.acting = state.acting if acting is None else acting
        return new

    def _set(self, state: State, effects: CardEffects, settings: Settings, menu: Menu | None = None) -> None:
        """Make a game that goes on from a state; `menu` is what is asked there, where that is known."""
        self.effects = effects
        self.state = state
        self.numbers = Numbers(state.board, effects)
        self.choice: Choice | None = None
        self.questions = 0
        self.outcome: Outcome | None = None
        texts = Texts(effects.index.derived(KnownActions))
        self._running = GameContext(state, self.numbers, settings, texts)
        self._take(settings)
        self._game = play_on(self._running, None if menu is None else menu.options)
        self._checkpoint: Checkpoint | None = None
        self._since: list[Answer | Terms] = []
        """What was answered since the checkpoint."""
        self._menu_at = 0
        """How much of that was before the last menu of a phase."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    def news(self) -> list[Happened]:
        """What came about since this was last asked for; ask before each answer, and at the end."""
        found = self.state.news
        if found is None:
            return []
        self.state.news = []
        return found

    def begin(self) -> None:
        """Play to the first question.

        Raises:
            FaultyTableError: as `step` does.
        """
        self._checkpoint = Checkpoint(self.state.copy(), self.settings, None, 0)
        self._go_on(None)

    def step(self, answer: Answer) -> None:
        """Answer what is asked, and play to the next question or to the end.

        Raises:
            IllegalAnswerError: the question does not allow it, or nothing is asked; the game is as it was.
                With `Settings.quiet` only the latter is looked at.
            FaultyTableError: with `Settings.checked`, something on the table cannot be.
        """
        if self.choice is None or not (self.settings.quiet or is_legal(self.choice, answer)):
            raise IllegalChoiceError(f"{answer!r} is no answer to {self.choice}")
        self._since.append(answer)
        self._go_on(answer)

    def legal(self) -> Iterator[Answer]:
        """Every answer to what is asked, as `choices.legal_answers` makes them; none if nothing is asked."""
        return iter(()) if self.choice is None else legal_answers(self.choice)

    def fork(self, seed: int | None = None, settings: Settings | None = None) -> "Engine":
        """Another game that stands where this one does; neither changes the other.

        It is made of a copy of the state at the last menu of a phase, and plays the few answers since again.
        The first fork after that menu makes that copy, if need be by playing all since the last fork or since
        the beginning once more; each further one costs a copy of it and those few answers.

        Args:
            seed: of its chance from now on; None for the same chance, so that both stay equal.
            settings: how it goes on; None for as this one.
        """
        terms = [] if seed is None and settings is None else [Terms(seed, settings or self.settings)]
        self._advance()
        new = self._from(self._checkpoint, [*self._since, *terms])
        if new.state.news is not None:
            new.state.news = list(self.state.news or ())
        return new

    def last_menu(self) -> State:
        """A copy of the state at the last menu of a phase; before the first one, of that before the game."""
        self._advance()
        return (self.state if self._checkpoint is None else self._checkpoint.state).copy()

    def _advance(self) -> None:
        """Bring the checkpoint to the last menu of a phase."""
        at = self._menu_at
        if at == 0:
            return
        if at == len(self._since):
            there, state = self, self.state.copy()
        else:
            there = self._from(self._checkpoint, self._since[:at])
            state = there.state
        assert isinstance(there.choice, Menu), "the last menu is asked there"  # noqa: S101
        state.news = None if state.news is None else []
        self._checkpoint = Checkpoint(state, there.settings, there.choice, there.questions)
        self._since, self._menu_at = self._since[at:], 0

    def _from(self, checkpoint: Checkpoint | None, answers: Iterable[Answer | Terms]) -> "Engine":
        """A game that goes on from a checkpoint by some answers; None: this one has not begun."""
        state, settings, menu, questions = checkpoint or Checkpoint(self.state, self.settings, None, 0)
        new: Engine = Engine.__new__(Engine)
        new._set(state.copy(), self.effects, settings, menu)
        new._checkpoint = checkpoint
        if checkpoint is not None:
            new.questions = max(questions - 1, 0)  # the one asked there counts again
            new._go_on(None)
        new._replay(answers)
        return new

    def _replay(self, answers: Iterable[Answer | Terms]) -> None:
        for answer in answers:
            self._since.append(answer)
            if not isinstance(answer, Terms):
                self._go_on(answer)
                continue
            self._take(answer.settings)
            if answer.seed is not None:
                self.state.seed = answer.seed
            if self.settings.quiet and self.choice is not None and has_one_answer(self.choice):
                self._go_on(next(legal_answers(self.choice)))

    def _take(self, settings: Settings) -> None:
        """Play by these settings from now on."""
        self.settings = self._running.settings = settings
        if settings.quiet or self.state.news is None:
            self.state.news = None if settings.quiet else []

    def _go_on(self, answer: Answer) -> None:
        try:
            choice = self._game.send(answer)
            if self.settings.quiet:
                while has_one_answer(choice):
                    choice = self._game.send(next(legal_answers(choice)))
        except OverError as over:
            self.choice = None
            self._running.tell(GameEnded, over.winner, over.reason)
            self.outcome = Outcome(over.winner, over.reason, self.state.turn, self.questions)
            return
        self.choice = choice
        self.questions += 1
        if isinstance(choice, Menu) and choice.prompt is PromptKind.PHASE_ACTION:
            self._menu_at = len(self._since)
        if self.settings.checked and (found := faults(self.state)):
            raise FaultyTableError("; ".join(found))


def _board(
    decks: Mapping[Side, Sequence[str]], outside: Mapping[Side, Sequence[str]], effects: CardEffects
) -> Board:
    """Every card in the Reserve Deck of its owner, the first of the deck on top, or outside."""
    board = Board(Side.DARK, Side.DARK, None)
    found: list[CardInPlay] = []
    for lists, zone in ((decks, Zone.RESERVE_DECK), (outside, Zone.OUTSIDE_OF_DECK)):
        for side in (Side.DARK, Side.LIGHT):
            for blueprint_id in lists.get(side, ()):
                facts = effects.facts.of_deck(blueprint_id, side)
                found.append(board.make(CardId(len(found) + 1), facts, side, zone))
    board.add(found)
    for side in Side:
        mine = (card for card in reversed(found) if card.side is side and card.zone is Zone.RESERVE_DECK)
        board.fill(side, Zone.RESERVE_DECK, mine)
    return board
