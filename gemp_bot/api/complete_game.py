"""A complete game, every card of which is somewhere: to be copied, asked what is legal, and played on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Self, TypeAlias

from gemp_bot.api.facts import DeckLike, card_effects, count, two_decks, wrong
from gemp_bot.api.question import Option
from gemp_bot.cards import Card
from gemp_bot.decisions import ActionKind, IllegalAnswerError, PromptKind
from gemp_bot.decisions import Option as RawOption
from gemp_bot.decisions.describing import DescribedOption
from gemp_bot.game import Engine, Menu, PickCards, PickNumber, PickResult, Settings
from gemp_bot.game.choices import OF_A_PILE, Answer, Choice, has_one_answer, is_legal
from gemp_bot.game.players import RandomPlayer
from gemp_bot.inference.visible_cards import face
from gemp_bot.inference.worlds import WorldError, deal_anew
from gemp_bot.protocol.enums import LIFE_FORCE, Phase, Side
from gemp_bot.protocol.html import plain
from gemp_bot.sandbox.server.prompt_text import PromptText
from gemp_bot.sandbox.server.table_view import TOPS, TableView

MOST = 1000
"""So many legal moves are told at the most: of n cards that may transit together there are 2 ** n."""


@dataclass(frozen=True, slots=True, repr=False)
class LegalMove:
    """Something that may be played now.

    Attributes:
        text: in the words of players: `Deploy Luke Skywalker`; `pass` for nothing.
        kind: of an action what it does; None for cards, results, numbers and a pass.
        cards: what is printed on the cards it chooses or belongs to, without those that lie face down.
        raw: the engine's answer.
    """

    text: str
    kind: ActionKind | None
    cards: tuple[Card, ...]
    raw: int | tuple[int, ...] | None

    def __repr__(self) -> str:
        return f"<LegalMove {self.text!r}>"


Playable: TypeAlias = LegalMove | Option | Sequence[Option] | int
"""A legal move; or as `Strategy.decide` may give it: an option, several, none to pass, a number."""


class CompleteGame:
    """A game with both decks, played by the rules of the box; it holds what no player may know.

    `from_decks` and `Game.sample` make it. Questions with one legal answer answer themselves, but for the
    one at which a sampled game begins.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        if engine.choice is None and not engine.over:
            engine.begin()

    @classmethod
    def from_decks(cls, decks: tuple[DeckLike, DeckLike], seed: int = 1) -> Self:
        """A game at its first question; the same decks, seed and moves give the same game.

        Args:
            decks: one of each side of the Force: names of `box_decks`, paths, texts, or of `read_deck`.
            seed: of all chance.

        Raises:
            DeckFileError: there is no such deck, or it is none.
            ArgumentError: both are of one side, or something else was passed.
        """
        ids = {deck.side: [face(card) for card in deck.deck.cards] for deck in two_decks(decks)}
        new = cls(Engine(ids, count("seed", seed, 0), effects=card_effects()))
        new._settle()
        return new

    # -- what is asked -----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._engine.over

    @property
    def winner(self) -> Side | None:
        """Who won; None while it runs, and for nobody."""
        return None if self._engine.outcome is None else self._engine.outcome.winner

    @property
    def side(self) -> Side | None:
        """Who is asked; None once the game is over."""
        return None if self._engine.choice is None else self._engine.choice.player

    @property
    def kind(self) -> PromptKind | None:
        """What is asked; None once the game is over."""
        return None if self._engine.choice is None else self._engine.choice.prompt

    @property
    def question(self) -> str:
        """What is asked, in words; empty once the game is over."""
        text = self._words
        match self._engine.choice:
            case Menu() as choice:
                return plain(text.menu(choice))
            case PickCards() as choice:
                return plain(text.cards(choice))
            case PickResult() as choice:
                return plain(text.result(choice))
            case PickNumber() as choice:
                return plain(text.number(choice))
        return ""

    @property
    def legal(self) -> tuple[LegalMove, ...]:
        """What may be played, a pass first; none once the game is over. At most 1,000 are told."""
        engine, words = self._engine, self._words
        return tuple(_legal_move(engine, answer, words) for answer in islice(engine.legal(), MOST))

    def find(self, choice: Playable) -> LegalMove | None:
        """The legal move that is the same; None if there is none, as the engine does not play every text.

        Cards in play and in the hand of who sampled have the ids of the table: options of its question are
        found by them, those on tops of piles by their kind.

        Raises:
            ArgumentError: something else was passed.
        """
        asked = self._engine.choice
        answer = choice.raw if isinstance(choice, LegalMove) else _answer(asked, choice)
        if asked is None or not is_legal(asked, answer):
            return None
        move = _legal_move(self._engine, answer, self._words)
        return None if isinstance(choice, LegalMove) and move != choice else move

    # -- what is seen ------------------------------------------------------------------------------------

    @property
    def whose(self) -> Side:
        """Whose turn it is; the Dark player's before the first."""
        return self._engine.state.active

    @property
    def turn(self) -> int:
        """Number of that player's own turn; 0 before the first."""
        return self._engine.state.turns[self.whose]

    @property
    def phase(self) -> Phase:
        """The phase of the turn."""
        return self._engine.state.phase

    def life(self, side: Side) -> int:
        """The life force of a player."""
        return self._engine.state.life(side)

    def force(self, side: Side) -> int:
        """How much Force a player can use."""
        return self._engine.state.force(side)

    def hand(self, side: Side) -> tuple[Card, ...]:
        """The cards in a hand; that of who is not asked is hidden from who is."""
        return tuple(piece.card for piece in self._engine.state.hand(side))

    def power(self, side: Side) -> tuple[tuple[str, float], ...]:
        """The locations from left to right, each with the total power of a player there, 0 for nobody."""
        numbers, places = self._engine.numbers, self._engine.state.locations
        return tuple((place.title, numbers.power_at(side, place) or 0) for place in places)

    # -- going on ----------------------------------------------------------------------------------------

    def play(self, choice: Playable) -> Self:
        """Play a legal move, or what `find` finds one for; go on to the next question, and give the game.

        Raises:
            IllegalAnswerError: it cannot be played here; the game is as it was.
            ArgumentError: it is nothing of the kind.
        """
        move = self.find(choice)
        if move is None:
            asked = self.question or "the game is over"
            raise IllegalAnswerError(f"{choice!r}: this cannot be played here: {asked}")
        self._engine.step(move.raw)
        self._settle()
        return self

    def play_out(self, turns: int | None = None, *, seed: int = 0) -> Self:
        """Play on by random legal moves for both players, and give the game.

        Args:
            turns: of both players together, what is left of this one among them; None to the end.
            seed: of the chance of the moves.

        Raises:
            ArgumentError: something else was passed.
        """
        last = None if turns is None else self._engine.state.turn + count("turns", turns)
        player = RandomPlayer(Random(count("seed", seed, 0)))  # noqa: S311 - a game, and it must be repeatable
        self._engine = engine = self._engine.fork(settings=Settings(quiet=True))
        while engine.choice is not None and (last is None or engine.state.turn < last):
            engine.step(player.answer(engine.choice))
        return self

    def copy(self) -> "CompleteGame":
        """Another game that stands where this one does; neither changes the other."""
        return CompleteGame(self._engine.fork())

    def sample(self, seed: int = 0) -> "CompleteGame":
        """Another game that may be this one for all that who is asked knows: the deck, and what lies open.

        It goes on from the last menu of a phase, as if what is under way had not begun.

        Raises:
            WorldError: the game is over, or its first turn has not begun.
            ArgumentError: the seed is none.
        """
        if self.side is None:
            raise WorldError("the game is over")
        state = deal_anew(self._engine.last_menu(), self.side, count("seed", seed, 0), card_effects())
        return CompleteGame(Engine.at(state, effects=card_effects()))

    @property
    def _words(self) -> PromptText:
        """What the box says of the cards as they lie now."""
        return PromptText(TableView(self._engine.state, {}))

    def _settle(self) -> None:
        """Go on over questions with one answer."""
        engine = self._engine
        while engine.choice is not None and has_one_answer(engine.choice):
            engine.step(next(engine.legal()))
        engine.news()

    def __repr__(self) -> str:
        asked = f"won by {self.winner}" if self.over else f"{self.side}: {self.question}"
        lives = f"life force {self.life(Side.DARK)} (DARK) to {self.life(Side.LIGHT)}"
        return f"<CompleteGame {self.whose} turn {self.turn} {self.phase.name}, {lives}, {asked}>"


def _legal_move(engine: Engine, answer: Answer, text: PromptText) -> LegalMove:
    """A legal answer to what is asked, in words."""
    match engine.choice, answer:
        case Menu(options=options), int():
            option = options[answer]
            label = plain(text.label(option))
            words, cards = _described(engine, option.card, RawOption(str(answer), label, option.kind))
            return LegalMove(words, option.kind, cards, answer)
        case PickCards(), (_, *_):
            told = [_described(engine, number, RawOption(str(number))) for number in answer]
            cards = tuple(card for _, found in told for card in found)
            return LegalMove(", ".join(words for words, _ in told), None, cards, answer)
        case PickResult(results=results), int():
            return LegalMove(results[answer], None, (), answer)
        case PickNumber(), int():
            return LegalMove(str(answer), None, (), answer)
    return LegalMove("pass", None, (), answer)


def _described(engine: Engine, number: int, option: RawOption) -> tuple[str, tuple[Card, ...]]:
    """An option on a card in words, and the card; of one that lies face down only the pile."""
    piece, asked = engine.state.card(number), engine.choice
    place = "" if piece.location is None else piece.location.title
    shown = isinstance(asked, PickCards) and asked.shows
    if piece.zone in LIFE_FORCE and not shown:
        return DescribedOption(option, zone=TOPS[piece.zone]).words, ()
    told = DescribedOption(option, piece.card.title, (), place, piece.zone, piece.facts.text)
    return told.words, (piece.card,)


def _answer(asked: Choice | None, choice: object) -> Answer:
    """The answer to what is asked that is the same as options of a question; -1 for none."""
    options = [choice] if isinstance(choice, Option) else choice
    if isinstance(options, int) and not isinstance(options, bool):
        return options if isinstance(asked, PickNumber) else -1
    if not isinstance(options, Sequence) or not all(isinstance(each, Option) for each in options):
        wrong("choice", choice, "a legal move, options of a question, or a whole number is needed")
    raws: list[RawOption] = [each.raw.option for each in options]
    match asked:
        case Menu() if not raws:
            return None
        case Menu(options=offered) if len(raws) == 1:
            kind, card = raws[0].kind, raws[0].card_id
            pile = kind in OF_A_PILE and options[0].card is None
            same = (n for n, each in enumerate(offered) if each.kind is kind and (pile or each.card == card))
            return next(same, -1)
        case PickCards():
            return tuple(int(raw.card_id or 0) for raw in raws)
        case PickResult(results=results) if len(raws) == 1 and raws[0].text in results:
            return results.index(raws[0].text)
    return -1
