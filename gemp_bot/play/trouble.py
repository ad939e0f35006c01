"""Trouble in one game: broken connections, refused answers, circles, a second client, giving up.

`StuckWatch`: a server AI can repeat one failing action; each round asks us the same questions again, and
charges nobody's clock (docs/protocol.md). Nothing on the table changes meanwhile but the log. Or a question
comes back for ever whatever is answered.

`SecondClient`: another client on our account, perhaps a person in a browser, took the game over: 409
(PROTOCOL 5.1). Whoever opens a game last has it. Two clients that take it from each other can do so for ever,
so we give way, longer each time, and come back in time not to lose the game on the clock.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from gemp_bot.decisions import Answer, Question
from gemp_bot.errors import BotError
from gemp_bot.play.outcome import Result
from gemp_bot.play.timing import Clock, OnStuck, TimeLeft
from gemp_bot.protocol.game_channel import GameChannel
from gemp_bot.state import Table

_CANCEL_PATIENCE = 30.0
"""Seconds an opponent has to agree to a cancellation before a stuck game is conceded."""
_CONCEDE_PATIENCE = 60.0
"""Seconds a server has to end a game that we conceded, before we leave it."""


class GivenUpError(BotError):
    """This game cannot be played on."""

    def __init__(self, message: str, result: Result = Result.UNFINISHED) -> None:
        super().__init__(message)
        self.result = result


class GivingUp:
    """Whether a game is given up, and how.

    Args:
        now: seconds, monotonic.

    Attributes:
        how: how it is given up; None while it is played.
        asked: set once we were told to concede: nothing is waited for any more.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.how: OnStuck | None = None
        self.asked = asyncio.Event()
        self._now = now
        self._since: float | None = None
        self._conceded_at: float | None = None

    def begin(self, how: OnStuck) -> None:
        """Give it up at the next opportunity."""
        self.how, self._since = how, None

    def concede(self, *, told: bool = False) -> None:
        """Concede at the next opportunity, if the server is not `told` yet; nothing is waited for then."""
        self.begin(OnStuck.CONCEDE)
        if told:
            self._since = self._conceded_at = self._now()
        self.asked.set()

    async def proceed(self, channel: GameChannel) -> None:
        """Cancel or concede, if that was not done; concede if a cancellation comes to nothing.

        Raises:
            GivenUpError: the server does not end it.
        """
        if self._since is None:
            # Both may be asked twice: whether a call that failed was heard is unknown.
            await (channel.cancel() if self.how is OnStuck.CANCEL else channel.concede())
            self._since = self._now()
            if self.how is OnStuck.CONCEDE and self._conceded_at is None:
                self._conceded_at = self._since
        elif self.how is OnStuck.CANCEL and self._now() - self._since > _CANCEL_PATIENCE:
            self.begin(OnStuck.CONCEDE)
        if self._conceded_at is not None and self._now() - self._conceded_at > _CONCEDE_PATIENCE:
            raise GivenUpError(f"conceded, but the server did not end it within {_CONCEDE_PATIENCE:g} s")


_MOST = 8
"""After so many refused answers to one question there is nothing left to try."""
_LONGEST_ANSWER_PAUSE = 5.0
"""Seconds before an answer."""


@dataclass(slots=True)
class RefusedAnswers:
    """The answers refused so far to the question that is pending.

    Attributes:
        wires: the answers, as they were sent. times: how often one was refused.
    """

    wires: frozenset[str] = frozenset()
    times: int = 0
    _sent: tuple[Question, str] | None = None

    def sent(self, question: Question, wire: str) -> None:
        """An answer is on its way."""
        self._sent = question, wire

    def heard(self, *, refusal: bool) -> tuple[Question, str] | None:
        """The server has told something.

        Returns:
            The question and the answer of ours that it refused; None if it refused none.
        """
        sent, self._sent = self._sent, None
        if sent is None or not refusal:
            self.wires, self.times = frozenset(), 0
            return None
        self.wires |= {sent[1]}
        self.times += 1
        return sent

    @property
    def hopeless(self) -> bool:
        """Whether there is nothing left to try."""
        return self.times >= _MOST

    @property
    def pause(self) -> float:
        """Seconds before the next answer: whatever is wrong, it is not going away by the millisecond."""
        return min(_LONGEST_ANSWER_PAUSE, 0.1 * 2**self.times) if self.times else 0.0


STUCK_QUESTIONS = 150
"""So many passed questions at one table in one phase are a loop. Of all recorded games that end, none has
more than 20; the recorded loops have one to three questions a round."""
STUCK_SECONDS = 40.0
STUCK_FEW_QUESTIONS = 40
"""After so long, so many are enough: a slow server asks less often."""
STUCK_ANSWERS = 1000
"""So many questions at one table in one phase are a circle, whatever we answered. Our own circles are broken
by the guard of the strategy_runner, long before."""


class StuckWatch:
    """Counts questions we could only pass, or did, while numbers, columns, phase and turn stay the same.

    What we do ourselves counts far less: choosing an action and cancelling it is our own loop, and the
    guard of the strategy_runner ends it; unless nothing that can be answered leads out.

    Args:
        now: seconds, monotonic.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._when: Hashable = None
        self._seen: Counter[Hashable] = Counter()
        self._answered: Counter[Hashable] = Counter()
        self._since = 0.0

    def stuck(self, table: Table, question: Question, answer: Answer) -> bool:
        """Note an answer; tell whether the game has been going round long enough."""
        when = (table.turn_player, table.turn, table.phase)
        if when != self._when:
            self._when = when
            self._seen.clear()
            self._answered.clear()
            self._since = self._now()
        numbers = table.statistics
        state = (
            None
            if numbers is None
            else (
                numbers.player_zones,
                numbers.dark_power_at_locations,
                numbers.light_power_at_locations,
                numbers.dark_battle_damage_remaining,
                numbers.light_battle_damage_remaining,
            )
        )
        self._answered[state] += 1
        if answer.wire and question.is_choice:
            return self._answered[state] >= STUCK_ANSWERS
        self._seen[state] += 1
        count = self._seen[state]
        if count < STUCK_FEW_QUESTIONS:
            return False
        return count >= STUCK_QUESTIONS or self._now() - self._since >= STUCK_SECONDS


GIVE_WAY_PAUSES = (30.0, 120.0, 600.0)
"""Seconds we give way, the first time, the second, and from then on."""
GIVE_WAY_MEMORY = 1800.0
"""Seconds without being taken over after which the next time is the first again."""
_IN_TIME = 120.0
"""Seconds of our clock, or of the question that waits, at which we come back in any case."""
_LATE_PAUSES = (10.0, 30.0)
"""Seconds of a pause with less than that on the clock: a quarter of what is left, between these."""
_OWN = 300.0
"""Seconds for which an opening of ours whose answer was lost may still reach the server."""
_OWN_HIDDEN = 10.0
"""The same for one that the HTTP library sent twice, over a connection that turned out dead."""


class SecondClient:
    """When to give way, and for how long.

    Args:
        now: seconds, monotonic.
        time: of the game.

    Attributes:
        has_the_game: whether we give way just now.
    """

    def __init__(self, now: Callable[[], float], time: TimeLeft) -> None:
        self._now = now
        self._time = time
        self.has_the_game = False
        self._taken: list[float] = []
        self._own_until: list[float] = []

    def opening_lost(self) -> None:
        """Nobody knows whether the server heard an opening of ours; it may hear it after the next one."""
        self._own_until.append(self._now() + _OWN)

    def opened_in_doubt(self) -> None:
        """The game was opened anew after a call failed; perhaps more than once."""
        self._own_until.append(self._now() + _OWN_HIDDEN)

    def ourselves(self) -> bool:
        """Whether an opening of ours explains that the channel was taken over; each explains it once."""
        now = self._now()
        self._own_until = sorted(until for until in self._own_until if now < until)
        if not self._own_until:
            return False
        del self._own_until[0]
        return True

    def pause(self) -> float:
        """Somebody has taken the game over: seconds until we look again."""
        now = self._now()
        if self._taken and now - self._taken[-1] > GIVE_WAY_MEMORY:
            self._taken.clear()
        pause = GIVE_WAY_PAUSES[min(len(self._taken), len(GIVE_WAY_PAUSES) - 1)]
        self._taken.append(now)
        least, most = _LATE_PAUSES
        clock = self._time.clock
        in_time = min(clock, self._time.decision) - _IN_TIME
        return min(pause, max(in_time, least, min(clock / 4, most)))

    async def give_way(self, seconds: float, clock: Clock, given_up: asyncio.Event) -> None:
        """Wait so long, or until the game is given up."""
        self.has_the_game = True
        waits = [asyncio.create_task(clock.sleep(seconds)), asyncio.create_task(self._is_set(given_up))]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.has_the_game = False
            for wait in waits:
                wait.cancel()

    @staticmethod
    async def _is_set(event: asyncio.Event) -> None:
        await event.wait()


_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 30.0
_OWN_FAULTS = 5


@dataclass(slots=True)
class Doubt:
    """What is known of the connection to one game.

    Attributes:
        jitter: of the pauses.
        last_good: when the server answered last; seconds, monotonic.
        must_open: the game must be opened before anything else.
        must_log_in: even before that, the client must log in.
        failures: openings in a row since then.
        own_faults: exceptions of our own code in this game.
        turned_away: the session was lost since the last good answer.
    """

    jitter: random.Random
    last_good: float = 0.0
    must_open: bool = True
    must_log_in: bool = False
    failures: int = 0
    own_faults: int = 0
    turned_away: bool = False

    def good(self, now: float) -> None:
        """The server has answered a call."""
        self.failures, self.turned_away = 0, False
        self.last_good = now

    def session_gone(self) -> None:
        """The session was lost: the server is there, so the first login comes at once."""
        if not self.turned_away:
            self.failures = 0
        self.must_log_in = self.turned_away = True

    @property
    def too_many_own_faults(self) -> bool:
        """Whether our own code has failed too often to go on."""
        return self.own_faults > _OWN_FAULTS

    def pause(self) -> float:
        """Seconds before the next opening. The first one comes at once: a question may be waiting."""
        if not self.failures:
            return 0.0
        longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(self.failures, 10))
        return longest * self.jitter.uniform(0.5, 1.0)
