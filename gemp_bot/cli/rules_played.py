"""`gemp-bot rules coverage --played`: which functions of the rules run in games and in recordings."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

from gemp_bot.cli.exits import OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.decisions import Catalogue, Question
from gemp_bot.game import Settings
from gemp_bot.journal import JournalError
from gemp_bot.protocol.enums import Side
from gemp_bot.replay import Redecide, Relive
from gemp_bot.rules.coverage.ran import Runs
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer, play_out
from gemp_bot.sandbox.server.game import Game
from gemp_bot.state import Table
from gemp_bot.strategy import Strategy, StrategyRunner, Thought, make_strategy

GAMES: Final = 200
BOX: Final = "box"
PLAYER: Final = "player"
_PLAYERS: Final = ("strong", "random", "steady", "medium")
_DECIDERS: Final = ("strong", "steady")
_CHECKED: Final = 8
"""Of so many games one is checked for faults after every question: slow, and it asks a few more rules."""
_SEATS: Final = ("dark", "light")


def run(games: int, files: Sequence[Path], out: Output) -> int:
    """Play, decide, and print what ran.

    Raises:
        CommandError: a recording cannot be read.
    """
    runs = Runs()
    box = Box()
    with runs.counting():
        for number in range(games):
            _play(box, number, runs)
        for path in files:
            _decide(path, box.catalogue, runs)
    _show(runs, games, len(files), out)
    return OK


def _play(box: Box, number: int, runs: Runs) -> None:
    """One game: each pair of players and of decks comes in its turn, and each player on both sides."""
    pairs = list(product(_PLAYERS, repeat=2))
    dark, light = pairs[number % len(pairs)]
    decks = {side: [deck for deck in box.decks.values() if deck.side is side] for side in Side}
    both = list(product(decks[Side.DARK], decks[Side.LIGHT]))
    below, above = both[(number // len(pairs) + number) % len(both)]
    box.settings = Settings(checked=number % _CHECKED == 0)
    with runs.asked_by(BOX):
        script = box.game(below.text, above.text, number)
        # The clock of the game stands still: nobody loses because the machine is busy.
        game = Game("g", _SEATS, script, now=float, random=Random(number))  # noqa: S311 - repeatable
        seats = zip(_SEATS, (dark, light), (below, above), strict=True)
        play_out(
            [
                InProcessPlayer(
                    game, seat, _counted(make_strategy(name, number, deck.text), runs), box.catalogue
                )
                for seat, name, deck in seats
            ]
        )


def _decide(path: Path, catalogue: Catalogue, runs: Runs) -> None:
    for name in _DECIDERS:
        try:
            for _ in Redecide(Relive(path, catalogue), _counted(make_strategy(name, 0), runs)):
                pass
        except JournalError as fault:
            raise CommandError(str(fault)) from None


class _Counted(StrategyRunner):
    """Whatever runs while it decides, the player has asked."""

    def __init__(self, strategy: Strategy, runs: Runs) -> None:
        super().__init__(strategy, rule=make_strategy("steady", 0))
        self._runs = runs

    def think_now(self, table: Table, question: Question, refused: frozenset[str] = frozenset()) -> Thought:
        with self._runs.asked_by(PLAYER):
            return super().think_now(table, question, refused)


def _counted(strategy: Strategy, runs: Runs) -> StrategyRunner:
    return _Counted(strategy, runs)


def _show(runs: Runs, games: int, files: int, out: Output) -> None:
    found = {name: runs.of(name) for name in runs.names}
    out.table(
        ("function", BOX, PLAYER),
        [
            (name, *(str(counts[who]) if who in counts else "-" for who in (BOX, PLAYER)))
            for name, counts in found.items()
        ],
    )
    ran = sum(bool(counts) for counts in found.values())
    share = ran / len(found)
    out.line()
    out.line(
        f"{ran} of {len(found)} functions ran ({share:.0%}) in {games} games of the box "
        f"and {files} recordings, decided by {' and '.join(_DECIDERS)}"
    )
    out.json(
        {
            "games": games,
            "recordings": files,
            "functions": [
                {"name": name, BOX: counts.get(BOX, 0), PLAYER: counts.get(PLAYER, 0)}
                for name, counts in found.items()
            ],
            "total": {"count": len(found), "ran": ran, "share": round(share, 4)},
        }
    )
