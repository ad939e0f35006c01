"""One game to its end.

The way of the data, once round: an answer of the channel brings the table forward, the table's pending
decision becomes a question, the strategy gives a verdict, the verdict's answer is sent, once.
"""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from gemp_bot.decisions import Catalogue, ask
from gemp_bot.journal import Alternative, ScorePart, VerdictLine
from gemp_bot.play.recorder import Recorder
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.ending import EndKind
from gemp_bot.protocol.errors import (
    ChannelError,
    GempError,
    NoSuchGameError,
    ServerFaultError,
    SessionGoneError,
    UnreachableError,
    WireError,
)
from gemp_bot.protocol.events import Asked
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.wording import read_answer_refusal
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Strategy, Verdict

_log = structlog.stdlib.get_logger(__name__)

LogIn = Callable[[], Awaitable[object]]

MAX_REOPENINGS = 20
"""Each opening of a game costs the server a listener until the game ends (PROTOCOL 5.1)."""


@dataclass(slots=True)
class GameOutcome:
    """What became of one game (docs/json.md)."""

    game: GameId
    result: str = "unfinished"
    reason: str | None = None
    side: str | None = None
    opponent: str | None = None
    turns: int = 0
    life: int | None = None
    opponent_life: int | None = None
    decisions: int = 0
    choices: int = 0
    warnings: int = 0
    resyncs: int = 0
    seconds: float = 0.0
    fault: str | None = None


class _Game:
    def __init__(
        self,
        channel: GameChannel,
        strategy: Strategy,
        catalogue: Catalogue,
        recorder: Recorder,
        log_in: LogIn,
    ) -> None:
        self.channel = channel
        self.strategy = strategy
        self.catalogue = catalogue
        self.recorder = recorder
        self.log_in = log_in
        self.table = Table()
        self.outcome = GameOutcome(channel.game_id)

    async def run(self) -> GameOutcome:
        began = time.monotonic()
        try:
            await self._to_the_end()
        except NoSuchGameError as fault:
            # Finished games are kept for five minutes; a running one only vanishes with its server.
            self.outcome.fault = str(fault)
        except GempError as fault:
            self.outcome.result = "error"
            self.outcome.fault = str(fault)
        self.outcome.seconds = round(time.monotonic() - began, 3)
        self._conclude()
        return self.outcome

    async def _to_the_end(self) -> None:
        await self._open()
        while self.table.ending is None:
            asked = self.table.asked
            try:
                if asked is None:
                    self._take(await self.channel.poll())
                else:
                    await self._answer(asked)
            except SessionGoneError as fault:
                await self.log_in()
                await self._reopen(fault)
            except (ChannelError, UnreachableError, ServerFaultError, WireError) as fault:
                await self._reopen(fault)

    async def _open(self) -> None:
        self.table = Table()
        self._take(await self.channel.open())

    async def _reopen(self, fault: GempError) -> None:
        """After any doubt: open anew, adopt the channel, and see what is pending (PROTOCOL 10.1)."""
        self.outcome.resyncs += 1
        if self.outcome.resyncs > MAX_REOPENINGS:
            raise fault
        _log.warning("game_reopened", game=self.outcome.game, why=str(fault), times=self.outcome.resyncs)
        await self._open()

    def _take(self, update: GameUpdate) -> None:
        self.table.apply(update)
        self.outcome.turns = max(self.outcome.turns, self.table.turn or 0)
        if any(isinstance(event, Asked) for event in update.events):
            self.outcome.decisions += 1
        warning = self.table.warning
        if warning is not None and read_answer_refusal(warning) is not None:
            self.outcome.warnings += 1
            _log.error("answer_refused", game=self.outcome.game, warning=warning)

    async def _answer(self, asked: Asked) -> None:
        question = ask(asked, self.table.face_of, self.catalogue)
        self.outcome.choices += question.is_choice
        began = time.perf_counter()
        verdict = self.strategy.decide(self.table, question, Budget())
        wire = question.wire_of(verdict.answer)
        line = _verdict_line(self.outcome.decisions, verdict, time.perf_counter() - began)
        self.recorder.verdict(self.outcome.game, line)
        self.table.answered()
        self._take(await self.channel.answer(wire, decision_id=asked.id))

    def _conclude(self) -> None:
        table, outcome = self.table, self.outcome
        side = table.my_side
        outcome.side = None if side is None else side.value
        outcome.opponent = table.opponent
        if table.me is not None and table.opponent is not None and table.statistics is not None:
            outcome.life = table.player(table.me).life_force
            outcome.opponent_life = table.player(table.opponent).life_force
        ending = table.ending
        if ending is None:
            return
        outcome.reason = ending.reason.value
        if ending.kind is EndKind.CANCELLED:
            outcome.result = "cancelled"
        else:
            won = (ending.player == table.me) == (ending.kind is EndKind.WON)
            outcome.result = "win" if won else "loss"


async def play_game(
    channel: GameChannel,
    strategy: Strategy,
    catalogue: Catalogue,
    recorder: Recorder,
    log_in: LogIn,
) -> GameOutcome:
    """Play one game to its end. Never raises for what a server does: the outcome tells.

    Args:
        channel: the game.
        strategy: chooses the answers.
        catalogue: reads the server's English.
        recorder: takes the verdicts, and as the client's observer the exchanges.
        log_in: logs the client in again after its session was lost.
    """
    return await _Game(channel, strategy, catalogue, recorder, log_in).run()


def _verdict_line(number: int, verdict: Verdict, seconds: float) -> VerdictLine:
    return VerdictLine(
        n=number,
        answer=verdict.answer.wire,
        parts=tuple(ScorePart(reason.text, reason.force) for reason in verdict.reasons),
        alternatives=tuple(Alternative(other.answer.wire, other.score) for other in verdict.alternatives),
        work=verdict.work,
        ms=round(seconds * 1000, 3),
    )
