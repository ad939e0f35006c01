"""The counts of a replayed game (docs/json.md)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from gemp_bot.decisions import Question
from gemp_bot.protocol.events import AnyEvent, BattleStarted, Event, TurnChanged, UnknownEvent
from gemp_bot.state import Table
from gemp_bot.terminal import brief

_LONGEST_FAULT = 300
"""Characters of a fault, which may quote what a server sent."""


class ReplayResult(StrEnum):
    """How a game ended for who recorded it; `WATCHED`: it was decided, and that was a spectator."""

    WIN = "win"
    LOSS = "loss"
    CANCELLED = "cancelled"
    WATCHED = "watched"
    UNFINISHED = "unfinished"


@dataclass(slots=True)
class ReplayCounts:
    """The counts of one file.

    Attributes:
        updates: answers of the game channel, snapshots among them.
        events: `<ge>` elements. unknown_events: those that are in no table, or do not fit theirs.
        event_types: how many of each type.
        decisions: questions asked; their numbers count from 1.
        choices: questions with two or more legal answers.
        unknown_prompts: questions with an option whose prompt the catalogue does not know.
        answers: answers posted.
        illegal_answers: our judgement and the server's differ, either way.
        refused_answers: the server and we both call it illegal.
        double_answers: posted with no new question since the last answer.
        snapshots: times the game was opened. snapshot_mismatches: those that differ from the table
            as tracked until then.
        malformed: answers that could not be read, each followed by a new opening.
        acts: how often each kind of action was chosen, and taken by the server.
        battles_started: battles begun in our turns. battles_met: in the opponent's.
        torn: answers that do not go with our own line before them: lines are missing or altered.
        truncated: the file is cut at its end.
        damage: why it could not be read to its end, in one line; None if it could.
        seconds: length of the recording.
        first_fault: the first thing strict mode minds, with its place.
    """

    file: str
    updates: int = 0
    events: int = 0
    unknown_events: int = 0
    event_types: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    choices: int = 0
    unknown_prompts: int = 0
    answers: int = 0
    illegal_answers: int = 0
    refused_answers: int = 0
    double_answers: int = 0
    snapshots: int = 0
    snapshot_mismatches: int = 0
    malformed: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    battles_started: int = 0
    battles_met: int = 0
    torn: int = 0
    truncated: bool = False
    damage: str | None = None
    result: ReplayResult = ReplayResult.UNFINISHED
    reason: str | None = None
    seconds: float = 0.0
    first_fault: str | None = None

    @property
    def whole(self) -> bool:
        """Whether nothing is missing: no end, no lines within, nothing that cannot be read."""
        return not self.truncated and self.damage is None and not self.torn

    def count_types(self, events: Sequence[AnyEvent]) -> None:
        """Count events by the `type` of the wire."""
        for kind, count in Counter(map(type, events)).items():
            if issubclass(kind, Event):
                self.event_types[kind.wire_code()] += count
            else:
                codes = (event.code or "(no type)" for event in events if isinstance(event, UnknownEvent))
                self.event_types.update(codes)

    def count_act(self, question: Question, wire: str | None) -> None:
        """Count an action that was chosen, by its kind."""
        chosen = next((option for option in question.options if option.key == wire), None)
        if chosen is not None and chosen.kind is not None:
            self.acts[chosen.kind.value] += 1

    def count_battles(self, events: Sequence[AnyEvent], before: Table) -> None:
        """Count the battles that begin; only in its own turn a player can begin one (rules, Battle Phase)."""
        turn = before.turn_player
        for event in events:
            if isinstance(event, TurnChanged):
                turn = event.participant_id
            elif isinstance(event, BattleStarted) and before.me is not None:
                if turn == before.me:
                    self.battles_started += 1
                else:
                    self.battles_met += 1

    def fault(self, line: int, what: str) -> None:
        """Note a fault that strict mode reports; only the first is kept."""
        if self.first_fault is None:
            self.first_fault = f"{self.file}: line {line}: {brief(what, _LONGEST_FAULT)}"

    def as_json(self) -> dict[str, object]:
        """The object of one file under `--json`."""
        return {
            "file": self.file,
            **{name: getattr(self, name) for name in _COUNTS},
            "event_types": dict(sorted(self.event_types.items())),
            "acts": dict(sorted(self.acts.items())),
            "truncated": self.truncated,
            "damage": self.damage,
            "whole": self.whole,
            "result": self.result.value,
            "reason": self.reason,
            "seconds": round(self.seconds, 3),
        }


_COUNTS = (
    "updates",
    "events",
    "unknown_events",
    "decisions",
    "choices",
    "unknown_prompts",
    "answers",
    "illegal_answers",
    "refused_answers",
    "double_answers",
    "snapshots",
    "snapshot_mismatches",
    "malformed",
    "battles_started",
    "battles_met",
    "torn",
)


def summed(counts: Iterable[Counter[str]]) -> Counter[str]:
    """The counts of all files together, by name."""
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return Counter(dict(sorted(total.items())))


def together(tallies: Sequence[ReplayCounts]) -> ReplayCounts:
    """The counts of a game of several files, in their order: sums, the name of the first, how the last ends.

    It is truncated, damaged or torn if any of them is.
    """
    if len(tallies) == 1:
        return tallies[0]
    return ReplayCounts(
        tallies[0].file,
        **{name: sum(getattr(tally, name) for tally in tallies) for name in _COUNTS},
        event_types=summed(tally.event_types for tally in tallies),
        acts=summed(tally.acts for tally in tallies),
        truncated=any(tally.truncated for tally in tallies),
        damage=next((tally.damage for tally in tallies if tally.damage is not None), None),
        result=tallies[-1].result,
        reason=tallies[-1].reason,
        seconds=sum(tally.seconds for tally in tallies),
        first_fault=next((tally.first_fault for tally in tallies if tally.first_fault is not None), None),
    )


def total_json(tallies: list[ReplayCounts]) -> dict[str, object]:
    """The object over all files: sums; of `truncated`, `damaged`, `whole`, results and reasons the files."""
    return {
        "files": len(tallies),
        **{name: sum(getattr(tally, name) for tally in tallies) for name in _COUNTS},
        "event_types": summed(tally.event_types for tally in tallies),
        "acts": summed(tally.acts for tally in tallies),
        "truncated": sum(tally.truncated for tally in tallies),
        "damaged": sum(tally.damage is not None for tally in tallies),
        "whole": sum(tally.whole for tally in tallies),
        "result": dict(sorted(Counter(tally.result.value for tally in tallies).items())),
        "reason": dict(sorted(Counter(tally.reason for tally in tallies if tally.reason).items())),
        "seconds": round(sum(tally.seconds for tally in tallies), 3),
    }
