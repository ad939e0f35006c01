"""What `steady` decides by: a question, the table, and a little memory."""

from typing import Self

import msgspec

from gemp_bot.decisions import ActionKind, Option
from gemp_bot.evaluators.memory import ActionMemory, PhaseChange, PhaseMemory, RepeatMemory, SearchMemory
from gemp_bot.evaluators.question_context import QuestionContext
from gemp_bot.state import Table
from gemp_bot.strategy.steady.location_power import LocationPower, PowerTracker

MOST_ACTIONS = 80
"""Actions in one phase; a phase that takes more runs in a circle."""


class SteadyMemory(msgspec.Struct, frozen=True, eq=False):
    """What `steady` remembers of one game.

    Attributes:
        powers: what was learnt about locations and cards.
    """

    phase: PhaseMemory
    actions: ActionMemory
    searches: SearchMemory
    repeats: RepeatMemory
    powers: PowerTracker

    @classmethod
    def empty(cls) -> Self:
        """At the start of a game."""
        return cls(PhaseMemory(), ActionMemory(MOST_ACTIONS), SearchMemory(), RepeatMemory(), PowerTracker())

    def enter(self, table: Table) -> None:
        """A menu of a phase came: the action before it is over, and a new phase makes everything possible."""
        self.actions.finish()
        self.powers.observe(table)
        if self.phase.enter(table) is not PhaseChange.NONE:
            self.actions.new_phase()
            self.powers.expect_nothing()


class SteadyContext(QuestionContext, frozen=True, eq=False):
    """One question with all that `steady` decides by."""

    memory: SteadyMemory

    @property
    def pursued(self) -> Option | None:
        """The action that is being carried out."""
        return self.memory.actions.pursued

    @property
    def purpose(self) -> ActionKind | None:
        """What the action does that is being carried out."""
        return self.memory.actions.purpose

    @property
    def locations(self) -> tuple[LocationPower, ...]:
        """All locations, left to right."""
        return self.memory.powers.locations(self.table)

    def location(self, option: Option) -> LocationPower | None:
        """The location of an option: of its card, or the card itself."""
        column = None if option.card_id is None else self.table.column_of(option.card_id)
        found = self.locations
        return found[column] if column is not None and column < len(found) else None
