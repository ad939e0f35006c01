"""A strategy file plays two quick games in the box: what of it is ever used, and what has no answer."""

from collections import Counter
from collections.abc import Mapping
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
        games: that were played, one with each side.
        choices: questions with two or more answers.
        step_counts: at how many questions each step and principle decided, by `file:line: rule`.
        asked: how many questions with two or more answers came at which each of these could have decided: of
            its kind.
        unanswered: how often an expression had no answer, by where and why.
        mistakes: how often it failed, by what was wrong; games that could not be played among them.
    """

    games: int
    choices: int
    step_counts: dict[str, int]
    asked: dict[str, int]
    unanswered: dict[str, int]
    mistakes: dict[str, int]


def try_file(strategy: str, procedures: Procedures) -> Tried:
    """Play two games against a simple rule, with decks of the box.

    Args:
        strategy: the path of a strategy file without mistakes.
        procedures: what stands in it.

    Raises:
        UnknownStrategyError: it cannot be used.
    """
    decks = [BoxDeck(name, deck.side, deck.text) for name, deck in the_box().decks.items()]
    light, dark = (next(deck for deck in decks if deck.side is side) for side in (Side.LIGHT, Side.DARK))
    identities = strategy_named(strategy).identity, strategy_named(OPPONENT).identity
    contest = Contest(strategy, OPPONENT, *identities, ((light, dark),), 1)
    asked: Counter[str] = Counter()
    records = [play_one(job, asked) for job in make_jobs(contest, GAMES)]
    step_counts = step_counts_of(records)
    return Tried(
        games=len(records),
        choices=sum(record.choices for record in records),
        step_counts=step_counts,
        asked={rule: _asked(rule, procedures, asked) for rule in step_counts},
        unanswered=unanswered_of(records),
        mistakes={**mistakes_of(records), **_faults(records)},
    )


def _asked(rule: str, procedures: Procedures, asked: Mapping[str, int]) -> int:
    """How many questions came at which a rule could have decided; one that is for every kind could at all."""
    for law in procedures.principles:
        if rule == f"{law.where}: principle {law.name}":
            return sum(asked[kind] for kind in law.on or asked)
    kind = next((kind for kind in procedures.kinds if f": {kind} step " in rule), None)
    return sum(asked.values()) if kind is None else asked[kind]


def _faults(records: list[GameRecord]) -> dict[str, int]:
    return {record.fault: 1 for record in records if record.fault is not None}
