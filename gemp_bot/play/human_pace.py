"""Thinking time: an answer to a person comes as fast as a person's, and never against the clock."""

import asyncio
import math
import random
from dataclasses import dataclass

from gemp_bot.decisions import PromptKind, Question
from gemp_bot.play.clock import Clock
from gemp_bot.protocol.decisions import CardActionChoice, IntegerChoice, MultipleChoice
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import is_server_ai
from gemp_bot.state import Table

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
