"""A strategy is asked the questions of a game in the box: whether it answers them, not how well."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from gemp_bot.arena.selfplay.seats import the_box
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.in_process_player import InProcessPlayer
from gemp_bot.sandbox.server.game import Game
from gemp_bot.strategy import Strategy, StrategyRunner, make_strategy

QUESTIONS = 120
SECONDS = 1.5
"""So many questions are asked, or for so long."""
PATIENCE = 10.0
"""Seconds in which a question must be answered."""
_PLAYERS = ("opponent", "player")
"""The dark one first."""


@dataclass(slots=True)
class Trial:
    """What came of it.

    Attributes:
        asked: questions it was asked.
        mistakes: how often it failed, by what was wrong.
        stopped: why it could be asked nothing more; None if it could.
    """

    asked: int = 0
    mistakes: dict[str, int] = field(default_factory=dict)
    stopped: str | None = None


def try_out(make: Callable[[int, str], Strategy], patience: float = PATIENCE) -> Trial:
    """Let a strategy play the beginning of a game.

    Args:
        make: makes it of a seed and the text of its deck.
        patience: seconds in which a question must be answered.
    """
    found = Trial()
    thread = threading.Thread(target=_play, args=(make, found), name="trial", daemon=True)
    thread.start()
    asked = -1
    while thread.is_alive() and asked != found.asked:
        asked = found.asked
        thread.join(patience)
    if thread.is_alive():
        found.stopped = f"no answer within {patience:g} s"
    return found


def _play(make: Callable[[int, str], Strategy], found: Trial) -> None:
    box = the_box()
    decks = {side: next(deck.text for deck in box.decks.values() if deck.side is side) for side in Side}
    script = box.game(decks[Side.DARK], decks[Side.LIGHT], seed=1)
    chance = Random(1)  # noqa: S311 - a game, and it must be repeatable
    game = Game("trial", _PLAYERS, script, now=lambda: 0.0, random=chance)
    opponent = box.strategy_runner("random", 1, decks[Side.DARK])
    rule = make_strategy("steady", 0)
    try:
        strategy_runner = StrategyRunner(make(1, decks[Side.LIGHT]), rule=rule)
        players = [
            InProcessPlayer(game, name, mind, box.catalogue)
            for name, mind in zip(_PLAYERS, (opponent, strategy_runner), strict=True)
        ]
        until = time.monotonic() + SECONDS
        while found.asked < QUESTIONS and time.monotonic() < until:
            if not any([player.step() for player in players]):  # noqa: C419 - each of them steps
                break
            found.asked = players[1].decisions
            found.mistakes = dict(strategy_runner.mistakes)
    except BaseException as fault:  # noqa: BLE001 - whatever somebody else's code does is what came of it
        found.stopped = f"{type(fault).__name__}: {fault}"
