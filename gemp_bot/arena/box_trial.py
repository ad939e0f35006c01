"""A strategy tried out in the box: whether it answers, and what of its file is ever used; not how well."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from gemp_bot.arena.box_game import play_one, the_box
from gemp_bot.arena.jobs import Contest, JobDeck, make_jobs
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.report import mistakes_of, step_counts_of, unanswered_of
from gemp_bot.procedures import Procedures
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.in_process_player import InProcessPlayer
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.strategy import Strategy, StrategyRunner, make_strategy, strategy_named

QUESTIONS = 120
SECONDS = 1.5
"""So many questions are asked, or for so long."""
PATIENCE = 10.0
"""Seconds in which a question must be answered."""
_PLAYERS = ("opponent", "player")
"""The dark one first."""


@dataclass(slots=True)
class StrategyTrial:
    """What came of it.

    Attributes:
        mistakes: how often it failed, by what was wrong.
        stopped: why it could be asked nothing more; None if it could.
    """

    asked: int = 0
    mistakes: dict[str, int] = field(default_factory=dict)
    stopped: str | None = None


def try_out(make: Callable[[int, str], Strategy], patience: float = PATIENCE) -> StrategyTrial:
    """Let a strategy play the beginning of a game."""
    found = StrategyTrial()
    thread = threading.Thread(target=_play, args=(make, found), name="trial", daemon=True)
    thread.start()
    asked = -1
    while thread.is_alive() and asked != found.asked:
        asked = found.asked
        thread.join(patience)
    if thread.is_alive():
        found.stopped = f"no answer within {patience:g} s"
    return found


def _play(make: Callable[[int, str], Strategy], found: StrategyTrial) -> None:
    box = the_box()
    decks = {side: next(deck.text for deck in box.decks.values() if deck.side is side) for side in Side}
    script = box.game(decks[Side.DARK], decks[Side.LIGHT], seed=1)
    chance = Random(1)  # noqa: S311 - a game, and it must be repeatable
    game = ServedGame("trial", _PLAYERS, script, now=lambda: 0.0, random=chance)
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


OPPONENT = "steady"
"""It plays quickly, and does a little of everything."""
GAMES = 2


@dataclass(frozen=True, slots=True)
class FileTrial:
    """What came of it.

    Attributes:
        games: that were played.
        choices: questions with two or more answers.
        step_counts: at how many questions each step and principle decided, by `file:line: rule`.
        asked: how many questions with two or more answers came at which each of these could have decided: of
            its kind.
        unanswered: how often an expression had no answer, by where and why.
        mistakes: how often it failed, by what was wrong; games that could not be played among them.
        idle: steps that leave the question to a parent which has no steps for it.
        decks: with which it played, and against which.
    """

    games: int
    choices: int
    step_counts: dict[str, int]
    asked: dict[str, int]
    unanswered: dict[str, int]
    mistakes: dict[str, int]
    idle: tuple[str, ...]
    decks: tuple[str, str]


def try_file(strategy: str, procedures: Procedures, deck: JobDeck | None = None) -> FileTrial:
    """Play two games against a simple rule, with decks of the box, or with `deck` in both.

    Raises:
        UnknownStrategyError: it cannot be used.
    """
    decks = [JobDeck.of(each) for each in the_box().decks.values()]
    mine = deck or next(each for each in decks if each.side is Side.LIGHT)
    theirs = next(each for each in decks if each.side is mine.side.other)
    identities = strategy_named(strategy).identity, strategy_named(OPPONENT).identity
    contest = Contest(strategy, OPPONENT, *identities, ((mine, theirs),), 1, swap=deck is None)
    asked: Counter[str] = Counter()
    records = [play_one(job, asked) for job in make_jobs(contest, GAMES)]
    rules = procedures.own_rules
    return FileTrial(
        games=len(records),
        choices=sum(record.choices for record in records),
        step_counts=step_counts_of(records),
        asked={rule: sum(asked[kind] for kind in kinds or asked) for rule, kinds in rules.items()},
        unanswered=unanswered_of(records),
        mistakes={**mistakes_of(records), **_faults(records)},
        idle=procedures.idle,
        decks=(mine.name, theirs.name),
    )


def _faults(records: list[GameRecord]) -> dict[str, int]:
    return {record.fault: 1 for record in records if record.fault is not None}
