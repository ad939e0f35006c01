"""What people ask of each other in a game: to take it back, to cancel it, for time (PROTOCOL 3.4, 7.10)."""

from dataclasses import dataclass, field

import structlog

from gemp_bot.decisions import PromptKind, Question, ResultKind
from gemp_bot.play.settings import PlaySettings
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.protocol.player_requests import PlayerRequest, RequestKind, read_request
from gemp_bot.state import Table
from gemp_bot.strategy import Reason, Verdict

_log = structlog.stdlib.get_logger(__name__)


@dataclass(slots=True)
class Manners:
    """Answers the requests of the opponent by policy, each with its reason in the log.

    Attributes:
        reverts: how many were allowed so far.
    """

    settings: PlaySettings
    reverts: int = 0
    _read: int = 0
    _open: list[PlayerRequest] = field(default_factory=list)

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
        _log.info("revert_asked", allowed=allowed, why=why)
        return Verdict(question.choose(option), (Reason(why),))

    def read(self, table: Table) -> None:
        """Take in the new requests of the opponent, by the game log.

        An opening repeats the whole log, and a revert takes some of it back: no line counts twice.
        """
        new = max(0, table.log_length - self._read)
        self._read = table.log_length
        if new:
            found = (read_request(message) for message in table.messages[-new:])
            self._open += [
                request for request in found if request is not None and request.player == table.opponent
            ]

    def skip(self, table: Table) -> None:
        """Take the log for read."""
        self._read = table.log_length

    async def grant(self, channel: GameChannel) -> None:
        """Answer the requests that are open. One whose call fails stays open.

        Raises:
            GempError: a call failed.
        """
        while self._open:
            request = self._open[0]
            agreed = await self._grant(request, channel)
            self._open.pop(0)
            why = "accepted by policy" if agreed else "declined by policy"
            _log.info("request_answered", request=request.kind.value, agreed=agreed, why=why)

    async def _grant(self, request: PlayerRequest, channel: GameChannel) -> bool:
        """Ask for the same, if the policy agrees: then it happens."""
        settings = self.settings
        match request.kind:
            case RequestKind.CANCEL:
                agreed = settings.accept_cancel
                if agreed:
                    await channel.cancel()
            case RequestKind.MORE_TIME:
                agreed = settings.accept_more_time
                if agreed:
                    await channel.extend_timer(request.minutes or 0)
            case RequestKind.NO_TIMER:
                agreed = settings.accept_no_timer
                if agreed:
                    await channel.disable_timer()
        return agreed
