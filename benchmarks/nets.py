"""Digests that tell whether a change altered a game of the engine or an answer of a strategy.

    python -m benchmarks.nets [--games N] [--strategies NAME ...] [FILE ...]

Prints a line for every block of ten games of the engine between random players (`--games`, 100 if left out),
and one for each strategy and each recording (`fixtures/games` if none is named; a folder stands for its
journals): the digest of all that came about, or of all answers when every question is decided anew. Two runs
of one revision print the same lines, so `diff` of the runs of two revisions names what changed.
"""

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path
from random import Random

from benchmarks import run, tell
from benchmarks.blunders import decided_anew
from benchmarks.engine import deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.game import Engine, Settings
from gemp_bot.game.players import RandomPlayer
from gemp_bot.journal.folder import journal_files
from gemp_bot.protocol.enums import Side
from gemp_bot.strategy import strategy_named, strategy_names

BLOCK = 10


def game_digest(seed: int, effects: CardEffects) -> bytes:
    """The digest of what came about in one game of two random decks."""
    random = Random(seed)
    decks = {side: deck(effects, side, random) for side in Side}
    engine = Engine(decks, seed, effects=effects, settings=Settings())
    player = RandomPlayer(random)
    found = hashlib.sha256()
    engine.begin()
    while engine.choice is not None:
        found.update(repr(engine.news()).encode())
        engine.step(player.answer(engine.choice))
    found.update(repr(engine.news()).encode())
    return found.digest()


def answers_digest(path: Path, name: str, index: CardIndex, catalogue: Catalogue) -> tuple[str, int]:
    """The digest of the answers of a strategy to all questions of a recording, and how many they are."""
    found, asked = hashlib.sha256(), 0
    for decision in decided_anew(path, strategy_named(name), index, catalogue):
        found.update(f"{decision.number} {decision.thought.verdict.answer.wire}\n".encode())
        asked += 1
    return found.hexdigest()[:16], asked


def main(arguments: Sequence[str]) -> int:
    """Print the digests."""
    parser = argparse.ArgumentParser("python -m benchmarks.nets", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--strategies", nargs="*", default=strategy_names())
    args = parser.parse_args(arguments)
    effects = CardEffects()
    for first in range(0, args.games, BLOCK):
        block = hashlib.sha256()
        last = min(first + BLOCK, args.games)
        for seed in range(first, last):
            block.update(game_digest(seed, effects))
        print(f"engine {first}-{last - 1} {block.hexdigest()[:16]}", flush=True)
    catalogue = Catalogue.load()
    for path in journal_files(args.files or [Path("fixtures/games")], tell):
        for name in args.strategies:
            digest, asked = answers_digest(path, name, effects.index, catalogue)
            print(f"{name} {path.name} {asked} {digest}", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
