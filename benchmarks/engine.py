"""Games of the engine by random players, forks, and copies of games and boards, beside a loop of Python.

Both are timed in the same round.

The reference is a hundred thousand additions into a dict, so that the figure is about the same everywhere.
Printed besides, for orientation: games a second on this machine.
"""

import time
import timeit
from collections.abc import Iterator, Sequence
from random import Random

from benchmarks import Row
from gemp_bot.board.board import Board
from gemp_bot.cards import Card, CardType
from gemp_bot.effects import CardEffects
from gemp_bot.game import Engine, Settings, Windows
from gemp_bot.game.players import RandomPlayer, play_out
from gemp_bot.protocol.enums import Phase, Side

GAMES = 12
ROUNDS = 3
BARS = {"useful windows": 8, "all windows": 8, "quiet": 7}
FORK_BAR, COPY_BAR, BOARD_BAR = 0.42, 0.014, 40
QUESTIONS, COPIES = 300, 200
FORKS, FORKED_TURN = 50, 9
Decks = dict[Side, list[str]]
UNIT = "times 100,000 sums into a dict"
WANTED = (
    (CardType.LOCATION, 10),
    (CardType.CHARACTER, 28),
    (CardType.STARSHIP, 10),
    (CardType.VEHICLE, 5),
    (CardType.WEAPON, 7),
)


def reference() -> int:
    sums: dict[int, int] = {}
    for number in range(100_000):
        key = number & 1023
        sums[key] = sums.get(key, 0) + number
    return len(sums)


def deck(effects: CardEffects, side: Side, random: Random) -> list[str]:
    by_type: dict[str, list[Card]] = {}
    for card in effects.index:
        if card.side is side and not card.is_back:
            by_type.setdefault(card.type, []).append(card)
    return [card.blueprint_id for kind, count in WANTED for card in random.sample(by_type[kind], count)]


def games(effects: CardEffects, decks: Sequence[Decks], settings: Settings) -> None:
    for seed, pair in enumerate(decks):
        play_out(Engine(pair, seed, effects=effects, settings=settings), RandomPlayer(Random(seed)))


def forks(effects: CardEffects, decks: Decks) -> tuple[float, float]:
    """Seconds for a fork in the deploy phase with what is left of two turns, and for a copy of a game."""
    engine, player = Engine(decks, 1, effects=effects), RandomPlayer(Random(1))
    engine.begin()
    while engine.state.turn < FORKED_TURN or engine.state.phase is not Phase.DEPLOY:
        assert engine.choice is not None
        engine.step(player.answer(engine.choice))
    began = time.process_time()
    for _ in range(FORKS):
        fork = engine.fork(settings=Settings(quiet=True))
        while fork.choice is not None and fork.state.turn < FORKED_TURN + 2:
            fork.step(player.answer(fork.choice))
    forked = time.process_time()
    engine.news()
    for _ in range(FORKS):
        engine.state.copy()
    return (forked - began) / FORKS, (time.process_time() - forked) / FORKS


def board_of_a_game(effects: CardEffects) -> Board:
    random = Random(1)
    engine, player = (
        Engine({side: deck(effects, side, random) for side in Side}, 1, effects=effects),
        RandomPlayer(random),
    )
    engine.begin()
    for _ in range(QUESTIONS):
        assert engine.choice is not None
        engine.step(player.answer(engine.choice))
    return engine.state.board


def rows() -> Iterator[Row]:
    effects = CardEffects()
    decks = [{side: deck(effects, side, Random(seed)) for side in Side} for seed in range(GAMES)]
    games(effects, decks, Settings(windows=Windows.USEFUL))  # what is read of a card is made once
    ways = (("useful windows", Settings(windows=Windows.USEFUL)), ("all windows", Settings()))
    for name, settings in (*ways, ("quiet", Settings(quiet=True))):
        ours, alone = [], []
        for _ in range(ROUNDS):
            began = time.process_time()
            reference()
            alone.append(time.process_time() - began)
            began = time.process_time()
            games(effects, decks, settings)
            ours.append((time.process_time() - began) / GAMES)
        print(f"engine, {name}: {1 / min(ours):.1f} games a second and core between random players")
        yield Row(f"engine: a game, {name}", min(ours) / min(alone), UNIT, BARS[name])
    forked, copied = (
        min(each) for each in zip(*(forks(effects, decks[1]) for _ in range(ROUNDS)), strict=True)
    )
    print(
        f"engine: a fork and what is left of two turns take {forked * 1e3:.2f} ms, a copy {copied * 1e3:.3f}"
    )
    yield Row("engine: a fork and two turns", forked / min(alone), UNIT, FORK_BAR)
    yield Row("engine: a copy of a game", copied / min(alone), UNIT, COPY_BAR)
    board = board_of_a_game(effects)
    took = min(timeit.repeat(board.copy, number=COPIES, repeat=ROUNDS, timer=time.process_time)) / COPIES
    print(f"board: a copy takes {took * 1e6:.0f} microseconds")
    yield Row("board: a copy", 1000 * took / min(alone), f"a thousandth of {UNIT}", BOARD_BAR)
