"""One game from two decks and a seed."""

from collections.abc import Iterator, Mapping, Sequence

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.game.card_profiles import CardProfiles
from gemp_bot.game.choices import Answer, Choice, IllegalAnswerError, is_legal, legal_answers
from gemp_bot.game.context import GameContext, OverError, Run
from gemp_bot.game.game_events import GameBegan, GameEnded, Happened
from gemp_bot.game.invariants import FaultyTableError, faults
from gemp_bot.game.numbers import Numbers
from gemp_bot.game.outcome import Outcome, Settings
from gemp_bot.game.reacts import Reacts
from gemp_bot.game.state import State
from gemp_bot.game.turn import play_on
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId


class Engine:
    """Plays one game: `begin` it, then answer `choice` by `step` until it is `over`.

    The same decks, seed, settings and answers give the same game.

    Args:
        decks: of each side the blueprint ids of its cards, one a copy; what begins outside is left out.
        seed: of all chance.
        sheets: the cards; shared between games of a process. Made if left out, which takes a moment.
        settings: how it is played.

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
        sheets: CardProfiles | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.sheets = sheets if sheets is not None else CardProfiles()
        self.settings = settings or Settings()
        self.state = State(_board(decks, self.sheets), seed)
        self.numbers = Numbers(self.state, self.sheets)
        self.choice: Choice | None = None
        self.questions = 0
        self.outcome: Outcome | None = None
        self._running = GameContext(self.state, self.numbers, self.settings, Reacts())
        self._game = self._play()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    def news(self) -> list[Happened]:
        """What came about since this was last asked for; ask before each answer, and at the end."""
        found = self.state.news
        self.state.news = []
        return found

    def begin(self) -> None:
        """Play to the first question.

        Raises:
            FaultyTableError: as `step` does.
        """
        self._go_on(None)

    def step(self, answer: Answer) -> None:
        """Answer what is asked, and play to the next question or to the end.

        Raises:
            IllegalAnswerError: the question does not allow it, or nothing is asked; the game is as it was.
            FaultyTableError: with `Settings.checked`, something on the table cannot be.
        """
        if self.choice is None or not is_legal(self.choice, answer):
            raise IllegalAnswerError(f"{answer!r} is no answer to {self.choice}")
        self._go_on(answer)

    def legal(self) -> Iterator[Answer]:
        """Every answer to what is asked, as `choices.legal_answers` makes them; none if nothing is asked."""
        return iter(()) if self.choice is None else legal_answers(self.choice)

    def _go_on(self, answer: Answer) -> None:
        try:
            self.choice = self._game.send(answer)
        except OverError as over:
            self.choice = None
            self._running.tell(GameEnded(over.winner, over.reason))
            self.outcome = Outcome(over.winner, over.reason, self.state.turn, self.questions)
            return
        self.questions += 1
        if self.settings.checked and (found := faults(self.state)):
            raise FaultyTableError("; ".join(found))

    def _play(self) -> Run[None]:
        self._running.tell(GameBegan())
        yield from play_on(self._running)


def _board(decks: Mapping[Side, Sequence[str]], sheets: CardProfiles) -> Board:
    """Every card in the Reserve Deck of its owner, the first of the deck on top."""
    board = Board(Side.DARK, Side.DARK, None)
    found: list[CardInPlay] = []
    for side in (Side.DARK, Side.LIGHT):
        for blueprint_id in decks[side]:
            facts = sheets.lore.facts.of(sheets.face(blueprint_id, side))
            found.append(board.make(CardId(len(found) + 1), facts, side, Zone.RESERVE_DECK))
    board.add(found)
    for side in Side:
        board.fill(side, Zone.RESERVE_DECK, (card for card in reversed(found) if card.side is side))
    return board
