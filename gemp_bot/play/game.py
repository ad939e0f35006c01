"""One game to its end, through every fault a server or a network can have.

Once round: an answer of the channel brings the table forward, the table's pending decision becomes a
question, the runner of the strategy gives an answer, and the answer is sent, once. After any doubt the game
is opened anew and everything begins with what is pending then; no answer is ever repeated.
"""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog

from gemp_bot.decisions import Catalogue, Question, ask
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.outcome import (
    FAULT,
    SERVER_GONE,
    STUCK,
    GameOutcome,
    IncidentKind,
    OutcomeSoFar,
    Result,
    verdict_line,
)
from gemp_bot.play.requests import OwnAction, OwnActions, RequestPolicy
from gemp_bot.play.timing import Clock, HumanPace, OnStuck, PlaySettings, TimeLeft
from gemp_bot.play.trouble import Doubt, GivenUpError, GivingUp, RefusedAnswers, SecondClient, StuckWatch
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.errors import (
    ChannelTakenOverError,
    ForbiddenError,
    GempError,
    LoginError,
    NoSuchGameError,
    NotConnectedError,
    ServerFaultError,
    SessionGoneError,
    UnreachableError,
)
from gemp_bot.protocol.events import Asked
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.protocol.wording import is_answer_refusal
from gemp_bot.state import Table
from gemp_bot.strategy import Thought

_log = structlog.stdlib.get_logger(__name__)

LogIn = Callable[[], Awaitable[object]]

_REQUEST_PAUSE = 10.0
"""Seconds before a request of the opponent is answered once more, when the call failed."""


class Answerer(Protocol):
    """Answers the questions of one game: a `StrategyRunner`, or a person."""

    @property
    def replaced(self) -> int:
        """Choices so far that were not its own."""

    async def think(
        self,
        view: Table,
        question: Question,
        refused: frozenset[str] = frozenset(),
        *,
        seconds: float | None = None,
    ) -> Thought:
        """Answer a question; see `StrategyRunner`."""

    def hurry(self) -> None:
        """Give an answer now: the game is being given up."""


class ConnectedGame:
    """The calls of one game, through every fault of a server or a network: after doubt it is opened anew.

    Args:
        channel: the game, not opened yet.
        log_in: logs the client in again after its session was lost.
        settings: patience, and how often the game is opened at most.
        clock: what time it is, and how to wait.
    """

    def __init__(
        self,
        channel: GameChannel,
        log_in: LogIn,
        settings: PlaySettings | None,
        clock: Clock | None,
    ) -> None:
        self._channel = channel
        self._log_in = log_in
        self._settings = settings or PlaySettings()
        self._clock = clock or Clock()
        self._now = self._clock.now
        self._chance = random.Random()  # noqa: S311 - spreads pauses, hides nothing
        self._time = TimeLeft(self._now)
        self._doubt = Doubt(self._chance)
        self._second_client = SecondClient(self._now, self._time)
        self._resyncs = 0

    async def _round(self) -> None:
        """One step, whatever comes of it: every fault leads back here, or gives up."""
        opening = self._doubt.must_open
        try:
            await self._step()
        except SessionGoneError as fault:
            self._doubt.session_gone()
            await self._reopen(fault)
        except NoSuchGameError as fault:
            why = "the server does not know it: it was restarted, or the game ended minutes ago"
            raise GivenUpError(f"{fault}: {why}") from None
        except (LoginError, ForbiddenError) as fault:
            raise GivenUpError(str(fault), Result.ERROR) from None
        except ChannelTakenOverError as fault:
            # An opening takes over itself: such an answer to one is no sign of anybody.
            ours = opening or self._second_client.ourselves()
            await (self._reopen(fault) if ours else self._taken_over(fault))
        except GempError as fault:
            await self._reopen(fault)
        else:
            if not opening:
                # An opening alone proves nothing: the call that follows may fail each time.
                self._doubt.good(self._now())

    async def _step(self) -> None:
        """One call of the server, and what follows from it."""
        if self._doubt.must_log_in:
            await self._log_in()
            self._doubt.must_log_in = False
        if self._doubt.must_open:
            await self._open()
        else:
            await self._go_on()

    async def _open(self) -> None:
        if self._resyncs > self._settings.max_openings:
            raise GivenUpError(f"opened {self._resyncs} times, which is enough", Result.ERROR)
        try:
            update = await self._channel.open()
        except (UnreachableError, ServerFaultError) as fault:
            if not isinstance(fault, NotConnectedError):
                self._second_client.opening_lost()
            raise
        if self._doubt.failures:
            self._second_client.opened_in_doubt()
        self._doubt.must_open = False
        self._opened(update)

    async def _reopen(self, fault: Exception) -> None:
        """Nothing is certain any more: open anew, after a pause that grows."""
        self._doubt.must_open = True
        self._resyncs += 1
        silent = self._now() - self._doubt.last_good
        if silent > self._settings.patience:
            raise GivenUpError(f"{fault} (for {silent:.0f} s)")
        pause = self._doubt.pause()
        self._doubt.failures += 1
        _log.warning(
            "game_doubtful",
            game=self._channel.game_id,
            why=str(fault),
            resyncs=self._resyncs,
            pause=round(pause, 1),
        )
        if pause:
            await self._clock.sleep(pause)

    def _opened(self, update: GameUpdate) -> None:
        """Take the snapshot of an opening."""
        raise NotImplementedError

    async def _go_on(self) -> None:
        """One call of an open game."""
        raise NotImplementedError

    async def _taken_over(self, fault: ChannelTakenOverError) -> None:
        """Another client on our account has the game."""
        raise NotImplementedError


class OwnGame(ConnectedGame):
    """Plays one game. Everything it needs is its own, so any number of games run beside each other.

    Args:
        channel: the game, not opened yet.
        strategy_runner: answers the questions.
        catalogue: reads the server's English.
        recorder: takes the verdicts, and as the client's observer the exchanges.
        log_in: logs the client in again after its session was lost.
        settings: manners and limits.
        clock: what time it is, and how to wait.
        on_incident: told at once of what the outcome tells at the end; it must not raise.
    """

    def __init__(
        self,
        channel: GameChannel,
        strategy_runner: Answerer,
        catalogue: Catalogue,
        recorder: Recorder,
        *,
        log_in: LogIn,
        settings: PlaySettings | None = None,
        clock: Clock | None = None,
        on_incident: Callable[[IncidentKind], None] = lambda _: None,
    ) -> None:
        super().__init__(channel, log_in, settings, clock)
        self._runner = strategy_runner
        self._catalogue = catalogue
        self._recorder = recorder
        self._watch = StuckWatch(self._now)
        self._requests = RequestPolicy(self._settings)
        self._own_actions = OwnActions()
        self._pace = HumanPace(
            self._settings.pace, deadline=self._settings.deadline, chance=self._chance, clock=self._clock
        )
        self._table = Table()
        self._outcome = OutcomeSoFar(channel.game_id)
        self._refused = RefusedAnswers()
        self._giving_up = GivingUp(self._now)
        self._granting: asyncio.Task[None] | None = None
        self._on_incident = on_incident

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self._table

    @property
    def yielding(self) -> bool:
        """Whether another client on our account has the game, and we wait for it to leave."""
        return self._second_client.has_the_game

    @property
    def so_far(self) -> GameOutcome:
        """The game in numbers, while it runs."""
        self._outcome.resyncs = self._resyncs
        return self._outcome.outcome(self._table)

    @property
    def silent(self) -> float:
        """Seconds for which the server has answered no call of the game; 0 while it answers."""
        return self._now() - self._doubt.last_good if self._doubt.must_open and self._doubt.failures else 0.0

    @property
    def last_action(self) -> OwnAction | None:
        """Our last action that the opponent saw as well."""
        return self._own_actions.last

    @property
    def replaced(self) -> int:
        """Choices so far at which the strategy failed or was too late."""
        return self._runner.replaced

    def concede(self, *, told: bool = False) -> None:
        """Give the game up at the next opportunity; `run` then ends with its end.

        Args:
            told: the server was told already.
        """
        self._giving_up.concede(told=told)
        self._runner.hurry()
        self._pace.hurry()

    async def run(self) -> GameOutcome:
        """Play to the end. Never raises for what a server does: the outcome tells."""
        self._began = self._doubt.last_good = self._now()
        try:
            while self._table.ending is None or self._doubt.must_open:
                await self._round()
        except GivenUpError as fault:
            self._outcome.fault = str(fault)
            if self._outcome.result is not Result.OPPONENT_STUCK:
                self._outcome.result = fault.result
                self._outcome.reason = FAULT if fault.result is Result.ERROR else SERVER_GONE
            if fault.result is Result.ERROR:
                self._incident(IncidentKind.GIVEN_UP, str(fault))
                # Whoever sits opposite should not have to wait for our clock to run out.
                with contextlib.suppress(GempError):
                    await self._channel.concede()
        finally:
            if self._granting is not None:
                self._granting.cancel()
                await asyncio.wait([self._granting])
        self._outcome.seconds = round(self._now() - self._began, 3)
        outcome = self.so_far
        if outcome.lost_on_time:
            self._incident(IncidentKind.TIME_OUT, f"lost on time ({outcome.reason})")
        return self.so_far

    def _incident(self, kind: IncidentKind, text: str) -> None:
        self._outcome.note(kind, text, self._clock.wall())
        self._on_incident(kind)

    # -- one round ------------------------------------------------------------------------------

    async def _round(self) -> None:
        """One step; a fault of our own is no reason to drop the game."""
        try:
            await super()._round()
        except GivenUpError:
            raise
        except Exception as fault:  # noqa: BLE001 - see above
            await self._own_fault(fault)

    async def _step(self) -> None:
        if self._giving_up.how is None and self._now() - self._began > 60 * self._settings.max_minutes:
            self._too_long()
        await super()._step()
        if self._table.ending is None:
            self._requests.read(self._table)
            if self._requests.waiting and (self._granting is None or self._granting.done()):
                # A task of its own: these calls keep a pace, and no answer waits for them.
                self._granting = asyncio.create_task(self._grant_requests(), name="requests")

    async def _go_on(self) -> None:
        if self._giving_up.how is not None:
            await self._giving_up.proceed(self._channel)
            self._take(await self._channel.poll())
        elif (asked := self._table.asked) is not None:
            await self._answer(asked)
        else:
            self._take(await self._channel.poll())

    async def _grant_requests(self) -> None:
        """Answer the requests of the opponent. A call that fails is no doubt about the game."""
        try:
            await self._requests.grant(self._channel)
        except GempError as fault:
            _log.info("request_unanswered", why=str(fault))
            await self._clock.sleep(_REQUEST_PAUSE)

    def _opened(self, update: GameUpdate) -> None:
        self._table = Table()
        self._take(update, opened=True)
        if self._table.asked is not None:
            self._pace.late()

    async def _own_fault(self, fault: Exception) -> None:
        """A bug of ours: tell it whole, begin anew from a snapshot, and hope that it does not come back."""
        self._doubt.own_faults += 1
        told = f"{type(fault).__name__}: {fault}"
        self._incident(IncidentKind.OWN_FAULT, told)
        _log.error("own_fault", game=self._outcome.game, times=self._doubt.own_faults, exc_info=fault)
        if self._doubt.too_many_own_faults:
            raise GivenUpError(f"internal error, please report it with the journal: {told}", Result.ERROR)
        await self._reopen(fault)

    async def _taken_over(self, fault: ChannelTakenOverError) -> None:
        """Somebody else plays under our name, perhaps a person in a browser: give way for a while."""
        if self._giving_up.how is not None:
            await self._reopen(fault)
            return
        self._doubt.must_open = True
        self._resyncs += 1
        pause = self._second_client.pause()
        told = f"another client on our account has the game: looking again in {pause:.0f} s"
        self._incident(IncidentKind.SECOND_CLIENT, told)
        _log.warning("second_client", game=self._outcome.game, next_try_in=round(pause))
        await self._second_client.give_way(pause, self._clock, self._giving_up.asked)
        # The server was there all the time.
        self._doubt.last_good = self._now()

    def _take(self, update: GameUpdate, *, opened: bool = False) -> None:
        """Bring the table forward."""
        self._table.apply(update)
        self._time.saw(self._table, opened=opened)
        self._channel.clock = self._time.clock
        outcome = self._outcome
        outcome.turns = max(outcome.turns, self._table.turn or 0)
        if any(isinstance(event, Asked) for event in update.events):
            outcome.decisions += 1
        if self._time.unheard and self._table.ending is None and self._giving_up.how is None:
            self._look_again()
        warning = self._table.warning
        refused = self._refused.heard(refusal=warning is not None and is_answer_refusal(warning))
        if refused is not None:
            question, wire = refused
            outcome.warnings += 1
            self._incident(IncidentKind.REFUSED_ANSWER, f"{question.kind.value}: {wire[:80]!r}")
            _log.error("answer_refused", game=outcome.game, prompt=question.prompt, answer=wire)

    def _look_again(self) -> None:
        """Our clock runs, and nothing was asked: what is pending is told anew when the game is opened."""
        self._time.look_again()
        self._doubt.must_open = True
        self._resyncs += 1
        _log.warning("question_unheard", game=self._outcome.game)

    # -- answering ------------------------------------------------------------------------------

    async def _answer(self, asked: Asked) -> None:
        asked_at = self._now()
        table = self._table
        question = ask(asked, table.face_of, self._catalogue)
        if self._refused.hopeless:
            raise GivenUpError(f"the server refuses every answer to {question.prompt!r}", Result.ERROR)
        if self._refused.times:
            await self._clock.sleep(self._refused.pause)
        polite = self._requests.verdict(question)
        if polite is not None:
            thought = Thought(polite)
        else:
            seconds = self._time.to_think(self._settings.deadline)
            thought = await self._runner.think(table, question, self._refused.wires, seconds=seconds)
        spent = self._now() - asked_at
        if self._giving_up.how is None and not self._refused.times:
            await self._pace.pause(table, question, spent)
        if self._giving_up.how is not None:
            return  # given up meanwhile: what nobody chose is not sent, and is no choice of the recording
        wire = question.wire_of(thought.verdict.answer)
        self._note(question, thought)
        if self._watch.stuck(table, question, thought.verdict.answer):
            self._opponent_is_stuck(question)
            return
        self._own_actions.note(table, question, thought.verdict)
        self._refused.sent(question, wire)
        table.answered()
        self._time.answered()
        if question.is_choice:
            self._outcome.decided(spent)
        self._take(await self._channel.answer(wire, decision_id=asked.id))

    def _note(self, question: Question, thought: Thought) -> None:
        outcome = self._outcome
        outcome.choices += question.is_choice
        outcome.fallbacks += thought.fallback is not None
        self._recorder.verdict(outcome.game, verdict_line(outcome.decisions, thought))

    # -- giving up ------------------------------------------------------------------------------

    def _too_long(self) -> None:
        told = f"lasts longer than {self._settings.max_minutes:g} minutes"
        self._outcome.fault = told
        self._incident(IncidentKind.TOO_LONG, told)
        self._giving_up.begin(OnStuck.CANCEL)
        _log.warning("game_too_long", game=self._outcome.game, minutes=self._settings.max_minutes)

    def _opponent_is_stuck(self, question: Question) -> None:
        self._outcome.result, self._outcome.reason = Result.OPPONENT_STUCK, STUCK
        self._giving_up.begin(self._settings.on_stuck)
        _log.warning("opponent_stuck", game=self._outcome.game, prompt=question.prompt)
