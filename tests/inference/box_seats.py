"""Games of the box, looked at from both seats at every question."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random

from gemp_bot.board.tracked import TrackedBoard
from gemp_bot.cards.deck import parse_deck
from gemp_bot.decisions import Question
from gemp_bot.game.state import State
from gemp_bot.inference import CardKnowledge
from gemp_bot.inference.worlds import WorldDealer
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer, play_out
from gemp_bot.sandbox.server.game import Game
from gemp_bot.strategy import StrategyRunner, Thought, make_strategy

NAMES: Mapping[Side, str] = {Side.DARK: "dark", Side.LIGHT: "light"}


@cache
def the_box() -> Box:
    return Box()


class Seat:
    """What one seat knows, kept as a strategy keeps it; `truth` is for comparing only."""

    def __init__(self, box: Box, side: Side, deck: str, truth: State) -> None:
        self.box = box
        self.side = side
        self.truth = truth
        self.knowledge = CardKnowledge(box.index, parse_deck(deck))
        self.player: InProcessPlayer | None = None
        self.board: TrackedBoard | None = None

    def look(self, question: Question) -> None:
        assert self.player is not None
        table = self.player.table
        self.knowledge.observe(table, question)
        if self.board is None or self.board.table is not table:
            self.board = TrackedBoard(table, self.box.index)
        self.board.update()

    def dealer(self) -> WorldDealer:
        assert self.board is not None
        return WorldDealer(self.board, self.knowledge, self.box.sheets)


Visit = Callable[[Seat, Question], None]


def play(
    decks: Mapping[Side, str], seed: int, visit: Visit, strategies: Sequence[str] = ("random", "random")
) -> None:
    """Play a game of the box to its end and visit every question."""
    box = the_box()
    script = box.game(decks[Side.DARK], decks[Side.LIGHT], seed)
    game = Game("worlds", (NAMES[Side.DARK], NAMES[Side.LIGHT]), script, now=lambda: 0.0, random=Random(seed))
    players = []
    for number, (side, name) in enumerate(NAMES.items()):
        strategy = make_strategy(strategies[number], seed + number, decks[side], index=box.index)
        runner = StrategyRunner(strategy, rule=make_strategy("steady", 0))
        seat: list[Seat] = []

        def listen(question: Question, thought: Thought, seat: list[Seat] = seat) -> None:
            if script.course is not None:
                seat[0].truth = script.course.engine.state
                seat[0].look(question)
                visit(seat[0], question)

        player = InProcessPlayer(game, name, runner, box.catalogue, listen=listen)
        seat.append(Seat(box, side, decks[side], script.engine().state))
        seat[0].player = player
        players.append(player)
    play_out(players)


def pairs() -> list[Mapping[Side, str]]:
    """The shipped decks against each other."""
    decks = list(the_box().decks.values())
    dark = [deck for deck in decks if deck.side is Side.DARK]
    light = [deck for deck in decks if deck.side is Side.LIGHT]
    return [{Side.DARK: one.text, Side.LIGHT: other.text} for one in dark for other in light]
