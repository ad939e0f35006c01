"""What people ask of each other in a game (PROTOCOL 3.4, 7.10), and what we did last that they saw."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec
import structlog

from gemp_bot.board.card import IN_PLAY
from gemp_bot.decisions import Option, PromptKind, Question, ResultKind
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.protocol.ids import BlueprintId, base_blueprint, is_hidden
from gemp_bot.protocol.wording import PlayerRequest, RequestKind, read_request
from gemp_bot.state import Table
from gemp_bot.state.table_data import TableCard
from gemp_bot.strategy import Reason, Verdict


def face_up(table: Table) -> Iterator[TableCard]:
    """The cards on the table whose face both players see."""
    for card in table.cards(*IN_PLAY):
        if not card.hidden:
            yield card


@dataclass(frozen=True, slots=True)
class OwnAction:
    """An action we chose.

    Attributes:
        option: the action. Its label is for us alone; its card was seen by the opponent.
        blueprint: the face of its card.
        reasons: why; they may speak of anything we know.
    """

    option: Option
    blueprint: BlueprintId
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class _Pending:
    own: OwnAction
    in_play: bool
    copies: int
    log: int

    def came_about(self, table: Table) -> bool:
        """Whether it was not called off: the log tells of a card in play; a card of the hand is there."""
        if self.in_play:
            return table.log_length > self.log
        return _copies(table, self.own.blueprint) > self.copies


class OwnActions:
    """Remembers the last action that came about with a card face up on the table.

    Attributes:
        last: None before the first. An action that was called off, and a card that was never seen on the
            table, do not count.
    """

    def __init__(self) -> None:
        self.last: OwnAction | None = None
        self._pending: _Pending | None = None

    def note(self, table: Table, question: Question, verdict: Verdict) -> None:
        """Take in an answer, before it is sent."""
        option = next((each for each in question.options if each.key == verdict.answer.wire), None)
        action = option is not None and option.kind is not None
        if action or question.kind is PromptKind.PHASE_ACTION:
            self._conclude(table)
        if option is None or not action:
            return
        card = None if option.card_id is None else table.card(option.card_id)
        face = option.blueprint_id if card is None else card.blueprint_id
        if face is None or is_hidden(face):
            return
        own = OwnAction(option, face, verdict.reasons)
        in_play = card is not None and card.zone in IN_PLAY
        self._pending = _Pending(own, in_play, _copies(table, face), table.log_length)

    def _conclude(self, table: Table) -> None:
        pending, self._pending = self._pending, None
        if pending is not None and pending.came_about(table):
            self.last = pending.own


def _copies(table: Table, face: BlueprintId) -> int:
    base = base_blueprint(face)
    return sum(base_blueprint(card.blueprint_id) == base for card in face_up(table))


_log = structlog.stdlib.get_logger(__name__)


MOST_MINUTES = 60
"""Minutes an opponent is granted in one game; the server itself has no limit."""


@dataclass(slots=True)
class RequestPolicy:
    """Answers the requests of the opponent by policy, each with its reason in the log.

    Attributes:
        reverts: how many were allowed so far.
        minutes: how many were granted so far.
    """

    settings: PlaySettings
    reverts: int = 0
    minutes: int = 0
    _read: int = 0
    _open: dict[RequestKind, PlayerRequest] = field(default_factory=dict)
    _agreed: set[RequestKind] = field(default_factory=set)
    _told: set[tuple[RequestKind, str]] = field(default_factory=set)
    _reverts_told: set[str] = field(default_factory=set)

    def verdict(self, question: Question) -> Verdict | None:
        """Answer a question that is about the game itself; None for all others."""
        if question.kind is not PromptKind.ALLOW_REVERT:
            return None
        allowed = self.reverts < self.settings.allow_reverts
        option = question.result(ResultKind.YES if allowed else ResultKind.NO)
        if option is None:
            return None
        self.reverts += allowed
        limit = self.settings.allow_reverts
        why = f"revert {self.reverts} of {limit} a game" if allowed else f"all {limit} reverts are used up"
        tell = _log.debug if why in self._reverts_told else _log.info
        self._reverts_told.add(why)
        tell("revert_asked", allowed=allowed, why=why)
        return Verdict(question.choose(option), (Reason(why),))

    def read(self, table: Table) -> None:
        """Take in the new requests of the opponent, by the game log; those of a kind are one.

        An opening repeats the whole log, and a revert takes some of it back: no line counts twice. In the
        log that the first opening shows, our own lines are of an earlier run: they answer what stands before.
        """
        new = max(0, table.log_length - self._read)
        first, self._read = self._read == 0, table.log_length
        if not new:
            return
        for message in table.messages[-new:]:
            request = read_request(message)
            if request is None or request.kind in self._agreed:
                continue  # one call of ours is enough: it is done, or will be
            if request.player == table.opponent:
                self._open_up(request)
            elif first and request.player == table.me:
                self._open.pop(request.kind, None)
                self._called(request.kind, request.minutes or 0)

    def _open_up(self, request: PlayerRequest) -> None:
        before = self._open.get(request.kind)
        if before is not None and request.minutes is not None:
            # Minutes asked for add up (PROTOCOL 3.4).
            total = min((before.minutes or 0) + request.minutes, MOST_MINUTES)
            request = msgspec.structs.replace(request, minutes=total)
        self._open[request.kind] = request

    @property
    def waiting(self) -> bool:
        """Whether a request is not answered yet."""
        return bool(self._open)

    async def grant(self, channel: GameChannel) -> None:
        """Answer the requests that are open. One whose call fails stays open.

        Raises:
            GempError: a call failed.
        """
        while self._open:
            kind, request = next(iter(self._open.items()))
            declined = self._declined(request)
            if not declined:
                await self._ask_for_the_same(request, channel)
            if self._open.get(kind) is request:  # and nothing was added while we called
                del self._open[kind]
            why = declined or "accepted by policy"
            # An opponent may ask without end; the log is not to grow with it.
            tell = _log.debug if (kind, why) in self._told else _log.info
            self._told.add((kind, why))
            tell("request_answered", request=kind.value, agreed=not declined, why=why)

    def _declined(self, request: PlayerRequest) -> str:
        """Why a request is declined; empty if it is not."""
        settings = self.settings
        accepted = {
            RequestKind.CANCEL: settings.accept_cancel,
            RequestKind.MORE_TIME: settings.accept_more_time,
            RequestKind.NO_TIMER: settings.accept_no_timer,
        }
        if not accepted[request.kind]:
            return "declined by policy"
        if request.kind is RequestKind.MORE_TIME and self.minutes >= MOST_MINUTES:
            return f"all {MOST_MINUTES} minutes of a game are granted"
        return ""

    async def _ask_for_the_same(self, request: PlayerRequest, channel: GameChannel) -> None:
        """Ask for what the opponent asked for: then it happens."""
        minutes = 0
        match request.kind:
            case RequestKind.CANCEL:
                await channel.cancel()
            case RequestKind.MORE_TIME:
                minutes = min(request.minutes or 0, MOST_MINUTES - self.minutes)
                await channel.extend_timer(minutes)
            case RequestKind.NO_TIMER:
                await channel.disable_timer()
        self._called(request.kind, minutes)

    def _called(self, kind: RequestKind, minutes: int) -> None:
        """Note a call of ours: only minutes can be asked for once more."""
        self.minutes += minutes
        if kind is not RequestKind.MORE_TIME:
            self._agreed.add(kind)
