"""Go through a journal exchange by exchange, with the code that plays live games."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path

from gemp_bot.decisions import Answer, Catalogue, Question, ask
from gemp_bot.journal import Head, JournalError, JournalLine, JournalReader, VerdictLine
from gemp_bot.protocol.decisions import CardActionChoice, UnknownDecision
from gemp_bot.protocol.decode import GameDecoder, GameUpdate
from gemp_bot.protocol.ending import EndKind, read_ending
from gemp_bot.protocol.errors import WireError
from gemp_bot.protocol.events import (
    AnyEvent,
    Asked,
    BattleStarted,
    Event,
    Message,
    TurnChanged,
    UnknownEvent,
    Warned,
)
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.wording import is_answer_refusal
from gemp_bot.state import Table, differences
from gemp_bot.state.table import missed_events
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


_COUNTS = tuple(field.name for field in fields(ReplayCounts) if field.type is int)


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


_OK = 200


class AnswerStatus(StrEnum):
    """What the server did with an answer in the recording."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    DISPUTED = "disputed"
    """We call it legal and the server refused it, or the other way round."""
    DOUBLE = "double"
    LOST = "lost"
    """The server did not take it, or that is not known: wrong channel, no session, broken line."""


@dataclass(frozen=True, slots=True)
class RelivedExchange:
    """One exchange of the game, after the table took it in.

    Attributes:
        line: number of the line in the file.
        update: what the answer held; None if the game said nothing (an error, a call without answer).
        number: number of the newest question so far, 0 before the first.
        question: the question this exchange asked, None if it asked none.
        answer: what was posted, None if nothing was.
        posted: what became of it.
        mismatches: how a snapshot differs from the table tracked until then.
        verdict: our own line about the question that was just answered, if the journal has one.
    """

    line: int
    exchange: Exchange
    update: GameUpdate | None = None
    number: int = 0
    question: Question | None = None
    answer: str | None = None
    posted: AnswerStatus | None = None
    mismatches: tuple[str, ...] = ()
    verdict: VerdictLine | None = None


@dataclass(slots=True)
class _Answered:
    """An answer on its way: what was asked, and whether we call the answer legal."""

    value: str | None
    legal: bool
    double: bool
    question: Question | None = None


@dataclass(slots=True)
class Relive:
    """Replay one recorded game; iterate over its exchanges.

    Any client's recording will do: exchanges are all it needs. The table is the same object throughout,
    except that an opening of the game starts a new one, as it does live.

    Attributes:
        tally: the counts so far.
        table: the table after the last step.
        game: path of the game on the server, None before it was opened.
        on_answer: told what was posted, while the table is as it was when it was asked.
        head: with what the game was played; None in a recording of another client.
    """

    path: Path
    catalogue: Catalogue
    tally: ReplayCounts = field(init=False)
    table: Table = field(default_factory=Table)
    game: str | None = None
    on_answer: Callable[[Question, Answer], None] | None = None
    head: Head | None = None
    _decoder: GameDecoder = field(default_factory=GameDecoder)
    _question: Question | None = None
    _verdict: VerdictLine | None = None
    _has_verdicts: bool = False
    _counted: tuple[int, int] = (0, 0)
    _malformed_at: int | None = None
    _unsure: bool = False

    def __post_init__(self) -> None:
        self.tally = ReplayCounts(str(self.path))

    def __iter__(self) -> Iterator[RelivedExchange]:
        """Give the steps.

        Raises:
            JournalError: the file cannot be read, or is damaged before its end.
        """
        reader, lines = JournalReader(self.path), 0
        for number, line in reader:
            lines += 1
            step = self.take(number, line)
            if step is not None:
                yield step
        if reader.truncated and not lines:
            raise JournalError(f"{self.path}: holds no line of a recorded game")
        self.tally.truncated = reader.truncated
        self._finish()

    def take(self, number: int, line: JournalLine) -> RelivedExchange | None:
        """Take one line, as it is read or written; None if it is no step of the game.

        Raises:
            JournalError: it does not go with the lines before it.
        """
        if isinstance(line, VerdictLine):
            self._verdict, self._has_verdicts = line, True
        elif isinstance(line, Head):
            self.head = line
        elif isinstance(line, Exchange):
            self.tally.seconds = max(self.tally.seconds, line.t)
            if self._concerns_game(line):
                return self._step(number, line)
        return None

    def run(self) -> ReplayCounts:
        """Go through all steps and give the counts."""
        for _ in self:
            pass
        return self.tally

    # -- one step -------------------------------------------------------------------------------

    def _concerns_game(self, exchange: Exchange) -> bool:
        """Whether this is an opening, a poll or an answer, of the game this file is about."""
        parts = exchange.path.strip("/").split("/")
        if len(parts) != 2 or parts[0] != "game":  # noqa: PLR2004 - `game` and its id
            return False
        return self.game is None or exchange.path == self.game or exchange.method == "GET"

    def _step(self, number: int, exchange: Exchange) -> RelivedExchange:
        answered = self._answered(number, exchange)
        verdict = None
        if answered is not None:
            verdict, self._verdict = self._verdict, None
            self._compare(number, answered, verdict)
        update = self._decode(number, exchange)
        posted = None if answered is None else self._judge(number, exchange, answered, update)
        mismatches: tuple[str, ...] = ()
        question = None
        if posted is AnswerStatus.LOST:
            # Perhaps the answer was applied: the next snapshot may know more than the table.
            self._unsure = True
        if update is not None:
            if posted is not None and posted is not AnswerStatus.REFUSED:
                self.table.answered()
            if posted is AnswerStatus.ACCEPTED and answered is not None and answered.question is not None:
                self.tally.count_act(answered.question, answered.value)
            mismatches = self._apply(number, exchange, update)
            question = self._ask(update)
        return RelivedExchange(
            line=number,
            exchange=exchange,
            update=update,
            number=self.tally.decisions,
            question=question,
            answer=None if answered is None else answered.value,
            posted=posted,
            mismatches=mismatches,
            verdict=verdict,
        )

    def _decode(self, number: int, exchange: Exchange) -> GameUpdate | None:
        if exchange.status != _OK:
            return None
        if self._malformed_at is not None and exchange.method != "GET":
            raise JournalError(f"{self.path}: line {self._malformed_at} is damaged: no answer of a game")
        try:
            update = self._decoder.decode(exchange.body.encode("utf-8", "surrogatepass"))
        except WireError:
            # A live client opens the game anew after an answer it cannot read; if this one went on
            # as if nothing were, it is the file that was damaged, not the answer.
            self._malformed_at = number
            self.tally.malformed += 1
            return None
        self._malformed_at = None
        return update

    def _apply(self, number: int, exchange: Exchange, update: GameUpdate) -> tuple[str, ...]:
        tally = self.tally
        tally.updates += 1
        tally.events += len(update.events)
        tally.count_types(update.events)
        if self._decoder.unknown.total() > tally.unknown_events:
            self._note_unknown(number, update)
        if not update.snapshot:
            tally.count_battles(update.events, self.table)
            self.table.apply(update)
            return ()
        fresh = Table()
        fresh.apply(update)
        tally.snapshots += 1
        before, self.table = self.table, fresh
        same_game = self.game == exchange.path
        self.game = exchange.path
        unsure, self._unsure = self._unsure, False
        if not same_game or unsure or missed_events(before, fresh):
            # The game went on unseen, so the two cannot be compared.
            return ()
        found = tuple(differences(before, fresh))
        if found:
            tally.snapshot_mismatches += 1
            tally.fault(number, f"the table differs from the snapshot: {found[0]}")
        return found

    def _note_unknown(self, number: int, update: GameUpdate) -> None:
        self.tally.unknown_events = self._decoder.unknown.total()
        for event in update.events:
            if isinstance(event, UnknownEvent):
                self.tally.fault(number, f"unknown event {event.code or '(no type)'}: {event.why}")
            elif isinstance(event, Asked) and isinstance(event.decision, UnknownDecision):
                decision = event.decision
                self.tally.fault(number, f"unknown decision {decision.decision_type}: {decision.why}")

    def _ask(self, update: GameUpdate) -> Question | None:
        asked = next((event for event in reversed(update.events) if isinstance(event, Asked)), None)
        if asked is None:
            return None
        question = ask(asked.decision, self.table.face_of, self.catalogue)
        self._question = question
        tally = self.tally
        tally.decisions += 1
        if question.is_choice:
            tally.choices += 1
        nothing_to_do = isinstance(asked.decision, CardActionChoice) and not question.options
        if not nothing_to_do and not question.reading.known:
            tally.unknown_prompts += 1
        return question

    # -- answers --------------------------------------------------------------------------------

    def _answered(self, number: int, exchange: Exchange) -> _Answered | None:
        """Judge the answer of a request before the table goes on."""
        if "decisionId" not in exchange.form:
            return None
        tally = self.tally
        tally.answers += 1
        asked = self.table.asked
        value = exchange.form.get("decisionValue")
        question, self._question = self._question, None
        if question is None:
            tally.double_answers += 1
            tally.fault(number, f"answer {value!r} posted with no new question since the last one")
            return _Answered(value, legal=False, double=True)
        legal = value is not None and question.is_legal(value)
        if asked is not None and exchange.form["decisionId"] != str(asked.id):
            legal = False
        if self.on_answer is not None and value is not None and legal:
            self.on_answer(question, question.answered(value))
        return _Answered(value, legal=legal, double=False, question=question)

    def _judge(
        self, number: int, exchange: Exchange, answered: _Answered, update: GameUpdate | None
    ) -> AnswerStatus:
        if answered.double:
            return AnswerStatus.DOUBLE
        if exchange.status != _OK or update is None:
            return AnswerStatus.LOST
        refused = self._refused(answered, update)
        if answered.legal != refused:
            if refused:
                self.tally.refused_answers += 1
            return AnswerStatus.REFUSED if refused else AnswerStatus.ACCEPTED
        self.tally.illegal_answers += 1
        judgement = "legal" if answered.legal else "illegal"
        deed = "refused" if refused else "took"
        self.tally.fault(
            number, f"answer {answered.value!r} is {judgement} by our judgement, but the server {deed} it"
        )
        return AnswerStatus.DISPUTED

    def _compare(self, number: int, answered: _Answered, verdict: VerdictLine | None) -> None:
        """Compare an answer with our own line about it: a difference shows lines cut out or altered."""
        if not self._has_verdicts or answered.double:
            return  # a recording without such lines
        asked = self.tally.decisions
        # A game opened anew asks its question again: that counts here, but not in the player's own numbers.
        before, here = self._counted
        if verdict is not None:
            self._counted = (verdict.n, asked)
        if verdict is None:
            found = f"answer {answered.value!r} to question {asked} without our line about it"
        elif not before < verdict.n <= before + asked - here:
            found = f"our line is about question {verdict.n}, the one before was about {before}"
        elif verdict.answer != answered.value:
            found = f"our line says {verdict.answer!r} to question {asked}, but {answered.value!r} was sent"
        else:
            return
        self.tally.torn += 1
        self.tally.fault(number, f"{found}: lines of the journal are missing or altered")

    @staticmethod
    def _refused(answered: _Answered, update: GameUpdate) -> bool:
        """Whether the server took the answer for no answer (PROTOCOL 5.3)."""
        for event in update.events:
            if isinstance(event, Warned) and is_answer_refusal(event.message):
                return True
        if answered.legal:
            return False
        # An ignored answer changes nothing; one of the fatal ones cancels the game.
        endings = (read_ending(event.message) for event in update.events if isinstance(event, Message))
        cancelled = any(ending is not None and ending.kind is EndKind.CANCELLED for ending in endings)
        return cancelled or not update.events

    # -- the end --------------------------------------------------------------------------------

    def _finish(self) -> None:
        if self._malformed_at is not None and not self.tally.truncated:
            # Nothing followed: the recording ended on an answer it could not read.
            self.tally.truncated = True
        if self.game is None and not self.tally.truncated:
            raise JournalError(f"{self.path}: no game was opened in this file")
        ending = self.table.ending
        if ending is None:
            return
        self.tally.reason = ending.reason.value
        if ending.kind is EndKind.CANCELLED:
            self.tally.result = ReplayResult.CANCELLED
        elif self.table.me is not None:
            self.tally.result = ReplayResult.WIN if ending.won_by(self.table.me) else ReplayResult.LOSS
        else:
            self.tally.result = ReplayResult.WATCHED
