"""Whole games of the engine between random players, against a loop of plain Python timed in the same round.

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
from gemp_bot.protocol.enums import Side

GAMES = 12
ROUNDS = 3
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


def games(effects: CardEffects, windows: Windows) -> None:
    for seed in range(GAMES):
        random = Random(seed)
        decks = {side: deck(effects, side, random) for side in Side}
        play_out(
            Engine(decks, seed, effects=effects, settings=Settings(windows=windows)), RandomPlayer(random)
        )


def rows() -> Iterator[Row]:
    effects = CardEffects()
    games(effects, Windows.USEFUL)  # every card is worked out once
    for windows, bar in ((Windows.USEFUL, 20), (Windows.ALL, 20)):
        ours, alone = [], []
        for _ in range(ROUNDS):
            began = time.process_time()
            reference()
            alone.append(time.process_time() - began)
            began = time.process_time()
            games(effects, windows)
            ours.append((time.process_time() - began) / GAMES)
        print(
            f"engine, {windows} windows: {1 / min(ours):.1f} games a second and core between random players"
        )
        yield Row(f"engine: a game, {windows} windows", min(ours) / min(alone), UNIT, bar)
