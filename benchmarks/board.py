"""A copy of a board in the middle of a game, against a loop of plain Python.

The reference is that of the engine, so that the figure is about the same everywhere. Printed besides, for
orientation: microseconds on this machine.
"""

import time
from collections.abc import Callable, Iterator
from random import Random

from benchmarks.engine import deck, reference
from benchmarks.row import Row
from gemp_bot.board.board import Board
from gemp_bot.effects import CardEffects
from gemp_bot.game import Engine
from gemp_bot.game.players import RandomPlayer
from gemp_bot.protocol.enums import Side

TIMES = 200
ROUNDS = 5
QUESTIONS = 300
UNIT = "a thousandth of 100,000 sums into a dict"


def board_of_a_game() -> Board:
    effects, random = CardEffects(), Random(1)
    engine = Engine({side: deck(effects, side, random) for side in Side}, 1, effects=effects)
    player = RandomPlayer(random)
    engine.begin()
    for _ in range(QUESTIONS):
        assert engine.choice is not None
        engine.step(player.answer(engine.choice))
    return engine.state.board


def seconds(work: Callable[[], object], times: int) -> float:
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def rows() -> Iterator[Row]:
    board = board_of_a_game()
    alone = min(seconds(reference, 1) for _ in range(ROUNDS))
    took = min(seconds(board.copy, TIMES) for _ in range(ROUNDS))
    print(f"board: a copy takes {took * 1e6:.0f} microseconds")
    yield Row("board: a copy", took / alone * 1000, UNIT, 40)
