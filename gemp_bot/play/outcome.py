"""What became of one game, and the line of a journal about one decision of it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from gemp_bot.journal import ScorePart, VerdictLine, WeighedAnswer
from gemp_bot.protocol.ending import EndKind, EndReason
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import GameId
from gemp_bot.state import Table
from gemp_bot.strategy import Thought

MOST_INCIDENTS = 20
"""So many incidents of one game are kept: the first."""


class IncidentKind(StrEnum):
    """What happened."""

    OWN_FAULT = "own_fault"
    """An exception of our own code; the game was opened anew."""
    REFUSED_ANSWER = "refused_answer"
    """The server did not take an answer of ours."""
    GIVEN_UP = "given_up"
    """We could not play on; the game was conceded."""
    TIME_OUT = "time_out"
    """We lost on time: by a single decision, or by the whole clock."""
    TOO_LONG = "too_long"
    """The game passed `PlaySettings.max_minutes`: it was cancelled, or else conceded."""
    SECOND_CLIENT = "second_client"
    """Somebody opened the game under our name."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One of them.

    Attributes:
        kind: what happened.
        text: one line without names of people.
        when: UTC.
    """

    kind: IncidentKind
    text: str
    when: datetime


class Result(StrEnum):
    """How a game ended for us."""

    WIN = "win"
    LOSS = "loss"
    CANCELLED = "cancelled"
    OPPONENT_STUCK = "opponent_stuck"
    """The opponent looped, and we gave the game up. Neither won nor lost."""
    UNFINISHED = "unfinished"
    """The game is gone, or goes on without us."""
    ERROR = "error"
    """We could not play on."""


STUCK = "stuck"
FAULT = "fault"
"""The reason of an error."""
SERVER_GONE = "server_gone"
"""The reason of an unfinished game: the server has lost it, or is out of reach for too long."""
_ON_TIME = (EndReason.TIMEOUT.value, EndReason.CLOCK.value)
_MOST_TIMES = 10_000
"""So many choices are timed; the longest game recorded has 1,800 questions."""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """One game in numbers (docs/json.md).

    Attributes:
        side: ours; None if the server never told it.
        decisions: questions asked. choices: those with two or more legal answers.
        warnings: answers the server refused.
        fallbacks: answers that were not the strategy's own.
        replaced: choices at which the strategy failed or was too late. mistakes: how often it did so at any
            question, by what was wrong.
        unanswered: how often a condition of its file had no answer, by file, line and why.
        step_counts: at how many questions each step and principle of a file of somebody's own decided, by
            file, line and rule.
        resyncs: times the game was opened anew.
        decide_seconds: time from question to answer, one entry a choice; of the first 10,000. Games are equal
            without it, and without seconds.
        seconds: how long the game took, by the clock of this machine.
        fault: one line about what went wrong.
        adopted: the game ran already; what is counted here is of all its journals, where they are there.
        incidents: what went wrong by a fault of ours, or might have; the first 20.
        deck, opponent_deck: their names; None where they are not known.
        seed: of the strategy's chance in this game; None where it is not known.
    """

    game: GameId
    result: Result = Result.UNFINISHED
    reason: str | None = None
    side: Side | None = None
    opponent: str | None = None
    turns: int = 0
    life: int | None = None
    opponent_life: int | None = None
    decisions: int = 0
    choices: int = 0
    warnings: int = 0
    fallbacks: int = 0
    replaced: int = 0
    mistakes: Mapping[str, int] = field(default_factory=dict)
    unanswered: Mapping[str, int] = field(default_factory=dict)
    step_counts: Mapping[str, int] = field(default_factory=dict)
    resyncs: int = 0
    decide_seconds: tuple[float, ...] = field(default=(), repr=False, compare=False)
    seconds: float = field(default=0.0, compare=False)
    fault: str | None = None
    journal: Path | None = None
    adopted: bool = False
    incidents: tuple[Incident, ...] = ()
    deck: str | None = None
    opponent_deck: str | None = None
    seed: int | None = None

    @property
    def lost_on_time(self) -> bool:
        """Whether our time ran out."""
        return self.result is Result.LOSS and self.reason in _ON_TIME

    def decide_ms(self) -> dict[str, float]:
        """How long choices took, in milliseconds."""
        times = sorted(self.decide_seconds)
        return {
            "p50": _percentile(times, 0.50),
            "p95": _percentile(times, 0.95),
            "p99": _percentile(times, 0.99),
            "max": _percentile(times, 1.0),
        }


@dataclass(slots=True)
class OutcomeSoFar:
    """What is counted of a game while it runs; the names are those of `GameOutcome`."""

    game: GameId
    result: Result = Result.UNFINISHED
    reason: str | None = None
    turns: int = 0
    decisions: int = 0
    choices: int = 0
    warnings: int = 0
    fallbacks: int = 0
    resyncs: int = 0
    decide_seconds: list[float] = field(default_factory=list)
    seconds: float = 0.0
    fault: str | None = None
    incidents: list[Incident] = field(default_factory=list)

    def note(self, kind: IncidentKind, text: str, when: datetime) -> None:
        """Keep an incident, if there are not many already."""
        if len(self.incidents) < MOST_INCIDENTS:
            self.incidents.append(Incident(kind, text, when))

    def decided(self, seconds: float) -> None:
        """Keep how long a choice took."""
        if len(self.decide_seconds) < _MOST_TIMES:
            self.decide_seconds.append(seconds)

    def outcome(self, table: Table) -> GameOutcome:
        """The game as it stands on the table."""
        counted = {each.name: getattr(self, each.name) for each in fields(self)}
        counted |= {name: tuple(counted[name]) for name in ("decide_seconds", "incidents")}
        return concluded(GameOutcome(**counted), table)


_ADDED = (
    "decisions", "choices", "warnings", "fallbacks", "resyncs", "decide_seconds", "seconds",
)  # fmt: skip


def continued(before: GameOutcome, outcome: GameOutcome) -> GameOutcome:
    """An outcome with what was counted before in the same game; `before.seconds` lasts until we opened it."""
    added = {name: getattr(before, name) + getattr(outcome, name) for name in _ADDED}
    return replace(outcome, turns=max(outcome.turns, before.turns), **added)


def concluded(outcome: GameOutcome, table: Table) -> GameOutcome:
    """An outcome with side, life force and the end read off the table."""
    if table.my_side is not None:
        outcome = replace(outcome, side=table.my_side, opponent=table.opponent)
    if table.me is not None and table.opponent is not None and table.statistics is not None:
        mine, theirs = (table.player(name).life_force for name in (table.me, table.opponent))
        outcome = replace(outcome, life=mine, opponent_life=theirs)
    ending = table.ending
    if ending is None or outcome.result is Result.OPPONENT_STUCK:
        return outcome
    won = table.me is not None and ending.won_by(table.me)
    result = Result.WIN if won else Result.LOSS
    if ending.kind is EndKind.CANCELLED:
        result = Result.CANCELLED
    return replace(outcome, result=result, reason=ending.reason.value)


def _percentile(times: list[float], share: float) -> float:
    """The nearest-rank percentile, in milliseconds; 0 of nothing."""
    if not times:
        return 0.0
    rank = max(1, math.ceil(share * len(times)))
    return round(times[rank - 1] * 1000, 3)


def verdict_line(number: int, thought: Thought) -> VerdictLine:
    """What was decided at a question, as it stands in a journal."""
    verdict = thought.verdict
    return VerdictLine(
        n=number,
        answer=verdict.answer.wire,
        parts=tuple(ScorePart(reason.text, reason.force) for reason in verdict.reasons),
        alternatives=tuple(WeighedAnswer(other.answer.wire, other.score) for other in verdict.alternatives),
        fallback=None if thought.fallback is None else thought.fallback.value,
        work=verdict.work,
        ms=round(thought.seconds * 1000, 3),
    )
