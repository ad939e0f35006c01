"""A strategy file plays two quick games in the box: what of it is ever used, and what has no answer."""

from collections import Counter
from dataclasses import dataclass

from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.report import mistakes_of, step_counts_of, unanswered_of
from gemp_bot.arena.selfplay.jobs import BoxDeck, Contest, make_jobs
from gemp_bot.arena.selfplay.playing import play_one
from gemp_bot.arena.selfplay.seats import the_box
from gemp_bot.procedures import Procedures
from gemp_bot.protocol.enums import Side
from gemp_bot.strategy import strategy_named

OPPONENT = "steady"
"""It plays quickly, and does a little of everything."""
GAMES = 2


@dataclass(frozen=True, slots=True)
class Tried:
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


def try_file(strategy: str, procedures: Procedures, deck: BoxDeck | None = None) -> Tried:
    """Play two games against a simple rule, with decks of the box.

    Args:
        strategy: the path of a strategy file without mistakes.
        procedures: what stands in it.
        deck: what it plays in both games; None for one of the box, and in the second game for the other one.

    Raises:
        UnknownStrategyError: it cannot be used.
    """
    decks = [BoxDeck.of(each) for each in the_box().decks.values()]
    mine = deck or next(each for each in decks if each.side is Side.LIGHT)
    theirs = next(each for each in decks if each.side is mine.side.other)
    identities = strategy_named(strategy).identity, strategy_named(OPPONENT).identity
    contest = Contest(strategy, OPPONENT, *identities, ((mine, theirs),), 1, swap=deck is None)
    asked: Counter[str] = Counter()
    records = [play_one(job, asked) for job in make_jobs(contest, GAMES)]
    rules = procedures.own_rules
    return Tried(
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
