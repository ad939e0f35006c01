"""Games in the box without a network, against a loop of plain Python, and against the same over the bytes.

Printed besides is what the engine takes alone, which plays the very game of `random` again by the answers
that were given. Over the bytes every answer is written as XML and read back, as for a client of a server;
the game is the same there, too.
"""

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random

from benchmarks import Row
from benchmarks.engine import UNIT, reference
from gemp_bot.game import Answer, Choice, Engine
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer, play_out
from gemp_bot.sandbox.server.engine_script import Course, EngineScript
from gemp_bot.sandbox.server.game import ServedGame

NAMES = ("dark", "light")
RANDOM_GAMES, STRONG_GAMES = 9, 3
RANDOM_BAR, STRONG_BAR = 42, 0.75


class Noted(Course):
    """A course that keeps every answer as the engine takes it."""

    def __init__(self, engine: Engine, players: Mapping[Side, str]) -> None:
        super().__init__(engine, players)
        self.taken: list[Answer] = []

    def _read(self, choice: Choice, value: str) -> Answer:
        answer = super()._read(choice, value)
        self.taken.append(answer)
        return answer


class NotingScript(EngineScript):
    """A script whose answers are kept."""

    def _course(self, players: tuple[str, str]) -> Course:
        return Noted(self.engine(), {Side.DARK: players[0], Side.LIGHT: players[1]})


def decks(box: Box, seed: int) -> tuple[str, str]:
    dark, light = ([deck.text for deck in box.decks.values() if deck.side is side] for side in Side)
    return dark[seed % len(dark)], light[seed // len(dark) % len(light)]


def play(
    box: Box, strategy: str, seed: int, observe: Callable[[Exchange], None] | None = None
) -> NotingScript:
    texts = decks(box, seed)
    made = box.game(*texts, seed)
    script = NotingScript(made.decks, seed, effects=box.effects, settings=box.settings)
    game = ServedGame("g", NAMES, script, now=lambda: 0.0, random=Random(seed))
    play_out(
        [
            InProcessPlayer(
                game, name, box.strategy_runner(strategy, seed, deck), box.catalogue, observe=observe
            )
            for name, deck in zip(NAMES, texts, strict=True)
        ]
    )
    return script


def alone(script: NotingScript) -> None:
    course, engine = script.course, script.engine()
    assert isinstance(course, Noted)
    engine.begin()
    for answer in course.taken:
        engine.news()
        engine.step(answer)


def _keep(scripts: list[NotingScript], box: Box, seed: int) -> None:
    scripts.append(play(box, "random", seed))


def _unheard(_: Exchange) -> None:
    """Has the game played over the bytes."""


def timed(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def rows() -> Iterator[Row]:
    box = Box()
    play(box, "random", 0)
    play(box, "strong", 0)
    gc.collect()
    gc.freeze()  # as in the processes of selfplay
    try:
        told = engine = sums = 0.0
        for seed in range(RANDOM_GAMES):
            scripts: list[NotingScript] = []
            sums += timed(reference)
            told += timed(partial(_keep, scripts, box, seed))
            engine += timed(partial(alone, scripts[0]))
        print(f"selfplay: a game of random takes {told / engine:.1f} times what the engine takes alone")
        yield Row("selfplay: a game of random", told / sums, UNIT, RANDOM_BAR)
        told = wire = 0.0
        for seed in range(STRONG_GAMES):
            told += timed(partial(play, box, "strong", seed))
            wire += timed(partial(play, box, "strong", seed, _unheard))
        yield Row("selfplay: a game of strong", told / wire, "times the same over the bytes", STRONG_BAR)
    finally:
        gc.unfreeze()


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name}  {row.value:.2f} {row.unit} (bar {row.bar:g})")
