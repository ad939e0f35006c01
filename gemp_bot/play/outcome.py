"""What became of one game."""

import math
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from gemp_bot.play.incidents import MOST, Incident, IncidentKind
from gemp_bot.protocol.ending import EndKind, EndReason
from gemp_bot.protocol.ids import GameId
from gemp_bot.state import Table


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


@dataclass(slots=True)
class GameOutcome:
    """One game in numbers (docs/json.md).

    Attributes:
        decisions: questions asked. choices: those with two or more legal answers.
        warnings: answers the server refused.
        fallbacks: answers that were not the strategy's own.
        replaced: choices at which the strategy failed or was too late. mistakes: how often it did so at any
            question, by what was wrong.
        unanswered: how often a condition of its file had no answer, by file, line and why.
        step_counts: at how many questions each step and principle of a file of somebody's own decided, by
            file, line and rule.
        resyncs: times the game was opened anew.
        decide_seconds: time from question to answer, one entry a choice; of the first 10,000.
        fault: one line about what went wrong.
        adopted: the game ran already; what is counted here is of all its journals, where they are there.
        incidents: what went wrong by a fault of ours, or might have; the first 20.
    """

    game: GameId
    result: Result = Result.UNFINISHED
    reason: str | None = None
    side: str | None = None
    opponent: str | None = None
    turns: int = 0
    life: int | None = None
    opponent_life: int | None = None
    decisions: int = 0
    choices: int = 0
    warnings: int = 0
    fallbacks: int = 0
    replaced: int = 0
    mistakes: dict[str, int] = field(default_factory=dict)
    unanswered: dict[str, int] = field(default_factory=dict)
    step_counts: dict[str, int] = field(default_factory=dict)
    resyncs: int = 0
    decide_seconds: list[float] = field(default_factory=list, repr=False)
    seconds: float = 0.0
    fault: str | None = None
    journal: Path | None = None
    adopted: bool = False
    incidents: list[Incident] = field(default_factory=list)

    def note(self, kind: IncidentKind, text: str, when: datetime) -> None:
        """Keep an incident, if there are not many already."""
        if len(self.incidents) < MOST:
            self.incidents.append(Incident(kind, text, when))

    def go_on_from(self, before: "GameOutcome") -> None:
        """Count what came before in the same game; `before.seconds` lasts until we opened it."""
        self.turns = max(self.turns, before.turns)
        self.decisions += before.decisions
        self.choices += before.choices
        self.warnings += before.warnings
        self.fallbacks += before.fallbacks
        self.resyncs += before.resyncs
        self.decide_seconds[:0] = before.decide_seconds
        self.seconds += before.seconds

    def decided(self, seconds: float) -> None:
        """Keep how long a choice took."""
        if len(self.decide_seconds) < _MOST_TIMES:
            self.decide_seconds.append(seconds)

    @property
    def lost_on_time(self) -> bool:
        """Whether our time ran out."""
        return self.result is Result.LOSS and self.reason in _ON_TIME

    def conclude(self, table: Table) -> None:
        """Read side, life force and the end off the table."""
        side = table.my_side
        if side is not None:
            self.side = side.value
            self.opponent = table.opponent
        if table.me is not None and table.opponent is not None and table.statistics is not None:
            self.life = table.player(table.me).life_force
            self.opponent_life = table.player(table.opponent).life_force
        ending = table.ending
        if ending is None or self.result is Result.OPPONENT_STUCK:
            return
        self.reason = ending.reason.value
        if ending.kind is EndKind.CANCELLED:
            self.result = Result.CANCELLED
        else:
            won = table.me is not None and ending.won_by(table.me)
            self.result = Result.WIN if won else Result.LOSS

    def decide_ms(self) -> dict[str, float]:
        """How long choices took, in milliseconds."""
        times = sorted(self.decide_seconds)
        return {
            "p50": _percentile(times, 0.50),
            "p95": _percentile(times, 0.95),
            "p99": _percentile(times, 0.99),
            "max": _percentile(times, 1.0),
        }


def _percentile(times: list[float], share: float) -> float:
    """The nearest-rank percentile, in milliseconds; 0 of nothing."""
    if not times:
        return 0.0
    rank = max(1, math.ceil(share * len(times)))
    return round(times[rank - 1] * 1000, 3)
