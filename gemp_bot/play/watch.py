"""Notice a game that goes round in a circle for ever.

A server AI can repeat one failing action: each round asks us the same questions again, and charges nobody's
clock (docs/protocol.md). Nothing on the table changes meanwhile but the log. Or a question comes back for
ever whatever is answered.
"""

from collections import Counter
from collections.abc import Callable, Hashable

from gemp_bot.decisions import Answer, Question
from gemp_bot.state import Table

QUESTIONS = 150
"""So many passed questions at one table in one phase are a loop. Of all recorded games that end, none has
more than 20; the recorded loops have one to three questions a round."""
SECONDS = 40.0
FEW_QUESTIONS = 40
"""After so long, so many are enough: a slow server asks less often."""
ANSWERED = 1000
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
            return self._answered[state] >= ANSWERED
        self._seen[state] += 1
        count = self._seen[state]
        if count < FEW_QUESTIONS:
            return False
        return count >= QUESTIONS or self._now() - self._since >= SECONDS
