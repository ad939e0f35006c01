"""The weights of the quick policy: from games of `strong` against itself in the box.

    python -m tools.policy record FILE.npz [--games N] [--seed N] [--decks DIR] [--workers N]
    python -m tools.policy fit FILE.npz [FILE.npz ...] > gemp_bot/search/policy.json

`record` plays games with decks that are played (`inference/deck_lists.toml`) and those of DIR, and keeps of
each question with two or more answers what the policy sees of each of them and which one `strong` gave. `fit`
fits a softmax to that, each tenth game held out. The extra `tune` is needed for its numpy.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np  # type: ignore[import-not-found, unused-ignore]

from gemp_bot.cards.deck import parse_deck
from gemp_bot.game import Engine
from gemp_bot.game.choices import Answer, Choice, Menu, PickCards, PickNumber, PickResult
from gemp_bot.inference.deck_guess import load_deck_lists
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer, play_out
from gemp_bot.sandbox.server.engine_script import Course, EngineScript
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.search.policy import VERSION
from gemp_bot.search.policy_features import Features, MenuAnswer, PolicyFeatures

NAMES: Final = {Side.DARK: "dark", Side.LIGHT: "light"}
PLAYER: Final = "strong"
HELD_OUT: Final = 10
"""Every how many-th game is held out."""
ROUNDS: Final = 12
_BATCH: Final = 4000
_RIDGE: Final = 1e-5
_LEAST: Final = 0.005
"""Weights below it are left out."""


class Chosen(NamedTuple):
    """A question: what was seen of each answer, and the place of the one that was given."""

    options: list[Features]
    at: int


class ChoiceRecorder:
    """Takes down the choices of one game.

    Attributes:
        choices: those with two or more answers.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._features = PolicyFeatures(engine)
        self._menus: dict[Side, tuple[list[tuple[MenuAnswer, Features]], int]] = {}
        self.choices: list[Chosen] = []

    def take(self, choice: Choice, answer: Answer) -> None:
        """Take down what is asked and answered; before it is played."""
        waiting = self._menus.pop(choice.player, None)
        if waiting is not None and self._went(*waiting, choice, answer):
            return
        match choice:
            case Menu():
                self._menu(choice, answer)
            case PickCards() if isinstance(answer, tuple):
                left = list(self._features.cards(choice))
                for card in answer or (None,):
                    self._choose(left, card)
                    left = [each for each in left if each[0] != card]
            case PickResult() if isinstance(answer, int):
                self._choose(list(self._features.results(choice)), answer)
            case PickNumber():
                pass

    def _menu(self, menu: Menu, answer: Answer) -> None:
        if not menu.options:
            return
        plays = list(self._features.menu(menu))
        fitting = [play for play, _ in plays if play.option == answer]
        if len(fitting) == 1:
            self._choose(plays, fitting[0])
        elif isinstance(answer, int) and fitting:
            self._menus[menu.player] = plays, answer

    def _went(
        self, plays: list[tuple[MenuAnswer, Features]], option: int, choice: Choice, answer: Answer
    ) -> bool:
        """Take down where the card of a menu went; whether that was what is asked now."""
        if not isinstance(choice, PickCards) or not isinstance(answer, tuple) or len(answer) != 1:
            return False
        return self._choose(plays, MenuAnswer(option, answer[0]))

    def _choose(self, options: Sequence[tuple[Any, Features]], chosen: object) -> bool:
        at = next((number for number, (each, _) in enumerate(options) if each == chosen), None)
        if at is not None and len(options) > 1:
            self.choices.append(Chosen([features for _, features in options], at))
        return at is not None


class Heard(Course):
    """A course whose answers are taken down before they are played."""

    recorder: ChoiceRecorder

    def _remember(self, choice: Choice, answer: Answer) -> None:
        self.recorder.take(choice, answer)
        super()._remember(choice, answer)


class HeardScript(EngineScript):
    """A script of such a course."""

    def _course(self, players: tuple[str, str]) -> Course:
        course = Heard(self.engine(), {Side.DARK: players[0], Side.LIGHT: players[1]})
        course.recorder = ChoiceRecorder(course.engine)
        return course


def played(box: Box, decks: Mapping[Side, Sequence[str]], seed: int) -> list[Chosen]:
    """What was chosen in a game."""
    script = HeardScript(decks, seed, effects=box.effects, settings=box.settings)
    game = ServedGame(
        "recorded", (NAMES[Side.DARK], NAMES[Side.LIGHT]), script, now=lambda: 0.0, random=Random(seed)
    )
    runners = {side: box.strategy_runner(PLAYER, seed, ",".join(decks[side])) for side in Side}
    play_out([InProcessPlayer(game, NAMES[side], runners[side], box.catalogue) for side in Side])
    course = script.course
    assert isinstance(course, Heard)
    return course.recorder.choices


class Arrays:
    """Choices as arrays, with the names of their features."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.parts: dict[str, list[float]] = {
            key: [] for key in ("name", "number", "sizes", "lengths", "at", "game")
        }

    def add(self, choices: Sequence[Chosen], game: int) -> None:
        """Take in a game."""
        parts = self.parts
        for chosen in choices:
            parts["lengths"].append(len(chosen.options))
            parts["at"].append(chosen.at)
            parts["game"].append(game)
            for features in chosen.options:
                parts["sizes"].append(len(features))
                for name, number in features:
                    parts["name"].append(self.names.setdefault(name, len(self.names)))
                    parts["number"].append(number)

    def save(self, path: Path) -> None:
        """Write them."""
        kinds = {"number": np.float32}
        found = {key: np.array(values, kinds.get(key, np.int32)) for key, values in self.parts.items()}
        np.savez_compressed(path, names=np.array(list(self.names)), **found)


def deck_pool(box: Box, folder: Path | None) -> dict[Side, list[list[str]]]:
    """The decks to play with, as the ids of their cards."""
    lists = load_deck_lists(box.effects.index).lists
    pool = {side: [sorted(map(str, each.elements())) for each in lists[side]] for side in Side}
    for file in sorted(folder.glob("*.txt")) if folder is not None else ():
        cards = [card.rstrip("*^") for card in parse_deck(file.read_text("utf-8")).cards]
        last = box.effects.index.get(cards[-1]) if cards else None
        if last is not None and all(map(box.effects.index.get, cards)):
            pool[last.side].append(cards)
    return pool


def record_some(seeds: Sequence[int], folder: Path | None) -> list[tuple[list[Chosen], int]]:
    """Play some games."""
    box = Box()
    pool, found = deck_pool(box, folder), []
    for seed in seeds:
        random = Random(seed)
        found.append((played(box, {side: random.choice(pool[side]) for side in Side}, seed), seed))
    return found


def record(path: Path, games: int, seed: int, folder: Path | None, workers: int) -> None:
    """Play games and write what was chosen in them."""
    arrays = Arrays()
    seeds = range(seed, seed + games)
    lots = [seeds[at : at + 10] for at in range(0, games, 10)]
    with ProcessPoolExecutor(workers) as pool:
        for number, lot in enumerate(pool.map(partial(record_some, folder=folder), lots), 1):
            for choices, game in lot:
                arrays.add(choices, game)
            print(f"{10 * number} games, {len(arrays.parts['at'])} choices", file=sys.stderr)
    arrays.save(path)


# -- fitting -------------------------------------------------------------------------------------------------


class Samples(NamedTuple):
    """Arrays of several files, with one list of names."""

    names: list[str]
    choice: dict[str, Any]


def read(paths: Sequence[Path]) -> Samples:
    """The samples of some files."""
    names: dict[str, int] = {}
    found: dict[str, list[Any]] = {}
    for path in paths:
        with np.load(path) as file:
            known = np.array([names.setdefault(str(name), len(names)) for name in file["names"]])
            for key in file.files:
                if key != "names":
                    found.setdefault(key, []).append(known[file[key]] if key == "name" else file[key])
    return Samples(list(names), {key: np.concatenate(parts) for key, parts in found.items()})


def _starts(lengths: Any) -> Any:
    return np.concatenate([[0], np.cumsum(lengths[:-1])]).astype(np.int64)


class Softmax:
    """The choices, and how likely weights make them."""

    def __init__(self, choice: Mapping[str, Any], names: int) -> None:
        self.names = names
        self.c = choice
        self.option = np.repeat(np.arange(len(choice["sizes"])), choice["sizes"])
        self.first = _starts(choice["lengths"])
        self.of = np.repeat(np.arange(len(choice["lengths"])), choice["lengths"])
        self.given = self.first + choice["at"]

    def shares(self, weights: Any) -> tuple[Any, Any]:
        """Of each option its chance; and of each choice whether the likeliest option was given."""
        scores = np.bincount(self.option, weights[self.c["name"]] * self.c["number"], len(self.c["sizes"]))
        most = np.maximum.reduceat(scores, self.first)
        shares = np.exp(scores - most[self.of])
        return shares / np.add.reduceat(shares, self.first)[self.of], scores[self.given] >= most - 1e-9

    def gradient(self, weights: Any, mask: Any) -> Any:
        """Of the mean log likelihood of the choices that are not masked out."""
        shares, _ = self.shares(weights)
        slopes = -shares
        slopes[self.given] += 1
        slopes *= mask[self.of]
        return np.bincount(self.c["name"], slopes[self.option] * self.c["number"], self.names) / mask.sum()


def fit_options(samples: Samples) -> tuple[Any, float]:
    """The weights of options, and how often they agree with choices held out."""
    softmax = Softmax(samples.choice, len(samples.names))
    test = samples.choice["game"] % HELD_OUT == 0
    weights, mean, square = (np.zeros(len(samples.names)) for _ in range(3))
    for step in range(1, 40 * ROUNDS + 1):
        slope = softmax.gradient(weights, ~test) - _RIDGE * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope * slope
        rate = 0.1 if step < 30 * ROUNDS else 0.02
        weights = weights + rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-7)
    return weights, float(softmax.shares(weights)[1][test].mean())


def fit(paths: Sequence[Path]) -> dict[str, object]:
    """The content of `policy.json`."""
    samples = read(paths)
    options, agreement = fit_options(samples)

    def named(weights: Any) -> Iterator[tuple[str, float]]:
        for name, weight in sorted(zip(samples.names, weights, strict=True)):
            if abs(weight) >= _LEAST:
                yield name, round(float(weight), 3)

    return {
        "version": VERSION,
        "games": len(np.unique(samples.choice["game"])),
        "choices": len(samples.choice["at"]),
        "agreement": round(agreement, 4),
        "options": dict(named(options)),
    }


def main() -> None:
    """Run it from the command line."""
    parser = argparse.ArgumentParser("python -m tools.policy", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("out", type=Path)
    recording.add_argument("--games", type=int, default=400)
    recording.add_argument("--seed", type=int, default=1)
    recording.add_argument("--decks", type=Path)
    recording.add_argument("--workers", type=int, default=1)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    args = parser.parse_args()
    if args.command == "record":
        record(args.out, args.games, args.seed, args.decks, args.workers)
    else:
        json.dump(fit(args.files), sys.stdout, indent=1)
        print()


if __name__ == "__main__":
    main()
