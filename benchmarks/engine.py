"""Whole games of the engine by random players, and playing on from forks, beside a loop of plain Python.

Both are timed in the same round.

The reference is a hundred thousand additions into a dict, so that the figure is about the same everywhere.
Printed besides, for orientation: games a second on this machine.
"""

import time
from collections.abc import Iterator
from random import Random

from benchmarks.row import Row
from gemp_bot.cards import Card, CardType
from gemp_bot.effects import CardEffects
from gemp_bot.game import Engine, Settings, Windows
from gemp_bot.game.players import RandomPlayer, play_out
from gemp_bot.protocol.enums import Phase, Side

GAMES = 12
ROUNDS = 3
BAR, FORK_BAR = 20, 0.5
FORKS, FORKED_TURN = 50, 9
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


def games(effects: CardEffects, settings: Settings) -> None:
    for seed in range(GAMES):
        random = Random(seed)
        decks = {side: deck(effects, side, random) for side in Side}
        play_out(Engine(decks, seed, effects=effects, settings=settings), RandomPlayer(random))


def forks(effects: CardEffects) -> float:
    """Seconds for a fork at a menu of the deploy phase, the rest of that turn and all of the next one."""
    random = Random(1)
    decks = {side: deck(effects, side, random) for side in Side}
    engine, player = Engine(decks, 1, effects=effects), RandomPlayer(random)
    engine.begin()
    while engine.state.turn < FORKED_TURN or engine.state.phase is not Phase.DEPLOY:
        assert engine.choice is not None
        engine.step(player.answer(engine.choice))
    began = time.process_time()
    for _ in range(FORKS):
        fork = engine.fork(settings=Settings(quiet=True))
        while fork.choice is not None and fork.state.turn < FORKED_TURN + 2:
            fork.step(player.answer(fork.choice))
    return (time.process_time() - began) / FORKS


def rows() -> Iterator[Row]:
    effects = CardEffects()
    games(effects, Settings(windows=Windows.USEFUL))  # every sheet is made once
    ways = (("useful windows", Settings(windows=Windows.USEFUL)), ("all windows", Settings()))
    for name, settings in (*ways, ("quiet", Settings(quiet=True))):
        ours, alone = [], []
        for _ in range(ROUNDS):
            began = time.process_time()
            reference()
            alone.append(time.process_time() - began)
            began = time.process_time()
            games(effects, settings)
            ours.append((time.process_time() - began) / GAMES)
        print(f"engine, {name}: {1 / min(ours):.1f} games a second and core between random players")
        yield Row(f"engine: a game, {name}", min(ours) / min(alone), UNIT, BAR)
    took = min(forks(effects) for _ in range(ROUNDS))
    print(f"engine: a fork and what is left of two turns take {took * 1e3:.2f} ms")
    yield Row("engine: a fork and two turns", took / min(alone), UNIT, FORK_BAR)
