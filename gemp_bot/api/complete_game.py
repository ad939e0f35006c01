"""A complete game, every card of which is somewhere: to be copied, asked what is legal, and played on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Self, TypeAlias

from gemp_bot.api.checks import count, wrong
from gemp_bot.api.facts import DeckLike, card_effects, two_decks
from gemp_bot.api.question import Option
from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import Card
from gemp_bot.decisions import ActionKind, IllegalAnswerError, PromptKind
from gemp_bot.decisions import Option as RawOption
from gemp_bot.decisions.describing import DescribedOption
from gemp_bot.game import Engine, Menu, PickCards, PickNumber, PickResult, Settings
from gemp_bot.game.choices import Answer, Choice, has_one_answer, is_legal
from gemp_bot.game.players import RandomPlayer
from gemp_bot.game.state import State
from gemp_bot.inference.visible_cards import face
from gemp_bot.inference.worlds import WorldError, deal_anew
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.sandbox.server.prompt_text import PromptText
from gemp_bot.sandbox.server.wire_ids import TOPS
from gemp_bot.view.model import CardView, LocationView
from gemp_bot.view.named import NamedCard

MOST = 1000
"""So many legal moves are told at the most: of n cards that may transit together there are 2 ** n."""
_FACE_DOWN = frozenset({Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE})
_OF_A_PILE = frozenset({ActionKind.ACTIVATE_FORCE, ActionKind.DRAW_CARD})
"""Actions on the top of a pile, which has no face on the wire; by a text they belong to a card that has."""


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

    Made by `from_decks` and `Game.sample`. Questions with one legal answer answer themselves, but for the
    one at which a sampled game begins.

    Args:
        engine: plays it; begun, or before it.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        if engine.choice is None and not engine.over:
            engine.begin()
            engine.news()

    @classmethod
    def from_decks(cls, decks: tuple[DeckLike, DeckLike], seed: int = 1) -> Self:
        """A game at its first question.

        Args:
            decks: one of each side of the Force, in either order: names of `box_decks`, paths, texts as a
                server takes them (`1_291,1_291,2_147|`), or what `read_deck` gave.
            seed: of all chance: the same moves then give the same game.

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
        choice, text = self._engine.choice, PromptText(_Titles(self._engine.state))
        match choice:
            case Menu():
                return text.menu(choice)
            case PickCards():
                return text.cards(choice)
            case PickResult():
                return text.result(choice)
            case PickNumber():
                return text.number(choice)
        return ""

    @property
    def legal(self) -> tuple[LegalMove, ...]:
        """What may be played, a pass first; none once the game is over. At most 1,000 are told."""
        describe = _describer(self._engine)
        return tuple(map(describe, islice(self._engine.legal(), MOST)))

    def find(self, choice: Playable) -> LegalMove | None:
        """The legal move that is the same; None if there is none, as the engine does not play every text.

        Cards in play and in the hand of the seat that sampled have the ids of its table, so that options of
        its question are found again; a card that was face down there is not, but for the tops of piles.
        """
        asked = self._engine.choice
        if asked is None:
            return None
        if isinstance(choice, LegalMove):
            legal = is_legal(asked, choice.raw) and _describer(self._engine)(choice.raw) == choice
            return choice if legal else None
        answer = _answer(asked, choice)
        return None if answer is _NONE or not is_legal(asked, answer) else _describer(self._engine)(answer)

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
        return self._engine.state.life(_side(side))

    def force(self, side: Side) -> int:
        """How much Force a player can use."""
        return self._engine.state.force(_side(side))

    def hand(self, side: Side) -> tuple[Card, ...]:
        """The cards in a hand; that of who is not asked is hidden from who is."""
        return tuple(piece.card for piece in self._engine.state.hand(_side(side)))

    @property
    def locations(self) -> tuple[LocationView, ...]:
        """The locations from left to right, with who is there."""
        return tuple(self._locations())

    def _locations(self) -> Iterator[LocationView]:
        numbers = self._engine.numbers
        for place in self._engine.state.locations:
            card, told, there = place.laid.card, {}, {}
            for side in Side:
                pieces = (piece for piece in place.cards if (piece.side is side) is not piece.undercover)
                told[side] = numbers.power_at(side, place), numbers.drain(side, place)
                there[side] = tuple(map(self._view, pieces))
            (dark_power, dark_drain), (light_power, light_drain) = told[Side.DARK], told[Side.LIGHT]
            yield LocationView(
                NamedCard(place.laid.id, card.title, card.blueprint_id, place.laid.side),
                system=card.system,
                kind="site" if place.site else "system" if place.is_system else "sector",
                dark_power=dark_power,
                light_power=light_power,
                dark_drain=dark_drain,
                light_drain=light_drain,
                dark=there[Side.DARK],
                light=there[Side.LIGHT],
            )

    def _view(self, piece: CardInPlay) -> CardView:
        card, numbers = piece.card, self._engine.numbers
        attached = None if piece.host is None else piece.host.id
        power, ability, forfeit = numbers.power(piece), numbers.ability(piece), numbers.forfeit(piece)
        return CardView(
            piece.id, piece.side, title=card.title, blueprint=card.blueprint_id, type=card.type, power=power,
            ability=ability, forfeit=forfeit, icons=card.icons, attached=attached,
        )  # fmt: skip

    # -- going on ----------------------------------------------------------------------------------------

    def play(self, choice: Playable) -> Self:
        """Play a legal move, and go on to the next question or to the end.

        Args:
            choice: one of `legal`; or what `find` finds a legal move for.

        Returns:
            The game itself.

        Raises:
            IllegalAnswerError: it is none here; the game is as it was.
            ArgumentError: it is nothing of the kind.
        """
        move = self.find(choice)
        if move is None:
            said = choice.text if isinstance(choice, LegalMove) else str(choice)
            asked = self.question or "the game is over"
            raise IllegalAnswerError(f"{said}: this cannot be played here: {asked}")
        self._engine.step(move.raw)
        self._settle()
        return self

    def play_out(
        self,
        turns: int | None = None,
        *,
        seed: int = 0,
        policy: "Callable[[CompleteGame], Playable] | None" = None,
    ) -> Self:
        """Play on for both players.

        Args:
            turns: of both players together, what is left of this one among them; None to the end.
            seed: of the chance of random players.
            policy: chooses each move; None for random ones.

        Returns:
            The game itself.

        Raises:
            IllegalAnswerError: the policy chose what cannot be played.
            ArgumentError: something else was passed.
        """
        last = None if turns is None else self._engine.state.turn + count("turns", turns)
        player = RandomPlayer(Random(count("seed", seed, 0)))  # noqa: S311 - a game, and it must be repeatable
        if policy is None:
            self._engine = self._engine.fork(settings=Settings(quiet=True))
        while (choice := self._engine.choice) and (last is None or self._engine.state.turn < last):
            if policy is None:
                self._engine.step(player.answer(choice))
            else:
                self.play(policy(self))
        return self

    def copy(self) -> "CompleteGame":
        """Another game that stands where this one does; neither changes the other."""
        return CompleteGame(self._engine.fork())

    def sample(self, seed: int = 0) -> "CompleteGame":
        """Another game that may be this one for all that who is asked knows, as `Game.sample` gives it.

        It knows its own deck and what lies open; its piles and all that the other player hides are dealt.
        It goes on from the last menu of a phase, as if what is under way had not begun.

        Raises:
            WorldError: the game is over, or its first turn has not begun.
            ArgumentError: the seed is none.
        """
        if self.side is None:
            raise WorldError("the game is over")
        state = deal_anew(self._engine.last_menu(), self.side, count("seed", seed, 0), card_effects())
        return CompleteGame(Engine.at(state, effects=card_effects()))

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


# -- words -----------------------------------------------------------------------------------------------


class _Titles:
    """What cards are called in words: by their titles."""

    def __init__(self, state: State) -> None:
        self.pieces: dict[int, CardInPlay] = dict(state.cards.items())

    def hint(self, piece: int) -> str:
        """Its title."""
        return self.pieces[piece].card.title

    def place(self, piece: int) -> int | None:
        """The location card at which it is."""
        place = self.pieces[piece].location
        return None if place is None else place.laid.id


def _describer(engine: Engine) -> Callable[[Answer], LegalMove]:
    """Gives the legal moves of the answers to what is asked."""
    choice, titles = engine.choice, _Titles(engine.state)
    labels = PromptText(titles)
    begins = isinstance(choice, PickCards) and choice.prompt is PromptKind.STARTING_LOCATION

    def described(number: int, option: RawOption) -> tuple[str, tuple[Card, ...]]:
        piece = titles.pieces[number]
        shown = piece.zone not in _FACE_DOWN or begins
        place = "" if piece.location is None else piece.location.title
        told = DescribedOption(
            option,
            title=piece.card.title if shown else "",
            location=place,
            zone=piece.zone if shown else TOPS[piece.zone],
        )
        return told.words, (piece.card,) if shown else ()

    def describe(answer: Answer) -> LegalMove:
        match choice, answer:
            case Menu(options=options), int():
                option = options[answer]
                raw = RawOption(str(answer), labels.label(option), option.kind, CardId(option.card))
                words, cards = described(option.card, raw)
                return LegalMove(words, option.kind, cards, answer)
            case PickCards(), tuple() if answer:
                told = [described(number, RawOption(str(number))) for number in answer]
                cards = tuple(card for _, found in told for card in found)
                return LegalMove(", ".join(words for words, _ in told), None, cards, answer)
            case PickResult(results=results), int():
                return LegalMove(results[answer], None, (), answer)
            case PickNumber(), int():
                return LegalMove(str(answer), None, (), answer)
        return LegalMove("pass", None, (), answer)

    return describe


# -- moves of a server's question ------------------------------------------------------------------------

_NONE = -1
"""An answer that is never legal."""


def _answer(asked: Choice, choice: object) -> Answer:
    """The answer to what is asked that is the same as options of a question; `_NONE` for none."""
    options = [choice] if isinstance(choice, Option) else choice
    if isinstance(options, int) and not isinstance(options, bool):
        return options if isinstance(asked, PickNumber) else _NONE
    if not isinstance(options, Sequence) or not all(isinstance(each, Option) for each in options):
        wrong("choice", choice, "a legal move, options of a question, or a whole number is needed")
    raws: list[RawOption] = [each.raw.option for each in options]
    match asked:
        case Menu() if not raws:
            return None
        case Menu(options=offered) if len(raws) == 1:
            kind, card = raws[0].kind, raws[0].card_id
            pile = kind in _OF_A_PILE and options[0].card is None
            same = (n for n, each in enumerate(offered) if each.kind is kind and (pile or each.card == card))
            return next(same, _NONE)
        case PickCards():
            return tuple(int(raw.card_id or 0) for raw in raws)
        case PickResult(results=results) if len(raws) == 1 and raws[0].text in results:
            return results.index(raws[0].text)
    return _NONE


def _side(given: object) -> Side:
    if not isinstance(given, Side):
        wrong("side", given, "Side.LIGHT or Side.DARK is needed")
    return given
