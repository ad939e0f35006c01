"""What a journal proves about how its game was played. It knows nothing of the code that played it."""

from collections import Counter, deque
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from gemp_bot.decisions import Catalogue, Question
from gemp_bot.protocol.decisions import ActionChoice, CardActionChoice
from gemp_bot.protocol.ending import EndReason
from gemp_bot.protocol.events import AnyEvent, Asked, Event
from gemp_bot.replay import Relive, RelivedExchange, ReplayCounts
from gemp_bot.replay.relive import AnswerStatus
from gemp_bot.state import Table
from tools.prompts import Coverage, measure_texts

LONGEST_PERIOD = 12
"""Questions of one round of a loop; the recorded loops have one to three."""
LOOP_ROUNDS = 200
LOOP_SECONDS = 60.0
"""A loop must have been given up within one of these two."""
CONFIRMED_ROUNDS = 10
CONFIRMED_QUESTIONS = 40
"""A verdict `opponent_stuck` holds if the journal ends in so many questions that repeat exactly."""

_SURELY_NOT = (401, 403, 404, 409, 410)
"""What a server says that has not taken an answer."""


@dataclass(slots=True)
class LoopMeter:
    """Finds the longest stretch in which the server asked the same again and again.

    Each question is a key made of its words and of the number of its options, never of ids. As long as
    turn, phase and all numbers of the table stay the same, the keys are looked through for a period.

    Attributes:
        questions, rounds, seconds: of the longest stretch in any game so far.
        last_questions, last_rounds, last_seconds: of the stretch that runs now.
    """

    questions: int = 0
    rounds: int = 0
    seconds: float = 0.0
    last_questions: int = 0
    last_rounds: int = 0
    last_seconds: float = 0.0
    _state: Hashable = None
    _keys: deque[tuple[Hashable, float]] = field(default_factory=lambda: deque(maxlen=LONGEST_PERIOD))
    _runs: dict[int, tuple[int, float]] = field(default_factory=dict)

    def note(self, table: Table, question: Question, at: float) -> None:
        """Take in a question."""
        state = (table.turn_player, table.turn, table.phase, table.statistics)
        if state != self._state:
            self._state = state
            self._keys.clear()
            self._runs.clear()
        key = (question.kind, question.prompt, len(question.options), question.min, question.max)
        best: tuple[int, int, float] | None = None
        for period in range(1, len(self._keys) + 1):
            was, was_at = self._keys[-period]
            if was != key:
                self._runs.pop(period, None)
                continue
            count, since = self._runs.get(period, (period, was_at))
            self._runs[period] = (count + 1, since)
            rounds = (count + 1) // period
            if rounds > 1 and (best is None or count + 1 > best[0]):
                best = (count + 1, rounds, at - since)
        self._keys.append((key, at))
        self.last_questions, self.last_rounds, self.last_seconds = best or (1, 1, 0.0)
        self.questions = max(self.questions, self.last_questions)
        self.rounds = max(self.rounds, self.last_rounds)
        self.seconds = max(self.seconds, self.last_seconds)


@dataclass(slots=True)
class JournalCheck:
    """One journal.

    Attributes:
        tally: the counts of its strict replay.
        slowest: most seconds from a question to the moment its answer was sent.
        aborted: the game was cancelled by an error of the server in the call of an answer that was not a
            pass; tells question and answer.
        broken_off: the same after a pass, which asks for nothing the server could not do: its own error.
        differing: snapshots that differ, without those after an answer of which nobody knows whether it
            counted: there the question differs if it did.
        loop: what repeated in it.
        prompts, actions: texts of questions and actions, for the catalogue's coverage.
    """

    path: Path
    tally: ReplayCounts
    slowest: float = 0.0
    aborted: str | None = None
    broken_off: str | None = None
    differing: list[str] = field(default_factory=list)
    previous: str | None = None
    loop: LoopMeter = field(default_factory=LoopMeter)
    prompts: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)

    @property
    def faults(self) -> list[str]:
        """What is wrong with the journal itself, whatever became of the game; one short line each."""
        tally = self.tally
        counts = {
            "double answers": tally.double_answers,
            "answers judged otherwise by the server": tally.illegal_answers,
            "refused answers": tally.refused_answers,
            "snapshots that differ": len(self.differing),
            "unknown events": tally.unknown_events,
        }
        found = [f"{count} {what}" for what, count in counts.items() if count]
        if self.aborted:
            found.append(f"an answer of ours aborted the game: {self.aborted}")
        return found

    @property
    def is_loop(self) -> bool:
        """Whether it ends in a loop."""
        loop = self.loop
        return loop.last_questions >= CONFIRMED_QUESTIONS and loop.last_rounds >= CONFIRMED_ROUNDS

    @property
    def missed_loop(self) -> bool:
        """Whether a loop went on for longer than it may."""
        return self.loop.rounds > LOOP_ROUNDS and self.loop.seconds > LOOP_SECONDS


def check_journal(path: Path, catalogue: Catalogue) -> JournalCheck:
    """Re-live a journal strictly.

    Raises:
        JournalError: it cannot be read.
    """
    relive = Relive(path, catalogue)
    check = JournalCheck(path, relive.tally)
    pending: float | None = None
    question: Question | None = None
    unsure = False
    for step in relive:
        if step.mismatches and not unsure:
            check.differing += [f"line {step.line}: {what}" for what in step.mismatches]
        # Lost, and perhaps processed all the same.
        unsure = step.posted is AnswerStatus.LOST and step.exchange.status not in _SURELY_NOT
        if step.answer is not None:
            if question is not None and _aborts(step, relive.table):
                told = f"{question.prompt!r} answered {step.answer!r} (line {step.line})"
                if step.answer:
                    check.aborted = told
                else:
                    check.broken_off = told
            if pending is not None:
                sent = step.exchange.t - step.exchange.ms / 1000
                check.slowest = max(check.slowest, sent - pending)
            pending = None
        if step.question is not None:
            pending, question = step.exchange.t, step.question
            if step.exchange.method != "GET":  # a new opening repeats the question
                check.loop.note(relive.table, step.question, step.exchange.t)
        if step.update is not None:
            _count_texts(check, step.update.events)
    check.previous = None if relive.head is None else relive.head.previous
    return check


def _aborts(step: RelivedExchange, table: Table) -> bool:
    if step.posted is AnswerStatus.LOST or table.ending is None:
        return False
    return table.ending.reason is EndReason.SERVER_ERROR


def _count_texts(check: JournalCheck, events: Iterable[AnyEvent]) -> None:
    for event in events:
        if not isinstance(event, Asked):
            continue
        decision = event.decision
        if isinstance(decision, CardActionChoice | ActionChoice):
            if not decision.actions:
                continue
            check.actions.update(action.action_text for action in decision.actions)
        check.prompts[decision.text] += 1


def never_met(checks: Iterable[JournalCheck]) -> list[str]:
    """The event types, by their code, that no journal holds."""
    met: set[str] = set()
    for check in checks:
        met.update(check.tally.event_types)
    known = {kind.wire_code(): kind.__name__ for kind in get_args(AnyEvent) if issubclass(kind, Event)}
    return [f"{code} ({name})" for code, name in sorted(known.items()) if code not in met]


def coverage(checks: Iterable[JournalCheck], catalogue: Catalogue) -> Coverage:
    """How much of all texts in the journals the catalogue understands."""
    prompts: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    for check in checks:
        prompts.update(check.prompts)
        actions.update(check.actions)
    return measure_texts(prompts, actions, catalogue)
