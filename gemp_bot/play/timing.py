"""Time in a game: the clock that is passed in, the time left (PROTOCOL 9.3), and how long answers take."""

import asyncio
import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from math import inf

from gemp_bot.decisions import PromptKind, Question
from gemp_bot.protocol.decisions import CardActionChoice, IntegerChoice, MultipleChoice
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import is_server_ai
from gemp_bot.state import Table


class Clock:
    """The time of the running event loop."""

    def now(self) -> float:
        """Seconds, monotonic."""
        return asyncio.get_running_loop().time()

    def wall(self) -> datetime:
        """What clocks on the wall show, UTC."""
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


_BIG_PHASES = frozenset({Phase.DEPLOY, Phase.BATTLE})
_BIG_MENUS = frozenset({PromptKind.PHASE_ACTION, PromptKind.WEAPONS_SEGMENT})
_FEW = 2
"""Results of a question that is answered with yes or no."""


@dataclass(frozen=True, slots=True)
class HumanPaceSettings:
    """How long answers to people take. Times are drawn from a log-normal distribution.

    Attributes:
        enabled: whether there is any thinking time; never against the server's own players.
        menu: median seconds for the menus of the deploy and the battle phase.
        usual: median seconds for all other choices.
        small: median seconds for a yes or no, and for a number.
        spread: standard deviation of the logarithm; 0 for always the median.
        longest: seconds no question takes longer than.
        full_clock: seconds on our clock above which times are whole; below they shrink.
        least_clock: seconds on our clock at and below which there is no thinking time.
    """

    enabled: bool = False
    menu: float = 4.0
    usual: float = 2.0
    small: float = 1.0
    spread: float = 0.5
    longest: float = 20.0
    full_clock: float = 900.0
    least_clock: float = 300.0


class HumanPace:
    """Waits before an answer is sent. One for each game.

    Args:
        settings: how long.
        deadline: seconds from a question to its answer that are never exceeded by waiting.
        chance: of the times.
        clock: how to wait.
    """

    def __init__(
        self, settings: HumanPaceSettings, *, deadline: float, chance: random.Random, clock: Clock
    ) -> None:
        self._settings = settings
        self._deadline = deadline
        self._chance = chance
        self._clock = clock
        self._waiting: asyncio.Task[None] | None = None
        self._late = False

    def late(self) -> None:
        """Do not wait at the next question: it may have been pending for long."""
        self._late = True

    def hurry(self) -> None:
        """Wait no longer."""
        if self._waiting is not None:
            self._waiting.cancel()

    def seconds(self, table: Table, question: Question, spent: float) -> float:
        """How long to wait now.

        Args:
            table: with our clock.
            question: what is asked.
            spent: seconds that have passed since it was asked.
        """
        settings = self._settings
        if not settings.enabled or not question.is_choice or _quick(question):
            return 0.0
        if table.me is None or table.opponent is None or is_server_ai(table.opponent):
            return 0.0
        left = table.clocks.get(table.me, 0) - spent
        spare = left - settings.least_clock
        median = self._median(table, question)
        drawn = median * math.exp(settings.spread * self._chance.gauss(0.0, 1.0))
        share = min(1.0, spare / max(settings.full_clock - settings.least_clock, 1.0))
        return max(0.0, min(drawn * share, settings.longest, spare, self._deadline) - spent)

    async def pause(self, table: Table, question: Question, spent: float) -> None:
        """Wait as long as a person would think, or until `hurry`."""
        late, self._late = self._late, False
        seconds = 0.0 if late else self.seconds(table, question, spent)
        if seconds <= 0:
            return
        self._waiting = waiting = asyncio.create_task(self._clock.sleep(seconds), name="human pace")
        try:
            await asyncio.wait([waiting])
        finally:
            self._waiting = None
            waiting.cancel()

    def _median(self, table: Table, question: Question) -> float:
        settings = self._settings
        if question.kind in _BIG_MENUS and table.phase in _BIG_PHASES:
            return settings.menu
        decision = question.decision
        few = isinstance(decision, MultipleChoice) and len(decision.results) <= _FEW
        return settings.small if few or isinstance(decision, IntegerChoice) else settings.usual


def _quick(question: Question) -> bool:
    """Whether the server marks a question as one that is answered at once."""
    return isinstance(question.decision, CardActionChoice) and question.decision.no_long_delay


DECISION = 300.0
"""Seconds a single decision may take; a league may set less, which is not told in a game."""
_RESERVE = 10.0
"""Seconds that are kept for the way to the server and back; with no more left, nothing is thought about."""
_SHARE = 0.05
"""Of what is left on the clock, for one question: the default deadline of 60 s shrinks below 20 minutes."""
_UNSURE = 5.0
"""Seconds for a question of which nobody knows how long it has been waiting, while we were away for long."""
_UNHEARD = 10.0
"""Seconds that our clock runs without a question before we look again: an idle poll takes up to 3.5."""


class TimeLeft:
    """Follows the clock of one game. What is not known for sure is taken for the worse.

    Args:
        now: seconds, monotonic.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._clock = inf
        self._seen_at: float | None = None
        self._asked_at: float | None = None
        self._told: float | None = None
        self._ran = 0.0
        self._patience = _UNHEARD

    def saw(self, table: Table, *, opened: bool) -> None:
        """Take in the clock and the pending question.

        Args:
            table: after an answer of the server.
            opened: the game was opened anew: its question may have come at any time since we were there last.
        """
        now = self._now()
        if table.asked is None:
            self._asked_at = None
        elif not opened:
            self._asked_at = now
        elif self._asked_at is None:
            self._asked_at = now if self._seen_at is None else self._seen_at
        clocks = table.clocks
        if table.me is not None and table.me in clocks:
            self._clock = clocks[table.me]
            self._listen(clocks[table.me], asked=table.asked is not None, opened=opened)
        self._seen_at = now

    def _listen(self, told: float, *, asked: bool, opened: bool) -> None:
        """Count how long our clock has run while we heard of no question."""
        runs = not (asked or opened) and self._told is not None and told < self._told
        self._ran = self._ran + (self._told or 0.0) - told if runs else 0.0
        self._told = told
        if asked:
            self._patience = _UNHEARD

    @property
    def unheard(self) -> bool:
        """Whether a question waits that did not reach us: the clock runs for who is asked (PROTOCOL 5.4)."""
        return self._ran >= self._patience

    def look_again(self) -> None:
        """The game is opened to hear it. If there is none after all, that is done less often from now on."""
        self._ran, self._patience = 0.0, 2 * self._patience

    def answered(self) -> None:
        """An answer is on its way: the next question may come from now on."""
        self._told = None  # the next one counts what we thought
        if self._asked_at is not None:
            self._asked_at = self._now()

    @property
    def clock(self) -> float:
        """Seconds on our clock, as if it had run ever since it was seen; infinite if it is not known."""
        return self._clock if self._seen_at is None else self._clock - (self._now() - self._seen_at)

    @property
    def decision(self) -> float:
        """Seconds until the pending question is lost; infinite if none is known to be pending."""
        return inf if self._asked_at is None else DECISION - (self._now() - self._asked_at)

    def to_think(self, deadline: float) -> float:
        """Seconds the pending question may be thought about; 0 to answer at once, by the simple rule.

        Args:
            deadline: never more than that.
        """
        clock = _SHARE * (self.clock - _RESERVE)
        decision = max((self.decision - _RESERVE) / 2, _UNSURE)
        return max(0.0, min(deadline, clock, decision))


class OnStuck(StrEnum):
    """What is done about an opponent that repeats itself for ever."""

    CANCEL = "cancel"
    """Ask to cancel; against a server AI that ends the game at once. Concede if it does not."""
    CONCEDE = "concede"


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """The manners of one game.

    Attributes:
        deadline: seconds a question may take before a fallback answers; the server allows 300.
        work: units of work a question may take; None for no limit.
        allow_reverts: reverts of the opponent that are allowed in one game.
        accept_cancel: agree when the opponent asks to cancel.
        accept_more_time: agree when the opponent asks for more time.
        accept_no_timer: agree when the opponent asks to drop the limit of a single decision.
        on_stuck: what is done about an opponent that loops.
        max_minutes: of a game by the clock on the wall; one that lasts longer is cancelled, or else conceded.
        patience: seconds without a usable answer of the server after which the game is given up.
        max_openings: how often the game may be opened anew; each opening costs the server memory.
        pace: how long answers to people take; by default as long as they need.
    """

    deadline: float = 60.0
    work: int | None = None
    allow_reverts: int = 3
    accept_cancel: bool = True
    accept_more_time: bool = True
    accept_no_timer: bool = True
    on_stuck: OnStuck = OnStuck.CANCEL
    max_minutes: float = 24 * 60.0
    patience: float = 600.0
    max_openings: int = 500
    pace: HumanPaceSettings = field(default_factory=HumanPaceSettings)
